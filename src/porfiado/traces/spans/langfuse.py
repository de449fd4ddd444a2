"""Langfuse: observations by themselves, in lists, or within their trace; camelCase or snake_case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Conversation, Kept, ToolDefinition
from porfiado.traces.formats import Format, Fragment
from porfiado.traces.genai_content import camel, pick
from porfiado.traces.messages import Message
from porfiado.traces.origin import read_tools
from porfiado.traces.spans.dialects.operation import arguments_in, outcome_in
from porfiado.traces.spans.normal import nanoseconds
from porfiado.traces.spans.rebuild import conversation_of
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Kind, Telling, ToolUse, Usage
from porfiado.traces.spans.values import decoded, structure
from porfiado.traces.tolerant import a_count, a_text, an_amount, an_id, an_object, objects

_KINDS: Mapping[str, Kind] = {"GENERATION": "model", "TOOL": "tool", "AGENT": "agent"}
_TYPES = frozenset({*_KINDS, "SPAN", "EVENT", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL"})
_LISTS = ("data", "traces")
_INPUT = ("input", "promptTokens", "prompt_tokens", "input_tokens", "inputTokens")
_OUTPUT = ("output", "completionTokens", "completion_tokens", "output_tokens", "outputTokens")
_NAMES = {
    "input_cached_tokens": "cached",
    "input_cache_read": "cached",
    "cache_read_input_tokens": "cached",
    "input_cache_creation": "cache_write",
    "cache_creation_input_tokens": "cache_write",
    "output_reasoning_tokens": "reasoning",
    "output_reasoning": "reasoning",
    "reasoning_tokens": "reasoning",
}
_COSTS = ("calculatedTotalCost", "totalCost", "total_cost", "calculated_total_cost")
_OPERATIONS: Mapping[str, Kind] = {"chat": "model", "execute_tool": "tool", "invoke_agent": "agent"}
_READ = frozenset(
    {
        "id",
        "type",
        "name",
        "input",
        "output",
        "level",
        "model",
        "usage",
        "observations",
        "timestamp",
        *(
            spelling
            for name in (
                "trace_id",
                "parent_observation_id",
                "start_time",
                "end_time",
                "status_message",
                "usage_details",
                "cost_details",
                "session_id",
                "user_id",
                "tool_definitions",
                "completion_start_time",
                "created_at",
                "updated_at",
                "project_id",
                "provided_model_name",
            )
            for spelling in (name, camel(name))
        ),
        *_COSTS,
    }
)


def recognises(record: Any) -> bool:
    """Whether it is an observation, a trace with its observations, or a list of either."""
    if isinstance(record, list):
        return bool(record) and (_is_observation(record[0]) or _is_trace(record[0]))
    if _is_observation(record) or _is_trace(record):
        return True
    return isinstance(record, dict) and any(
        isinstance(record.get(key), list) and record[key] and recognises(record[key][:1]) for key in _LISTS
    )


def _is_observation(record: Any) -> bool:
    return (
        isinstance(record, dict)
        and isinstance(record.get("type"), str)
        and record["type"].upper() in _TYPES
        and "id" in record
        and pick(record, "trace_id") is not None
    )


def _is_trace(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("observations"), list) and "role" not in record


def pieces(record: Any) -> Iterator[Fragment]:
    """Each observation, with its trace, at its start; each trace; and the session that they belong to."""
    if isinstance(record, list):
        for one in record:
            yield from pieces(one)
    elif _is_observation(record):
        start = nanoseconds(pick(record, "start_time"))
        trace = an_id(pick(record, "trace_id")) or ""
        yield Fragment(trace, float(start), record, an_id(pick(record, "session_id")))
    elif _is_trace(record):
        yield from _of_trace(record)
    elif isinstance(record, dict):
        for key in _LISTS:
            yield from pieces(record.get(key))


def _of_trace(trace: Mapping[str, Any]) -> Iterator[Fragment]:
    own = an_id(trace.get("id")) or an_id(pick(trace, "trace_id")) or ""
    inner = [{"traceId": own, **one} for one in objects(trace["observations"])]
    starts = [nanoseconds(pick(one, "start_time")) for one in inner]
    start = nanoseconds(trace.get("timestamp")) or min(starts, default=0)
    whole = an_id(pick(trace, "session_id"))
    head = {key: value for key, value in trace.items() if key != "observations"}
    yield Fragment(own, float(min([start, *starts])), {"trace": {**head, "id": own}, "start": start}, whole)
    for one, began in zip(inner, starts, strict=True):
        yield Fragment(own, float(began), one, whole)


def read(values: Any) -> Iterator[Conversation]:
    """The conversation of the traces and observations of one group.

    Raises:
        NotARecordError: they tell of none.
    """
    observations = [one for one in values if "trace" not in one]
    tellings = [told_by(one) for one in observations]
    for one in values:
        if "trace" in one:
            tellings.append(_trace_told(one, tellings))
    yield conversation_of(tellings)


def _trace_told(piece: Mapping[str, Any], parts: list[Telling]) -> Telling:
    """A trace is the outermost operation: those without a parent are part of it."""
    trace = piece["trace"]
    own = an_id(trace.get("id")) or ""
    id_ = f"trace {own}"
    starts = [one.start for one in parts if one.trace == own]
    for one in parts:
        if one.trace == own and one.parent is None:
            one.parent = id_
    return Telling(
        trace=own,
        id=id_,
        name=a_text(trace.get("name")) or "",
        start=min([piece["start"], *starts]) - 1,
        kind="agent",
        given=tuple(said_in(trace.get("input"), "user")),
        made=tuple(said_in(trace.get("output"), "assistant")),
        origin=_origin(trace),
        kept=tuple(_left(trace, "trace")),
    )


def _origin(one: Mapping[str, Any]) -> dict[str, Any]:
    found = {"conversation": an_id(pick(one, "session_id")), "user": an_id(pick(one, "user_id"))}
    return {key: value for key, value in found.items() if value is not None}


def told_by(one: Mapping[str, Any]) -> Telling:
    """What an observation tells."""
    kind = _kind(one)
    failed = str(one.get("level", "")).upper() == "ERROR"
    telling = Telling(
        trace=an_id(pick(one, "trace_id")) or "",
        id=an_id(one.get("id")) or "",
        parent=an_id(pick(one, "parent_observation_id")),
        name=a_text(one.get("name")) or "",
        start=nanoseconds(pick(one, "start_time")),
        end=nanoseconds(pick(one, "end_time")),
        kind=kind,
        usage=_usage(one),
        model=a_text(one.get("model")) or a_text(pick(one, "provided_model_name")),
        agent=(a_text(one.get("name")) or None) if kind == "agent" else None,
        failed=failed,
        error=(a_text(pick(one, "status_message")) or None) if failed else None,
        origin=_origin(one),
        kept=tuple(_left(one, "observation")),
    )
    if kind == "tool":
        telling.use = _use(one)
        return telling
    given = decoded(one.get("input"))
    telling.given = tuple(said_in(given, "user"))
    telling.made = tuple(_made(decoded(one.get("output"))))
    telling.tools = tuple(_tools(pick(one, "tool_definitions"), given))
    return telling


def _kind(one: Mapping[str, Any]) -> Kind:
    """What kind of operation it was: by its type; a mere span by what was recorded of it."""
    found = _KINDS.get(str(one.get("type", "")).upper())
    attributes = an_object(an_object(structure(one.get("metadata"))).get("attributes"))
    named = _OPERATIONS.get(str(attributes.get("gen_ai.operation.name", "")))
    return found or named or "other"


def _made(output: Any) -> list[Message]:
    """What came out; of Strands, the JSON of the parts and the results of tools beside it."""
    if isinstance(output, dict) and isinstance(output.get("message"), str):
        stop = {"finish_reason": output["finish_reason"]} if "finish_reason" in output else {}
        told = said_in({"role": "assistant", "content": decoded(output["message"]), **stop}, "assistant")
        return told + said_in(output.get("tool.result"), "tool")
    return said_in(output, "assistant")


def _tools(definitions: Any, given: Any) -> list[ToolDefinition]:
    found = decoded(definitions) or an_object(given).get("tools")
    if isinstance(found, dict):
        found = [{"name": name, **an_object(decoded(value))} for name, value in found.items()]
    return [*read_tools([decoded(one) for one in found])] if isinstance(found, list) else []


def _use(one: Mapping[str, Any]) -> ToolUse:
    given, output = decoded(one.get("input")), one.get("output")
    outcome = outcome_in(_plain(decoded(output)))
    metadata = an_object(structure(one.get("metadata")))
    attributes = an_object(metadata.get("attributes"))
    call_id = metadata.get("tool_call_id") or attributes.get("gen_ai.tool.call.id")
    return ToolUse(
        name=a_text(attributes.get("gen_ai.tool.name")) or a_text(one.get("name")) or "",
        arguments=arguments_in(_plain(given)),
        id=outcome.call_id or an_id(call_id),
        result=outcome.result,
        answered=output is not None,
        error=outcome.error,
    )


def _plain(value: Any) -> Any:
    """What a tool was given or gave, out of the messages that Strands makes of it."""
    if (
        isinstance(value, list)
        and len(value) == 1
        and "content" in an_object(value[0])
        and "role" in value[0]
    ):
        return decoded(value[0]["content"])
    if (
        isinstance(value, dict)
        and isinstance(value.get("message"), str)
        and value.keys() <= {"message", "id"}
    ):
        return {"role": "tool", "tool_call_id": value.get("id"), "content": value["message"]}
    return value


def _usage(one: Mapping[str, Any]) -> Usage:
    """Counts by name; the older form has `input`, `output` and `total` in `usage`."""
    details = an_object(structure(pick(one, "usage_details"))) or an_object(structure(one.get("usage")))
    given = next((found for key in _INPUT if (found := a_count(details.get(key))) is not None), None)
    made = next((found for key in _OUTPUT if (found := a_count(details.get(key))) is not None), None)
    others = {
        _NAMES.get(key, key): count
        for key, value in details.items()
        if key not in (*_INPUT, *_OUTPUT, "total", "totalTokens", "total_tokens")
        and (count := a_count(value)) is not None
    }
    total = a_count(details.get("total", details.get("totalTokens")))
    if total is not None and given is None and made is None:
        others["total"] = total
    return Usage(given, made, others, _cost(one))


def _cost(one: Mapping[str, Any]) -> float | None:
    details = an_object(structure(pick(one, "cost_details")))
    total = an_amount(details.get("total"))
    if total is None:
        total = next((found for key in _COSTS if (found := an_amount(one.get(key))) is not None), None)
    if total is None and details:
        amounts = [found for value in details.values() if (found := an_amount(value)) is not None]
        total = sum(amounts) if amounts else None
    return total


def _left(one: Mapping[str, Any], kind: str) -> Iterator[Kept]:
    """What has no place: settings, scores, tags, metadata."""
    rest = {key: value for key, value in one.items() if key not in _READ and value not in (None, "", {}, [])}
    message = pick(one, "status_message")
    if message and str(one.get("level", "")).upper() != "ERROR":
        rest["statusMessage"] = message
    if rest:
        yield Kept(kind=kind, content={"id": one.get("id"), "name": one.get("name"), **rest})


FORMAT = Format("langfuse", recognises, read, slices=("data",), fragments=pieces)
