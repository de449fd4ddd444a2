"""The shape of a suite file: which mappings stand where, and the keys that each accepts."""

from __future__ import annotations

from functools import cache

from porfiado.cases.model import (
    Answer,
    Change,
    Confusion,
    Fact,
    FaultCase,
    Limit,
    Model,
    Path,
    Patience,
    Persona,
    Push,
    Scenario,
    Success,
    Suite,
    UnknownFact,
)
from porfiado.cases.vocabulary import aliases

MODELS: dict[str, type[Model]] = {
    "suite": Suite,
    "scenario": Scenario,
    "persona": Persona,
    "fact": Fact,
    "unknown_fact": UnknownFact,
    "patience": Patience,
    "success": Success,
    "change": Change,
    "confusion": Confusion,
    "push": Push,
    "limit": Limit,
    "path": Path,
    "fault": FaultCase,
    "answer": Answer,
}

# shape → key → (how the values stand there, their shape)
CHILDREN: dict[str, dict[str, tuple[str, str]]] = {
    "scenario": {
        "success": ("one", "success"),
        "limits": ("list", "limit"),
        "path": ("one", "path"),
        "faults": ("list", "fault"),
        "answer": ("one", "answer"),
    },
    "persona": {
        "known": ("map", "fact"),
        "withheld": ("map", "fact"),
        "unknown": ("map", "unknown_fact"),
        "patience": ("one", "patience"),
        "changes": ("list", "change"),
        "confusions": ("list", "confusion"),
        "pushes": ("list", "push"),
    },
    "change": {"facts": ("map", "fact"), "success": ("one", "success")},
}

# Keys that a file may have and the model has not: fact → patterns, as in the lessons.
EXTRA: dict[str, tuple[str, ...]] = {"persona": ("asks",)}

# Fields whose values have other words in other languages, by shape: field → table of `value_aliases`.
VALUES: dict[str, dict[str, str]] = {
    "persona": {"kind": "kind"},
    "fact": {"type": "type", "remembers": "remembers"},
    "unknown_fact": {"type": "type"},
    "confusion": {"then": "then"},
    "path": {"repeats": "repeats"},
    "push": {"tactic": "tactic"},
}


@cache
def fields(shape: str) -> tuple[str, ...]:
    """The English keys of a shape."""
    return (*MODELS[shape].model_fields, *EXTRA.get(shape, ()))


@cache
def other_keys(shape: str) -> dict[str, tuple[str, str]]:
    """Other languages' keys of a shape: spelling → (English key, language)."""
    if shape != "unknown_fact":
        return aliases(shape)
    known = fields(shape)
    return {spelling: found for spelling, found in aliases("fact").items() if found[0] in known}


@cache
def spellings(shape: str) -> tuple[str, ...]:
    """All keys that a shape accepts, whatever the language."""
    return (*fields(shape), *other_keys(shape))


def english(shape: str, key: str) -> tuple[str, str] | None:
    """The English key that `key` means, and the language it is written in; None if it means nothing."""
    if key in fields(shape):
        return key, "en"
    return other_keys(shape).get(key)
