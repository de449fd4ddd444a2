"""OpenTelemetry's conventions for generative AI, as they are now: messages as attributes or in one event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from porfiado.records import ToolDefinition
from porfiado.traces.messages import Message
from porfiado.traces.origin import read_tools
from porfiado.traces.spans.parts import simple, text_in
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Kind, Part, ToolUse
from porfiado.traces.spans.values import decoded, looked_up
from porfiado.traces.tolerant import an_object

INPUT, OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"
SYSTEM = "gen_ai.system_instructions"
DETAILS = "gen_ai.client.inference.operation.details"
_KINDS: Mapping[str, Kind] = {
    "chat": "model",
    "text_completion": "model",
    "generate_content": "model",
    "completion": "model",
    "responses": "model",
    "execute_tool": "tool",
    "tool_call": "tool",
    "invoke_agent": "agent",
    "agent": "agent",
    "invoke_workflow": "agent",
    "invoke_swarm": "agent",
    "invoke_graph": "agent",
    "create_agent": "other",
    "embeddings": "other",
    "retrieval": "other",
}
_DEFINITIONS = (
    "gen_ai.tool.definitions",
    "gen_ai.request.tools",
    "gen_ai.agent.tools",
    "gen_ai.system.tools",
)
_ARGUMENTS = ("gen_ai.tool.call.arguments", "gen_ai.tool.arguments", "gen_ai.tool.input", "tool_arguments")
_RESULTS = ("gen_ai.tool.call.result", "gen_ai.tool.result", "gen_ai.tool.output", "tool_response")
_STATUSES = ("gen_ai.tool.status", "tool.status")
_FAILED = frozenset({"error", "failed", "failure"})
_PROMPTS = (
    "system_prompt",
    "gen_ai.agent.system_prompt",
    "gen_ai.system_prompt",
    "gen_ai.request.system_prompt",
)
_OF_TOOL = ("gen_ai.tool.type", "gen_ai.tool.description")


def read(reader: SpanReader) -> Part:
    """What a span tells by these conventions."""
    part = Part(
        kind=_kind(reader),
        model=reader.text("gen_ai.response.model", "gen_ai.request.model"),
        stop_reason=_stop(reader.get("gen_ai.response.finish_reasons", "gen_ai.response.finish_reason")),
        tools=_tools(reader),
    )
    _messages(reader, part)
    if part.kind == "tool":
        reader.seen(*_OF_TOOL)
        part.use = _use(reader, part)
        part.given, part.made = [], []
    return part


def _kind(reader: SpanReader) -> Kind | None:
    operation = reader.text("gen_ai.operation.name")
    if operation:
        return _KINDS.get(operation.lower())
    if reader.has("gen_ai.tool.name") and reader.has("gen_ai.tool.call.id", *_ARGUMENTS, *_RESULTS):
        return "tool"
    if reader.has("gen_ai.request.model") and reader.has(INPUT, OUTPUT, DETAILS):
        return "model"
    return None


def _stop(given: Any) -> str | None:
    given = decoded(given)
    if isinstance(given, list):
        given = next((one for one in given if isinstance(one, str)), None)
    return given if isinstance(given, str) and given else None


def _tools(reader: SpanReader) -> list[ToolDefinition]:
    found: list[ToolDefinition] = []
    for key in _DEFINITIONS:
        given = decoded(reader.get(key))
        if not found and isinstance(given, list):
            found = [*read_tools(given)]
            found += [ToolDefinition(name=name) for name in given if isinstance(name, str) and name]
    return found


def _messages(reader: SpanReader, part: Part) -> None:
    sources: list[Mapping[str, Any]] = [reader.span.attributes]
    for event in reader.events(DETAILS):
        sources += [event.attributes, an_object(event.body)]
    reader.get(INPUT, OUTPUT, SYSTEM)
    prompt = text_in(reader.get(*_PROMPTS))
    if prompt:
        part.given.append(Message(role="system", text=prompt))
    for source in sources:
        part.given += _system(source)
        part.given += _side(source, INPUT, "user")
        part.made += _side(source, OUTPUT, "assistant")


def _side(source: Mapping[str, Any], key: str, role: Any) -> list[Message]:
    return said_in(looked_up(source, key)[0], role)


def _system(source: Mapping[str, Any]) -> Iterator[Message]:
    text = text_in(looked_up(source, SYSTEM)[0])
    if text:
        yield Message(role="system", text=text)


def _use(reader: SpanReader, part: Part) -> ToolUse:
    """The run of a tool: by its attributes, else by the messages that went in and came out."""
    name = reader.text("gen_ai.tool.name")
    id_ = reader.identity("gen_ai.tool.call.id")
    arguments, result = reader.get(*_ARGUMENTS), reader.get(*_RESULTS)
    answered = result is not None
    asked = next((call for message in part.given for call in message.calls), None)
    if asked is not None:
        name, id_ = name or asked.name or None, id_ or asked.id
        arguments = asked.arguments if arguments is None else arguments
    answer = next((one for one in (*part.made, *part.given) if one.role == "tool"), None)
    if answer is not None and not answered:
        result, answered = answer.result, True
    status = reader.get(*_STATUSES)
    error = None
    if isinstance(status, str) and status.lower() in _FAILED:
        error = simple(result) if isinstance(simple(result), str) else status
    return ToolUse(
        name=name or tool_named(reader.span.name),
        arguments=decoded(arguments),
        id=id_,
        result=simple(result),
        answered=answered,
        error=error or None,
    )


def tool_named(span_name: str) -> str:
    """The tool that a span's name tells."""
    for start in ("execute_tool ", "running tool: ", "tool:", "tools/call "):
        if span_name.startswith(start):
            return span_name.removeprefix(start).strip()
    return span_name.removesuffix(".tool")


def definitions(given: Iterable[Any]) -> list[ToolDefinition]:
    """Definitions of tools, each perhaps as JSON."""
    return [*read_tools([decoded(one) for one in given])]
