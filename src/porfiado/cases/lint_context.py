"""What the rules of lint look at: one scenario with its place, its language, its world and start state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from porfiado.cases.loading import LoadedSuite
from porfiado.cases.model import Fact, Persona, Scenario
from porfiado.cases.nodes import Key, Where
from porfiado.text import comparable, contains_value, fold
from porfiado.world import ConditionError, Session, StateError, World, matches

_CODE_LENGTH = 4  # shorter texts with a digit in them ("2", "15:00" has five) stand in any text by chance


@dataclass(frozen=True)
class Found:
    """A fault before it is put into words."""

    code: str
    severity: str
    scenario: str | None
    line: int
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One scenario as the rules see it."""

    loaded: LoadedSuite
    number: int
    scenario: Scenario
    world: type[World] | None

    @property
    def persona(self) -> Persona:
        """The scenario's persona."""
        return self.scenario.persona

    @property
    def language(self) -> str:
        """The scenario's language."""
        return self.loaded.suite.language_of(self.scenario)

    @property
    def turn_limit(self) -> int:
        """The hard limit of turns."""
        return self.loaded.suite.turn_limit(self.scenario)

    @property
    def conversation(self) -> bool:
        """More than one turn: a case of one turn has nothing to draw out."""
        return self.turn_limit > 1

    @cached_property
    def start(self) -> Any:
        """The state before the first turn; None where there is no world, or none that the state fits."""
        if self.world is None:
            return None
        try:
            return Session(self.world, self.scenario.state).snapshot()
        except StateError:
            return None

    def found(self, code: str, severity: str, *path: Key, **values: Any) -> Found:
        """A fault that stands at `path` in the scenario."""
        line, _ = self.loaded.positions.key_at("scenarios", self.number, *path)
        return Found(code, severity, self.scenario.id, line, values)


def cases_of(loaded: LoadedSuite, world: type[World] | None) -> list[Case]:
    """All scenarios of a suite."""
    return [Case(loaded, number, scenario, world) for number, scenario in enumerate(loaded.suite.scenarios)]


def folded(text: str | None) -> str:
    """Text in the form in which values are looked for; nothing for no text."""
    return comparable(text or "")


def said_in(fact: Fact, text: str) -> bool:
    """Whether the fact stands in `text` (folded), in any of its forms."""
    return any(contains_value(text, saying) for saying in fact.sayings)


def is_code(value: str) -> bool:
    """Whether a value is an identifier, that stands in no text by chance: "lunes" might, "PED-4402" not."""
    return "@" in value or (any(c.isdigit() for c in value) and len(fold(value).strip()) >= _CODE_LENGTH)


def holds(condition: Any, state: Any) -> bool:
    """Whether a state meets a condition; a condition that means nothing is met by none."""
    try:
        return matches(condition, state) is None
    except ConditionError:
        return False


def leaves(value: Any, path: Where = ()) -> Iterator[tuple[Where, Any]]:
    """The single values of a JSON-like value, with their paths."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from leaves(item, (*path, number))
    else:
        yield path, value


def value_at(state: Any, path: Where) -> Any:
    """What stands at a path of a state; None where there is nothing."""
    for key in path:
        try:
            state = state[key]
        except (KeyError, IndexError, TypeError):
            return None
    return state
