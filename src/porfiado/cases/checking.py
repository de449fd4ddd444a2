"""What must hold between the parts of a suite: names that are used once, and that exist.

Looks at the file's own mappings, so that every mistake is found at once, whatever else is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from porfiado.cases.model import plain
from porfiado.cases.nodes import Map, Seq, Where, offset_of, steps
from porfiado.cases.problems import Report
from porfiado.cases.references import ReferenceChecker, ReferenceFault
from porfiado.cases.vocabulary import NEVER_FULL, fact_types, value_aliases
from porfiado.locales import languages
from porfiado.nearest import nearest
from porfiado.world import ConditionError, check_condition

WorldFault = Callable[[str, Path], str | None]
"""What is wrong with the world of that name, seen from that folder; None: nothing."""

_GROUPS = ("known", "withheld", "unknown")


def _map(node: Any, key: str) -> Map:
    value = node.get(key) if isinstance(node, Map) else None
    return value if isinstance(value, Map) else Map(0)


def _maps(node: Map, key: str) -> Iterator[tuple[int, Map]]:
    value = node.get(key)
    if isinstance(value, Seq):
        yield from ((i, item) for i, item in enumerate(value) if isinstance(item, Map))


def _texts(value: Any) -> Iterator[str]:
    yield from (item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str))


class Checker:
    """Checks one suite.

    `base` is the folder that its files stand in, None where there is none; `world_fault` looks at its world,
    which is left alone without it; `reference_fault` at reference trajectories that are no list of calls.
    """

    def __init__(
        self,
        report: Report,
        suite: Map,
        base: Path | None,
        world_fault: WorldFault | None = None,
        reference_fault: ReferenceFault | None = None,
    ) -> None:
        self.report = report
        self.suite = suite
        self.base = base
        self.world_fault = world_fault
        self.references = ReferenceChecker(report, self._condition, reference_fault)

    def check(self) -> None:
        """Note everything that does not hold."""
        self._language(self.suite, ())
        self._world()
        seen: dict[str, int] = {}
        for number, scenario in _maps(self.suite, "scenarios"):
            where: Where = ("scenarios", number)
            self._id(scenario, where, seen)
            self._language(scenario, where)
            self._scenario(scenario, where)
            self._persona(_map(scenario, "persona"), (*where, "persona"), self._types(scenario))

    def _world(self) -> None:
        world = self.suite.get("world")
        if not isinstance(world, str):
            return
        at = self.suite.values_at["world"]
        if not all(part.strip() for part in world.rpartition(":")[::2]):
            self.report.add("world_form", at, ("world",), world=world)
        elif self.world_fault is not None and self.base is not None:
            fault = self.world_fault(world, self.base)
            if fault is not None:
                self.report.add("world_import", at, ("world",), what=fault)

    def _language(self, node: Map, where: Where) -> None:
        language = node.get("language")
        if isinstance(language, str) and language not in languages():
            self.report.add(
                "unknown_language",
                node.values_at["language"],
                (*where, "language"),
                nearest(language, languages()),
                language=language,
                choices=", ".join(languages()),
            )

    def _types(self, scenario: Map) -> tuple[str, ...] | None:
        language = scenario.get("language", self.suite.get("language", "en"))
        return fact_types(language) if isinstance(language, str) and language in languages() else None

    def _id(self, scenario: Map, where: Where, seen: dict[str, int]) -> None:
        name = scenario.get("id")
        if not isinstance(name, str | int | float):
            return
        at = scenario.values_at["id"]
        if str(name) in seen:
            line, _ = self.report.source.place(seen[str(name)])
            self.report.add("duplicate_id", at, (*where, "id"), id=str(name), line=line)
        seen.setdefault(str(name), at)

    def _scenario(self, scenario: Map, where: Where) -> None:
        names: set[str] = set()
        for number, limit in _maps(scenario, "limits"):
            name: Any = limit.get("id")
            path = (*where, "limits", number)
            if isinstance(name, str) and name in names:
                self.report.add("limit_twice", limit.values_at["id"], path, id=name)
            names.add(str(name))
            self._condition(limit, "state", path)
        for number, fault in _maps(scenario, "faults"):
            kinds = [key for key in ("error", "inject") if fault.get(key) is not None]
            if len(kinds) + ("result" in fault) != 1:
                path = (*where, "faults", number)
                self.report.add("fault_kinds", fault.start, path, tool=fault.get("tool", "?"))
        self._condition(_map(scenario, "success"), "state", (*where, "success"))
        self.references.check(_map(scenario, "path"), (*where, "path"))
        arguments = _map(_map(scenario, "path"), "arguments")
        for tool in arguments:
            self._condition(arguments, tool, (*where, "path", "arguments"))

    def _condition(self, node: Map, key: str, where: Where) -> None:
        """A condition with operators that do not exist, or with operands that they cannot take."""
        condition = node.get(key)
        if not isinstance(condition, Map):
            return
        try:
            check_condition(plain(condition))
        except ConditionError as error:
            for problem in error.problems:
                place = steps(problem.path)
                at = offset_of(condition, place, of_key=True) if place else node.values_at[key]
                self.report.add("world_condition", at, (*where, key, *place), what=problem.describe())

    def _persona(self, persona: Map, where: Where, types: tuple[str, ...] | None) -> None:
        facts = self._facts(persona, where, types)
        given = {name: fact for name, (group, fact) in facts.items() if group != "unknown"}
        prefers = _map(persona, "prefers")
        for topic in prefers:
            # A preference may be about something the persona has no fact of (the hour among those offered):
            # only what looks like a misspelt fact is a mistake.
            if topic not in facts and nearest(topic, facts, at_least=80):
                self._unknown(prefers.keys_at[topic], (*where, "prefers"), "prefers", topic, facts)
        for number, change in _maps(persona, "changes"):
            self._change(change, (*where, "changes", number), list(given), types)
        for number, confusion in _maps(persona, "confusions"):
            name: Any = confusion.get("fact")
            if isinstance(name, str) and name not in given:
                path = (*where, "confusions", number)
                self._unknown(confusion.values_at["fact"], path, "confusions", name, given)
        self._constraints(persona, where, given)

    def _facts(self, persona: Map, where: Where, types: tuple[str, ...] | None) -> dict[str, tuple[str, Any]]:
        """Every fact that the persona speaks of → the group it is in, and what is written of it."""
        found: dict[str, tuple[str, Any]] = {}
        for group in _GROUPS:
            for name, fact, at in _items(persona.get(group)):
                if name in found:
                    first = found[name][0]
                    path = (*where, group, name)
                    self.report.add("fact_twice", at, path, fact=name, first=first, second=group)
                    continue
                found[name] = (group, fact)
                self._type(fact, (*where, group, name), types)
        return found

    def _type(self, fact: Any, where: Where, types: tuple[str, ...] | None) -> None:
        kind = fact.get("type") if isinstance(fact, Map) else None
        if types is None or not isinstance(kind, str) or kind in types:
            return
        at = fact.values_at["type"]
        hint = nearest(kind, (*types, *value_aliases("type")))
        self.report.add("unknown_type", at, (*where, "type"), hint, type=kind)

    def _change(self, change: Map, where: Where, facts: list[str], types: tuple[str, ...] | None) -> None:
        if (change.get("after_turn") is None) == (change.get("when") is None):
            self.report.add("change_trigger", change.start, where)
        changed = _map(change, "facts")
        for name in changed:
            # A change may bring a fact that was not there before; only what looks misspelt is a mistake.
            if name not in facts and nearest(name, facts):
                self._unknown(changed.keys_at[name], (*where, "facts"), "changes.facts", name, facts)
            self._type(changed[name], (*where, "facts", name), types)
        self._condition(_map(change, "success"), "state", (*where, "success"))

    def _constraints(self, persona: Map, where: Where, facts: dict[str, Any]) -> None:
        constraints = persona.get("constraints")
        at = persona.values_at.get("constraints", persona.start)
        for word in _texts(constraints):
            if not word.startswith(NEVER_FULL):
                continue
            name = word.removeprefix(NEVER_FULL)
            if name not in facts:
                self._unknown(at, (*where, "constraints"), word, name, facts)
            elif not isinstance(facts[name], Map) or not facts[name].get("forms"):
                self.report.add("never_full_forms", at, (*where, "constraints"), word=word, fact=name)

    def _unknown(self, at: int, where: Where, key: str, name: str, facts: Any) -> None:
        self.report.add("unknown_fact", at, where, nearest(name, facts), key=key, fact=name)


def _items(group: Any) -> Iterator[tuple[str, Any, int]]:
    if isinstance(group, Map):
        yield from ((name, group[name], group.keys_at[name]) for name in group)
    elif isinstance(group, Seq):
        for name, at in zip(group, group.items_at, strict=True):
            if isinstance(name, str):
                yield name, None, at
