"""Times of day in a message, as "HH:MM"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from porfiado.agents.reference.words import Words, words_of

_EARLIEST_MEANT = 8  # "at 3" without more is the afternoon: nobody is served before this hour
_HALF_DAY = 12
_HOURS, _MINUTES = 24, 60


class _Clock(NamedTuple):
    led: re.Pattern[str]
    plain: re.Pattern[str]
    noon: re.Pattern[str]
    pm: re.Pattern[str]
    am: re.Pattern[str]
    parts: tuple[tuple[re.Pattern[str], str, str], ...]


@cache
def _clock(language: str) -> _Clock:
    values = words_of(language).values
    parts = tuple((re.compile(p), low, high) for p, (low, high) in values["dayparts"].items())
    names = ("clock", "clock_plain", "noon", "pm", "am")
    led, plain, noon, pm, am = (re.compile(values[name]) for name in names)
    return _Clock(led, plain, noon, pm, am, parts)


def find_times(folded: str, words: Words) -> Iterator[tuple[str, int, int]]:
    """(time, start, end) of each time of day, from left to right."""
    clock = _clock(words.language)
    taken: list[tuple[int, int]] = []
    for match in clock.led.finditer(folded):
        minutes = match[2] or _spoken_minutes(match[3] or "", words)
        end = match.end()
        yield from _one(folded, match[1], minutes, match.start(), end, clock)
        taken.append((match.start(), end))
    for match in clock.plain.finditer(folded):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            yield from _one(folded, match[1] or match[3], match[2] or "00", match.start(), match.end(), clock)
    for match in clock.noon.finditer(folded):
        yield "12:00", match.start(), match.end()


def _spoken_minutes(text: str, words: Words) -> str:
    if not text:
        return "00"
    return "30" if words.values["half"] in text else "15"


def _one(
    folded: str, hours: str, minutes: str, start: int, end: int, clock: _Clock
) -> Iterator[tuple[str, int, int]]:
    hour, minute = int(hours), int(minutes)
    if hour >= _HOURS or minute >= _MINUTES:
        return
    after = folded[end : end + 20]
    if clock.pm.match(after):
        hour = hour % _HALF_DAY + _HALF_DAY
    elif clock.am.match(after):
        hour %= _HALF_DAY
    elif hour < _EARLIEST_MEANT and not folded[start:end].startswith("0"):
        hour += _HALF_DAY
    yield f"{hour:02}:{minute:02}", start, end


def daypart(folded: str, words: Words) -> tuple[str, str] | None:
    """The first and last time of the part of the day that a message names; None where it names none."""
    for pattern, low, high in _clock(words.language).parts:
        if pattern.search(folded):
            return low, high
    return None
