"""Grading: one conversation beside its scenario in, one verdict for each criterion out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from porfiado.cases import Scenario
from porfiado.grading.brief import Brief
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, say, undecided
from porfiado.grading.path_cost import PathCost, path_cost
from porfiado.grading.prose import render_all
from porfiado.grading.provenance import Known
from porfiado.grading.registry import Criterion, all_criteria
from porfiado.locales import FALLBACK, languages
from porfiado.records import Conversation, Drift, Ending, FactLedger, Outcome, Verdict
from porfiado.world import ConditionError

_SCENARIOS_KEPT = 512  # scenarios whose patterns stay compiled between calls of `grade`


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """What grading found in one conversation.

    Attributes:
        criteria: The verdicts by criterion, in the fixed order of the results.
        ledger: Each fact's history.
        drift: What the simulator did that a real user would not.
        ending: How it ended: as recorded, or worked out where nobody recorded it.
        turns: How many turns it had.
        path: What its path cost; None where nothing is known of it.
    """

    criteria: dict[str, Verdict]
    ledger: dict[str, FactLedger]
    drift: Drift
    ending: Ending | None
    turns: int
    path: PathCost | None = None

    @property
    def failed(self) -> tuple[str, ...]:
        """The blocking criteria that failed."""
        return tuple(
            name for name, one in self.criteria.items() if one.blocking and one.verdict is Outcome.FAIL
        )


class Grader:
    """Grades the conversations of one scenario.

    Args:
        scenario: What was asked for.
        language: Used where neither the conversation nor the scenario says which language it is in.
        tools: Tool → whether it writes, as the world declares it. Tells which calls changed the state where
            neither the record nor the states do.
        known: The agent's prompt and the schemas of its tools, where the record does not hold them.
        lang: The language of reasons and evidence.
        blocking: Criterion → whether its failure fails the run, where that is not as declared.
        criteria: The criteria to grade by; all there are unless given.
    """

    def __init__(
        self,
        scenario: Scenario,
        language: str = FALLBACK,
        *,
        tools: Mapping[str, bool] | None = None,
        known: Known | None = None,
        lang: str = FALLBACK,
        blocking: Mapping[str, bool] | None = None,
        criteria: Sequence[Criterion] | None = None,
    ) -> None:
        self.scenario = scenario
        self.lang = lang
        self._language = language
        self._tools = tools
        self._known = known
        declared = criteria if criteria is not None else all_criteria()
        self._criteria = [(one, (blocking or {}).get(one.name, one.blocking)) for one in declared]
        self._briefs: dict[str, Brief] = {}

    def grade(self, conversation: Conversation) -> Graded:
        """The verdicts on one conversation of the scenario. Never raises for what stands in the record."""
        evidence = self.evidence(conversation)
        criteria: dict[str, Verdict] = {}
        broke = conversation.ending is not None and conversation.ending.broke
        for criterion, blocking in self._criteria:
            finding = _look(criterion, evidence)
            if finding is not None and broke and not _stands(finding):
                finding = _broken_off(finding, conversation)
            if finding is not None:
                criteria[criterion.name] = self._verdict(finding, blocking)
        return Graded(
            criteria=criteria,
            ledger=evidence.ledger,
            drift=_drift(evidence),
            ending=_ending(evidence),
            turns=len(conversation.turns),
            path=path_cost(evidence, criteria),
        )

    def evidence(self, conversation: Conversation) -> Evidence:
        """The conversation as the criteria see it."""
        language = hearing_language(conversation.language, self.scenario.language, self._language)
        brief = self._briefs.get(language)
        if brief is None:
            brief = self._briefs[language] = Brief(self.scenario, language, self._tools, self._known)
        return Evidence(conversation, brief)

    def _verdict(self, finding: Finding, blocking: bool) -> Verdict:
        return Verdict(
            verdict=finding.outcome,
            blocking=blocking,
            value=finding.value,
            turn=finding.turn,
            evidence=render_all(finding.evidence, self.lang),
            reason=render_all((finding.reason,), self.lang) if finding.reason else None,
            extra=finding.extra,
        )


def grade(
    conversation: Conversation,
    scenario: Scenario,
    *,
    language: str = FALLBACK,
    tools: Mapping[str, bool] | None = None,
    lang: str = FALLBACK,
) -> Graded:
    """The verdicts on a conversation; see `Grader` for the arguments.

    What is compiled of a scenario is kept for the next call with the same scenario object.
    """
    declared = tuple(sorted(tools.items())) if tools else ()
    return _grader(_Same(scenario), language, declared, lang).grade(conversation)


class _Same:
    """A scenario as a key: equal only to itself, so that a lookup costs nothing."""

    __slots__ = ("scenario",)

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def __hash__(self) -> int:
        return id(self.scenario)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.scenario is self.scenario


@lru_cache(maxsize=_SCENARIOS_KEPT)
def _grader(same: _Same, language: str, tools: tuple[tuple[str, bool], ...], lang: str) -> Grader:
    return Grader(same.scenario, language=language, tools=dict(tools), lang=lang)


def hearing_language(*wishes: str | None) -> str:
    """The first wish that is a language of the locales ("es-CL" is "es"), else English."""
    known = languages()
    for wish in wishes:
        short = (wish or "").replace("_", "-").partition("-")[0].lower()
        if short in known:
            return short
    return FALLBACK


def _look(criterion: Criterion, evidence: Evidence) -> Finding | None:
    """What the criterion finds. Its own fault is an error of this one verdict, and costs no other."""
    try:
        finding: Any = criterion.check(evidence)
    except Exception as error:
        return undecided(say("criterion_broke", error=f"{type(error).__name__}: {error}"))
    if finding is None:
        return None
    if isinstance(finding, Finding):
        return finding
    return undecided(say("criterion_broke", error=f"it returned {type(finding).__name__}, not a Finding"))


def _broken_off(finding: Finding, conversation: Conversation) -> Finding:
    """A finding that the conversation ended too early for; what had been seen by then is kept."""
    ending = say(f"ending_{conversation.ending}")
    return undecided(say("broke_off", ending=ending, detail=conversation.error or "–"), finding)


def _stands(finding: Finding) -> bool:
    """Whether a finding stays although the conversation broke off."""
    return finding.settled and finding.outcome in (Outcome.FAIL, Outcome.NOT_APPLICABLE)


def _ending(evidence: Evidence) -> Ending | None:
    """The ending, as recorded where the scenario's condition cannot be checked."""
    try:
        return evidence.ending
    except (ConditionError, RecursionError):
        return evidence.conversation.ending


def _drift(evidence: Evidence) -> Drift:
    """The simulator's own count, and never fewer volunteered facts than the ledger shows."""
    recorded = evidence.conversation.drift
    volunteered = sum(entry.volunteered is True for entry in evidence.ledger.values())
    if recorded is None:
        return Drift(volunteered=volunteered)
    if recorded.volunteered >= volunteered:
        return recorded
    changed: dict[str, Any] = {"volunteered": volunteered}
    return msgspec.structs.replace(recorded, **changed)
