"""Which planted defects does a suite catch?

The good agent and each defective one hold the same conversations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from porfiado.agents import resolve
from porfiado.agents.reference import DEFECTS, Defect
from porfiado.records import Conversation, Ending, Outcome
from porfiado.runs.execute import execute
from porfiado.runs.plan import Job
from porfiado.runs.runner import Finished, Runner

BASELINE = "reference:clerk"

HANGING_LIMIT = 0.2  # seconds for a reply of an agent that hangs; it is waited for once, all at the same time
CONCURRENCY = 64


class Status(StrEnum):
    """What became of a defect."""

    CAUGHT = "caught"
    ESCAPED = "escaped"
    IDLE = "idle"  # it never behaved otherwise than the good agent: the suite gives it no occasion


@dataclass(frozen=True)
class Trace:
    """What is kept of a conversation to compare agents.

    Attributes:
        key: suite, scenario, trial.
        fingerprint: of all that was said and done.
        red: the criteria that failed, and an ending that no goal led to.
        blocking: those of `red` that fail a run.
        silent: the criteria that had nothing to judge in it.
        turns: how many it had.
    """

    key: tuple[str, str, int]
    fingerprint: int
    red: frozenset[str]
    turns: int
    blocking: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()


@dataclass
class DefectReport:
    """One defect on one suite, counted in conversations where this agent is red and the good one is not."""

    defect: Defect
    found_by: Counter[str] = field(default_factory=Counter)
    also_red: Counter[str] = field(default_factory=Counter)
    acted: int = 0
    conversations: int = 0
    turns: int = 0

    @property
    def status(self) -> Status:
        """Caught by what should catch it, escaped, or without an occasion to show."""
        if self.found_by:
            return Status.CAUGHT
        return Status.ESCAPED if self.acted else Status.IDLE


@dataclass
class Survey:
    """The good agent and every defective one on the same conversations."""

    baseline: list[Finished] = field(default_factory=list)
    defects: list[DefectReport] = field(default_factory=list)

    @property
    def conversations(self) -> int:
        """How many conversations were held in all."""
        return len(self.baseline) + sum(report.conversations for report in self.defects)

    @property
    def turns(self) -> int:
        """How many turns they had."""
        own = sum(len(finished.conversation.turns) for finished in self.baseline)
        return own + sum(report.turns for report in self.defects)

    @property
    def escaped(self) -> list[DefectReport]:
        """The defects that acted and that nothing found which should."""
        return [report for report in self.defects if report.status is Status.ESCAPED]


async def survey_defects(
    jobs: Sequence[Job],
    runner: Runner,
    survey: Survey,
    *,
    hanging_limit: float = HANGING_LIMIT,
    concurrency: int = CONCURRENCY,
    on_finished: Callable[[Finished], None] = lambda _: None,
) -> None:
    """Hold every job with the good agent, then with each planted defect; what is found goes into `survey`.

    `hanging_limit` (seconds for a reply) is for the agent that hangs. The others have the suite's own limit:
    a busy machine must not make a slow tool look like a broken agent.
    """
    await execute(
        jobs,
        runner.with_agent(resolve(BASELINE)).hold,
        concurrency=concurrency,
        on_result=survey.baseline.append,
        on_finished=on_finished,
    )
    good = {trace.key: trace for trace in map(trace_of, survey.baseline)}
    for defect in DEFECTS.values():
        report = DefectReport(defect)
        survey.defects.append(report)
        await execute(
            jobs,
            _defective(runner, defect, hanging_limit).hold,
            concurrency=concurrency,
            on_result=lambda finished, report=report: _compare(report, trace_of(finished), good),  # type: ignore[misc]
            on_finished=on_finished,
        )


def _defective(runner: Runner, defect: Defect, hanging_limit: float) -> Runner:
    with_defect = runner.with_agent(resolve(f"reference:{defect.name}"))
    return with_defect.with_timeout(hanging_limit) if defect.hangs else with_defect


def trace_of(finished: Finished) -> Trace:
    """What is kept of a conversation: criteria that failed, and an ending that no goal led to."""
    conversation, criteria = finished.conversation, finished.graded.criteria
    red = {name for name, verdict in criteria.items() if verdict.verdict is Outcome.FAIL}
    blocking = frozenset(name for name in red if criteria[name].blocking)
    silent = frozenset(name for name, one in criteria.items() if one.verdict is Outcome.NOT_APPLICABLE)
    if conversation.ending in (Ending.AGENT_ERROR, Ending.TURN_LIMIT, Ending.USER_LEFT):
        red.add(conversation.ending.value)
    key = (finished.job.suite.suite, finished.job.scenario.id, finished.job.trial)
    fingerprint = _fingerprint(conversation)
    return Trace(key, fingerprint, frozenset(red), len(conversation.turns), blocking, silent)


def _compare(report: DefectReport, trace: Trace, good: dict[tuple[str, str, int], Trace]) -> None:
    baseline = good[trace.key]
    report.conversations += 1
    report.turns += trace.turns
    report.acted += trace.fingerprint != baseline.fingerprint
    newly_red = trace.red - baseline.red
    finders = _finders(report.defect, baseline, trace)
    report.found_by.update(newly_red & finders)
    report.also_red.update(newly_red - finders)


def _finders(defect: Defect, baseline: Trace, trace: Trace) -> set[str]:
    """The criteria that find `defect` in this conversation.

    Its own; and where one of those has nothing to judge, what fails the run: nobody ships such an agent.
    """
    own = set(defect.expected)
    return own | trace.blocking if own & baseline.silent else own


def _fingerprint(conversation: Conversation) -> int:
    return hash(msgspec.json.encode(conversation))
