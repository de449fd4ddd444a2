"""Days and dates in a message: names of the week, calendar dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from porfiado.agents.reference.words import Words, words_of

_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_SLASHED = re.compile(r"(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?![\d/-])")


class _Calendar(NamedTuple):
    days: re.Pattern[str]
    canonical: dict[str, str]
    spelled: tuple[tuple[re.Pattern[str], bool], ...]
    months: tuple[tuple[re.Pattern[str], int], ...]
    not_relative: re.Pattern[str]
    relative: frozenset[str]


@cache
def _calendar(language: str) -> _Calendar:
    values = words_of(language).values
    spellings = [
        (day, s)
        for table in ("weekdays", "relative_days")
        for day, some in values[table].items()
        for s in some
    ]
    spellings.sort(key=lambda pair: len(pair[1]), reverse=True)
    groups = {f"d{i}": day for i, (day, _) in enumerate(spellings)}
    pattern = "|".join(f"(?P<d{i}>{spelling})" for i, (_, spelling) in enumerate(spellings))
    months = "|".join(f"(?:{m})" for m in values["months"].values())
    spelled = tuple(
        (re.compile(values[name].replace("{months}", months)), name == "month_first")
        for name in ("month_date", "month_first")
        if values[name]
    )
    return _Calendar(
        days=re.compile(rf"\b(?:{pattern})\b"),
        canonical=groups,
        spelled=spelled,
        months=tuple((re.compile(m), int(n)) for n, m in values["months"].items()),
        not_relative=re.compile(values["not_relative"]),
        relative=frozenset(values["relative_days"]),
    )


def find_dates(folded: str, words: Words) -> Iterator[tuple[str, int, int]]:
    """(day, start, end): a weekday by its name, a date as year-month-day where it has a year."""
    calendar = _calendar(words.language)
    for match in calendar.days.finditer(folded):
        day = calendar.canonical[match.lastgroup or ""]
        if day in calendar.relative and calendar.not_relative.search(folded[: match.start()]):
            continue  # the part of the day that has the same name
        yield day, match.start(), match.end()
    if not any(character.isdigit() for character in folded):
        return
    for match in _ISO.finditer(folded):
        yield match[0], match.start(), match.end()
    for match in _SLASHED.finditer(folded):
        yield f"{match[3]}-{int(match[2]):02}-{int(match[1]):02}", match.start(), match.end()
    yield from _with_months(folded, calendar)


def _with_months(folded: str, calendar: _Calendar) -> Iterator[tuple[str, int, int]]:
    for pattern, month_first in calendar.spelled:
        for match in pattern.finditer(folded):
            name, day = (match[1], match[2]) if month_first else (match[2], match[1])
            month = next(number for known, number in calendar.months if known.fullmatch(name))
            if match[3]:
                yield f"{match[3]}-{month:02}-{int(day):02}", match.start(), match.end()
            else:
                yield match[0], match.start(), match.end()
