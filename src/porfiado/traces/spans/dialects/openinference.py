"""OpenInference: messages as numbered attributes, the input and output of each span."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from porfiado.traces.messages import Message, Role
from porfiado.traces.spans.dialects.genai import definitions
from porfiado.traces.spans.dialects.operation import WITH_CONTEXT, arguments_in, outcome_in
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Kind, Part, ToolUse
from porfiado.traces.spans.values import decoded, object_of, plain_keys
from porfiado.traces.tolerant import a_text, an_object, objects

KIND = "openinference.span.kind"
_KINDS: Mapping[str, Kind] = {"LLM": "model", "TOOL": "tool", "AGENT": "agent"}
_GRAPHS = frozenset({"LangGraph", "AgentExecutor"})
_IDS = ("tool.id", "tool_call.id", "tool.call_id")


def read(reader: SpanReader) -> Part:
    """What a span tells by OpenInference's attributes."""
    kind = reader.text(KIND)
    named = reader.has("llm.input_messages", "llm.output_messages", "llm.model_name") or any(
        key.startswith(("llm.input_messages.", "llm.output_messages.")) for key in reader.span.attributes
    )
    if not (kind or named or reader.has("input.value", "output.value")):
        return Part()
    part = Part(kind=_KINDS.get(kind or "", "other" if kind else ("model" if named else None)))
    if kind == "CHAIN" and reader.span.name in _GRAPHS:
        part.kind = "agent"
    part.model = reader.text("llm.model_name")
    part.stop_reason = reader.text("llm.finish_reason")
    tools = reader.gathered("llm.tools")
    part.tools = definitions(_schema(one) for one in objects(tools))
    if part.kind == "tool":
        part.use = _use(reader)
    else:
        _messages(reader, part)
    return part


def _schema(tool: Any) -> Any:
    held = tool.get("tool.json_schema", an_object(tool.get("tool")).get("json_schema"))
    return decoded(held)


def _messages(reader: SpanReader, part: Part) -> None:
    part.given = _numbered(reader.gathered("llm.input_messages"), "user")
    part.made = _numbered(reader.gathered("llm.output_messages"), "assistant")
    given, made = reader.get("input.value"), reader.get("output.value")
    reader.seen("input.mime_type", "output.mime_type")
    if part.given and part.made and part.kind == "model":
        part.stop_reason = part.stop_reason or _stop_in(made)
        return
    part.given = part.given or said_in(_worded(given), "user")
    part.made = part.made or said_in(_worded(made), "assistant")


def _worded(value: Any) -> Any:
    """A value that went in or came out; of a task with its settings, the task."""
    found = object_of(value)
    if found is not None and isinstance(found.get("task"), str):
        return found["task"]
    return value


def _stop_in(made: Any) -> str | None:
    """Why a model stopped, which only the whole reply tells."""
    reply = an_object(decoded(made))
    choice = next(objects(reply.get("choices")), reply)
    return a_text(choice.get("finish_reason")) or a_text(choice.get("stop_reason"))


def _numbered(given: Any, role: Role) -> list[Message]:
    if isinstance(given, dict):
        given = list(given.values())
    told: list[Message] = []
    for one in given if isinstance(given, list) else ():
        told += said_in(_message(one), role)
    return told


def _message(given: Any) -> Any:
    """A message without the `message.` before each of its keys, and so its parts and calls."""
    if not isinstance(given, dict):
        return given
    message = {**_without(given, "message"), **an_object(given.get("message"))}
    message = plain_keys(message) or message
    contents = message.pop("contents", None)
    if isinstance(message.get("content"), dict):  # numbered, as Claude's agent SDK has it
        contents = contents or list(message["content"].values())
    if isinstance(contents, dict):
        contents = list(contents.values())
    if isinstance(contents, list) and contents:
        message["content"] = [_part(one) for one in contents]
    calls = message.get("tool_calls")
    calls = list(calls.values()) if isinstance(calls, dict) else calls
    if isinstance(calls, list):
        message["tool_calls"] = [_call(one) for one in calls]
    if "function_call_name" in message:
        legacy = {
            "name": message.pop("function_call_name"),
            "arguments": message.pop("function_call_arguments_json", None),
        }
        message["function_call"] = legacy
    return {key: value for key, value in message.items() if value is not None}


def _without(given: dict[str, Any], prefix: str) -> dict[str, Any]:
    start = prefix + "."
    return {key.removeprefix(start): value for key, value in given.items() if key != prefix}


def _part(given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    return {**_without(given, "message_content"), **an_object(given.get("message_content"))}


def _call(given: Any) -> Any:
    """A call, whose keys may be dotted: `tool_call.function.name`."""
    if not isinstance(given, dict):
        return given
    call = {**_without(given, "tool_call"), **an_object(given.get("tool_call"))}
    function = {
        key.removeprefix("function."): value for key, value in call.items() if key.startswith("function.")
    }
    return {**call, "function": function} if function else call


def _use(reader: SpanReader) -> ToolUse:
    given, made = reader.get("input.value"), reader.get("output.value")
    outcome = outcome_in(made)
    reader.seen("input.mime_type", "output.mime_type")
    parameters = object_of(reader.get("tool.parameters"))
    arguments = arguments_in(given)
    if given is None and parameters is not None:
        arguments = parameters
    wrapped = object_of(given) or {}
    asked = an_object(wrapped.get("tool_call")) if wrapped.get("__type") == WITH_CONTEXT else {}
    return ToolUse(
        name=reader.text("tool.name") or outcome.name or a_text(asked.get("name")) or reader.span.name,
        arguments=_named(arguments, parameters),
        id=reader.identity(*_IDS) or outcome.call_id or a_text(asked.get("id")),
        result=outcome.result,
        answered=made is not None,
        error=outcome.error,
    )


def _named(arguments: Any, parameters: dict[str, Any] | None) -> Any:
    """Arguments without names get those of the tool's parameters, in their order."""
    if not isinstance(arguments, dict) or not isinstance(arguments.get("args"), list) or not parameters:
        return arguments
    names = list(an_object(parameters.get("properties")) or parameters)
    values = arguments["args"]
    if len(values) > len(names):
        return arguments
    named = dict(zip(names, values, strict=False))
    return {**named, **{key: value for key, value in arguments.items() if key != "args"}}
