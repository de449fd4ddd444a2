"""Google's ADK: what went to the model and came back, and what tools were given, as JSON in attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Kept, ToolDefinition
from porfiado.traces.genai_content import error_of, pick
from porfiado.traces.messages import Message
from porfiado.traces.spans.parts import text_in
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Part, ToolUse, Usage
from porfiado.traces.spans.values import object_of
from porfiado.traces.tolerant import a_count, a_text, an_object, counts, objects

_PREFIX = "gcp.vertex.agent"
_REQUEST, _RESPONSE = f"{_PREFIX}.llm_request", f"{_PREFIX}.llm_response"
_ARGUMENTS, _RESULT = f"{_PREFIX}.tool_call_args", f"{_PREFIX}.tool_response"
_MERGED = "(merged tools)"  # sums up runs that have spans of their own
_RETOLD = "For context:"  # begins what another agent said, told to this one as if by the user
_COUNTS = {"thoughts_token_count": "reasoning", "cached_content_token_count": "cached"}


def read(reader: SpanReader) -> Part:
    """What a span tells by ADK's attributes."""
    if not reader.has(_REQUEST, _RESPONSE, _ARGUMENTS, _RESULT):
        return Part()
    request, response = object_of(reader.get(_REQUEST)), object_of(reader.get(_RESPONSE))
    reader.seen(f"{_PREFIX}.invocation_id", f"{_PREFIX}.event_id")
    part = Part()
    if reader.text("gen_ai.operation.name") == "execute_tool" or reader.has(_ARGUMENTS):
        _tool(reader, part)
    elif request or response:
        part.kind = "model"
        _asked(an_object(request), part)
        _answered(an_object(response), part)
    return part


def _tool(reader: SpanReader, part: Part) -> None:
    given, made = reader.get(_ARGUMENTS), reader.get(_RESULT)
    name = reader.text("gen_ai.tool.name") or ""
    result = object_of(made)
    if name == _MERGED:
        part.kind = "other"
        part.kept = [Kept(kind="merged_tools", content=made)] if result else []
        return
    part.kind = "tool"
    part.use = ToolUse(
        name=name,
        arguments=object_of(given) if object_of(given) is not None else given,
        id=reader.identity("gen_ai.tool.call.id"),
        result=made if result is None else result,
        answered=made is not None,
        error=error_of(result),
    )


def _asked(request: Mapping[str, Any], part: Part) -> None:
    config = an_object(request.get("config"))
    system = text_in(pick(config, "system_instruction"))
    if system:
        part.given.append(Message(role="system", text=system))
    for content in objects(request.get("contents")):
        if _is_retold(content):
            part.kept.append(Kept(kind="context", content=content))
        else:
            part.given += said_in(content, "user")
    part.model = a_text(request.get("model"))
    part.tools = list(_tools(config))


def _is_retold(content: Mapping[str, Any]) -> bool:
    begin = next(objects(content.get("parts")), None)
    return content.get("role") == "user" and begin is not None and begin.get("text") == _RETOLD


def _tools(config: Mapping[str, Any]) -> Iterator[ToolDefinition]:
    for group in objects(config.get("tools")):
        for one in objects(pick(group, "function_declarations")):
            if isinstance(one.get("name"), str):
                schema = pick(one, "parameters_json_schema") or one.get("parameters")
                yield ToolDefinition(
                    name=one["name"],
                    description=a_text(one.get("description")) or "",
                    parameters=dict(an_object(schema)),
                )


def _answered(response: Mapping[str, Any], part: Part) -> None:
    part.made = said_in(response.get("content"), "assistant") if response.get("content") else []
    part.stop_reason = a_text(pick(response, "finish_reason"))
    given = an_object(pick(response, "usage_metadata"))
    flat = {name: pick(given, name) for name in ("prompt_token_count", "candidates_token_count", *_COUNTS)}
    thought = a_count(flat["thoughts_token_count"]) or 0
    made = a_count(flat["candidates_token_count"])
    part.usage = Usage(
        a_count(flat["prompt_token_count"]),
        made + thought if made is not None else None,  # as the convention's attributes count
        counts(flat, _COUNTS),
    )
    failed = pick(response, "error_message") or pick(response, "error_code")
    if failed:
        part.kept.append(Kept(kind="error", content=failed))
