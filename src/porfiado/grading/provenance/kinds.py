"""What kind of value an argument is: by its own shape, and by its parameter's name where that decides."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, NamedTuple

from porfiado.grading.provenance.calendar import Day, Time, days_in, placed_dates, placed_times
from porfiado.grading.provenance.numbers import readings
from porfiado.grading.provenance.texts import squeeze
from porfiado.grading.provenance.words import currencies, names_identifier, names_person
from porfiado.text import comparable

SMALL = 20  # whole numbers up to it are counts and choices: nobody has to have said them
_CODE_DIGITS = 3  # shorter codes are names of sizes, versions and the like
_CODE_LETTERS = 5  # a code of capitals alone; shorter ones are of countries, currencies, airports
_NAME_WORDS = 4
_KEPT = 8192

_ISO = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?:[t ](?P<time>\d{1,2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?P<zone>z|[+-]\d{2}:?\d{2})?)?"
)
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+?[\d\s().-]{7,24}")
_TOKEN = re.compile(r"#?[a-z0-9]+(?:[._:#-]+[a-z0-9]+)*")
_SUM = re.compile(r"[\d.,() ]+(?: [-+*/x×÷] [\d.,() ]{2,})+")  # to be worked out, not looked up
_FILE = re.compile(r"[\w.-]*[a-z_][\w.-]*\.[a-z][a-z0-9]{1,4}")
_LARGEST = 10**18  # beyond it nobody computes
_YEARS = range(1900, 2101)


class Kind(StrEnum):
    """Kinds of value."""

    CODE = "code"  # identifiers: numbers of orders and bookings, telephones, user names with digits
    EMAIL = "email"
    AMOUNT = "amount"  # numbers that are no counts
    DATE = "date"
    TIME = "time"
    NAME = "name"  # of a person
    FREE = "free"  # words of the agent's own choice, small numbers, true and false: never invented

    @property
    def accountable(self) -> bool:
        """Somebody must have said it."""
        return self is not Kind.FREE


class Typed(NamedTuple):
    """A value with its kind.

    Attributes:
        kind: The kind.
        folded: Its text, folded; of a number, as it is written.
        number: What it is as a number.
        days: What it is as days: several readings, or several parts.
        times: What it is as times of day.
        zoned: Its time is given in a time zone.
        squeezed: Of a code, its text without separators.
    """

    kind: Kind
    folded: str
    number: float | None = None
    days: tuple[Day, ...] = ()
    times: tuple[Time, ...] = ()
    zoned: bool = False
    squeezed: str = ""


def code(folded: str, number: float | None = None) -> Typed:
    """A code, by its folded text."""
    return Typed(Kind.CODE, folded, number=number, squeezed=squeeze(folded))


def typed(value: Any, key: str) -> Typed:
    """The kind of a JSON scalar in the parameter `key`."""
    if isinstance(value, str):
        return _typed_text(value, key)
    if isinstance(value, bool) or value is None or not isinstance(value, int | float):
        return Typed(Kind.FREE, "")
    return _typed_number(value, key)


def _typed_number(value: float, key: str) -> Typed:
    if not -_LARGEST < value < _LARGEST:  # nor what is no number
        return Typed(Kind.FREE, "")
    whole = value == int(value)
    text = str(abs(int(value))) if whole else repr(abs(value))
    if whole and len(text) >= _CODE_DIGITS and names_identifier(key):
        return code(text, abs(float(value)))
    if whole and (abs(value) <= SMALL or int(value) in _YEARS or _round(text)):
        return Typed(Kind.FREE, text, number=abs(float(value)))
    return Typed(Kind.AMOUNT, text, number=abs(float(value)))


def _round(text: str) -> bool:
    """One digit and zeros: a page of 50, a limit of 100."""
    return not text[1:].strip("0") and len(text) <= 4


@lru_cache(maxsize=_KEPT)
def _typed_text(value: str, key: str) -> Typed:
    folded = " ".join(comparable(value).split())
    found = (None if names_identifier(key) else _day_or_time(folded)) or _shaped(folded, key)
    if found is None and names_person(key) and _is_name(value):
        return Typed(Kind.NAME, folded)
    if (
        found is None
        and value.isupper()
        and len(value) >= _CODE_LETTERS
        and value.isalpha()
        and names_identifier(key)
    ):
        return code(folded)
    return found or Typed(Kind.FREE, folded)


def _is_name(value: str) -> bool:
    words = value.replace("-", " ").split()
    return 0 < len(words) <= _NAME_WORDS and all(
        w[:1].isupper() and w.replace("'", "").replace(".", "").isalpha() for w in words
    )


def _day_or_time(folded: str) -> Typed | None:
    iso = _ISO.fullmatch(folded)
    if iso is not None:
        days = tuple(day for day in days_in(folded[:10].rstrip("t ")) if day.year)
        times = tuple(time for time, _ in placed_times(iso["time"] or ""))
        return Typed(Kind.DATE, folded, days=days, times=times, zoned=iso["zone"] is not None)
    days = tuple(day for day, match in placed_dates(folded) if match[0].strip() == folded)
    if days:
        return Typed(Kind.DATE, folded, days=days)
    if len(folded) <= 32:
        alone = days_in(folded)
        if len(alone) == 1 and (only := next(iter(alone))).weekday is not None:
            return Typed(Kind.DATE, folded, days=(only,)) if " " not in folded else None
        times = tuple(time for time, match in placed_times(folded) if match[0].strip() == folded)
        if times:
            return Typed(Kind.TIME, folded, times=times)
    return None


def _shaped(folded: str, key: str) -> Typed | None:
    if _EMAIL.fullmatch(folded):
        return Typed(Kind.EMAIL, folded)
    digits = sum(map(str.isdecimal, folded))
    if not digits or _FILE.fullmatch(folded) or _SUM.fullmatch(folded):
        return None
    money = _money_pattern().fullmatch(folded)
    if money is not None and (money["number"].strip() != folded or "." in folded or "," in folded):
        return _money(folded, money["number"], key)
    if digits >= _CODE_DIGITS and (_PHONE.fullmatch(folded) or _is_code(folded)):
        return code(folded)
    return None


@cache
def _money_pattern() -> re.Pattern[str]:
    sign = rf"(?:[$€£]|{currencies()})"
    return re.compile(rf"[-+]?{sign}? ?(?P<number>\d[\d.,' ]*?)(?: ?(?:{sign}|%))?")


def _money(folded: str, number: str, key: str) -> Typed | None:
    values = sorted(readings(number.strip(" .,'")))
    if not values or names_identifier(key) or sum(map(str.isdecimal, number)) > 9:
        digits = sum(map(str.isdecimal, folded))
        return code(folded) if digits >= _CODE_DIGITS else None
    if all(value <= SMALL for value in values):
        return None
    return Typed(Kind.AMOUNT, folded, number=values[-1])


def _is_code(folded: str) -> bool:
    """One token with digits, or several of which each has digits or is a short run of letters."""
    parts = folded.split()
    if len(parts) > 4 or not all(_TOKEN.fullmatch(part) for part in parts):
        return False
    if len(parts) == 1:
        return not (
            len(folded) == 4 and folded.isdecimal() and int(folded) in _YEARS and squeeze(folded) != folded
        )
    return all(any(map(str.isdecimal, part)) for part in parts[1:]) and (
        any(map(str.isdecimal, parts[0])) or len(parts[0]) <= 4
    )
