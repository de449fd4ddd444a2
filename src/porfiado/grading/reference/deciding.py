"""The modes: which pairs of calls a trajectory has that matches its reference."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from porfiado.grading.reference.agreement import Agreement
from porfiado.grading.reference.pairing import Pairs, longest_alignment, maximum_pairing, subsequence
from porfiado.grading.reference.trajectory import Message

MatchMode = Literal["strict", "exact", "in_order", "any_order", "superset", "unordered", "subset"]
"""How a trajectory is compared with a reference.

`strict`: message by message, the same roles in the same order, the calls within a message in any order, texts
ignored. `exact`: the same calls in the same order. `in_order`: the reference's calls in their order, others
may stand between. `any_order`, also called `superset`: the reference's calls, in any order and among others.
`unordered`: the same calls, in any order. `subset`: no call beyond the reference's.
"""
_SEARCHED = 2_000_000  # agreements: about a second, and some hundred megabytes

MATCH_MODES: tuple[MatchMode, ...] = get_args(MatchMode)


def _same_place(lefts: range, rights: range, agreement: Agreement) -> Pairs:
    """The pairs of calls that stand at the same place: of a trajectory like its reference, all."""
    return {left: right for left, right in zip(lefts, rights, strict=False) if agreement.agree(left, right)}


def _pair_within(lefts: range, rights: range, agreement: Agreement) -> Pairs:
    pairs = _same_place(lefts, rights, agreement)
    if len(pairs) == min(len(lefts), len(rights)):
        return pairs
    return maximum_pairing(lefts, rights, agreement.row, pairs)


def pair_calls(agreement: Agreement) -> Pairs:
    """As many pairs of calls as there can be, in whatever order."""
    return _pair_within(range(len(agreement.expected.calls)), range(len(agreement.made)), agreement)


def align_calls(agreement: Agreement) -> Pairs:
    """As many pairs of calls as there can be without two that cross.

    Calls that agree at the beginning and at the end are pairs of some longest alignment, whatever agrees with
    what; only what stands between is searched. Where thousands of like calls would make that too long, the
    pairs are the first that fit.
    """
    expected, made = len(agreement.expected.calls), len(agreement.made)
    start, most = 0, min(expected, made)
    while start < most and agreement.agree(start, start):
        start += 1
    end = 0
    while end < most - start and agreement.agree(expected - 1 - end, made - 1 - end):
        end += 1
    pairs = {index: index for index in range(start)}
    pairs.update(_align_between(range(start, expected - end), range(start, made - end), agreement))
    pairs.update({expected - at: made - at for at in range(end, 0, -1)})
    return pairs


def _align_between(lefts: range, rights: range, agreement: Agreement) -> Pairs:
    if not rights:
        return {}
    if sum(len(agreement.row(left)) for left in lefts) <= _SEARCHED:
        return longest_alignment(
            lefts, lambda left: [right for right in agreement.row(left) if right in rights]
        )
    pairs: Pairs = {}
    after = rights.start - 1
    for left in lefts:
        row = agreement.row(left)
        at = bisect_right(row, after)
        if at < len(row) and row[at] in rights:
            pairs[left] = after = row[at]
    return pairs


def _exact(agreement: Agreement) -> Pairs | None:
    if len(agreement.expected.calls) != len(agreement.made):
        return None
    pairs: Pairs = {}
    for index in range(len(agreement.made)):
        if not agreement.agree(index, index):
            return None
        pairs[index] = index
    return pairs


def _in_order(agreement: Agreement) -> Pairs | None:
    return subsequence(len(agreement.expected.calls), len(agreement.made), agreement.agree)


def _superset(agreement: Agreement) -> Pairs | None:
    if len(agreement.made) < len(agreement.expected.calls):
        return None
    pairs = pair_calls(agreement)
    return pairs if len(pairs) == len(agreement.expected.calls) else None


def _subset(agreement: Agreement) -> Pairs | None:
    if len(agreement.made) > len(agreement.expected.calls):
        return None
    pairs = pair_calls(agreement)
    return pairs if len(pairs) == len(agreement.made) else None


def _unordered(agreement: Agreement) -> Pairs | None:
    return _superset(agreement) if len(agreement.made) == len(agreement.expected.calls) else None


def both_messages(agreement: Agreement) -> tuple[list[Message], list[Message]]:
    """The messages of both sides, joined as records have them where one of the two is a record."""
    if agreement.expected.calls.recorded or agreement.made.recorded:
        return agreement.expected.calls.joined or [], agreement.made.joined or []
    return agreement.expected.calls.messages or [], agreement.made.messages or []


def _strict(agreement: Agreement) -> Pairs | None:
    expected, got = both_messages(agreement)
    return _pair_each(expected, got, agreement) if len(expected) == len(got) else None


def _pair_each(expected: Sequence[Message], got: Sequence[Message], agreement: Agreement) -> Pairs | None:
    """All calls in pairs, message by message, as far as both go; None where that cannot be."""
    pairs: Pairs = {}
    for left, right in zip(expected, got, strict=False):
        if left.role != right.role or _size(left) != _size(right):
            return None
        if left.first == left.end:
            continue
        found = _pair_within(range(left.first, left.end), range(right.first, right.end), agreement)
        if len(found) != _size(left):
            return None
        pairs.update(found)
    return pairs


def begins_like(mode: MatchMode, agreement: Agreement) -> bool:
    """Of `exact` and `strict`: whether what was done so far is a beginning of the reference."""
    if mode == "strict":
        expected, got = both_messages(agreement)
        return len(got) <= len(expected) and _pair_each(expected, got, agreement) is not None
    made = len(agreement.made)
    return made <= len(agreement.expected.calls) and all(agreement.agree(at, at) for at in range(made))


def pair_messages(agreement: Agreement) -> Pairs:
    """The calls that are pairs in messages at the same place, where a trajectory does not match strictly.

    Messages that match wholly are aligned; between two of them, the others are taken in their order.
    """
    expected, got = both_messages(agreement)

    def within(left: int, right: int) -> Pairs:
        a, b = expected[left], got[right]
        return (
            _pair_within(range(a.first, a.end), range(b.first, b.end), agreement) if a.role == b.role else {}
        )

    calling = [index for index, message in enumerate(got) if message.end > message.first]

    def row(left: int) -> list[int]:
        size = expected[left].end - expected[left].first
        return [right for right in calling if size and len(within(left, right)) == size == _size(got[right])]

    aligned = longest_alignment(range(len(expected)), row)
    pairs: Pairs = {}
    for left, right in {**_between(aligned, len(expected), len(got)), **aligned}.items():
        pairs.update(within(left, right))
    return dict(sorted(pairs.items()))


def _size(message: Message) -> int:
    return message.end - message.first


def _between(aligned: Pairs, lefts: int, rights: int) -> Pairs:
    """Between each two aligned messages, the others in their order."""
    found: Pairs = {}
    left = right = 0
    for next_left, next_right in (*aligned.items(), (lefts, rights)):
        found.update(zip(range(left, next_left), range(right, next_right), strict=False))
        left, right = next_left + 1, next_right + 1
    return found


DECIDE: dict[MatchMode, Callable[[Agreement], Pairs | None]] = {
    "strict": _strict,
    "exact": _exact,
    "in_order": _in_order,
    "any_order": _superset,
    "superset": _superset,
    "unordered": _unordered,
    "subset": _subset,
}
"""For each mode the pairs of a trajectory that matches; None where it does not."""
