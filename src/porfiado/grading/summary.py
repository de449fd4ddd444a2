"""All conversations of a run together: rates with their intervals, endings, drift, faults of the suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from porfiado.cases import Kind, Scenario
from porfiado.cases.lint_suite import FAR, LARGE, MIX, SMALLEST_MIX, distance
from porfiado.grading.findings import say
from porfiado.grading.path_cost import measures, shortest_paths
from porfiado.grading.prose import render
from porfiado.grading.results import (
    ConversationResult,
    CriterionSummary,
    SuiteWarning,
    Summary,
    criteria_of,
)
from porfiado.locales import FALLBACK
from porfiado.records import Ending, Outcome
from porfiado.statistics import CONFIDENCE, clustered_rate, wilson

UNCOMFORTABLE = frozenset({Kind.CONFUSED, Kind.MIND_CHANGING, Kind.INSISTENT})
MILD_ELICITATION = 0.3  # mean elicitation at or below which met goals show a user who says too much
_SHARES = frozenset({"elicitation"})  # criteria whose value is a share, so that its mean says something


def summarise(
    results: Sequence[ConversationResult],
    scenarios: Sequence[Scenario] = (),
    *,
    lang: str = FALLBACK,
    confidence: float = CONFIDENCE,
) -> Summary:
    """The summary of a run.

    Args:
        results: Its conversations.
        scenarios: Its scenarios, for the warnings about the mix of personas; none are given without them.
        lang: The language of the warnings.
        confidence: Coverage of the intervals.
    """
    paths = [(_named(one), one.path) for one in results if one.path is not None]
    shortest = shortest_paths(paths)
    return Summary(
        conversations=len(results),
        scenarios=len({(one.suite, one.scenario) for one in results}),
        endings=dict(Counter(one.ending.value if one.ending else "unknown" for one in results)),
        criteria={name: _criterion(name, results, confidence) for name in criteria_of(results)},
        drift=_drift(results),
        median_turns=median_turns(results),
        path=measures(paths, shortest),
        shortest=shortest,
        warnings=suite_warnings(results, scenarios, lang=lang),
    )


def _named(one: ConversationResult) -> str:
    return one.scenario if one.suite is None else f"{one.suite}/{one.scenario}"


def median_turns(results: Sequence[ConversationResult]) -> float | None:
    """The median of the turns of the conversations whose goal was met; of the others turns mean nothing."""
    turns = [one.turns for one in results if one.ending is Ending.GOAL_MET]
    return float(median(turns)) if turns else None


def _criterion(name: str, results: Sequence[ConversationResult], confidence: float) -> CriterionSummary:
    flat = [one.criteria[name] for one in results if name in one.criteria]
    counts = Counter(one["verdict"] for one in flat)
    passed, failed, error = counts[Outcome.PASS], counts[Outcome.FAIL], counts[Outcome.ERROR]
    n = passed + failed
    values = [
        one["value"] for one in flat if one["verdict"] in (Outcome.PASS, Outcome.FAIL) and "value" in one
    ]
    return CriterionSummary(
        n=n,
        passed=passed,
        failed=failed,
        not_applicable=counts[Outcome.NOT_APPLICABLE],
        error=error,
        rate=passed / n if n else None,
        interval=_interval(name, results, confidence) if n else None,
        bounds=(passed / (n + error), (passed + error) / (n + error)) if error else None,
        blocking=any(one.get("blocking") for one in flat),
        mean=sum(values) / len(values) if name in _SHARES and values else None,
    )


def _interval(name: str, results: Sequence[ConversationResult], confidence: float) -> tuple[float, float]:
    """Wilson's interval with one trial for each scenario, else one clustered by scenario."""
    clusters: dict[tuple[str | None, str], list[int]] = {}
    for one in results:
        outcome = one.outcome(name)
        if outcome in (Outcome.PASS, Outcome.FAIL):
            clusters.setdefault((one.suite, one.scenario), []).append(int(outcome == Outcome.PASS))
    outcomes = list(clusters.values())
    if all(len(trials) == 1 for trials in outcomes):
        return wilson(sum(map(sum, outcomes)), len(outcomes), confidence)
    return clustered_rate(outcomes, confidence).interval


def _drift(results: Sequence[ConversationResult]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in results:
        total.update(one.drift)
    return dict(total)


def suite_warnings(
    results: Sequence[ConversationResult], scenarios: Sequence[Scenario], *, lang: str = FALLBACK
) -> tuple[SuiteWarning, ...]:
    """Faults of a suite that its results or its personas show."""
    found = [check(results, scenarios) for check in _CHECKS]
    return tuple(
        SuiteWarning(code, render(say(code, **values), lang)) for code, values in filter(None, found)
    )


_Found = tuple[str, dict[str, Any]] | None


def _mild_user(results: Sequence[ConversationResult], scenarios: Sequence[Scenario]) -> _Found:
    values = [
        one.criteria["elicitation"]["value"]
        for one in results
        if one.ending is Ending.GOAL_MET and one.outcome("elicitation") in (Outcome.PASS, Outcome.FAIL)
    ]
    mean = sum(values) / len(values) if values else 1.0
    return ("mild_user", {"value": mean}) if mean <= MILD_ELICITATION else None


def _all_in_opening(results: Sequence[ConversationResult], scenarios: Sequence[Scenario]) -> _Found:
    withholding = [
        [entry for entry in one.ledger.values() if entry.withheld]
        for one in results
        if any(entry.withheld for entry in one.ledger.values())
    ]
    count = sum(all(entry.delivered == 1 for entry in entries) for entries in withholding)
    return ("all_in_opening", {"count": count, "of": len(withholding)}) if count else None


def _no_uncomfortable(results: Sequence[ConversationResult], scenarios: Sequence[Scenario]) -> _Found:
    talks = _talks(scenarios)
    if len(talks) < SMALLEST_MIX or any(one.persona.kind in UNCOMFORTABLE for one in talks):
        return None
    return "no_uncomfortable", {}


def _talks(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """The scenarios that are conversations: a case of one turn has no persona to speak of."""
    return [one for one in scenarios if one.max_turns != 1]


def _mix_far(results: Sequence[ConversationResult], scenarios: Sequence[Scenario]) -> _Found:
    talks = _talks(scenarios)
    counts = Counter(one.persona.kind for one in talks)
    if len(talks) < LARGE or distance(counts) <= FAR:
        return None
    return "mix_far", {"mix": "/".join(f"{100 * counts[kind] / len(talks):.0f}" for kind in MIX)}


_CHECKS: tuple[Callable[[Sequence[ConversationResult], Sequence[Scenario]], _Found], ...] = (
    _mild_user,
    _all_in_opening,
    _no_uncomfortable,
    _mix_far,
)
