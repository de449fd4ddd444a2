"""`reference_match`: is the path the reference's?"""

from __future__ import annotations

from typing import Any

from porfiado.grading.criteria.paths import not_expected, path_of, trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.reference import TrajectoryMatch, read_trajectory
from porfiado.grading.reference.telling import faults
from porfiado.grading.registry import criterion


@criterion("reference_match")
def reference_match(evidence: Evidence) -> Finding:
    """The trajectory matches `path.reference` in the mode `path.match`, arguments by `path.arguments_match`.

    The value is the number of calls that are pairs, as many as there can be in an order that the mode allows;
    with `expected` and `called`, how many calls the reference and the trajectory have, and the shares of the
    pairs in them: `recall` and `precision`.
    """
    if path_of(evidence).reference is None:
        return not_expected("reference")
    reference = evidence.brief.reference
    if evidence.placed_calls is None:
        return trajectory_unknown()
    made = read_trajectory(evidence.conversation)
    if reference.mode == "strict" and made.messages is None:
        return not_applicable(say("no_messages"))
    match = reference.compare(made)
    counts = _counts(match)
    if match.matched:
        return passed(len(match.pairs), **counts)
    return failed(
        len(match.pairs), *faults(match), turn=match.first_fault_turn, settled=match.beyond_repair, **counts
    )


def _counts(match: TrajectoryMatch) -> dict[str, Any]:
    counts = {
        "expected": len(match.reference.calls),
        "called": len(match.made),
        "recall": match.recall,
        "precision": match.precision,
    }
    return {name: count for name, count in counts.items() if count is not None}
