"""`required_tools`: was every tool called that had to be?"""

from __future__ import annotations

from porfiado.grading.criteria.paths import not_expected, path_of, trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, passed, say
from porfiado.grading.registry import criterion


@criterion("required_tools")
def required_tools(evidence: Evidence) -> Finding:
    """Every name in `must_call` was called, and every name in `must_succeed` once without an error.

    A call that ended in an error counts as called. The value is the number of tools that are missing.
    """
    path = path_of(evidence)
    if path.must_call is None and path.must_succeed is None:
        return not_expected("must_call")
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    called = {one.call.name for one in placed}
    succeeded = {one.call.name for one in placed if one.call.error is None}
    uncalled = [name for name in dict.fromkeys(path.must_call or ()) if name not in called]
    unsuccessful = [
        name
        for name in dict.fromkeys(path.must_succeed or ())
        if name not in succeeded and name not in uncalled
    ]
    if not uncalled and not unsuccessful:
        return passed(0)
    return failed(
        len(uncalled) + len(unsuccessful),
        *(say("not_called", tool=name) for name in uncalled),
        *(say("only_errors" if name in called else "not_called", tool=name) for name in unsuccessful),
    )
