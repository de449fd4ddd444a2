"""What suits the user: for answering offers, and choosing among options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from porfiado.locales import words
from porfiado.text import comparable, contains_value, fold

from .goals import Goal, stems
from .hearing import find_values

_PERCENT = re.compile(r"\d+(?:[.,]\d+)? ?%")
_NOON = 12


class Wants(msgspec.Struct, frozen=True):
    """What the user would accept.

    Attributes:
        goal: What it wants.
        prefers: For each fact, the values it would choose, best first.
        values: For each fact, its value and its type (or None).
        language: The language it is written in.
    """

    goal: Goal
    prefers: Mapping[str, Sequence[str]]
    values: Mapping[str, tuple[str, str | None]]
    language: str

    def score(self, text: str) -> float | None:
        """How well `text` (an option, an offer) suits the user; None where it goes against what it wants."""
        folded = comparable(text)
        rank = self._rank(folded)
        if rank is None or self._against(folded, text):
            return None
        score = rank + sum(2.0 for value, _ in self.values.values() if contains_value(folded, value))
        wanted = _wanted(self.goal.text, self.language)
        found = _read(folded, self.language)
        score += 2.0 * len(wanted.days & found.days) + 1.0 * len(wanted.actions & found.actions)
        return score + 0.25 * len(self.goal.stems & stems(text, self.language))

    def wants(self, value: str) -> bool:
        """Whether the user named `value` among what it wants, or would take it."""
        folded = comparable(value)
        if any(contains_value(folded, v) for values in self.prefers.values() for v in values):
            return True
        wanted = _wanted(self.goal.text, self.language)
        days = _read(folded, self.language).days
        if days and (wanted.days or wanted.origins):
            return bool(days & wanted.days)
        return contains_value(fold(self.goal.text), value)

    def is_origin(self, name: str) -> bool:
        """Whether the fact's name says that it is how things are now, not how they should be."""
        return _reader(self.language).origin_name.search(fold(name)) is not None

    def preferred(self, types: frozenset[str], folded: str = "", said: Sequence[str] = ()) -> str | None:
        """The value it likes best of a datum of one of these types; None where it has no preference.

        What it has said before gives way to what the message (`folded`) names instead, or, where the message
        speaks of it and asks again, to what it likes next.
        """
        for name, values in self.prefers.items():
            if not values:
                continue
            type_ = self.values.get(name, ("", None))[1] or name
            if type_ in types or any(find_values(t, values[0], self.language) for t in types):
                return _next_best(values, folded, said)
        return None

    @property
    def part(self) -> str:
        """The part of the day that the goal names, or ""."""
        return _wanted(self.goal.text, self.language).part

    @property
    def wish(self) -> str:
        """The part of the goal that says where it should lead ("al jueves en la tarde"), or ""."""
        return _wanted(self.goal.text, self.language).wish

    def _rank(self, folded: str) -> float | None:
        """Points for preferred values in the text; None where it has another value of their type instead."""
        points = 0.0
        for name, values in self.prefers.items():
            ranks = [i for i, value in enumerate(values) if contains_value(folded, value)]
            if ranks:
                points += 10.0 - min(*ranks, 9)
                continue
            type_ = self.values.get(name, ("", None))[1] or name
            if find_values(type_, folded, self.language):
                return None
        return points

    def _against(self, folded: str, text: str) -> bool:
        wanted = _wanted(self.goal.text, self.language)
        found = _read(folded, self.language)
        allowed = frozenset(
            day
            for name, (value, _) in self.values.items()
            if not self.is_origin(name)
            for day in _read(fold(value), self.language).days
        )
        preferred = _read(
            fold(" ".join(v for values in self.prefers.values() for v in values)), self.language
        )
        if found.days and not _days_suit(found.days, wanted.days | preferred.days, allowed - wanted.origins):
            return True
        if wanted.part and not _part_suits(found, wanted.part, self.language):
            return True
        if wanted.actions and found.actions and not wanted.actions & found.actions:
            return True
        if wanted.percents and found.percents and not wanted.percents & found.percents:
            return True
        return self._other_numbers(text)

    def _other_numbers(self, text: str) -> bool:
        """A datum of a type with digits, such as an hour, is there, and none of the user's."""
        for value, type_ in self.values.values():
            if type_ not in ("time", "amount") or not any(c.isdigit() for c in value):
                continue
            found = find_values(type_, text, self.language)
            if found and not any(contains_value(comparable(f), value) for f in found):
                return True
        return False


def _next_best(values: Sequence[str], folded: str, said: Sequence[str]) -> str:
    left = [value for value in values if value not in said]
    named = [value for value in left if contains_value(folded, value)]
    if named:
        return named[0]
    spoken_of = any(contains_value(folded, value) for value in said if value in values)
    return left[0] if left and spoken_of else values[0]


def _days_suit(found: frozenset[str], wanted: frozenset[str], known: frozenset[str]) -> bool:
    """One of the days found is wanted; where none is wanted in particular, it is one the user knows of."""
    days = wanted or known
    return not days or bool(found & days)


def _part_suits(found: _Read, part: str, language: str) -> bool:
    """The part of the day fits: a time in it, or the word for it, or nothing said of either."""
    start, end = _reader(language).parts[part]
    if found.hours:
        return any(start <= h < end or (h < _NOON and start <= h + _NOON < end) for h in found.hours)
    return not found.parts or part in found.parts


def best_option(options: Sequence[str], wants: Wants) -> list[int]:
    """The numbers of the options that suit best, all equally well; none where all go against the wishes."""
    scores = [wants.score(option) for option in options]
    suiting = [score for score in scores if score is not None]
    if not suiting:
        return []
    return [i for i, score in enumerate(scores) if score == max(suiting)]


class _Reader:
    """Words of a language that stand for days, parts of the day and actions, compiled."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.days = {form: day for day, forms in table["days"].items() for form in forms}
        self.day = _any(self.days)
        self.parts = {name: (row["from"], row["to"]) for name, row in table["parts"].items()}
        self.part = [(name, _any(row["words"])) for name, row in table["parts"].items()]
        self.actions = [(name, re.compile(pattern)) for name, pattern in table["actions"].items()]
        self.hour = re.compile(table["hour"])
        self.towards = re.compile(table["towards"])
        self.from_ = re.compile(table["from"])
        self.origin_name = re.compile(table["origin_name"])


def _any(forms: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        r"(?<!\w)(?:" + "|".join(map(re.escape, sorted(forms, key=len, reverse=True))) + r")(?!\w)"
    )


@cache
def _reader(language: str) -> _Reader:
    return _Reader(words(language, "wording")["wishes"])


class _Read(msgspec.Struct, frozen=True):
    """The days, hours, parts of the day, actions and percentages in a folded text."""

    days: frozenset[str]
    hours: tuple[float, ...]
    parts: frozenset[str]
    actions: frozenset[str]
    percents: frozenset[str]


@lru_cache(maxsize=4096)
def _read(folded: str, language: str) -> _Read:
    reader = _reader(language)
    return _Read(
        days=frozenset(reader.days[m[0]] for m in reader.day.finditer(folded)),
        hours=tuple(_hour(m) for m in reader.hour.finditer(folded)),
        parts=frozenset(name for name, pattern in reader.part if pattern.search(folded)),
        actions=frozenset(name for name, pattern in reader.actions if pattern.search(folded)),
        percents=frozenset(m[0].replace(" ", "") for m in _PERCENT.finditer(folded)),
    )


def _hour(match: re.Match[str]) -> float:
    """Hours since midnight. The pattern's groups: the hour in any of three places, `minutes`, and `pm`."""
    hour = int(match["clock"] or match["plain"] or match["hour"]) + int(match["minutes"] or 0) / 60
    return hour + _NOON if match["pm"] and hour < _NOON else hour


class _Wanted(msgspec.Struct, frozen=True):
    """What a goal says of days and actions."""

    days: frozenset[str]
    origins: frozenset[str]
    part: str
    actions: frozenset[str]
    percents: frozenset[str]
    wish: str


@lru_cache(maxsize=4096)
def _wanted(goal: str, language: str) -> _Wanted:
    folded = fold(goal)
    reader = _reader(language)
    found = _read(folded, language)
    origins: set[str] = set()
    days: set[str] = set()
    for match in reader.day.finditer(folded):
        before = folded[: match.start()]
        (origins if reader.from_.search(before) else days).add(reader.days[match[0]])
    wish = next((goal[m.start() :] for m in reader.towards.finditer(folded)), "")
    part = next(iter(sorted(found.parts)), "")
    return _Wanted(
        frozenset(days), frozenset(origins - days), part, found.actions, found.percents, wish.strip(" ,.")
    )
