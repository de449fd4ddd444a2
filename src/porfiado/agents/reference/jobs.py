"""A world's tools as the clerk works with them: read once from their declarations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from porfiado.agents.reference.kinds import EXACT, kind_of
from porfiado.agents.reference.words import Words, spoken, tokens, words_of
from porfiado.text import fold, value_finder
from porfiado.world import Needs, ToolSpec
from porfiado.world.templates import placeholders

_KEPT = 64  # worlds kept compiled: more than any run has at once
_WEAK = 0.25  # what a word of the tool's name or description is worth beside a declared intent
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_|-")


@dataclass(frozen=True, slots=True, eq=False)
class Datum:
    """One parameter of a tool.

    `choices` are the values it can take: each with the patterns that find it in a folded message, by language.
    """

    name: str
    need: Needs
    kind: str
    schema: Mapping[str, Any]
    choices: Mapping[str, Mapping[str, tuple[re.Pattern[str], ...]]]
    raw_choices: Mapping[str, Any]

    @property
    def optional(self) -> bool:
        """It is used when the customer says it, and never asked for."""
        return bool(self.need.optional)

    def label(self, words: Words) -> str:
        """What to call it when asking for it."""
        declared = self.need.words.get(words.language)
        return declared or words.types.get(self.need.type) or words.types.get(self.kind) or _spaced(self.name)

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
        """`value` in the shape that the schema's pattern wants: as typed, or with other separators; else None."""
        pattern = self.schema.get("pattern")
        if not pattern:
            return value
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


class Phrase(NamedTuple):
    """A declared intent: its stems, what they weigh, and the text itself, folded.

    `only_literal`: but one of its words carries meaning, so the others must stand there too.
    """

    stems: tuple[str, ...]
    weight: float
    literal: str
    length: int
    only_literal: bool


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One tool. `phrases` are its intents by language; `weak` the words of its name and description."""

    spec: ToolSpec
    data: Mapping[str, Datum]
    phrases: Mapping[str, tuple[Phrase, ...]]
    weak: Mapping[str, Mapping[str, float]]
    payload: tuple[str, ...]

    @property
    def name(self) -> str:
        """As it is called."""
        return self.spec.name

    @property
    def reads_back(self) -> bool:
        """All that it saves is exact text, where one wrong letter costs: read it back before saving."""
        return bool(self.spec.writes and self.payload) and all(
            self.data[name].kind in EXACT and self.data[name].need.chosen_from is None
            for name in self.payload
        )


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """All jobs of a world, and the order in which their data claim parts of a message."""

    jobs: Mapping[str, Job]
    data: Mapping[str, Datum]
    language: str

    def job(self, name: str) -> Job:
        """The job of that name."""
        return self.jobs[name]


_desks: dict[int, tuple[Sequence[ToolSpec], Desk]] = {}


def desk_of(specs: Sequence[ToolSpec]) -> Desk:
    """The desk for those tools; compiled once, as the tools of a world are the same in all conversations."""
    known = _desks.get(id(specs))
    if known is not None and known[0] is specs:
        return known[1]
    desk = _compile(specs)
    if len(_desks) >= _KEPT:
        _desks.clear()
    _desks[id(specs)] = (specs, desk)
    return desk


def _compile(specs: Sequence[ToolSpec]) -> Desk:
    read = {name for spec in specs if spec.reads for name in spec.needs}
    weights = {language: _weights(specs, words_of(language)) for language in spoken()}
    jobs = {spec.name: _job(spec, read, weights) for spec in specs}
    data: dict[str, Datum] = {}
    for job in jobs.values():
        for name, datum in job.data.items():
            if name not in data or (datum.choices and not data[name].choices):
                data[name] = datum
    return Desk(jobs, data, _language(specs))


def _language(specs: Sequence[ToolSpec]) -> str:
    """The language in which most is declared; English where nothing is."""
    known = spoken()
    counts = {
        lang: sum((lang in s.intents) + (lang in s.says) + (lang in s.reports) for s in specs)
        for lang in known
    }
    return max(("en", *known), key=lambda language: counts.get(language, 0))


def _job(spec: ToolSpec, read: set[str], weights: Mapping[str, Mapping[str, float]]) -> Job:
    properties = spec.parameters["properties"]
    data = {name: _datum(name, need, properties.get(name, {})) for name, need in spec.needs.items()}
    payload = tuple(
        name
        for name, datum in data.items()
        if spec.writes and not datum.optional and _is_payload(name, datum, read)
    )
    phrases, weak = {}, {}
    for language in spoken():
        words = words_of(language)
        phrases[language] = tuple(
            _phrase(text, words, weights[language]) for text in spec.intents.get(language, ())
        )
        named = words.stems(tokens(fold(f"{_spaced(spec.name)} {spec.description}")))
        weak[language] = {stem: _WEAK * weights[language].get(stem, 1.0) for stem in named if len(stem) > 2}
    return Job(spec, data, phrases, weak, payload)


def _phrase(text: str, words: Words, weights: Mapping[str, float]) -> Phrase:
    stems, length = phrase_stems(text, words), len(tokens(fold(text)))
    weight = sum(weights.get(stem, 1.0) for stem in stems)
    return Phrase(stems, weight, fold(text), length, length > len(stems) == 1)


def _is_payload(name: str, datum: Datum, read: set[str]) -> bool:
    """What the job is about to save, as against what says on whom or what it works."""
    if datum.need.found_in is not None:
        return False
    return name not in read or datum.need.chosen_from is not None or datum.kind in ("date", "time")


def phrase_stems(phrase: str, words: Words) -> tuple[str, ...]:
    """The stems by which a phrase is recognised; all its words, where none carries meaning by itself."""
    folded = tokens(fold(phrase))
    return tuple(words.stems(folded)) or tuple(words.stem(word) for word in folded)


def _weights(specs: Sequence[ToolSpec], words: Words) -> dict[str, float]:
    """What a stem says: less, the more tools have it among their intents (inverse document frequency)."""
    owners: dict[str, set[str]] = {}
    for spec in specs:
        for phrase in spec.intents.get(words.language, ()):
            for stem in phrase_stems(phrase, words):
                owners.setdefault(stem, set()).add(spec.name)
    return {stem: 1.0 / len(names) for stem, names in owners.items()}


def _datum(name: str, need: Needs, schema: Mapping[str, Any]) -> Datum:
    raw = {str(value): value for value in schema.get("enum", ())}
    if isinstance(schema.get("const"), str):
        raw = {schema["const"]: schema["const"]}
    choices = {value: _finders(value, need) for value in raw}
    return Datum(name, need, kind_of(need.type, schema), schema, choices, raw)


def _finders(value: str, need: Needs) -> dict[str, tuple[re.Pattern[str], ...]]:
    declared = need.values.get(value, {})
    return {
        language: tuple(
            _inflected(text, words_of(language)) for text in (_spaced(value), *declared.get(language, ()))
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
    last = rf"{re.escape(stem)}\w{{0,4}}" if len(stem) > 3 else re.escape(parts[-1])
    return re.compile(rf"\b{' '.join([*map(re.escape, parts[:-1]), last])}\b")


def _spaced(name: str) -> str:
    return _CAMEL.sub(" ", name)


def _number(value: str, wanted: str) -> Any:
    try:
        number = float(value)
    except ValueError:
        return value
    return int(number) if number.is_integer() and (wanted == "integer" or "." not in value) else number


def shown_fields(spec: ToolSpec) -> set[str]:
    """The fields of a record that the tool's declaration speaks of."""
    texts = [*spec.reports.values(), *spec.shows.values()]
    fields = {field for text in texts for field in placeholders(text)}
    return fields | ({spec.choose} if spec.choose else set())
