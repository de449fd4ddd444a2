"""`tool_arguments`: was each tool called with the right arguments?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from porfiado.grading.canonical import shown_call
from porfiado.grading.criteria.paths import not_expected, path_of, trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, Say, failed, passed, say
from porfiado.grading.registry import criterion
from porfiado.records import Call
from porfiado.world import matches


@criterion("tool_arguments")
def tool_arguments(evidence: Evidence) -> Finding:
    """For each tool named, at least one call has all the expected arguments; it may have others.

    JSON types are strict; matchers are allowed. The value is the number of tools without such a call.
    """
    expected = path_of(evidence).arguments
    if expected is None:
        return not_expected("arguments")
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    wrong = []
    for tool, arguments in expected.items():
        calls = [one.call for one in placed if one.call.name == tool]
        if not any(matches(arguments, call.arguments) is None for call in calls):
            wrong.append(_shown(tool, arguments, calls))
    return failed(len(wrong), *wrong) if wrong else passed(0)


def _shown(tool: str, arguments: Mapping[str, Any], calls: list[Call]) -> Say:
    if not calls:
        return say("not_called", tool=tool)
    nearest = calls[-1]
    mismatch = matches(arguments, nearest.arguments)
    return say(
        "wrong_arguments",
        call=shown_call(tool, nearest.arguments),
        difference=mismatch,
    )
