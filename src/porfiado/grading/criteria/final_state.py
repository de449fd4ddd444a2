"""`final_state`: is the state at the end the right one, whatever the path?"""

from __future__ import annotations

from porfiado.grading.criteria.goal import judge_end
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding
from porfiado.grading.registry import criterion


@criterion("final_state")
def final_state(evidence: Evidence) -> Finding:
    """The state after the last turn satisfies the scenario's success condition; blocks nothing by itself."""
    return judge_end(evidence)
