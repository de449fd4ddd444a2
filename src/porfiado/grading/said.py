"""The data in the agent's replies: which of them stand nowhere in what it could know, and what it claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from porfiado.grading.calls import came_to_nothing
from porfiado.grading.provenance.calendar import Day, placed_dates, placed_times
from porfiado.grading.provenance.kinds import SMALL, Kind, Typed, code
from porfiado.grading.provenance.numbers import readings
from porfiado.grading.provenance.sources import stands_in
from porfiado.grading.provenance.texts import Text, text_of, text_of_value
from porfiado.user.hearing import Clause, Heard, find_values, hear

if TYPE_CHECKING:
    from porfiado.grading.evidence import Evidence

_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\S+/\S+")
_CODE = re.compile(r"(?<![\w.,$€£+*-])#?(?=[a-z0-9_-]*\d)[a-z0-9]+(?:[_-][a-z0-9]+)*(?![\w%€]|[.,:/]\d)")
_DIGITS = re.compile(r"\d[\d.,' ]*")
_CODE_DIGITS = 3
_PLAIN_DIGITS = 5  # a code of digits alone; shorter ones may count something
_FROM_PROMPT = frozenset(
    {Kind.AMOUNT, Kind.TIME, Kind.EMAIL}
)  # a prompt that nobody knows may say such things


class Datum(NamedTuple):
    """A datum that a reply asserts.

    Attributes:
        value: The value, typed.
        text: As it is written.
        quote: The clause.
    """

    value: Typed
    text: str
    quote: str


class Fault(StrEnum):
    """What is wrong with something that a reply says."""

    UNSUPPORTED = "unsupported"  # no call so far could have said it
    MISREAD = "misread"  # a result so far gives data of the kind, and not this one


class Stray(NamedTuple):
    """A datum of a reply that comes from nowhere."""

    turn: int
    datum: Datum
    fault: Fault


def data_in(heard: Heard) -> tuple[Datum, ...]:
    """The codes, addresses of mail, amounts, days and times in the asserting clauses of a message."""
    return tuple(
        datum for clause in heard.clauses if clause.asserts for datum in _data_in(clause, heard.language)
    )


def _data_in(clause: Clause, language: str) -> Iterator[Datum]:
    folded = clause.folded
    if not any(character.isdecimal() or character == "@" for character in folded):
        return
    taken: list[tuple[int, int]] = [
        match.span() for match in _ADDRESS.finditer(folded) if "@" not in match[0]
    ]
    for value, start, end in [*_marked(folded), *_amounts(clause.text, folded, language), *_codes(folded)]:
        if not any(start < stop and begin < end for begin, stop in taken):
            taken.append((start, end))
            yield Datum(value, clause.text[start:end], clause.text)


_Found = tuple[Typed, int, int]


def _marked(folded: str) -> Iterator[_Found]:
    """What its own form shows: mail, days, times."""
    for match in _EMAIL.finditer(folded):
        yield Typed(Kind.EMAIL, match[0]), match.start(), match.end()
    days: dict[tuple[int, int], list[Day]] = {}
    for day, match in placed_dates(folded):
        days.setdefault(match.span(), []).append(day)
    for (start, end), read in days.items():
        if any(day.year for day in read) or any(map(str.isalpha, folded[start:end])):
            yield Typed(Kind.DATE, folded[start:end], days=tuple(read)), start, end
    for time, match in placed_times(folded):
        if match.groupdict().get("minute") or match.groupdict().get("half"):
            yield Typed(Kind.TIME, match[0].strip(), times=(time,)), match.start(), match.end()


def _amounts(text: str, folded: str, language: str) -> Iterator[_Found]:
    """Amounts with their currency."""
    at = 0
    for written in find_values("amount", text, language):
        at = text.find(written, at)
        if at < 0:
            return
        digits = _DIGITS.search(written)
        values = sorted(readings(digits[0].strip(" .,'"))) if digits else []
        if values and values[-1] > 0:
            value = Typed(Kind.AMOUNT, folded[at : at + len(written)].strip(" .,"), number=values[-1])
            yield value, at, at + len(written)
        at += len(written)


def _codes(folded: str) -> Iterator[_Found]:
    """Tokens of letters and digits, and long runs of digits."""
    for match in _CODE.finditer(folded):
        token = match[0].lstrip("#")
        digits = sum(map(str.isdecimal, token))
        plain = token.isdecimal() and not match[0].startswith("#")
        if digits >= (_PLAIN_DIGITS if plain else _CODE_DIGITS):
            yield code(token), match.start(), match.end()


def strays(evidence: Evidence) -> tuple[Stray, ...]:
    """The data of all replies that come from nowhere, each once. Shared by the criteria that need them."""
    found: tuple[Stray, ...] = evidence.once("strays", lambda given: tuple(_strays(given)))
    return found


def _strays(evidence: Evidence) -> Iterator[Stray]:
    placed, tracer = evidence.placed_calls, evidence.tracer
    if placed is None or tracer is None:
        return
    known = 0  # calls made by the end of the turn

    def find(message: str) -> tuple[Datum, ...]:
        return data_in(hear(message, evidence.language))

    for number, heard in enumerate(evidence.heard, 1):
        while known < len(placed) and placed[known].turn <= number:
            known += 1
        if heard is None:
            continue
        for datum in evidence.brief.said.get(heard.message, find):
            if _is_stray(evidence, datum.value, number, known):
                yield Stray(number, datum, _fault(evidence, datum.value, known))


def _is_stray(evidence: Evidence, value: Typed, turn: int, known: int) -> bool:
    tracer = evidence.tracer
    if tracer is None or (tracer.known.prompt is None and value.kind in _FROM_PROMPT):
        return False
    if any(stands_in(value, text) for text in reversed(tracer.results(known))):
        return False
    if any(stands_in(value, text) for text in tracer.user_words(turn)):
        return False
    if tracer.known.prompt is not None and stands_in(value, tracer.known.prompt):
        return False
    if any(stands_in(value, text) for text in _said_before(evidence, turn)):
        return False  # counted where it was said first
    called = (text_of_value(one.call.arguments) for one in (evidence.placed_calls or ())[:known])
    if any(stands_in(value, text) for text in called):
        return False  # `grounded_arguments` judges where that came from
    beside = (*tracer.beside, tracer.known.tool_texts)
    if tracer.hidden(known) or any(stands_in(value, text) for text in beside):
        return False
    dated = any(_has_kind(Kind.DATE, text) for text in tracer.results(known))
    return not tracer.derives(value, turn, known, days=not dated)


def _said_before(evidence: Evidence, turn: int) -> list[Text]:
    return [text_of(one.agent) for one in evidence.turns[: turn - 1] if one.agent]


def _fault(evidence: Evidence, value: Typed, known: int) -> Fault:
    tracer, placed = evidence.tracer, evidence.placed_calls or ()
    results = tracer.results(known) if tracer else ()
    for text, one in zip(results, placed, strict=False):
        if not came_to_nothing(one.call) and _has_kind(value.kind, text):
            return Fault.MISREAD
    return Fault.UNSUPPORTED


def _has_kind(kind: Kind, text: Text) -> bool:
    if kind is Kind.DATE:
        return any(day.month or day.weekday is not None for day in text.days)
    if kind is Kind.TIME:
        return bool(text.times)
    if kind is Kind.AMOUNT:
        return any(number > SMALL for number in text.numbers)
    return "@" in text.folded if kind is Kind.EMAIL else _CODE.search(text.folded) is not None


class Claim(NamedTuple):
    """A claim of success that no call bears out: its turn, its clause, and whether a call had failed."""

    turn: int
    quote: str
    after_error: bool


def empty_claims(evidence: Evidence) -> tuple[Claim, ...]:
    """The claims of success before which no call that may write had succeeded.

    Where the goal's state is known after the turn, `truthful_completion` judges the claim, and this does not.
    """
    found: tuple[Claim, ...] = evidence.once("empty_claims", lambda given: tuple(_empty_claims(given)))
    return found


def _empty_claims(evidence: Evidence) -> Iterator[Claim]:
    placed = evidence.placed_calls
    if placed is None or not _has_tools(evidence):
        return
    for number, heard in enumerate(evidence.heard, 1):
        if heard is None or not heard.claims_success or evidence.holds(number) is not None:
            continue
        calls = [one.call for one in placed if one.turn <= number]
        writing = [call for call in calls if evidence.brief.tools.get(call.name) is not False]
        if all(map(came_to_nothing, writing)) and not _reports(heard.success_quote, evidence, len(calls)):
            yield Claim(number, heard.success_quote, bool(writing))


def _reports(quote: str, evidence: Evidence, known: int) -> bool:
    """Whether a clause has a word of a result so far: it may report what was found done."""
    tracer = evidence.tracer
    texts = tracer.results(known) if tracer else ()
    return any(not text_of(quote).stems.isdisjoint(text.stems) for text in texts)


def _has_tools(evidence: Evidence) -> bool:
    return bool(evidence.brief.tools or evidence.conversation.tools or evidence.placed_calls)
