"""Pairing two sequences: which items of the one agree with which of the other. Knows nothing of calls.

Items are indexes. `row(left)` gives the rights that agree with a left, ascending; it is asked at most once
for each left and purpose, so a costly agreement may be worked out when it is asked for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

Row = Callable[[int], Sequence[int]]
Pairs = dict[int, int]  # left → right
Left = TypeVar("Left")


def maximum_pairing(
    lefts: Iterable[int], rights: Collection[int], row: Row, start: Pairs | None = None
) -> Pairs:
    """As many pairs as there can be, each left and each right in one at most (maximum bipartite matching).

    Starts from the pairs of `start`, and augments along alternating paths, found breadth first. What a failed
    search has reached can never be part of a later path (the search tree is closed), so it is not searched
    again: failures together cost one pass over all agreements.
    """
    pairs = dict(start or {})
    partner = {right: left for left, right in pairs.items()}
    free = set(rights)
    dead: set[int] = set()
    for left in lefts:
        if left in pairs:
            continue
        if len(partner) == len(free):
            break
        _augment(left, pairs, partner, free, row, dead)
    return pairs


def _augment(
    root: int, pairs: Pairs, partner: dict[int, int], allowed: set[int], row: Row, dead: set[int]
) -> None:
    came_from: dict[int, int] = {}  # right → the left that reached it
    queue = [root]
    for left in queue:  # grows while it is walked
        for right in row(left):
            if right in came_from or right in dead or right not in allowed:
                continue
            came_from[right] = left
            if right not in partner:
                _flip(right, came_from, pairs, partner)
                return
            queue.append(partner[right])
    dead.update(came_from)


def _flip(right: int, came_from: dict[int, int], pairs: Pairs, partner: dict[int, int]) -> None:
    """Pair along the path that leads to a free right."""
    while True:
        left = came_from[right]
        before = pairs.get(left)
        pairs[left], partner[right] = right, left
        if before is None:
            return
        right = before


def subsequence(lefts: int, rights: int, agree: Callable[[int, int], bool]) -> Pairs | None:
    """All lefts in their order among the rights, each at the first place that is left to it; None if not.

    The first place is always as good as any later one, whatever agrees with what.
    """
    pairs: Pairs = {}
    left = 0
    for right in range(rights):
        if left == lefts:
            break
        if agree(left, right):
            pairs[left] = right
            left += 1
    return pairs if left == lefts else None


def longest_alignment(lefts: Iterable[int], row: Row) -> Pairs:
    """The most pairs of which no two cross (longest common subsequence, after Hunt and Szymanski).

    Takes time and memory in proportion to the agreements.
    """
    ends: list[int] = []  # ends[k]: the smallest right in which an alignment of k + 1 pairs can end
    links: list[tuple[int, int, int]] = []  # left, right, index of the link before it
    tops: list[int] = []  # the link that stands for ends[k]
    for left in lefts:
        for right in reversed(row(left)):
            length = bisect_left(ends, right)
            if length < len(ends) and ends[length] == right:
                continue
            links.append((left, right, tops[length - 1] if length else -1))
            if length == len(ends):
                ends.append(right)
                tops.append(len(links) - 1)
            else:
                ends[length] = right
                tops[length] = len(links) - 1
    pairs: Pairs = {}
    at = tops[-1] if tops else -1
    while at >= 0:
        left, right, at = links[at]
        pairs[left] = right
    return dict(sorted(pairs.items()))
