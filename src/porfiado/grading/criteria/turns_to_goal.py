"""`turns_to_goal`: how many turns a conversation took that met its goal."""

from __future__ import annotations

from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.records import Ending


@criterion("turns_to_goal")
def turns_to_goal(evidence: Evidence) -> Finding:
    """The turns used, and `turn_efficiency` = min(1, minimum / turns); only where the goal was met.

    The minimum is one turn to open, and one for each message that withheld facts need.
    """
    turns = len(evidence.turns)
    if not evidence.scenario.persona.grantable:
        return not_applicable(say("not_grantable"))
    if evidence.ending is not Ending.GOAL_MET or not turns:
        return not_applicable(say("goal_not_met"))
    if evidence.holds(turns) is False:
        return not_applicable(say("ending_denied"))
    minimum = evidence.scenario.persona.minimum_turns
    return passed(turns, turn=turns, turn_efficiency=min(1.0, minimum / turns))
