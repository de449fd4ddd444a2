"""What the world's tools need of a persona, and what the persona has that no tool needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from porfiado.cases.lint_context import Case, Found, folded, leaves, value_at
from porfiado.cases.model import Persona, UnknownFact
from porfiado.text import contains_value
from porfiado.world import Needs, ToolSpec

_WORD = re.compile(r"[^\W\d_]{3,}")


def needs(case: Case) -> Iterator[Found]:
    """Choices that the persona does not know, and facts that nothing asks for."""
    if case.world is None or not case.conversation:
        return
    if case.persona.grantable:
        yield from _Choices(case, case.world.specs).found()
    yield from _unneeded(case, case.world.specs)


def words_of(*texts: str) -> set[str]:
    """The words of names and phrases, folded: `dia_nuevo` → dia, nuevo."""
    return {word for text in texts for word in _WORD.findall(folded(text).replace("_", " "))}


def _names(parameter: str, need: Needs, language: str) -> set[str]:
    return words_of(parameter, need.type, need.words.get(language, ""))


def _is_about(name: str, fact: UnknownFact | None, parameter: str, need: Needs, language: str) -> bool:
    """Whether a fact is the datum that a parameter needs: by its type, or by the words of its name."""
    if fact is not None and fact.type and fact.type == need.type:
        return True
    return bool(words_of(name) & _names(parameter, need, language))


class _Choices:
    """Data that the expected tools need and the persona could not give."""

    def __init__(self, case: Case, specs: tuple[ToolSpec, ...]) -> None:
        self.case = case
        self.persona = case.persona
        self.specs = {spec.name: spec for spec in specs}

    def found(self) -> Iterator[Found]:
        """One fault for each datum."""
        reported: set[str] = set()
        for tool in self._expected_tools():
            for parameter, need in self.specs[tool].needs.items():
                if need.optional or need.from_tool or parameter in reported:
                    continue
                if not self._knows(tool, parameter, need):
                    reported.add(parameter)
                    yield self.case.found(
                        "choice_unknown", "warning", "persona", tool=tool, parameter=parameter, type=need.type
                    )
        yield from self._success(reported)

    def _expected_tools(self) -> list[str]:
        path = self.case.scenario.path
        if path is None:
            return []
        return [name for name in path.tools if name in self.specs and self._changes_state(name)]

    def _changes_state(self, tool: str) -> bool:
        """Whether an agent may change the state with it for any customer who asks."""
        return self.specs[tool].writes and self.specs[tool].restricted is None

    def _knows(self, tool: str, parameter: str, need: Needs) -> bool:
        persona = self.persona
        facts: Mapping[str, UnknownFact | None] = {**persona.facts, **persona.unknown}
        about = [*facts.items(), *((topic, None) for topic in persona.prefers)]
        for change in persona.changes:
            about += change.facts.items()
        if any(_is_about(name, fact, parameter, need, self.case.language) for name, fact in about):
            return True
        if need.choices_from and self._any_choice_will_do(parameter):
            return True
        return self._told(need) or self._expected_is_known(tool, parameter)

    def _any_choice_will_do(self, parameter: str) -> bool:
        """Whether success leaves the choice open: `{$gte: '12:00'}` instead of one value."""
        success = self.case.scenario.success
        paths = [path for path, _ in leaves(success.state)] if success else []
        return any(
            step == parameter and str(after).startswith("$")
            for path in paths
            for step, after in pairwise(path)
        )

    def _told(self, need: Needs) -> bool:
        """Whether the goal or the opening names one of the few values that there are."""
        told = self._speech
        words = [word for table in need.values.values() for word in table.get(self.case.language, ())]
        return any(contains_value(told, word) for word in (*need.values, *words))

    def _expected_is_known(self, tool: str, parameter: str) -> bool:
        path = self.case.scenario.path
        expected = (path.arguments or {}).get(tool, {}).get(parameter) if path else None
        return expected is not None and any(self._says(value) for _, value in leaves(expected))

    @cached_property
    def _speech(self) -> str:
        """All that the persona may say, folded."""
        return folded("\n".join(_sayings(self.persona)))

    def _says(self, value: object) -> bool:
        if isinstance(value, bool) or value is None:
            return True
        return contains_value(self._speech, str(value))

    def _success(self, reported: set[str]) -> Iterator[Found]:
        """Values in the success condition that only the user could choose, and does not know."""
        success = self.case.scenario.success
        if success is None or self.case.start is None:
            return
        tools = self._expected_tools() or [name for name in self.specs if self._changes_state(name)]
        parameters = {name for tool in tools for name in self.specs[tool].needs}
        for path, value in leaves(success.state):
            key = next((step for step in reversed(path) if isinstance(step, str) and step[:1] != "$"), "")
            plain = path[: path.index(key) + 1] if key in path else path
            if key not in parameters or key in reported or value_at(self.case.start, plain) == value:
                continue
            if len(plain) == len(path) and isinstance(value, str) and not self._says(value):
                yield self.case.found("success_unknown", "warning", "success", key=key, value=value)


def _sayings(persona: Persona) -> Iterator[str]:
    yield persona.goal
    yield persona.opening or ""
    for fact in persona.facts.values():
        yield from fact.sayings
    for values in persona.prefers.values():
        yield from values
    for change in persona.changes:
        yield change.goal
        yield change.says or ""
        for fact in change.facts.values():
            yield from fact.sayings


def _unneeded(case: Case, specs: tuple[ToolSpec, ...]) -> Iterator[Found]:
    """Withheld facts that are no tool's business: nobody has a reason to ask for them.

    Only where the world declares what its tools need: names of parameters alone tell too little.
    """
    wanted = [(parameter, need) for spec in specs for parameter, need in spec.needs.items()]
    if not any(need.words or need.type != parameter for parameter, need in wanted):
        return
    for name, fact in case.persona.withheld.items():
        if not any(_is_about(name, fact, parameter, need, case.language) for parameter, need in wanted):
            yield case.found("fact_unneeded", "note", "persona", "withheld", name, fact=name)
