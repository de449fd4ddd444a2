"""The words in which suites are written, in every language there is: keys, values, tones, constraints.

All languages hold at once: a suite may mix them. The tables are `suite.toml` in each language's folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from porfiado.locales import languages, words, words_if_any
from porfiado.patterns import Pattern, compile_pattern
from porfiado.text import comparable, fold

TONES = (
    "formal", "dry", "colloquial", "anxious", "annoyed", "hurried", "short", "no_accents", "typos", "cordial",
    "lower_case",
)  # fmt: skip
CONSTRAINTS = (
    "opens_no_links", "complains_when_asked_again", "does_not_repeat", "asks_for_confirmation",
)  # fmt: skip
NEVER_FULL = "never_full_"
WRITING = ("short", "no_accents", "typos", "lower_case")  # tones that people also name among the constraints

_PIECES = re.compile(r"[,;\n]|\.(?:\s|$)")


def _tables() -> Iterator[tuple[str, dict[str, Any]]]:
    for language in languages():
        yield language, words_if_any(language, "suite")


def _spellings(word: str) -> Iterator[str]:
    """A key as people type it: with and without accents, with spaces for underscores."""
    for text in (word, fold(word)):
        yield text
        yield text.replace("_", " ")


@cache
def aliases(shape: str) -> dict[str, tuple[str, str]]:
    """Other languages' keys of a shape (`persona`, `path`, …): spelling → (English key, language)."""
    found: dict[str, tuple[str, str]] = {}
    for language, table in _tables():
        for key, others in table.get("keys", {}).get(shape, {}).items():
            for spelling in (s for other in others for s in _spellings(other)):
                found.setdefault(spelling, (key, language))
    return found


@cache
def value_aliases(field: str) -> dict[str, str]:
    """Other words for a field's values: spelling → the word that the model knows."""
    found: dict[str, str] = {}
    for _, table in _tables():
        for value, others in table.get("values", {}).get(field, {}).items():
            for spelling in (s for other in others for s in _spellings(other)):
                found.setdefault(spelling, value)
    return found


@cache
def fact_types(language: str) -> tuple[str, ...]:
    """The built-in types of facts of a language.

    Raises:
        KeyError: there is no such language.
    """
    return tuple(sorted(words(language, "hearing").get("types", {})))


@cache
def tactics(language: str) -> tuple[str, ...]:
    """The tactics that a simulated user has words for; none where the language has no table of them."""
    return tuple(words_if_any(language, "tactics").get("patterns", ()))


@cache
def numbers() -> dict[str, int]:
    """Numbers in words, of all languages."""
    return {word: number for _, table in _tables() for word, number in table.get("numbers", {}).items()}


def number(text: str) -> int:
    """A number written with digits or in words (one of `numbers`)."""
    return int(text) if text.isdecimal() else numbers()[text]


@cache
def _number_pattern() -> str:
    return r"(\d{1,3}|" + "|".join(sorted(numbers(), key=len, reverse=True)) + r")\b"


def _compiled(sources: Iterable[str | list[str]]) -> tuple[tuple[Pattern, ...], ...]:
    rules = []
    for source in sources:
        group = [source] if isinstance(source, str) else source
        rules.append(tuple(compile_pattern(p.replace("{n}", _number_pattern())) for p in group))
    return tuple(rules)


@cache
def rules(section: str) -> dict[str, tuple[tuple[Pattern, ...], ...]]:
    """A section of patterns (`tones`, `constraints`, `patience`, …), of all languages together."""
    found: dict[str, list[str | list[str]]] = {}
    for _, table in _tables():
        part = table
        for key in section.split("."):
            part = part.get(key, {})
        for name, sources in part.items():
            if isinstance(sources, list):
                found.setdefault(name, []).extend(sources)
    return {name: _compiled(sources) for name, sources in found.items()}


def holds(rule: tuple[Pattern, ...], folded: str) -> bool:
    """A rule holds where its first pattern matches and none of the others does."""
    return rule[0].search(folded) is not None and not any(p.search(folded) for p in rule[1:])


@cache
def _joints() -> re.Pattern[str]:
    joints = sorted({word for _, table in _tables() for word in table.get("words", [])})
    return re.compile(r"\s(?:" + "|".join(map(re.escape, joints)) + r")\s", re.IGNORECASE)


def pieces(text: str) -> list[str]:
    """The phrases of free text, without the words that join them."""
    phrases = (part for piece in _PIECES.split(text) for part in _joints().split(piece))
    return [phrase.strip() for phrase in phrases if phrase.strip()]


def negated(folded: str, start: int) -> bool:
    """Whether what begins at `start` stands right behind a negation: "not formal", "nada formal"."""
    return any(rule[0].search(folded[:start]) for rule in rules("tone_from").get("negations", ()))


@lru_cache(maxsize=1024)
def tones_in(text: str, among: tuple[str, ...] = TONES) -> tuple[str, ...]:
    """The known tones that a phrase names, in the order of `among`."""
    folded = comparable(text)
    found = []
    for tone in among:
        matches = (rule[0].search(folded) for rule in rules("tones").get(tone, ()))
        if folded == tone or any(m is not None and not negated(folded, m.start()) for m in matches):
            found.append(tone)
    return tuple(found)


@lru_cache(maxsize=1024)
def constraints_in(text: str) -> tuple[str, ...]:
    """The known constraints that a phrase names."""
    folded = comparable(text)
    table = rules("constraints")
    return tuple(
        word
        for word in CONSTRAINTS
        if folded == word or any(holds(rule, folded) for rule in table.get(word, ()))
    )
