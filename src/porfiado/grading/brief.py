"""A scenario made ready for grading: patterns compiled, facts and success for each change of mind.

Built once for a scenario and used for all its conversations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from porfiado.cases import Fact, Limit, Path, Scenario
from porfiado.grading.canonical import shown
from porfiado.grading.provenance import Known
from porfiado.grading.reference import Reference
from porfiado.lazy import lazy
from porfiado.patterns import Pattern, compile_pattern
from porfiado.text import comparable, value_finder
from porfiado.user.hearing import FactProbe, Hearing, Listener

if TYPE_CHECKING:
    from porfiado.grading.said import Datum

T = TypeVar("T")

_KEPT = 4096  # messages whose hearing is kept for a scenario; trials repeat many of them


class Memory(Generic[T]):
    """What was found in a message, kept for the next conversation that has the same message."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[str, T] = {}

    def get(self, message: str, find: Callable[[str], T]) -> T:
        """What `find` finds in `message`, as found before where it was."""
        try:
            return self._kept[message]
        except KeyError:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            found = self._kept[message] = find(message)
            return found


class LimitBrief(NamedTuple):
    """A limit made ready."""

    id: str
    calls: frozenset[str]
    says: tuple[Pattern, ...]
    state: Mapping[str, Any] | None


class Promise(NamedTuple):
    """The index of a limit that a message breaks in words, and the clause that does."""

    limit: int
    quote: str


class Assertion(NamedTuple):
    """A claim in a message: its topic, its value folded, its clause, and whether that openly corrects."""

    topic: str
    value: str
    quote: str
    corrects: bool


class ChangeBrief(NamedTuple):
    """When a change of mind takes place."""

    after_turn: int | None
    when: Pattern | None


class Phase:
    """What is in force between two changes of mind.

    Attributes:
        success: The condition on the state, or None.
        facts: The facts with their values in force.
        changed: The facts whose values are new in this phase.
    """

    def __init__(
        self, success: dict[str, Any] | None, facts: Mapping[str, Fact], changed: frozenset[str], brief: Brief
    ) -> None:
        self.success = success
        self.facts = facts
        self.changed = changed
        self._brief = brief
        self._heard: Memory[Hearing] = Memory()
        self._carried: Memory[tuple[str, ...]] = Memory()

    @lazy
    def _finders(self) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
        return tuple((name, tuple(map(value_finder, fact.sayings))) for name, fact in self.facts.items())

    @lazy
    def success_text(self) -> str:
        """The success condition as a person is shown it."""
        return shown(self.success)

    def carried_by(self, message: str) -> tuple[str, ...]:
        """The facts whose value stands in the user's `message`."""
        return self._carried.get(message, self._find_carried)

    def _find_carried(self, message: str) -> tuple[str, ...]:
        folded = comparable(message)
        return tuple(name for name, finders in self._finders if any(f.search(folded) for f in finders))

    @lazy
    def _listener(self) -> Listener:
        unknown = self._brief.scenario.persona.unknown
        probes = [
            FactProbe(name, fact.value, fact.type, fact.asks, fact.forms) for name, fact in self.facts.items()
        ]
        # What the user does not know is listened for too, so that each ask finds its own fact.
        probes += [FactProbe(name, None, fact.type, fact.asks) for name, fact in unknown.items()]
        return Listener(probes, self._brief.language)

    def listen(self, message: str) -> Hearing:
        """What the agent's `message` does to the facts."""
        return self._heard.get(message, self._listener.listen)


class Brief:
    """A scenario as grading reads it, in the language of the conversation.

    Attributes:
        scenario: The scenario.
        language: The language whose rules hear the conversation.
        tools: Tool → whether it writes, as the world declares it; empty where nobody said.
        known: What the agent knew from the start: its prompt, and the schemas of its tools.
        phases: What is in force before the first change of mind, and after each.
        changes: When the changes of mind take place.
        promises: What `limits` found in messages.
        answers: What `answer` found in messages.
        assertions: What `contradictions` found in messages.
        said: The data found in messages.
    """

    def __init__(
        self,
        scenario: Scenario,
        language: str,
        tools: Mapping[str, bool] | None = None,
        known: Known | None = None,
    ) -> None:
        self.scenario = scenario
        self.language = language
        self.tools = dict(tools or {})
        self.known = (known or Known()).heard_in(language)
        self.phases = _phases(scenario, self)
        self.promises: Memory[tuple[Promise, ...]] = Memory()
        self.answers: Memory[dict[str, str]] = Memory()
        self.assertions: Memory[tuple[Assertion, ...]] = Memory()
        self.said: Memory[tuple[Datum, ...]] = Memory()
        self.changes = tuple(
            ChangeBrief(change.after_turn, compile_pattern(change.when) if change.when else None)
            for change in scenario.persona.changes
        )

    @lazy
    def limits(self) -> tuple[LimitBrief, ...]:
        """The limits, patterns compiled."""
        return tuple(map(_limit, self.scenario.limits))

    @lazy
    def demanded(self) -> frozenset[str]:
        """The tools that the path calls, and those that others require before them."""
        path = self.scenario.path
        return self.known.checks | frozenset(path.tools if path else ())

    @lazy
    def claims(self) -> tuple[tuple[str, tuple[Pattern, ...]], ...]:
        """The topics whose claims are tracked, patterns compiled."""
        return tuple((topic, _compiled(patterns)) for topic, patterns in self.scenario.claims.items())

    @lazy
    def reference(self) -> Reference:
        """The reference trajectory, made ready; ask only where the scenario has one."""
        path = self.scenario.path or Path()
        return Reference(
            path.reference, mode=path.match, arguments=path.arguments_match, overrides=path.overrides
        )

    @lazy
    def says(self) -> tuple[Pattern, ...]:
        """What the answer must say."""
        return _compiled(self.scenario.answer.says) if self.scenario.answer else ()

    @lazy
    def says_not(self) -> tuple[Pattern, ...]:
        """What the answer must not say."""
        return _compiled(self.scenario.answer.says_not) if self.scenario.answer else ()


def _compiled(patterns: tuple[str, ...]) -> tuple[Pattern, ...]:
    return tuple(map(compile_pattern, patterns))


def _limit(limit: Limit) -> LimitBrief:
    return LimitBrief(limit.id, frozenset(limit.calls), _compiled(limit.says), limit.state)


def _phases(scenario: Scenario, brief: Brief) -> tuple[Phase, ...]:
    facts: dict[str, Fact] = dict(scenario.persona.facts)
    success = scenario.success.state if scenario.success else None
    phases = [Phase(success, facts, frozenset(), brief)]
    for change in scenario.persona.changes:
        facts = {**facts, **{name: _inherit(fact, facts.get(name)) for name, fact in change.facts.items()}}
        success = change.success.state if change.success else success
        phases.append(Phase(success, facts, frozenset(change.facts), brief))
    return tuple(phases)


def _inherit(fact: Fact, before: Fact | None) -> Fact:
    """A fact's new value is asked for as the old one was, unless the change says otherwise."""
    if before is None:
        return fact
    return fact.model_copy(update={"type": fact.type or before.type, "asks": fact.asks or before.asks})
