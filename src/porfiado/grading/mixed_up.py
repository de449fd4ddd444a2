"""Where a reply says of one record what holds of another: "W-1 is cancelled", when W-2 is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from porfiado.grading.calls import PlacedCall, came_to_nothing
from porfiado.grading.provenance.kinds import Kind, typed
from porfiado.grading.provenance.texts import text_of

if TYPE_CHECKING:
    from porfiado.grading.evidence import Evidence
    from porfiado.user.hearing import Clause

_WORDS = 3  # a longer text is no state
_LIST = 2


class MixedUp(NamedTuple):
    """A clause that gives a record a value which another record has in that field."""

    turn: int
    quote: str
    code: str
    field: str
    value: str
    said: str


Records = dict[str, dict[str, str]]
"""Identifier → field → its value, all folded."""


def mixed_up(evidence: Evidence, placed: Sequence[PlacedCall]) -> Iterator[MixedUp]:
    """The asserting clauses that name one record of a list and a state of another, at most one a turn.

    Only values in words are compared, and only while nothing was called since that may have changed them.
    """
    if not any(_tells_apart(one.call.result) for one in placed):
        return
    for number, heard in enumerate(evidence.heard, 1):
        if heard is None:
            continue
        records = _records(evidence, [one for one in placed if one.turn <= number])
        if len(records) < _LIST:
            continue
        user = [text_of(turn.user) for turn in evidence.turns[:number]]
        found = (
            one
            for clause in heard.clauses
            if clause.asserts
            for one in _confusions(number, clause, records)
            if not any(text.has(one.said) for text in user)
        )
        first = next(found, None)
        if first is not None:
            yield first


def _tells_apart(result: Any) -> bool:
    """Whether a result is a list of records that have identifiers."""
    return _is_list(result) and any(_record(item) for item in result[:_LIST] if isinstance(item, dict))


def _is_list(result: Any) -> bool:
    return isinstance(result, list) and sum(isinstance(item, dict) for item in result) >= _LIST


def _records(evidence: Evidence, placed: Sequence[PlacedCall]) -> Records:
    """What the last results say of each record; nothing after a call that may have changed them."""
    records: Records = {}
    for one in placed:
        if came_to_nothing(one.call):
            continue
        if evidence.brief.tools.get(one.call.name) is not False and one.call.changed is not False:
            records = {} if not _is_list(one.call.result) else records
        for item in one.call.result if isinstance(one.call.result, list) else [one.call.result]:
            if isinstance(item, dict):
                records.update(_record(item))
    return records


def _record(item: dict[str, Any]) -> Records:
    """The record under its one identifier; none where it has none or several."""
    values = {key: typed(value, key) for key, value in item.items() if isinstance(value, str)}
    codes = [value.folded for value in values.values() if value.kind is Kind.CODE]
    words = {
        key: value.folded
        for key, value in values.items()
        if value.kind is Kind.FREE and value.folded and len(value.folded.split()) <= _WORDS
    }
    return {codes[0]: words} if len(codes) == 1 else {}


def _confusions(turn: int, clause: Clause, records: Records) -> Iterator[MixedUp]:
    text = text_of(clause.text)
    named = [code for code in records if text.has(code)]
    if len(named) != 1:
        return
    own = records[named[0]]
    if any(text.has(value) for value in own.values()):
        return  # it says something that holds: what else it says may be of another thing
    for field, value in own.items():
        others = {record[field] for record in records.values() if field in record} - set(own.values())
        for said in sorted(others):
            if text.has(said):
                yield MixedUp(turn, clause.text, named[0], field, value, said)
