"""A message of the customer, read once: folded, its words, its stems, its plain acts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from porfiado.agents.reference.values import Found
from porfiado.agents.reference.words import Words, language_of, tokens, words_of
from porfiado.patterns import scrub
from porfiado.text import compose, fold

_LONGEST = 2_000  # characters that are read; more is no message that somebody typed
_KEPT = 1_024  # readings: people, and above all simulated ones, say the same over and over
_FIRM = 3  # common words of another language that it takes to change the conversation's


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read. `folded` has the length of `original`, so that places carry over.

    `found` keeps the values that were looked for in it, by their kind.
    """

    original: str
    folded: str
    words: Words
    tokens: tuple[str, ...]
    stems: tuple[str, ...]
    acts: frozenset[str]
    found: dict[tuple[str, bool], list[Found]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def empty(self) -> bool:
        """There is nothing in it."""
        return not self.tokens


@lru_cache(maxsize=_KEPT)
def read(message: str, language: str, *, first: bool = False) -> Reading:
    """Read `message`; `language` is the conversation's so far, less firmly before the `first` message."""
    original = compose(scrub(message[:_LONGEST])).strip()
    folded = fold(original)
    found = tokens(folded)
    words = words_of(language_of(found, language, 1 if first else _FIRM))
    return Reading(
        original, folded, words, tuple(found), tuple(map(words.stem, found)), words.acts.of(folded)
    )
