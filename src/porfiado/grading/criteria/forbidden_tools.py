"""`forbidden_tools`: was anything called that must not be?"""

from __future__ import annotations

from porfiado.grading.canonical import shown_call
from porfiado.grading.criteria.paths import not_expected, path_of, trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, passed, say
from porfiado.grading.registry import criterion


@criterion("forbidden_tools", blocking=True)
def forbidden_tools(evidence: Evidence) -> Finding:
    """No name in `must_not_call` was called. The value is the number of calls that should not have been."""
    forbidden = path_of(evidence).must_not_call
    if forbidden is None:
        return not_expected("must_not_call")
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    made = [one for one in placed if one.call.name in forbidden]
    if not made:
        return passed(0)
    return failed(
        len(made),
        *(
            say("forbidden_call", turn=turn, call=shown_call(call.name, call.arguments))
            for turn, call in made
        ),
        turn=made[0].turn,
        settled=True,
    )
