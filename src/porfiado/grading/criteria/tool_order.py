"""`tool_order`: were the tools called in the expected order?"""

from __future__ import annotations

from porfiado.grading.criteria.paths import not_expected, path_of, trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, passed, say
from porfiado.grading.registry import criterion


@criterion("tool_order")
def tool_order(evidence: Evidence) -> Finding:
    """`order` is a subsequence of the names called: other calls may stand between.

    The value says how many of its names were found in order.
    """
    order = path_of(evidence).order
    if order is None:
        return not_expected("order")
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    names = [one.call.name for one in placed]
    found = 0
    for name in names:
        if found < len(order) and name == order[found]:
            found += 1
    if found == len(order):
        return passed(found)
    return failed(found, say("out_of_order", tool=order[found], order=_listed(order), called=_listed(names)))


def _listed(names: list[str] | tuple[str, ...]) -> str:
    return " → ".join(names[:12]) + (" → …" if len(names) > 12 else "") if names else "–"
