"""`step_budget`: did the agent need no more steps than it may, and come to an end?"""

from __future__ import annotations

from porfiado.grading.calls import Steps
from porfiado.grading.criteria.paths import not_expected, path_of
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.grading.stop_reasons import Stop, normalise_stop


@criterion("step_budget")
def step_budget(evidence: Evidence) -> Finding:
    """Steps ≤ `max_steps`, and the last stop reason is the end of a turn; the value is the number of steps.

    A step without a stop reason counts as an end where the agent replied after it.
    """
    most = path_of(evidence).max_steps
    if most is None:
        return not_expected("max_steps")
    steps = evidence.steps
    if steps is None:
        return not_applicable(say("no_steps"))
    if steps.number > most:
        return failed(steps.number, say("too_many_steps", steps=steps.number, most=most), settled=True)
    if not steps.complete:
        return not_applicable(say("steps_incomplete"))
    stop = _last_stop(steps, evidence)
    if stop is not Stop.END:
        word = (steps.last.stop_reason if steps.last else None) or "–"
        return failed(steps.number, say("not_ended", word=word, meaning=say(f"stop_{stop}")))
    return passed(steps.number)


def _last_stop(steps: Steps, evidence: Evidence) -> Stop:
    stop = normalise_stop(steps.last.stop_reason) if steps.last else None
    if stop is not None:
        return stop
    replied = bool(evidence.turns and evidence.turns[-1].agent)
    return Stop.END if replied or steps.last is None else Stop.BROKEN
