"""What became of the results of look-ups: used, used nowhere, or known already when they were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from porfiado.grading.calls import PlacedCall, came_to_nothing
from porfiado.grading.provenance.kinds import Kind, Typed, typed
from porfiado.grading.provenance.leaves import leaves
from porfiado.grading.provenance.sources import stands_in
from porfiado.grading.provenance.texts import Text, text_of, text_of_value

if TYPE_CHECKING:
    from porfiado.grading.evidence import Evidence

_RECORD = 2  # values that make a result worth comparing
_LONG = 30  # words: a passage, which no call that writes gives back
_MANY = 2  # records: a list to look through, which no call that writes gives back


class Use(StrEnum):
    """What became of a look-up's result."""

    USED = "used"
    UNUSED = "unused"
    KNOWN = "known"


def judge_use(evidence: Evidence) -> dict[int, Use]:
    """For each look-up that can be judged, by its index among the calls, what became of it."""
    placed = evidence.placed_calls or ()
    judged = [index for index, one in enumerate(placed) if _is_judged(evidence, one)]
    uses: dict[int, Use] = {}
    for index in judged:
        if _is_known(evidence, placed, index):
            uses[index] = Use.KNOWN
        elif _has_reply(evidence, placed[index].turn):
            uses[index] = Use.USED if _is_used(evidence, placed, index) else Use.UNUSED
    used = {placed[index].call.name for index, use in uses.items() if use is Use.USED}
    return {
        # One search among several candidates: those that did not fit had to be looked at too.
        index: Use.USED if use is Use.UNUSED and placed[index].call.name in used else use
        for index, use in uses.items()
    }


def _is_judged(evidence: Evidence, one: PlacedCall) -> bool:
    call = one.call
    writes = evidence.brief.tools.get(call.name)
    if writes or call.changed is True or call.name in evidence.brief.demanded or came_to_nothing(call):
        return False
    return writes is False or _is_lookup(call.result)


def _is_lookup(result: Any) -> bool:
    """Whether a result shows by itself that its tool looks things up, where nobody declared it."""
    if isinstance(result, list):
        return sum(isinstance(item, dict) for item in result) >= _MANY
    return isinstance(result, str) and len(result.split()) >= _LONG


def _has_reply(evidence: Evidence, turn: int) -> bool:
    return any(one.agent for one in evidence.turns[turn - 1 :])


def _is_known(evidence: Evidence, placed: Sequence[PlacedCall], index: int) -> bool:
    """Whether an earlier call with other arguments, or another tool, had given the whole result."""
    if index == 0:
        return False
    call = placed[index].call
    record = call.result[0] if isinstance(call.result, list) and len(call.result) == 1 else call.result
    if not isinstance(record, dict | list):
        return False
    text = text_of_value(record).folded
    given = [
        place
        for place, one in enumerate(placed[:index])
        if text in text_of_value(one.call.result).folded  # an object within a result is a part of its JSON
        and (one.call.name, one.call.arguments) != (call.name, call.arguments)
    ]
    if not given or len(leaves(record)) < _RECORD:
        return False
    return not any(given[-1] < change.last < index for change in evidence.state_changes)


def _is_used(evidence: Evidence, placed: Sequence[PlacedCall], index: int) -> bool:
    turn, call = placed[index]
    heard = evidence.heard[turn - 1]
    if heard is not None and (heard.refuses or heard.reports_failure):
        return True  # what was found decided so
    replies = [text_of(one.agent) for one in evidence.turns[turn - 1 :] if one.agent]
    later = [text_of_value(one.call.arguments) for one in placed[index + 1 :]]
    asked = text_of_value(call.arguments)
    found = leaves(call.result)
    values = [typed(value, key) for _, key, value in found]
    fresh = [value for value in values if value.folded and not asked.has(value.folded)]
    if not fresh or any(value is False or value is True for _, _, value in found):
        return True  # a yes or a no can be used without a word of it
    if _stands(fresh, [*replies, *later]) or _is_counted(call.result, replies):
        return True
    own = [typed(value, key) for _, key, value in leaves(call.arguments)]
    if _stands([value for value in own if value.kind.accountable], later):
        return True  # the same thing went on being worked on
    return _shares_words(evidence, turn, fresh, asked, [*replies, *later]) or not _speaks(evidence, placed)


def _stands(values: Sequence[Typed], texts: Sequence[Text]) -> bool:
    if any(value.folded in text.folded and text.has(value.folded) for text in texts for value in values):
        return True  # nearly always
    return any(stands_in(value, text) for text in texts for value in values)


def _is_counted(result: Any, replies: Sequence[Text]) -> bool:
    """Whether a reply says how many records there are."""
    return (
        isinstance(result, list)
        and len(result) > 1
        and any(float(len(result)) in text.numbers for text in replies)
    )


def _shares_words(
    evidence: Evidence, turn: int, fresh: Sequence[Typed], asked: Text, texts: Sequence[Text]
) -> bool:
    """Whether words of the result that nobody had said before stand in the texts."""
    said = [text_of(one.user).stems for one in evidence.turns[:turn]]
    before = asked.stems.union(*said)
    words = (text_of(value.folded).stems for value in fresh if value.kind is Kind.FREE)
    news = frozenset().union(*words) - before
    return any(not news.isdisjoint(text.stems) for text in texts)


def _speaks(evidence: Evidence, placed: Sequence[PlacedCall]) -> bool:
    """Whether words of results stand in replies at all: the tools may speak another language."""
    replies = frozenset().union(*(text_of(one.agent).stems for one in evidence.turns if one.agent))
    return any(not replies.isdisjoint(text_of_value(one.call.result).stems) for one in placed)
