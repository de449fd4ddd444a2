"""Where a value can come from, and how it is looked for there."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from porfiado.grading.provenance.calendar import Time
from porfiado.grading.provenance.kinds import Kind, Typed
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
    digits = [run for run in runs if run.isdecimal()]
    if sum(map(len, digits)) >= _CORE_DIGITS and all(_has_digits(run, text) for run in digits):
        return True
    if all(run in text.runs for run in runs):
        return True
    squeezed = value.squeezed.lstrip("+")
    if not squeezed.isdecimal():
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


def says_date(value: Typed, text: Text) -> bool:
    """Whether the text says the day, and the time where the value has one."""
    if not any(day.agrees(said) for day in value.days for said in text.days):
        return False
    return not value.times or says_time(value, text) or all(is_edge(time) for time in value.times)


def is_edge(time: Time) -> bool:
    """The first or the last minute of a day stands for the day."""
    return time.minutes in (0, 24 * _HOUR - 1)


def says_time(value: Typed, text: Text) -> bool:
    """Whether the text says the time, or a part of the day."""
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
    Kind.DATE: (_as_written, says_date),
    Kind.TIME: (_as_written, says_time),
    Kind.NAME: (_as_written, _name),
}
"""How a value of each kind is looked for in a text: the strictest way first."""
