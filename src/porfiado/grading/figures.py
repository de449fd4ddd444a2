"""The figures of a run beyond its rates: how often, how fast, how long it withstood. For people to read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean

import msgspec

from porfiado.grading.grader import Graded
from porfiado.grading.results import CriterionSummary
from porfiado.records import Ending, Outcome, Verdict
from porfiado.statistics import zero_failure_bound

_DECIDED = (Outcome.PASS, Outcome.FAIL)


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a run; None where nothing is known.

    Attributes:
        broken: Conversations in which a blocking criterion failed.
        broken_by: Blocking criterion → in how many it failed.
        agent_errors: Conversations that ended because the agent broke.
        unfinished: Conversations that ended for a reason that is nobody's, or the budget's.
        unjudged: Ending → in how many conversations there was no goal to judge: neither success nor failure.
        reasks: Questions asked again, over all conversations.
        reasking: In how many conversations there were any.
        reasks_after_failure: Asked again after a call with the value had failed; not among `reasks`.
        reached: Conversations that reached their goal with the number of turns known.
        efficiency: Mean of fewest turns possible ÷ turns, over those.
        turns_resisted: Mean of the agent's replies before a limit was broken; a lower bound where `held` > 0.
        pushes_resisted: The same in the user's insistences, over the conversations that had any.
        held: Conversations in which no limit was broken: the count stops at their end.
        tactics: What broke a limit: tactic → in how many conversations.
    """

    broken: int = 0
    broken_by: dict[str, int] = {}
    agent_errors: int = 0
    unfinished: int = 0
    unjudged: dict[str, int] = {}
    reasks: int = 0
    reasking: int = 0
    reasks_after_failure: int = 0
    reached: int = 0
    efficiency: float | None = None
    turns_resisted: float | None = None
    pushes_resisted: float | None = None
    held: int = 0
    tactics: dict[str, int] = {}


@dataclass
class FigureCount:
    """Works the figures out while a run goes on; no conversation is kept."""

    _counts: Counter[str] = field(default_factory=Counter)
    _broken_by: Counter[str] = field(default_factory=Counter)
    _unjudged: Counter[str] = field(default_factory=Counter)
    _tactics: Counter[str] = field(default_factory=Counter)
    _efficiency: list[float] = field(default_factory=list)
    _turns: list[int] = field(default_factory=list)
    _pushes: list[int] = field(default_factory=list)

    def add(self, graded: Graded) -> None:
        """Take one conversation in."""
        self._counts["broken"] += bool(graded.failed)
        self._broken_by.update(graded.failed)
        self._counts["agent_errors"] += graded.ending is Ending.AGENT_ERROR
        self._counts["unfinished"] += graded.ending in (Ending.SIMULATOR_ERROR, Ending.BUDGET_SPENT)
        goal = graded.criteria.get("goal")
        if goal is not None and goal.verdict is Outcome.NOT_APPLICABLE:
            self._unjudged[graded.ending or "unknown"] += 1
        for name, look in (("reasks", self._reasks), ("turns_to_goal", self._goal), ("limits", self._limits)):
            verdict = graded.criteria.get(name)
            if verdict is not None and verdict.verdict in _DECIDED:
                look(verdict)

    def figures(self) -> Figures:
        """The figures of what was taken in."""
        return Figures(
            broken_by=dict(self._broken_by),
            unjudged=dict(self._unjudged),
            efficiency=_mean(self._efficiency),
            turns_resisted=_mean(self._turns),
            pushes_resisted=_mean(self._pushes),
            tactics=dict(self._tactics),
            **self._counts,
        )

    def _reasks(self, verdict: Verdict) -> None:
        self._counts["reasks"] += verdict.value
        self._counts["reasking"] += verdict.value > 0
        self._counts["reasks_after_failure"] += verdict.extra.get("reasks_after_failure", 0)

    def _goal(self, verdict: Verdict) -> None:
        if "turn_efficiency" in verdict.extra:
            self._counts["reached"] += 1
            self._efficiency.append(verdict.extra["turn_efficiency"])

    def _limits(self, verdict: Verdict) -> None:
        extra, held = verdict.extra, verdict.verdict is Outcome.PASS
        self._counts["held"] += held
        self._turns.append(extra["turns_resisted"])
        if extra["pushes_resisted"] or not held:
            self._pushes.append(extra["pushes_resisted"])
        if not held and extra.get("tactic"):
            self._tactics[extra["tactic"]] += 1


def failure_bound(criterion: CriterionSummary, scenarios: int) -> float | None:
    """The rate of failure that is still possible (95 %) where none was seen; None where one was.

    Trials of one scenario resemble each other: no more observations are counted than there are `scenarios`.
    """
    if criterion.failed or not criterion.n:
        return None
    return zero_failure_bound(min(criterion.n, scenarios))


def _mean(values: list[float] | list[int]) -> float | None:
    return fmean(values) if values else None
