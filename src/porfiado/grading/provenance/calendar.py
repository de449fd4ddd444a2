"""Days and times of day in a text, in digits and in words, as far as each says them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from porfiado.locales import languages, words_if_any

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY = r"(?P<day>\d{1,2})"
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<![\d.,/-])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)")
_NO_YEAR = re.compile(r"(?<![\d.,/:-])(\d{1,2})[-/](\d{1,2})(?![\d/:-])")
_YEAR_ALONE = re.compile(r"(?<![\w.,/-])(?:19|20)\d\d(?![\w/-])")
_CENTURY = 2000
_BLANK = "·"


class Day(NamedTuple):
    """A day as far as it was said; weekdays count from Monday = 0."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None

    def date(self) -> date | None:
        """The date, where all of it was said and it exists."""
        if self.year is None or self.month is None or self.day is None:
            return None
        try:
            return date(self.year, self.month, self.day)
        except ValueError:
            return None

    def exists(self) -> bool:
        """There are such a month and such a day of one."""
        return (
            1 <= (1 if self.month is None else self.month) <= 12
            and 1 <= (1 if self.day is None else self.day) <= 31
        )

    def agrees(self, other: Day) -> bool:
        """Nothing that both say differs, and they have something to say of the same."""
        one, two = self._complete(), other._complete()
        said = [(a, b) for a, b in zip(one, two, strict=True) if a is not None and b is not None]
        return bool(said) and all(a == b for a, b in said)

    def _complete(self) -> Day:
        known = self.date()
        return self if known is None else self._replace(weekday=known.weekday())


class Time(NamedTuple):
    """A time of day; `certain`: it is known which half of the day is meant."""

    hour: int
    minute: int
    certain: bool = True

    @property
    def minutes(self) -> int:
        """Minutes since midnight."""
        return self.hour * 60 + self.minute

    def agrees(self, other: Time) -> bool:
        """The same time, where the half of the day is known of both; else the same on the dial."""
        if self.certain and other.certain:
            return self.minutes == other.minutes
        return self.minutes % 720 == other.minutes % 720


class _Words(NamedTuple):
    weekdays: re.Pattern[str]
    weekday_numbers: tuple[tuple[re.Pattern[str], int], ...]
    dated: tuple[re.Pattern[str], ...]
    day_alone: re.Pattern[str]
    month_alone: re.Pattern[str]
    months: tuple[tuple[re.Pattern[str], int], ...]
    relative: re.Pattern[str]
    day_parts: re.Pattern[str]
    clock: re.Pattern[str]
    hour: re.Pattern[str]
    pm: re.Pattern[str]


@cache
def _words() -> _Words:
    """The words of all languages: arguments are often English where the conversation is not."""
    tables = [words_if_any(language, "provenance") for language in languages()]
    tables = [table for table in tables if table]
    month = "(?P<month>" + "|".join(_all(tables, "months", "short_months")) + ")"
    fill = {"{month}": month, "{day}": _DAY, "{year}": _YEAR}
    before_month = "|".join(_all(tables, "before_month"))
    months = "|".join(_all(tables, "months"))
    pm, am = "|".join(_all(tables, "pm")), "|".join(_all(tables, "am"))
    half = rf"(?P<half>{pm}|{am})"
    oclock = "|".join(_all(tables, "oclock"))
    before_hour = "|".join(_all(tables, "before_hour"))
    return _Words(
        weekdays=_bounded("|".join(_all(tables, "weekdays"))),
        weekday_numbers=_numbered(tables, ("weekdays",), 0),
        dated=tuple(_bounded(_filled(one, fill)) for one in _all(tables, "month_and_day")),
        day_alone=re.compile(
            "|".join(
                rf"\b{_filled(one, {'{day}': rf'(?P<d{i}>[0-3]?[0-9])'})}\b(?![.,:/]?\d)"
                for i, one in enumerate(_all(tables, "day_alone"))
            )
        ),
        month_alone=re.compile(rf"\b(?:{before_month}) (?P<month>{months})\b"),
        months=_numbered(tables, ("months", "short_months"), 1),
        relative=_bounded("|".join(_all(tables, "relative"))),
        day_parts=_bounded("|".join(_all(tables, "day_parts"))),
        clock=re.compile(
            r"(?<![\d:.,-])(?P<hour>\d{1,2})[:.h](?P<minute>[0-5]\d)(?::[0-5]\d)?(?:\.\d+)?(?! ?%)(?![\d-])"
            rf"(?: ?{half})?"
        ),
        hour=re.compile(
            rf"(?<![\d:.,-])(?P<hour>\d{{1,2}}) ?(?:{half}|(?:{oclock})\b)"
            rf"|\b(?:{before_hour}) (?P<bare>\d{{1,2}})(?![\d:.,/-]*\d)"
        ),
        pm=re.compile(rf"(?:{pm})"),
    )


def _all(tables: Iterable[dict[str, Any]], *names: str) -> list[str]:
    return list(dict.fromkeys(word for name in names for table in tables for word in table.get(name, ())))


def _filled(pattern: str, fill: dict[str, str]) -> str:
    for place, body in fill.items():
        pattern = pattern.replace(place, body)
    return pattern


def _bounded(body: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{body})\b")


def _numbered(
    tables: Iterable[dict[str, Any]], names: tuple[str, ...], first: int
) -> tuple[tuple[re.Pattern[str], int], ...]:
    return tuple(
        (re.compile(word), number)
        for table in tables
        for name in names
        for number, word in enumerate(table.get(name, ()), first)
    )


def _number_of(word: str, known: tuple[tuple[re.Pattern[str], int], ...]) -> int:
    return next(number for pattern, number in known if pattern.fullmatch(word))


def days_in(folded: str) -> frozenset[Day]:
    """Every day that a folded text names, as far as it does; 3/4 is read both ways."""
    return frozenset(_days(folded))


def _days(folded: str) -> Iterator[Day]:
    known = _words()
    rest = list(folded)
    for day, match in placed_dates(folded):
        yield day
        rest[match.start() : match.end()] = _BLANK * (match.end() - match.start())
    folded = "".join(rest)  # a part of a date is no month, day or year of its own
    for match in known.weekdays.finditer(folded):
        yield Day(weekday=_number_of(match[0], known.weekday_numbers))
    for match in known.month_alone.finditer(folded):
        yield Day(month=_number_of(match["month"], known.months))
    for match in known.day_alone.finditer(folded):
        yield Day(day=int(match[match.lastgroup or 0]))
    for match in _YEAR_ALONE.finditer(folded):
        yield Day(year=int(match[0]))


def placed_dates(folded: str) -> Iterator[tuple[Day, re.Match[str]]]:
    """The days of which at least the month and the number are said, and where each stands.

    3/4 is read both ways; what can be no day is none.
    """
    for day, match in _placed_dates(folded):
        if day.exists():
            yield day, match


def _placed_dates(folded: str) -> Iterator[tuple[Day, re.Match[str]]]:
    if not any(character.isdecimal() for character in folded):
        return
    for match in _YEAR_FIRST.finditer(folded):
        yield Day(int(match[1]), int(match[2]), int(match[3])), match
    for match in _YEAR_LAST.finditer(folded):
        full = int(match[3]) + (_CENTURY if len(match[3]) == 2 else 0)
        yield Day(full, int(match[2]), int(match[1])), match
        yield Day(full, int(match[1]), int(match[2])), match
    for match in _NO_YEAR.finditer(folded):
        yield Day(None, int(match[2]), int(match[1])), match
        yield Day(None, int(match[1]), int(match[2])), match
    known = _words()
    for pattern in known.dated:
        for match in pattern.finditer(folded):
            year = int(match["year"]) if match["year"] else None
            yield Day(year, _number_of(match["month"], known.months), int(match["day"])), match


def says_relative_day(folded: str) -> bool:
    """Whether a text names a day by the day of speaking, from which any date may follow."""
    return _words().relative.search(folded) is not None


def says_day_part(folded: str) -> bool:
    """Whether a text names a part of the day, for which any time may stand."""
    return _words().day_parts.search(folded) is not None


def times_in(folded: str) -> frozenset[Time]:
    """Every time of day that a folded text names."""
    return frozenset(time for time, _ in placed_times(folded))


def placed_times(folded: str) -> Iterator[tuple[Time, re.Match[str]]]:
    """The same, with where each stands; a bare hour too ("at 3")."""
    known = _words()
    for pattern in (known.clock, known.hour):
        for match in pattern.finditer(folded):
            groups = match.groupdict()
            hour = int(groups.get("hour") or groups.get("bare") or 0)
            minute = int(groups.get("minute") or 0)
            half = groups.get("half")
            if hour > 24:
                continue
            late = half is not None and known.pm.match(half) is not None
            certain = half is not None or hour > 12 or hour == 0
            yield Time((hour % 12 + 12 * late) if half and hour <= 12 else hour % 24, minute, certain), match
