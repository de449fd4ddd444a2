"""pydantic-ai and logfire: a run's messages on the agent's span, a tool's run, a provider's exchange."""

from __future__ import annotations

from typing import Any

from porfiado.records import ToolDefinition
from porfiado.traces.messages import Message
from porfiado.traces.origin import read_tools, tokens_of
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Part, ToolUse, Usage
from porfiado.traces.spans.values import decoded, object_of
from porfiado.traces.tolerant import a_text, an_object, objects

_WHOLE = ("pydantic_ai.all_messages", "all_messages")
_PARAMETERS = "model_request_parameters"


def read(reader: SpanReader) -> Part:
    """What a span tells by the attributes of pydantic-ai and logfire."""
    part = Part(tools=_tools(decoded(reader.get(_PARAMETERS))))
    whole = reader.get(*_WHOLE)
    if whole is not None or reader.has("all_messages_events", "final_result"):
        part.kind = "agent"
        _split(said_in(whole, "user"), part)
        _final(reader.get("final_result"), part)
        reader.seen("pydantic_ai.new_message_index", "logfire.msg")
    if reader.has("tool_arguments", "tool_response") and reader.has("gen_ai.tool.name"):
        part.kind, part.use = "tool", _use(reader)
    if reader.has("request_data"):
        _exchange(reader, part)
    return part


def _tools(parameters: Any) -> list[ToolDefinition]:
    given = an_object(parameters)
    found = [*objects(given.get("function_tools")), *objects(given.get("output_tools"))]
    return [
        ToolDefinition(
            name=one["name"],
            description=a_text(one.get("description")) or "",
            parameters=dict(an_object(one.get("parameters_json_schema"))),
        )
        for one in found
        if isinstance(one.get("name"), str)
    ]


def _split(told: list[Message], part: Part) -> None:
    """The messages of a run: what it began with, and what it made from the last word of the user on."""
    last = max((place for place, one in enumerate(told) if one.role in ("user", "system")), default=-1)
    part.given, part.made = told[: last + 1], told[last + 1 :]


def _final(result: Any, part: Part) -> None:
    """The result of a run, unless it is what was said last."""
    if isinstance(result, str) and result and all(one.text != result for one in part.made):
        part.made = [*part.made, Message(role="assistant", text=result)]


def _use(reader: SpanReader) -> ToolUse:
    result = reader.get("tool_response")
    return ToolUse(
        name=reader.text("gen_ai.tool.name") or "",
        arguments=decoded(reader.get("tool_arguments")),
        id=reader.identity("gen_ai.tool.call.id"),
        result=result,
        answered=result is not None,
    )


def _exchange(reader: SpanReader, part: Part) -> None:
    """What was sent to a provider and what came back, as logfire records it."""
    request, response = object_of(reader.get("request_data")), object_of(reader.get("response_data"))
    if request is None:
        return
    part.kind = "model"
    system = request.get("system") or request.get("instructions")
    part.given = said_in({"role": "system", "content": system}, "system") if system else []
    part.given += said_in(request.get("messages", request.get("input")), "user")
    part.made = said_in(response, "assistant")
    part.tools = [*read_tools(request.get("tools"))]
    part.model = a_text(request.get("model"))
    part.usage = Usage(**tokens_of(an_object(response).get("usage")))
