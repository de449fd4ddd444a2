"""Runs as LangSmith exports them: one object a run, lists of runs, runs with their children inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Conversation, Kept, ToolDefinition
from porfiado.traces.formats import Format, Fragment
from porfiado.traces.messages import Message
from porfiado.traces.origin import read_tools, tokens_of
from porfiado.traces.spans.dialects.operation import arguments_in, outcome_in
from porfiado.traces.spans.normal import first, nanoseconds
from porfiado.traces.spans.rebuild import conversation_of
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Kind, Telling, ToolUse, Usage
from porfiado.traces.spans.values import decoded, object_of
from porfiado.traces.tolerant import a_count, a_text, an_id, an_object, objects

_KINDS: Mapping[str, Kind] = {"llm": "model", "chat_model": "model", "tool": "tool"}
_LISTS = ("runs", "data", "items")
_THREADS = ("session_id", "thread_id", "conversation_id")
_COUNTED = ("prompt_tokens", "completion_tokens")
_COSTS = ("total_cost", "total_cost_usd")
_USER = ("user_id", "ls_user_id")
_DEPTH = 60
_READ = frozenset(
    {
        "id",
        "name",
        "run_type",
        "inputs",
        "outputs",
        "error",
        "start_time",
        "end_time",
        "trace_id",
        "parent_run_id",
        "parent_run_ids",
        "dotted_order",
        "child_runs",
        "child_run_ids",
        "direct_child_run_ids",
        "extra",
        "status",
        "events",
        "serialized",
        "total_tokens",
        "prompt_tokens",
        "completion_tokens",
        "prompt_token_details",
        "completion_token_details",
        "total_cost",
        "prompt_cost",
        "completion_cost",
        "first_token_time",
        "inputs_preview",
        "outputs_preview",
    }
)


def recognises(record: Any) -> bool:
    """Whether it is a run, or a list or an object with runs."""
    if isinstance(record, list):
        return bool(record) and _is_run(record[0])
    if not isinstance(record, dict):
        return False
    return _is_run(record) or any(
        isinstance(record.get(key), list) and record[key] and _is_run(record[key][0]) for key in _LISTS
    )


def _is_run(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("run_type"), str) and "id" in record


def runs_in(
    record: Any, above: Mapping[str, Any] | None = None, depth: int = _DEPTH
) -> Iterator[Mapping[str, Any]]:
    """Every run, those within others too, each with the ids of its trace and its parent."""
    if not depth:
        return
    if isinstance(record, list):
        for one in record:
            yield from runs_in(one, above, depth - 1)
    elif _is_run(record):
        run = {key: value for key, value in record.items() if key != "child_runs"}
        if above is not None:
            run.setdefault("parent_run_id", above.get("id"))
        run["trace_id"] = _trace(record) or (above or {}).get("trace_id") or an_id(record.get("id")) or ""
        yield run
        yield from runs_in(record.get("child_runs"), run, depth - 1)
    elif isinstance(record, dict):
        for key in _LISTS:
            yield from runs_in(record.get(key), above, depth - 1)


def _trace(run: Mapping[str, Any]) -> str | None:
    """The id of the trace; the order of the runs begins with its root's."""
    order = run.get("dotted_order")
    root = order.split(".")[0].partition("Z")[2] if isinstance(order, str) else None
    return an_id(run.get("trace_id")) or root or None


def pieces(record: Any) -> Iterator[Fragment]:
    """Each run, with its trace, at its start; and the thread that it says it belongs to."""
    for run in runs_in(record):
        start = nanoseconds(run.get("start_time"))
        yield Fragment(run["trace_id"], float(start), run, an_id(first(_metadata(run), _THREADS)))


def read(runs: Any) -> Iterator[Conversation]:
    """The conversation of the runs of one group.

    Raises:
        NotARecordError: they tell of none.
    """
    yield conversation_of([told_by(run) for run in runs])


def told_by(run: Mapping[str, Any]) -> Telling:
    """What a run tells."""
    kind = _KINDS.get(run["run_type"], "other")
    parent = an_id(run.get("parent_run_id"))
    if kind == "other" and parent is None:
        kind = "agent"
    metadata = _metadata(run)
    error = a_text(run.get("error")) or None
    telling = Telling(
        trace=an_id(run.get("trace_id")) or "",
        id=an_id(run.get("id")) or "",
        parent=parent,
        name=a_text(run.get("name")) or "",
        start=nanoseconds(run.get("start_time")),
        end=nanoseconds(run.get("end_time")),
        kind=kind,
        usage=_usage(run),
        agent=a_text(metadata.get("lc_agent_name")),
        failed=bool(error) or run.get("status") == "error",
        error=error,
        origin=_origin(metadata),
        kept=tuple(_left(run)),
    )
    if kind == "tool":
        telling.use = _use(run)
        return telling
    telling.given = tuple(said_in(run.get("inputs"), "user"))
    telling.made = tuple(said_in(run.get("outputs"), "assistant"))
    if kind == "model":
        _of_model(run, telling)
    return telling


def _metadata(run: Mapping[str, Any]) -> Mapping[str, Any]:
    return an_object(an_object(run.get("extra")).get("metadata"))


def _origin(metadata: Mapping[str, Any]) -> dict[str, Any]:
    found = {"conversation": an_id(first(metadata, _THREADS)), "user": an_id(first(metadata, _USER))}
    return {key: value for key, value in found.items() if value is not None}


def _of_model(run: Mapping[str, Any], telling: Telling) -> None:
    parameters = an_object(an_object(run.get("extra")).get("invocation_params"))
    inputs = an_object(run.get("inputs"))
    told = next((one for one in telling.made if one.model), None)
    telling.tools = tuple(_tools(parameters.get("tools") or inputs.get("tools")))
    telling.model = (
        a_text(_metadata(run).get("ls_model_name"))
        or a_text(parameters.get("model") or parameters.get("model_name") or inputs.get("model"))
        or (told.model if told else None)
    )
    system = inputs.get("system")
    if isinstance(system, str | list) and system:
        telling.given = (*said_in({"role": "system", "content": system}, "system"), *telling.given)


def _tools(given: Any) -> list[ToolDefinition]:
    return [*read_tools([decoded(one) for one in given])] if isinstance(given, list) else []


def _use(run: Mapping[str, Any]) -> ToolUse:
    extra, inputs, outputs = an_object(run.get("extra")), an_object(run.get("inputs")), run.get("outputs")
    outcome = outcome_in(outputs) if outputs else Message(role="tool")
    asked = an_object(inputs.get("tool_call"))
    call_id = extra.get("tool_call_id") or _metadata(run).get("tool_call_id") or asked.get("id")
    return ToolUse(
        name=a_text(run.get("name")) or outcome.name or "",
        arguments=arguments_in(run.get("inputs")),
        id=outcome.call_id or an_id(call_id),
        result=outcome.result,
        answered=bool(outputs),
        error=outcome.error,
    )


def _usage(run: Mapping[str, Any]) -> Usage:
    """The counts of a run; where it has none beside its outputs, those in them."""
    details = {
        "prompt_tokens_details": run.get("prompt_token_details"),
        "completion_tokens_details": run.get("completion_token_details"),
    }
    counted = {key: run.get(key) for key in _COUNTED} | details
    cost = first(run, _COSTS)
    own = Usage(**tokens_of({**counted, "total_cost": _number(cost)}))
    outputs = an_object(run.get("outputs"))
    found = own.or_else(_usage_in(outputs))
    total = a_count(run.get("total_tokens"))
    if total is not None and found.input_tokens is None and found.output_tokens is None:
        return found.or_else(Usage(None, None, {"total": total}))
    return found


def _usage_in(outputs: Mapping[str, Any]) -> Usage:
    for held in (
        outputs.get("usage_metadata"),
        outputs.get("usage"),
        an_object(outputs.get("llm_output")).get("token_usage"),
        an_object(outputs.get("llm_output")).get("usage"),
    ):
        if isinstance(held, dict):
            return Usage(**tokens_of(held))
    for one in said_in(dict(outputs), "assistant"):
        found = Usage(one.input_tokens, one.output_tokens, one.other_tokens, one.cost_usd)
        if found:
            return found
    return Usage()


def _number(value: Any) -> Any:
    """A cost, which exports write as text."""
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    return value


def _left(run: Mapping[str, Any]) -> Iterator[Kept]:
    """What has no place: settings, scores, tags."""
    extra = {key: value for key, value in an_object(run.get("extra")).items() if value not in (None, {}, [])}
    parameters = object_of(extra.get("invocation_params"))
    if parameters is not None:
        extra["invocation_params"] = {key: value for key, value in parameters.items() if key != "tools"}
    rest = {key: value for key, value in run.items() if key not in _READ and value not in (None, "", {}, [])}
    rest |= {"extra": extra} if extra else {}
    events = [one for one in objects(run.get("events")) if one.get("name") not in ("start", "end")]
    rest |= {"events": events} if events else {}
    if rest:
        yield Kept(kind="run", content={"id": run.get("id"), "name": run.get("name"), **rest})


FORMAT = Format("langsmith", recognises, read, slices=_LISTS, fragments=pieces)
