"""Which datum each value in a message belongs to."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from porfiado.agents.reference.clauses import clause_at, decided, is_denied, is_state
from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.jobs import Group
from porfiado.agents.reference.kinds import FREE, kind_by_name
from porfiado.agents.reference.memory import Slot
from porfiado.agents.reference.reading import Reading
from porfiado.agents.reference.values import Found, answer_text, find
from porfiado.agents.reference.words import placed_tokens, tokens, words_of
from porfiado.text import fold

_LABEL_REACH = 30  # characters before a value in which its name may stand
_FIGURES = frozenset({"amount", "number"})
_FEW_OTHERS = 2  # words beside a choice in a clause that says little else
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


class Grounded(NamedTuple):
    """Datum → value, and → the place of the message that holds it."""

    values: dict[str, str]
    taken: Mapping[str, tuple[int, int]]


def ground(
    reading: Reading,
    asked: Datum | None,
    groups: Sequence[Group],
    filled: Mapping[str, Slot],
    requested: Container[str] = (),
) -> Grounded:
    """All values that the message holds.

    Args:
        reading: the message.
        asked: the datum just asked for, which has the first claim.
        groups: all data by kind, those of the present job first.
        filled: the data that are known already.
        requested: the data of the jobs that the message asks for.
    """
    claims = _Claims(reading, filled)
    if asked is not None:
        claims.answer(asked)
    for kind, wanted, others in groups:
        if kind == "enum":
            for datum in (*wanted, *others):
                if datum is not asked:
                    claims.choice(datum, _part(datum, wanted, requested))
        elif kind == "boolean":
            for datum in wanted:
                if datum is not asked:
                    claims.wished(datum)
        else:
            found = _found(kind, reading, asked=False)
            for data in (wanted, others) if found else ():
                claims.give(found, tuple(datum for datum in data if datum is not asked), asked=False)
    return Grounded(claims.values, claims.taken)


class _Part(Enum):
    """What a message is to a datum."""

    ANSWER = "the answer to the question for it"
    REQUEST = "a request of something that needs it"
    JOB = "something said while a job is done that needs it"
    NONE = "no matter of it"


def _part(datum: Datum, wanted: Sequence[Datum], requested: Container[str]) -> _Part:
    if datum.name in requested:
        return _Part.REQUEST
    return _Part.JOB if datum in wanted else _Part.NONE


def free_answer(reading: Reading, datum: Datum) -> str | None:
    """The answer to the question for `datum`, where nothing else was recognised in it."""
    if datum.kind in FREE:
        telling = kind_by_name(datum.need.type) == "text"
        return answer_text(datum.kind, reading.folded, reading.original, reading.words, telling=telling)
    return None


class _Claims:
    """What has been given to whom, and which parts of the message are taken."""

    def __init__(self, reading: Reading, filled: Mapping[str, Slot]) -> None:
        self._reading = reading
        self._filled = filled
        self.taken: dict[str, tuple[int, int]] = {}
        self.values: dict[str, str] = {}

    def _take(self, name: str, value: str, start: int, end: int) -> None:
        self.values[name] = value
        self.taken[name] = (start, end)

    def _is_free(self, start: int, end: int) -> bool:
        return not any(taken < end and start < until for taken, until in self.taken.values())

    def answer(self, datum: Datum) -> None:
        """What the question for `datum` asked for."""
        if datum.kind == "enum":
            self.choice(datum, _Part.ANSWER)
        elif datum.kind == "boolean":
            self.decision(datum)
        else:
            self.give(_found(datum.kind, self._reading, asked=True), (datum,), asked=True)
            self.part(datum)

    def give(self, found: Sequence[Found], data: Sequence[Datum], *, asked: bool) -> None:
        """Give the values of one kind to its data."""
        if "correction" in self._reading.acts:
            found = found[::-1]  # what is said last holds
        for item in found:
            left = [datum for datum in data if datum.name not in self.values]
            if not left or not self._is_free(item.start, item.end):
                continue
            if not asked and self._is_something_else(left[0].kind, item):
                continue
            owner = _owner(item, left, self._reading, self._filled)
            value = owner.shaped(item.value)
            if self._is_of_another(owner, item.value):
                continue
            if value is not None and (asked or _may_replace(self._filled.get(owner.name), value)):
                self._take(owner.name, value, item.start, item.end)

    def _is_something_else(self, kind: str, item: Found) -> bool:
        """The words before it say that it is of another kind: a phone number, or which one it is."""
        words = self._reading.words
        kinds = words.kind_of_word
        before = self._reading.folded[max(0, item.start - _LABEL_REACH) : item.start]
        if kind in _FIGURES:
            return words.identifying.search(before) is not None
        if kind != "code":
            return False
        nearest = next((kinds[word] for word in reversed(tokens(before)) if word in kinds), frozenset())
        return bool(nearest) and "code" not in nearest

    def _is_of_another(self, owner: Datum, value: str) -> bool:
        """It is what the customer gave before as another code, and says again."""
        if owner.kind != "code" or owner.name in self._filled:
            return False
        return any(slot.value == value and slot.source == "said" for slot in self._filled.values())

    def part(self, datum: Datum) -> None:
        """A part of a number, from somebody who does not give the whole."""
        reading = self._reading
        if datum.kind not in _PARTS or datum.name in self.values or len(reading.tokens) > _SHORT_ANSWER:
            return
        found = list(_PARTS[datum.kind].finditer(reading.folded))
        if len(found) == 1:
            self._take(datum.name, found[0][0].upper(), found[0].start(), found[0].end())

    def decision(self, datum: Datum) -> None:
        """Yes or no."""
        said = decided(self._reading.folded, self._reading.words)
        if said is not None:
            self.values[datum.name] = "true" if said else "false"

    def wished(self, datum: Datum) -> None:
        """A yes-or-no that nobody asked for: the thing is named, or ruled out ("a room with a projector")."""
        reading = self._reading
        stems = set(reading.words.stems(tokens(fold(datum.label(reading.words)))))
        if not stems or not stems.issubset(reading.stems):
            return
        place = next(m for m in placed_tokens(reading.folded) if reading.words.stem(m[0]) in stems)
        clause = clause_at(reading.folded, place.start(), place.end(), reading.words)
        without = is_denied(clause, reading.words) or reading.words.without.search(clause.before)
        self.values[datum.name] = "false" if without else "true"

    def choice(self, datum: Datum, part: _Part) -> None:
        """One of the values that a datum can take."""
        reading = self._reading
        language = reading.words.language
        if not datum.any_choice[language].search(reading.folded):
            return
        asked = part is _Part.ANSWER
        offered = datum.chosen_from is not None  # then other words for a value may mean none of it yet
        matches = [
            Found(value, match.start(), match.end())
            for value, finders in datum.choices.items()
            for finder in finders[language][: None if asked or not offered else 1]
            if (match := finder.search(reading.folded)) and self._is_free(match.start(), match.end())
        ]
        if not asked:
            matches = [match for match in matches if _is_stated(match, datum, part, reading)]
        matches = _not_denied(matches, reading)
        if datum.manner == "date":
            matches = _by_role(matches, reading, asked=asked)
        if matches:
            pick = max if "correction" in reading.acts else min
            found = pick(matches, key=lambda m: (m.start, m.start - m.end))
            self._take(datum.name, found.value, found.start, found.end)


def _is_stated(found: Found, datum: Datum, part: _Part, reading: Reading) -> bool:
    """Whether a choice that nobody asked for is stated as one, and is not a word of chatter."""
    words = reading.words
    clause = clause_at(reading.folded, found.start, found.end, words)
    if is_state(clause, words) or is_denied(clause, words):
        return False
    if part is _Part.REQUEST:
        return True
    literal = reading.folded[found.start : found.end] in datum.spelled[words.language]
    wished = bool(words.acts.of(clause.text) & {"wish", "correction"})
    if part is _Part.JOB:
        others = len(tokens(clause.text)) - len(tokens(reading.folded[found.start : found.end]))
        return literal or wished or others <= _FEW_OTHERS
    return literal and wished


def _may_replace(slot: Slot | None, value: str) -> bool:
    """Whether `value`, which nobody asked for, is of the make of the one known: with letters, or without."""
    if slot is None or not isinstance(slot.value, str):
        return True
    return any(c.isalpha() for c in slot.value) == any(c.isalpha() for c in value)


def _found(kind: str, reading: Reading, *, asked: bool) -> list[Found]:
    """The values of `kind` in the message; looked for once."""
    key = (kind, asked)
    found = reading.found.get(key)
    if found is None:
        found = reading.found[key] = _look_for(kind, reading, asked=asked)
    return found


def _look_for(kind: str, reading: Reading, *, asked: bool) -> list[Found]:
    if kind == "address":
        text = answer_text("address", reading.folded, reading.original, reading.words)
        at = reading.original.find(text) if text else -1
        return [Found(text, at, at + len(text))] if text and at >= 0 else []
    found = find(kind, reading.folded, reading.original, reading.words)
    if kind in ("date", "time"):
        found = _not_denied(found, reading)
    return _by_role(found, reading, asked=asked) if kind == "date" else found


def _not_denied(found: list[Found], reading: Reading) -> list[Found]:
    """Of several values those that are not ruled out: "not Monday, Tuesday"."""
    if len(found) < 2:
        return found
    words = reading.words
    return [
        one for one in found if not is_denied(clause_at(reading.folded, one.start, one.end, words), words)
    ] or found


def _by_role(found: list[Found], reading: Reading, *, asked: bool) -> list[Found]:
    """Of several days those that are aimed at; without the one that is left, unless it was asked for."""
    if not found:
        return found
    roles = _roles(reading.words.language)
    aimed = [f for f in found if roles.target.search(reading.folded[: f.start])]
    if aimed:
        return aimed
    return found if asked else [f for f in found if not roles.origin.search(reading.folded[: f.start])]


def _owner(found: Found, data: Sequence[Datum], reading: Reading, filled: Mapping[str, Slot]) -> Datum:
    """Whose value it is: the datum named just before it, else the first that is still missing."""
    if len(data) == 1:
        return data[0]
    before = reading.folded[max(0, found.start - _LABEL_REACH) : found.start]
    named = [(before.rfind(fold(d.label(reading.words))), d) for d in data]
    best = max(named, key=lambda pair: pair[0])
    if best[0] >= 0:
        return best[1]
    return (
        _named_before(before, data, reading)
        or _by_prefix(found.value, data)
        or next((d for d in data if d.name not in filled), data[0])
    )


def _named_before(before: str, data: Sequence[Datum], reading: Reading) -> Datum | None:
    """The one datum that a word before the value speaks of; the nearest word that speaks of just one."""
    for stem in map(reading.words.stem, reversed(tokens(before))):
        named = [datum for datum in data if stem in datum.called(reading.words)]
        if named:
            return named[0] if len(named) == 1 else None
    return None


def _by_prefix(value: str, data: Sequence[Datum]) -> Datum | None:
    """The one datum whose codes begin with the letters that `value` begins with."""
    letters = re.match(r"[a-z]*", value.lower())
    prefix = letters[0].upper() if letters else ""
    if not prefix:
        return None
    named = [datum for datum in data if datum.prefix == prefix]
    left = named or [datum for datum in data if not datum.prefix]  # the others' codes begin otherwise
    return left[0] if len(left) == 1 else None
