"""The modes: which pairs of calls a trajectory has that matches its reference."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Literal, get_args

from porfiado.grading.reference.agreement import Agreement
from porfiado.grading.reference.pairing import Pairs, longest_alignment, maximum_pairing, subsequence
from porfiado.grading.reference.trajectory import Messages

MatchMode = Literal["strict", "exact", "in_order", "any_order", "superset", "unordered", "subset"]
"""How a trajectory is compared with a reference.

`strict`: message by message, the same roles in the same order, the calls within a message in any order, texts
ignored. `exact`: the same calls in the same order. `in_order`: the reference's calls in their order, others
may stand between. `any_order`, also called `superset`: the reference's calls, in any order and among others.
`unordered`: the same calls, in any order. `subset`: no call beyond the reference's.
"""
_NO_MESSAGES = Messages([], [])
_SEARCHED = 2_000_000  # agreements: about a second, and some hundred megabytes

MATCH_MODES: tuple[MatchMode, ...] = get_args(MatchMode)


def _same_place(calls: range, agreement: Agreement) -> Pairs:
    """The pairs of calls that stand at the same place: of a trajectory like its reference, all."""
    return {index: index for index in calls if agreement.agree(index, index)}


def _pair_within(lefts: range, rights: range, agreement: Agreement) -> Pairs:
    pairs = {left: right for left, right in zip(lefts, rights, strict=False) if agreement.agree(left, right)}
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
    made = len(agreement.made)
    if len(agreement.expected.calls) != made:
        return None
    pairs = _same_place(range(made), agreement)
    return pairs if len(pairs) == made else None


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


def both_messages(agreement: Agreement) -> tuple[Messages, Messages]:
    """The messages of both sides, joined as records have them where one of the two is a record."""
    expected, made = agreement.expected.calls, agreement.made
    if expected.recorded or made.recorded:
        return expected.joined or _NO_MESSAGES, made.joined or _NO_MESSAGES
    return expected.messages or _NO_MESSAGES, made.messages or _NO_MESSAGES


def _strict(agreement: Agreement) -> Pairs | None:
    expected, got = both_messages(agreement)
    return _pair_each(expected, got, agreement) if expected == got else None


def _pair_each(expected: Messages, got: Messages, agreement: Agreement) -> Pairs | None:
    """All calls made in pairs, message by message; None where that cannot be. The messages are alike."""
    pairs = _same_place(range(len(agreement.made)), agreement)
    if len(pairs) == len(agreement.made):
        return pairs
    for index in range(len(got.roles)):
        calls = got.calls(index)
        found = _pair_within(calls, calls, agreement) if calls else {}
        if len(found) != len(calls):
            return None
        pairs.update(found)
    return pairs


def begins_like(mode: MatchMode, agreement: Agreement) -> bool:
    """Of `exact` and `strict`: whether what was done so far is a beginning of the reference."""
    made = len(agreement.made)
    if mode == "strict":
        expected, got = both_messages(agreement)
        size = len(got.roles)
        begun = Messages(expected.roles[:size], expected.ends[:size])
        return begun == got and _pair_each(begun, got, agreement) is not None
    return made <= len(agreement.expected.calls) and len(_same_place(range(made), agreement)) == made


def pair_messages(agreement: Agreement) -> Pairs:
    """The calls that are pairs in messages at the same place, where a trajectory does not match strictly.

    Messages that match wholly are aligned; between two of them, the others are taken in their order.
    """
    expected, got = both_messages(agreement)

    def within(left: int, right: int) -> Pairs:
        if expected.roles[left] != got.roles[right]:
            return {}
        return _pair_within(expected.calls(left), got.calls(right), agreement)

    calling = [index for index in range(len(got.roles)) if got.calls(index)]

    def row(left: int) -> list[int]:
        size = len(expected.calls(left))
        return [
            right for right in calling if size == len(got.calls(right)) and len(within(left, right)) == size
        ]

    few = len(expected.roles) * len(calling) <= _SEARCHED
    aligned = longest_alignment(range(len(expected.roles)), row) if few else {}
    pairs: Pairs = {}
    for left, right in {**_between(aligned, len(expected.roles), len(got.roles)), **aligned}.items():
        pairs.update(within(left, right))
    return dict(sorted(pairs.items()))


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
