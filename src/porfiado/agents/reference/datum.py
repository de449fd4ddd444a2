"""One datum that a tool needs: how it is asked for, recognised and handed over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from porfiado.agents.reference.kinds import kind_by_name, kind_of
from porfiado.agents.reference.words import Words, spoken, tokens, words_of
from porfiado.text import fold, value_finder
from porfiado.world import Needs, Source

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_|-")
_EXAMPLE = re.compile(r"\b([A-Za-z]{1,5})-?\d{2,}")  # a code in a parameter's description: "like K-881"


@dataclass(frozen=True, slots=True, eq=False)
class Datum:
    """One parameter of a tool.

    `choices` are the values it can take: each with the patterns that find it in a message, by language;
    `any_choice` finds any of them, `spelled` are all their words as declared. `prefix` are the letters that
    its codes begin with, by the example in its description; `lower`: it writes days in small letters.
    """

    name: str
    need: Needs
    kind: str
    schema: Mapping[str, Any]
    choices: Mapping[str, Mapping[str, tuple[re.Pattern[str], ...]]]
    any_choice: Mapping[str, re.Pattern[str]]
    spelled: Mapping[str, frozenset[str]]
    prefix: str
    lower: bool
    raw_choices: Mapping[str, Any]
    found_in: Source | None
    chosen_from: Source | None
    _called: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def optional(self) -> bool:
        """It is used when the customer says it, and never asked for."""
        return bool(self.need.optional)

    @property
    def manner(self) -> str:
        """How it is asked for: by its kind, or for a choice by what its type is called."""
        named = kind_by_name(self.need.type)
        if self.kind == "text" and named is None:
            return "term"
        return named or self.kind if self.kind == "enum" else self.kind

    def label(self, words: Words) -> str:
        """What to call it when asking for it."""
        declared = self.need.words.get(words.language)
        return declared or words.types.get(self.need.type) or words.types.get(self.kind) or spaced(self.name)

    def other_label(self, words: Words) -> str:
        """Its type's name, for somebody who did not understand its own; "" where that is too general."""
        parts = self.need.type.split("_")
        known = self.need.type not in words.types and all(part in words.kind_names for part in parts)
        return spaced(self.need.type) if known else ""

    def called(self, words: Words) -> frozenset[str]:
        """The stems of all its names that tell it from others: "reservation", "booking", but no "number"."""
        if words.language not in self._called:
            names = (self.label(words), words.types.get(self.need.type, ""), spaced(self.need.type))
            found = {word for name in (*names, spaced(self.name)) for word in tokens(fold(name))}
            self._called[words.language] = frozenset(words.stems(found - words.general))
        return self._called[words.language]

    def fit(self, value: str) -> Any:
        """`value` as the tool takes it: a number where the schema wants one, a choice by its exact text."""
        if self.kind == "enum":
            return self.raw_choices.get(value, value)
        wanted = self.schema.get("type")
        if wanted == "boolean":
            return value == "true"
        if wanted in ("integer", "number"):
            return _number(value, wanted)
        return value

    def shaped(self, value: str) -> str | None:
        """`value` as the schema's pattern wants it: as typed, or with other separators; else None."""
        pattern = self.schema.get("pattern")
        if not pattern:
            return value.lower() if self.lower else value
        bare = re.sub(r"[\s.\-_#/]", "", value)
        forms = (
            value,
            value.upper(),
            value.lower(),
            bare,
            bare.upper(),
            f"#{bare}",
            re.sub(r"^(\D+)(\d)", r"\1-\2", bare),
        )
        return next((form for form in forms if re.search(pattern, form)), None)


def read_datum(name: str, need: Needs, schema: Mapping[str, Any]) -> Datum:
    """The datum of a parameter with that JSON Schema."""
    raw = {str(value): value for value in schema.get("enum", ())}
    choices = {value: _finders(value, need) for value in raw}
    kind, any_choice = kind_of(need.type, schema), _any_of(choices)
    description = str(schema.get("description", ""))
    example = _EXAMPLE.search(description)
    return Datum(
        name,
        need,
        kind,
        schema,
        choices,
        any_choice,
        _spelled(raw, need),
        example[1].upper() if example else "",
        kind == "date" and _writes_days_small(description),
        raw,
        need.found_in,
        need.chosen_from,
    )


def _writes_days_small(description: str) -> bool:
    """A day in the description's example begins with a small letter."""
    days = {day.lower() for language in spoken() for day in words_of(language).values["weekdays"]}
    return any(word in days for word in re.findall(r"[^\W\d_]+", description))


def _spelled(raw: Mapping[str, Any], need: Needs) -> dict[str, frozenset[str]]:
    """By language, the words of all choices as they are declared, folded."""
    return {
        language: frozenset(
            fold(text)
            for value in raw
            for text in (spaced(value), *need.values.get(value, {}).get(language, ()))
        )
        for language in spoken()
    }


def _any_of(choices: Mapping[str, Mapping[str, Sequence[re.Pattern[str]]]]) -> dict[str, re.Pattern[str]]:
    """By language, one pattern that says whether a message holds any of the choices at all."""
    return {
        language: re.compile("|".join(f.pattern for finders in choices.values() for f in finders[language]))
        for language in spoken()
    }


def _finders(value: str, need: Needs) -> dict[str, tuple[re.Pattern[str], ...]]:
    declared = need.values.get(value, {})
    return {
        language: tuple(
            _inflected(text, words_of(language)) for text in (spaced(value), *declared.get(language, ()))
        )
        for language in spoken()
    }


def _inflected(text: str, words: Words) -> re.Pattern[str]:
    """Finds `text` in a folded message, whatever the ending of its last word."""
    folded = fold(text)
    parts = folded.split()
    if any(character.isdigit() for character in folded) or not parts:
        return value_finder(text)
    stem = words.stem(parts[-1])
    last = re.escape(parts[-1])
    if len(stem) > 3:
        last = rf"(?:{last}|{re.escape(stem)}{re.escape(stem[-1])}?(?:{words.endings})?)"
    return re.compile(rf"\b{' '.join([*map(re.escape, parts[:-1]), last])}\b")


def spaced(name: str) -> str:
    """A name of code as words."""
    return _CAMEL.sub(" ", name)


def _number(value: str, wanted: str) -> Any:
    try:
        number = float(value)
    except ValueError:
        return value
    return int(number) if number.is_integer() and (wanted == "integer" or "." not in value) else number
