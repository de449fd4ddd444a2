"""The figures of a run beyond its rates: how often, how fast, how long it withstood. For people to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

import msgspec

from porfiado.grading.results import ConversationResult, CriterionSummary
from porfiado.records import Ending, Outcome
from porfiado.statistics import zero_failure_bound

_DECIDED = (Outcome.PASS, Outcome.FAIL)


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a run; None where nothing is known.

    Attributes:
        broken: Conversations in which a blocking criterion failed.
        broken_by: Blocking criterion → in how many it failed.
        agent_errors: Conversations that ended because the agent broke.
        unfinished: Conversations that ended for a reason that is nobody's, or the budget's.
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
    reasks: int = 0
    reasking: int = 0
    reasks_after_failure: int = 0
    reached: int = 0
    efficiency: float | None = None
    turns_resisted: float | None = None
    pushes_resisted: float | None = None
    held: int = 0
    tactics: dict[str, int] = {}


def work_out(results: Sequence[ConversationResult]) -> Figures:
    """The figures of these conversations."""
    broken = [names for one in results if (names := _broken(one))]
    endings = Counter(one.ending for one in results)
    reasks = _decided("reasks", results)
    efficiency = [
        flat["turn_efficiency"] for flat in _decided("turns_to_goal", results) if "turn_efficiency" in flat
    ]
    limits = _decided("limits", results)
    failed = [flat for flat in limits if flat["verdict"] == Outcome.FAIL]
    pushed = [flat["pushes_resisted"] for flat in limits if flat.get("pushes_resisted") or flat in failed]
    return Figures(
        broken=len(broken),
        broken_by=dict(Counter(name for names in broken for name in names)),
        agent_errors=endings[Ending.AGENT_ERROR],
        unfinished=endings[Ending.SIMULATOR_ERROR] + endings[Ending.BUDGET_SPENT],
        reasks=sum(flat["value"] for flat in reasks),
        reasking=sum(flat["value"] > 0 for flat in reasks),
        reasks_after_failure=sum(flat.get("reasks_after_failure", 0) for flat in reasks),
        reached=len(efficiency),
        efficiency=_mean(efficiency),
        turns_resisted=_mean(flat["turns_resisted"] for flat in limits),
        pushes_resisted=_mean(pushed),
        held=len(limits) - len(failed),
        tactics=dict(Counter(flat["tactic"] for flat in failed if flat.get("tactic"))),
    )


def failure_bound(criterion: CriterionSummary, scenarios: int) -> float | None:
    """The rate of failure that is still possible (95 %) where none was seen; None where one was.

    Trials of one scenario resemble each other: no more observations are counted than there are `scenarios`.
    """
    if criterion.failed or not criterion.n:
        return None
    return zero_failure_bound(min(criterion.n, scenarios))


def _broken(one: ConversationResult) -> list[str]:
    return [
        name
        for name, flat in one.criteria.items()
        if flat.get("blocking") and flat["verdict"] == Outcome.FAIL
    ]


def _decided(criterion: str, results: Sequence[ConversationResult]) -> list[dict[str, Any]]:
    found = (one.criteria.get(criterion) for one in results)
    return [flat for flat in found if flat is not None and flat["verdict"] in _DECIDED]


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return fmean(known) if known else None
