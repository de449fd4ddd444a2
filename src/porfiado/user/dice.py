"""Seeded variety: choices depend on seed, scenario, trial and what is chosen, and on nothing else."""

from __future__ import annotations

from hashlib import blake2b
from math import gcd


class Dice:
    """Draws without replacement, a separate deck for each key.

    Draws under one key never disturb those under another, so that a wording does not change because something
    unrelated was said before it. A deck of n comes out in full before anything in it comes twice.
    """

    __slots__ = ("_decks", "_seed")

    def __init__(self, seed: int, scenario: str, trial: int) -> None:
        self._seed = f"{seed}\x1f{scenario}\x1f{trial}\x1f".encode("utf-8", "surrogatepass")
        self._decks: dict[str, list[int]] = {}

    def pick(self, key: str, n: int) -> int:
        """The next number below `n` for `key`; 0 where `n` is below 2."""
        if n < 2:
            return 0
        deck = self._decks.get(key)
        if deck is None:
            deck = self._decks[key] = [_stable(self._seed + key.encode("utf-8", "surrogatepass")), 0]
        start, drawn = deck
        deck[1] = drawn + 1
        return (start + drawn * _stride(start >> 16, n)) % n

    def chance(self, key: str, of: int) -> bool:
        """True once in `of` draws on average, always the same for the same draw."""
        return self.pick(key, of) == 0


def _stable(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def _stride(wish: int, n: int) -> int:
    """A step that visits all of `range(n)`: the first from `wish` on without a factor in common with n."""
    step = wish % n or 1
    while gcd(step, n) != 1:
        step = step % n + 1
    return step
