"""Faults of what a scenario expects: success there already, limits that cannot break, paths that clash."""

from __future__ import annotations

from collections.abc import Iterator

from porfiado.cases.lint_context import Case, Found, holds
from porfiado.cases.model import Path
from porfiado.cases.references import tools_in


def expectations(case: Case) -> Iterator[Found]:
    """All faults of a scenario's expectations."""
    yield from _success(case)
    yield from _verdict(case)
    yield from _limits(case)
    if case.scenario.path is not None:
        yield from _path(case, case.scenario.path)


def _success(case: Case) -> Iterator[Found]:
    success = case.scenario.success
    if success is None:
        return
    if not success.state:
        yield case.found("success_empty", "warning", "success")
    elif holds(success.state, case.scenario.state if case.start is None else case.start):
        yield case.found("success_at_start", "warning", "success")
    elif not case.persona.grantable:
        yield case.found("success_not_grantable", "note", "success")


def _expects_path(path: Path | None) -> bool:
    return path is not None and any(
        (path.must_call, path.must_succeed, path.order, path.arguments, path.reference, path.must_not_call)
    )


def _verdict(case: Case) -> Iterator[Found]:
    """What there is to judge the conversation by."""
    scenario = case.scenario
    if not case.persona.grantable:
        if not scenario.limits:
            yield case.found("no_limits", "warning", "persona", "grantable")
        return
    if case.scenario.success or any(change.success for change in case.persona.changes):
        return
    if scenario.answer is not None and not _expects_path(scenario.path):
        yield case.found("words_only", "warning", "answer")
    elif not (scenario.answer or scenario.path or scenario.limits or scenario.claims):
        yield case.found("nothing_expected", "warning")


def _limits(case: Case) -> Iterator[Found]:
    tools = None if case.world is None else {spec.name for spec in case.world.specs}
    for number, limit in enumerate(case.scenario.limits):
        broken = limit.state is not None and case.start is not None and holds(limit.state, case.start)
        if broken:
            yield case.found("limit_at_start", "warning", "limits", number, "state", limit=limit.id)
        callable_ = [tool for tool in limit.calls if tools is None or tool in tools]
        if not (callable_ or limit.says or limit.state):
            yield case.found("limit_unbreakable", "warning", "limits", number, limit=limit.id)
        required = _required(case.scenario.path) if case.scenario.path else set()
        for tool in sorted(required & set(limit.calls)):
            yield case.found(
                "required_and_limited", "error", "limits", number, "calls", limit=limit.id, tool=tool
            )


def _required(path: Path) -> set[str]:
    """The tools that the path cannot do without; a reference in `subset` requires none of its own."""
    of_reference = () if path.match == "subset" else tools_in(path.reference)
    return {*path.tools, *(tool for _, tool in of_reference)}


def _path(case: Case, path: Path) -> Iterator[Found]:
    for tool in sorted(_required(path) & set(path.must_not_call or ())):
        yield case.found("required_and_forbidden", "error", "path", "must_not_call", tool=tool)
    least = len(set(path.must_call or ()) | set(path.must_succeed or ()))
    # Several tools may be called in one step, and one more step gives the answer.
    if path.max_steps is not None and least and path.max_steps < 2:
        yield case.found("steps_too_few", "warning", "path", "max_steps", steps=path.max_steps)
