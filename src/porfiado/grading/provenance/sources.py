"""Where a value can come from, and how it is looked for there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import combinations, islice

from porfiado.grading.provenance.calendar import Day, Time
from porfiado.grading.provenance.kinds import SMALL, Kind, Typed
from porfiado.grading.provenance.texts import Text

_CORE_DIGITS = 3  # so many digits of a code tell it apart
_PHONE_DIGITS = 6  # so many last digits are a telephone without its prefix
_SPELLED = 15  # … and so many may be said one by one
_PREFIX = 4  # … and so many may stand before them
_RUN = re.compile(r"[^\W\d_]+|\d+")
_MOST_NUMBERS = 80  # numbers that are combined; of more, the first
_TOLERANCE = 0.005  # amounts are rounded to cents
_UNITS = (7.0, 10.0, 12.0, 24.0, 60.0, 100.0, 1000.0, 3600.0)
_FEW_MINUTES = 10
_HOUR = 60
_MOST_DAYS = 62


class Source(StrEnum):
    """Where the value of an argument came from."""

    USER = "user"  # the user's words so far
    RESULT = "result"  # the result, or the error, of an earlier call
    OFFERED = "offered"  # the agent said it in a reply, and the user went on without correcting it
    SCHEMA = "schema"  # the tool's own schema: an enumeration, a constant, a default
    SYSTEM = "system"  # the agent's system prompt
    DERIVED = "derived"  # worked out from such: a sum, the day after, the end of an hour
    FREE = "free"  # the agent's own words, a small number, true or false: nobody has to have said it
    UNKNOWN = "unknown"  # nowhere in the record, which lacks something that the agent saw
    NOWHERE = "nowhere"  # invented


Look = Callable[[Typed, Text], bool]


def stands_in(value: Typed, text: Text) -> bool:
    """Whether the value stands in the text, in whatever form."""
    return any(look(value, text) for look in LOOKS[value.kind])


def _as_written(value: Typed, text: Text) -> bool:
    return bool(value.folded) and text.has(value.folded)


def _code(value: Typed, text: Text) -> bool:
    """The code, however its parts are separated, also within a longer one."""
    return text.has(value.folded) or value.squeezed in text.squeezed


def _code_in_parts(value: Typed, text: Text) -> bool:
    """The digits of the code, or all its parts, wherever they stand; a telephone without its prefix."""
    runs = _RUN.findall(value.folded)
    digits = [run for run in runs if run.isdigit()]
    if sum(map(len, digits)) >= _CORE_DIGITS and all(_has_digits(run, text) for run in digits):
        return True
    if all(run in text.runs for run in runs):
        return True
    squeezed = value.squeezed.lstrip("+")
    if not squeezed.isdigit():
        return False
    if len(squeezed) <= _SPELLED and float(squeezed) in text.numbers:
        return True
    return any(
        len(run) >= _PHONE_DIGITS and squeezed.endswith(run) and len(squeezed) - len(run) <= _PREFIX
        for run in text.digits
    )


def _has_digits(run: str, text: Text) -> bool:
    return run in text.runs or (len(run) > _CORE_DIGITS and any(run in longer for longer in text.runs))


def _email(value: Typed, text: Text) -> bool:
    return value.folded in text.folded or value.folded in text.written_out


def _amount(value: Typed, text: Text) -> bool:
    return value.number in text.numbers


def _name(value: Typed, text: Text) -> bool:
    return any(
        run in text.runs or (len(run) >= _CORE_DIGITS and run in text.folded)
        for run in _RUN.findall(value.folded)
    )


def _date(value: Typed, text: Text) -> bool:
    if not any(day.agrees(said) for day in value.days for said in text.days):
        return False
    return not value.times or _time(value, text) or all(_is_edge(time) for time in value.times)


def _is_edge(time: Time) -> bool:
    """The first or the last minute of a day stands for the day."""
    return time.minutes in (0, 24 * _HOUR - 1)


def _time(value: Typed, text: Text) -> bool:
    for time in value.times:
        if any(time.agrees(said) or (value.zoned and time.minute == said.minute) for said in text.times):
            return True
        if time.minute == 0 and not {float(time.hour), float(time.hour % 12)}.isdisjoint(text.numbers):
            return True
    return text.day_part


LOOKS: dict[Kind, tuple[Look, ...]] = {
    Kind.FREE: (_as_written,),
    Kind.CODE: (_code, _code_in_parts),
    Kind.EMAIL: (_as_written, _email),
    Kind.AMOUNT: (_as_written, _amount),
    Kind.DATE: (_as_written, _date),
    Kind.TIME: (_as_written, _time),
    Kind.NAME: (_as_written, _name),
}
"""How a value of each kind is looked for in a text: the strictest way first."""


def is_derived(value: Typed, texts: Sequence[Text], spoken: Sequence[Text]) -> bool:
    """Whether the value can be worked out from what stands in `texts`.

    `spoken` are the texts in which "tomorrow" or "next week" stand for a day: the day of speaking is not
    known, so they stand for any. Where only the time of a date is new, it is judged as a time.
    """
    if value.kind is Kind.AMOUNT and value.number is not None:
        return _is_computed(value.number, _numbers(texts))
    if value.kind is Kind.DATE:
        dated = any(_date(value._replace(times=()), text) for text in texts)
        dated = dated or any(text.relative_day for text in spoken) or _is_shifted(value.days, texts)
        return dated and (
            not value.times or _is_time_derived(value, texts) or any(map(_is_edge, value.times))
        )
    return value.kind is Kind.TIME and _is_time_derived(value, texts)


def _numbers(texts: Iterable[Text]) -> list[float]:
    """The numbers that stand in the texts, each once."""
    found = dict.fromkeys(number for text in texts for number in sorted(text.numbers) if number)
    return list(islice(found, _MOST_NUMBERS))


def _is_computed(number: float, known: Sequence[float]) -> bool:
    """A sum or a difference of two or three numbers, a product, a quotient or a share of two, or a count."""

    def same(result: float) -> bool:
        return abs(result - number) <= _TOLERANCE or round(result) == number

    if any(same(one * unit) or same(one / unit) for one in known for unit in _UNITS):
        return True
    for one, two in combinations(known, 2):
        if same(one + two) or same(abs(one - two)) or same(one * two) or same(one / two) or same(two / one):
            return True
        share = one * two / 100
        if same(share) or same(one - share) or same(two - share) or same(one + share) or same(two + share):
            return True
    sums = {round(one + two, 2) for one, two in combinations(known, 2)}
    if any(round(number - one, 2) in sums for one in known):
        return True
    few = [one for one in known if 1 < one <= SMALL]
    return any(round(number / one, 2) in sums for one in few)


def _is_shifted(days: Sequence[Day], texts: Sequence[Text]) -> bool:
    """The day after one that was said, or so many days or weeks from it as a number says."""
    counts = {int(number) for text in texts for number in text.numbers if number <= _MOST_DAYS}
    for wanted in filter(None, (day.date() for day in days)):
        mentions = (day for text in texts for day in text.days)
        for said in filter(None, (_in_year(day, wanted.year).date() for day in mentions)):
            ahead = (wanted - said).days
            apart = abs(ahead)
            if ahead in (0, 1) or apart in counts or (apart % 7 == 0 and apart // 7 in counts):
                return True
    return False


def _in_year(day: Day, year: int) -> Day:
    return day if day.year else day._replace(year=year)


def _is_time_derived(value: Typed, texts: Sequence[Text]) -> bool:
    """A time of a text, or one that lies a usual or a named span from it."""
    if any(_time(value, text) for text in texts):
        return True
    counts = {int(number) for text in texts for number in text.numbers if number <= 24 * _HOUR}
    spans = (
        {15, 30, 45, _HOUR} | {one for one in counts if one >= _FEW_MINUTES} | {one * _HOUR for one in counts}
    )
    said = [time.minutes for text in texts for time in text.times]
    return any(abs(time.minutes - one) % (12 * _HOUR) in spans for time in value.times for one in said)
