"""Built-in types of facts: how they are asked for, and what their values look like."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from porfiado.text import compose, fold

from .cleaning import MAX_HEARD
from .language import rules


class Mention(NamedTuple):
    """A place where a datum of a type is named."""

    type: str
    start: int
    end: int


@cache
def types(language: str) -> tuple[str, ...]:
    """The names of the built-in types of facts, in alphabetical order."""
    return tuple(sorted(rules(language).types))


@cache
def _finder(language: str) -> tuple[Any, tuple[str, ...]]:
    """One leftmost-longest pattern for all types: so the more specific name of a datum wins."""
    known = rules(language)
    groups: list[str] = []
    parts: list[str] = []
    for name, table in known.types.items():
        parts.append("(" + "|".join(_ungrouped(pattern) for pattern in table["asks"]) + ")")
        groups.append(name)
    parts.append("(" + "|".join(_ungrouped(pattern) for pattern in known.shadows) + ")")
    groups.append("")
    return known.compile(r"\b(?:" + "|".join(parts) + r")(?:\b|$)", longest=True), tuple(groups)


def _ungrouped(pattern: str) -> str:
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)


@lru_cache(maxsize=16_384)
def mentions(folded: str, language: str) -> tuple[Mention, ...]:
    """Where `folded` names data of built-in types; what is part of a more specific name is left out."""
    pattern, groups = _finder(language)
    found = []
    for match in pattern.finditer(folded):
        # All groups but the one that matched are unset, so the last one set tells the type.
        type_ = groups[match.lastindex - 1]
        if type_:
            found.append(Mention(type_, match.start(), match.end()))
    return tuple(found)


@cache
def _values(language: str, type_: str) -> re.Pattern[str] | None:
    """The pattern of a type's values, which never begin or end within a longer number or word."""
    known = rules(language)
    table = known.types.get(type_)
    if not table or not table.get("values"):
        return None
    body = "|".join(known.vocabulary.expand(pattern) for pattern in table["values"])
    return re.compile(rf"(?<![\w@])(?<!\w')(?<!\d[.,:/-])(?:{body})(?![\w@]|[.,:/-]\d)")


def find_values(type_: str, text: str, language: str) -> list[str]:
    """The values of a built-in type that stand in `text`, as written, from left to right.

    A type that is unknown, or whose values have no shape of their own (a name, a reason), has none.
    """
    composed = compose(text[:MAX_HEARD])
    return [composed[start:end] for start, end in value_spans(type_, fold(composed), language)]


def value_spans(type_: str, folded: str, language: str) -> list[tuple[int, int]]:
    """Where the values of a built-in type stand in a folded text."""
    pattern = _values(language, type_)
    return [] if pattern is None else [match.span() for match in pattern.finditer(folded)]


def has_shape(type_: str, language: str) -> bool:
    """Whether the type's values can be told by how they look; a name or a reason cannot."""
    return _values(language, type_) is not None


def asks_in_general(type_: str, language: str) -> bool:
    """Whether an open question ("what is the problem?") asks for the type."""
    return bool(rules(language).types.get(type_, {}).get("general"))


def is_code(type_: str, language: str) -> bool:
    """Whether the type's values are codes, alike in how letters and digits stand in them."""
    return bool(rules(language).types.get(type_, {}).get("code"))


def is_price(type_: str, language: str) -> bool:
    """Whether the type's values also stand beside other things, as their price."""
    return bool(rules(language).types.get(type_, {}).get("price"))


def is_proper(type_: str | None, language: str) -> bool:
    """Whether the type's values are proper names."""
    return bool(type_ and rules(language).types.get(type_, {}).get("proper"))


@lru_cache(maxsize=4096)
def shaped_types(value: str, language: str) -> tuple[str, ...]:
    """The built-in types whose values look like `value` as a whole."""
    folded = fold(compose(value)).strip()
    return tuple(
        name
        for name in types(language)
        if (pattern := _values(language, name)) is not None and pattern.fullmatch(folded)
    )
