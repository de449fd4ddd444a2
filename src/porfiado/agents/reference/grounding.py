"""Which datum each value in a message belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from porfiado.agents.reference.jobs import Datum
from porfiado.agents.reference.kinds import FREE, ORDER
from porfiado.agents.reference.memory import Slot
from porfiado.agents.reference.reading import Reading
from porfiado.agents.reference.values import Found, answer_text, find
from porfiado.agents.reference.words import words_of
from porfiado.text import fold

_LABEL_REACH = 30  # characters before a value in which its name may stand
_SHORT_ANSWER = 12  # words; in a longer message a part of a number may be anything
_PARTS = {
    "rut": re.compile(r"(?<![\w-])\d[\d.]{1,9}(?:-?[\dk])(?![\w-])"),
    "phone": re.compile(r"(?<![\w-])\d[\d -]{2,}\d(?![\w-])"),
}


class _Roles(NamedTuple):
    origin: re.Pattern[str]
    target: re.Pattern[str]


@cache
def _roles(language: str) -> _Roles:
    values = words_of(language).values
    return _Roles(re.compile(values["origin"]), re.compile(values["target"]))


def ground(
    reading: Reading,
    asked: Datum | None,
    wanted: Sequence[Datum],
    others: Iterable[Datum],
    filled: Mapping[str, Slot],
) -> dict[str, str]:
    """Datum → value, for all values that the message holds.

    Args:
        reading: the message.
        asked: the datum just asked for, which has the first claim.
        wanted: the data that the present job needs, in order.
        others: all other data there are.
        filled: the data that are known already.
    """
    values: dict[str, str] = {}
    taken: list[tuple[int, int]] = []
    if asked is not None:
        _claim([asked], reading, values, taken, filled, asked=True)
        _claim_part(asked, reading, values, taken)
    for data in (wanted, [datum for datum in others if datum not in wanted]):
        by_kind: dict[str, list[Datum]] = {}
        for datum in data:
            if datum is not asked and datum.name not in values:
                by_kind.setdefault(datum.kind, []).append(datum)
        for kind in ORDER:
            if kind in by_kind and (kind not in FREE or kind == "name" or data is wanted):
                _claim(by_kind[kind], reading, values, taken, filled, asked=False)
    return values


def free_answer(reading: Reading, datum: Datum) -> str | None:
    """The answer to the question for `datum`, where nothing else was recognised in it."""
    if datum.kind in FREE:
        return answer_text(datum.kind, reading.folded, reading.original, reading.words)
    return None


def _claim_part(datum: Datum, reading: Reading, values: dict[str, str], taken: list[tuple[int, int]]) -> None:
    """A part of a number, from somebody who does not give the whole."""
    if datum.kind not in _PARTS or datum.name in values or len(reading.tokens) > _SHORT_ANSWER:
        return
    found = _PARTS[datum.kind].findall(reading.folded)
    if len(found) == 1:
        at = reading.folded.find(found[0])
        values[datum.name] = found[0].upper()
        taken.append((at, at + len(found[0])))


def _claim(
    data: Sequence[Datum],
    reading: Reading,
    values: dict[str, str],
    taken: list[tuple[int, int]],
    filled: Mapping[str, Slot],
    *,
    asked: bool,
) -> None:
    """Give the values of one kind to its data, and take their places in the message."""
    if data[0].kind == "enum":
        for datum in data:
            _claim_choice(datum, reading, values, taken, asked=asked)
        return
    found = [f for f in _found(data[0].kind, reading, asked) if not _overlaps(f, taken)]
    if "correction" in reading.acts:
        found.reverse()  # what is said last holds
    for item in found:
        owner = _owner(item, [d for d in data if d.name not in values], reading, filled)
        if owner is None:
            continue
        value = owner.shaped(item.value)
        if value is not None and (asked or _may_replace(filled.get(owner.name), value)):
            values[owner.name] = value
            taken.append((item.start, item.end))


def _may_replace(slot: Slot | None, value: str) -> bool:
    """Whether `value`, which nobody asked for, is of the make of the one known: with letters, or without."""
    if slot is None or not isinstance(slot.value, str):
        return True
    return any(c.isalpha() for c in slot.value) == any(c.isalpha() for c in value)


def _found(kind: str, reading: Reading, asked: bool) -> list[Found]:
    if kind == "address":
        text = answer_text("address", reading.folded, reading.original, reading.words)
        at = reading.original.find(text) if text else -1
        return [Found(text, at, at + len(text))] if text and at >= 0 else []
    found = find(kind, reading.folded, reading.original, reading.words)
    if kind != "date" or not found:
        return found
    roles = _roles(reading.words.language)
    aimed = [f for f in found if roles.target.search(reading.folded[: f.start])]
    if aimed:
        return aimed
    return found if asked else [f for f in found if not roles.origin.search(reading.folded[: f.start])]


def _overlaps(found: Found, taken: Iterable[tuple[int, int]]) -> bool:
    return any(start < found.end and found.start < end for start, end in taken)


def _owner(found: Found, data: Sequence[Datum], reading: Reading, filled: Mapping[str, Slot]) -> Datum | None:
    """Whose value it is: the datum named just before it, else the first that is still missing."""
    if not data:
        return None
    if len(data) == 1:
        return data[0]
    before = reading.folded[max(0, found.start - _LABEL_REACH) : found.start]
    named = [(before.rfind(fold(d.label(reading.words))), d) for d in data]
    best = max(named, key=lambda pair: pair[0])
    if best[0] >= 0:
        return best[1]
    return next((d for d in data if d.name not in filled), data[0])


def _claim_choice(
    datum: Datum, reading: Reading, values: dict[str, str], taken: list[tuple[int, int]], *, asked: bool
) -> None:
    offered = datum.chosen_from is not None  # then other words for a value may mean none of it yet
    matches = [
        (match.start(), match.end(), value)
        for value, finders in datum.choices.items()
        for finder in finders.get(reading.words.language, ())[: None if asked or not offered else 1]
        if (match := finder.search(reading.folded))
    ]
    matches = [m for m in matches if not any(s < m[1] and m[0] < e for s, e in taken)]
    if not matches:
        return
    pick = max if "correction" in reading.acts else min
    start, end, value = pick(matches, key=lambda m: (m[0], m[0] - m[1]))
    values[datum.name] = value
    taken.append((start, end))
