"""`required_tools`: was every tool called that had to be?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from porfiado.grading.criteria.paths import not_expected, path_of, trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, passed, say
from porfiado.grading.registry import criterion


@criterion("required_tools")
def required_tools(evidence: Evidence) -> Finding:
    """Every name in `must_call` was called, and every name in `must_succeed` once without an error.

    A call that ended in an error counts as called. The value is the number of tools that are missing;
    `wrong_tools` that of the tools which were called in their place: of the same kind (both look up, or both
    write), or forbidden, and not named by the path.
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
    wrong = _instead(evidence, uncalled, dict.fromkeys(one.call.name for one in placed))
    return failed(
        len(uncalled) + len(unsuccessful),
        *(say("not_called", tool=name) for name in uncalled),
        *(say("only_errors" if name in called else "not_called", tool=name) for name in unsuccessful),
        *(say("wrong_tool", other=name) for name in wrong),
        wrong_tools=len(wrong),
    )


def _instead(evidence: Evidence, uncalled: Sequence[str], called: Iterable[str]) -> list[str]:
    """The tools called in the place of those that were not."""
    path, tools = path_of(evidence), evidence.brief.tools
    kinds = {tools[name] for name in uncalled if name in tools}
    forbidden = set(path.must_not_call or ()) if uncalled else set()
    expected = {*path.tools, *_names_in(path.reference)}
    return [
        name
        for name in called
        if name not in expected and (name in forbidden or (name in tools and tools[name] in kinds))
    ]


def _names_in(reference: Any) -> Iterator[str]:
    """The names of the calls anywhere in a reference: in calls, in steps, in messages."""
    if isinstance(reference, Mapping):
        name = reference.get("name")
        if isinstance(name, str):
            yield name
        reference = reference.values()
    elif not isinstance(reference, list | tuple):
        return
    for part in reference:
        yield from _names_in(part)
