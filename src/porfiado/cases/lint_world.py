"""A suite held against its world: tools, arguments and parts of the state that there are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

import msgspec

from porfiado.cases.lint_fit import Misfit, misfits
from porfiado.cases.loading import LoadedSuite
from porfiado.cases.model import Path, Scenario, Success
from porfiado.cases.nodes import Where, offset_of, steps
from porfiado.cases.problems import Name, Problem, Report, kind_of
from porfiado.cases.references import tools_in
from porfiado.nearest import nearest
from porfiado.world import ConditionError, Session, StateError, World, check_condition

IDLE_BAN = "world_idle_ban"
"""The code of a forbidden tool that does not exist: a finding, but nothing that a run could get wrong."""
_STATE_PROBLEM = re.compile(r'(?P<path>(?:\["[^"]*"\]|[^\s:"\[]|\[\d+\])+): (?P<what>.*)', re.DOTALL)
_SEVERAL = re.compile(r"; (?=[^\s;]+: )")
_SCHEMA_NAMES = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "object": "mapping",
    "array": "list",
    "null": "nothing",
}


def state_schema(world: type[World]) -> dict[str, Any]:
    """The JSON Schema of a world's state; an empty one (everything fits) where it has none."""
    try:
        hint = get_type_hints(world, include_extras=True).get("state", Any)
        return {} if hint is Any else msgspec.json.schema(hint)
    except (NameError, TypeError, RuntimeError):
        return {}  # names known only inside a function: the world itself resolved them, we cannot


class WorldChecker:
    """Notes what a suite asks of a world that the world has not."""

    def __init__(self, loaded: LoadedSuite, world: type[World]) -> None:
        self.loaded = loaded
        self.world = world
        self.tools = {spec.name: spec for spec in world.specs}
        self.schema = state_schema(world)
        self.report = Report(loaded.positions.source)

    def check(self) -> tuple[Problem, ...]:
        """All problems, in the order of the file."""
        for number, scenario in enumerate(self.loaded.suite.scenarios):
            where: Where = ("scenarios", number)
            self._states(scenario, where)
            self._tools(scenario, where)
            if scenario.path is not None:
                self._arguments(scenario.path, (*where, "path", "arguments"))
        return self.report.problems

    def _add(
        self, code: str, where: Where, hint: str | None = None, *, key: bool = False, **values: Any
    ) -> None:
        at = offset_of(self.loaded.positions.tree, where, of_key=key)
        self.report.add(code, at, where, hint, **values)

    # tools

    def _tools(self, scenario: Scenario, where: Where) -> None:
        for path, tool, key in _tools_named(scenario, where):
            if tool not in self.tools:
                near = nearest(tool, self.tools)
                code = IDLE_BAN if near is None and _bans(path) else "world_tool"
                self._add(code, path, near, key=key, tool=tool)

    def _arguments(self, path: Path, where: Where) -> None:
        for tool, expected in (path.arguments or {}).items():
            spec = self.tools.get(tool)
            if spec is None:
                continue
            here = (*where, tool)
            self._condition(expected, here)
            for miss in misfits(expected, spec.parameters):
                self._argument(tool, miss, here)

    def _argument(self, tool: str, miss: Misfit, where: Where) -> None:
        place = (*where, *miss.path)
        if miss.kind == "field":
            name, hint = str(miss.given), nearest(miss.given, miss.choices)
            self._add("world_argument", place, hint, key=True, tool=tool, argument=name)
        elif miss.kind == "value":
            name, choices = _last_name(miss.path), ", ".join(miss.choices)
            hint = nearest(miss.given, miss.choices)
            self._add(
                "world_argument_value",
                place,
                hint,
                tool=tool,
                argument=name,
                value=miss.given,
                choices=choices,
            )
        else:
            self._type(miss, place, "world_argument_type", tool=tool, argument=_last_name(miss.path))

    # state

    def _states(self, scenario: Scenario, where: Where) -> None:
        self._start(scenario, (*where, "state"))
        for path, state in _conditions(scenario, where):
            self._condition(state, path)
            for miss in misfits(state, self.schema):
                self._misfit(miss, path)

    def _start(self, scenario: Scenario, where: Where) -> None:
        found = misfits(scenario.state, self.schema)
        for miss in found:
            self._misfit(miss, where)
        if found:
            return
        try:
            Session(self.world, scenario.state)
        except StateError as error:  # what the schema does not tell: the world's own rules, a part left out
            self._state_error(str(error), where)

    def _state_error(self, text: str, where: Where) -> None:
        for part in _SEVERAL.split(text.removeprefix("state: ")):
            match = _STATE_PROBLEM.fullmatch(part)
            if match is None or not match["path"]:
                self._add("world_state", where, what=part)
            else:
                self._add("world_state", (*where, *steps(match["path"])), key=True, what=part)

    def _condition(self, condition: Any, where: Where) -> None:
        try:
            check_condition(condition)
        except ConditionError as error:
            for problem in error.problems:
                self._add(
                    "world_condition", (*where, *steps(problem.path)), key=True, what=problem.describe()
                )

    def _misfit(self, miss: Misfit, where: Where) -> None:
        place = (*where, *miss.path)
        choices = ", ".join(miss.choices)
        if miss.kind == "field":
            hint = nearest(miss.given, miss.choices)
            self._add("world_field", place, hint, key=True, key_name=miss.given, choices=choices)
        elif miss.kind == "value":
            hint = nearest(miss.given, miss.choices)
            self._add("world_value", place, hint, value=miss.given, choices=choices)
        else:
            self._type(miss, place, "world_type")

    def _type(self, miss: Misfit, place: Where, code: str, **values: Any) -> None:
        wanted = Name(_SCHEMA_NAMES.get(miss.choices[0], "mapping") if miss.choices else "mapping")
        self._add(code, place, wanted=wanted, given=kind_of(miss.given), **values)


def _bans(where: Where) -> bool:
    return "must_not_call" in where or ("limits" in where and "calls" in where)


def _last_name(path: Where) -> str:
    """The argument that a place inside a tool's arguments belongs to."""
    return str(path[0]) if path else ""


def _tools_named(scenario: Scenario, where: Where) -> Iterator[tuple[Where, str, bool]]:
    """Every tool that a scenario names: its place, its name, and whether the name is a key."""
    for number, limit in enumerate(scenario.limits):
        for item, tool in enumerate(limit.calls):
            yield (*where, "limits", number, "calls", item), tool, False
    for number, fault in enumerate(scenario.faults):
        yield (*where, "faults", number, "tool"), fault.tool, False
    path = scenario.path
    if path is None:
        return
    for key in ("must_call", "must_succeed", "must_not_call", "order"):
        for item, tool in enumerate(getattr(path, key) or ()):
            yield (*where, "path", key, item), tool, False
    for place, tool in tools_in(path.reference):
        yield (*where, "path", "reference", *place), tool, False
    tables: dict[str, Mapping[str, Any]] = {"arguments": path.arguments or {}, "overrides": path.overrides}
    for key, table in tables.items():
        for tool in table:
            yield (*where, "path", key, tool), tool, True


def _conditions(scenario: Scenario, where: Where) -> Iterator[tuple[Where, dict[str, Any]]]:
    """Every condition on the state."""
    successes: list[tuple[Where, Success | None]] = [((*where, "success"), scenario.success)]
    for number, change in enumerate(scenario.persona.changes):
        successes.append(((*where, "persona", "changes", number, "success"), change.success))
    for path, success in successes:
        if success is not None:
            yield (*path, "state"), success.state
    for number, limit in enumerate(scenario.limits):
        if limit.state is not None:
            yield (*where, "limits", number, "state"), limit.state


def check_against_world(loaded: LoadedSuite, world: type[World]) -> tuple[Problem, ...]:
    """What the suite asks of its world that the world has not, with places and nearest names.

    Looks at the tools of paths, limits and faults, at arguments, at the start state, and at every condition.
    An empty tuple means that all is well; raise `SuiteError(problems)` where that is wanted.
    """
    return WorldChecker(loaded, world).check()
