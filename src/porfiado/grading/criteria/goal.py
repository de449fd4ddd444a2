"""`goal`: did the state satisfy the success condition at the end?"""

from __future__ import annotations

from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, Say, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.grading.states import UNKNOWN


@criterion("goal", blocking=True)
def goal(evidence: Evidence) -> Finding:
    """Read from the state after the last turn, with the condition in force by then; never from words."""
    return judge_end(evidence)


def judge_end(evidence: Evidence) -> Finding:
    """Whether the state at the end is what the scenario wants."""
    return evidence.once("end", _judge_end)


def _judge_end(evidence: Evidence) -> Finding:
    reason = why_not(evidence)
    if reason is not None:
        return not_applicable(reason)
    last = len(evidence.turns)
    mismatch = evidence.mismatch(last)
    if mismatch is not None:
        return failed(False, say("state_differs", turn=last, difference=mismatch), turn=last)
    since = held_since(evidence)
    return passed(True, say("state_holds", turn=since, state=evidence.phase(last).success_text), turn=since)


def why_not(evidence: Evidence) -> Say | None:
    """Why the end cannot be judged by the state, or None where it can."""
    if not evidence.scenario.persona.grantable:
        return say("not_grantable")
    if evidence.last_phase.success is None:
        return say("no_success")
    if not evidence.any_state:
        return say("no_state")
    if evidence.states[-1] is UNKNOWN:
        return say("no_last_state")
    return None


def held_since(evidence: Evidence) -> int:
    """The first turn from which the goal in force at the end held without a break."""
    turn = len(evidence.turns)
    while turn > 1 and evidence.phases[turn - 2] == evidence.phases[-1] and evidence.holds(turn - 1):
        turn -= 1
    return turn
