"""Events with a body of input and output messages, as AWS's distribution of OpenTelemetry sends them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from porfiado.traces.messages import Message, Role
from porfiado.traces.spans.dialects.operation import WITH_CONTEXT, arguments_in, outcome_in
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Kind, Part, ToolUse
from porfiado.traces.spans.values import decoded, object_of
from porfiado.traces.tolerant import a_text, an_id, an_object, objects

_SCOPES = ("openinference.instrumentation", "opentelemetry.instrumentation", "strands.telemetry")
_ROOT = "LangGraph"


def read(reader: SpanReader) -> Part:
    """What a span tells in the bodies of its events."""
    whole = Part()
    known = reader.text("gen_ai.operation.name") or reader.text("openinference.span.kind")
    for place, event in reader.unheard():
        body = object_of(event.body)
        if body is None or not ("input" in body or "output" in body):
            continue
        reader.hear(place)
        given, made = _messages(body, "input"), _messages(body, "output")
        if known in ("execute_tool", "TOOL"):
            whole.kind, whole.use = "tool", _strands_tool(given, made) or _tool(given, made)
        else:
            _add(whole, given, made)
    if known:
        whole.kind = None  # the attributes say it
    reader.seen("event.name")
    return whole


def _messages(body: Mapping[str, Any], side: str) -> list[Mapping[str, Any]]:
    return list(objects(an_object(body.get(side)).get("messages")))


def _content(messages: list[Mapping[str, Any]]) -> Any:
    """The content of the last message, out of its JSON."""
    return decoded(messages[-1].get("content")) if messages else None


def _add(whole: Part, given: list[Mapping[str, Any]], made: list[Mapping[str, Any]]) -> None:
    kind = _kind(given, made)
    if kind == "tool" and _is_wrapper(_content(given)):
        kind = "other"
    elif kind == "tool":
        whole.kind, whole.use = "tool", _strands_tool(given, made) or _tool(given, made)
        return
    whole.kind = kind
    for one in given:
        whole.given += _said(one, "user")
    for one in made:
        whole.made += _said(one, "assistant")


def _kind(given: list[Mapping[str, Any]], made: list[Mapping[str, Any]]) -> Kind:
    """What kind of operation it was, by what went in and came out."""
    came, went = an_object(_content(made)), an_object(_content(given))
    if "generations" in came or any(one.get("role") == "unknown" for one in given[:1]):
        return "model"
    inner = an_object(came.get("output"))
    if came.get("type") == "tool" or "tool_call_id" in an_object(inner.get("kwargs")):
        return "tool"
    if (given and given[-1].get("role") == "tool") or "input_str" in went:
        return "tool"
    if "messages" in went and "messages" in came:
        return "other" if "remaining_steps" in went else "agent"
    if an_object(went.get("kwargs")).get("name") == _ROOT:
        return "agent"
    if isinstance(came.get("message"), str):  # of Strands
        return "other" if "tool.result" in came else "model" if "finish_reason" in came else "other"
    return "other"


def _is_wrapper(went: Any) -> bool:
    """Whether it is a node of a graph around a tool, which has a record of its own."""
    return isinstance(went, dict) and WITH_CONTEXT in (
        went.get("__type"),
        an_object(went.get("inputs")).get("__type"),
    )


def _said(message: Mapping[str, Any], role: Role) -> list[Message]:
    """The messages that one of the body stands for: it may hold a whole state, or a reply, as JSON."""
    content = decoded(message.get("content"))
    if isinstance(content, str):
        return said_in({**message, "content": content}, role)
    if isinstance(content, dict) and isinstance(content.get("content", content.get("message")), str):
        inner = decoded(content.get("content", content.get("message")))
        stop = {"finish_reason": content["finish_reason"]} if "finish_reason" in content else {}
        told = said_in({"role": message.get("role", role), "content": inner, **stop}, role)
        return told + said_in(content.get("tool.result"), "tool")
    return said_in(content, role)


def _tool(given: list[Mapping[str, Any]], made: list[Mapping[str, Any]]) -> ToolUse:
    went, came = _content(given), made[-1].get("content") if made else None
    outcome = outcome_in(came)
    return ToolUse(
        name=outcome.name or a_text(an_object(an_object(decoded(came)).get("kwargs")).get("name")) or "",
        arguments=arguments_in(went),
        id=outcome.call_id,
        result=outcome.result,
        answered=came is not None,
        error=outcome.error,
    )


def _strands_tool(given: list[Mapping[str, Any]], made: list[Mapping[str, Any]]) -> ToolUse | None:
    """The run of a tool as Strands writes it: the id beside the arguments, and beside the result."""
    went, came = an_object(_content(given)), an_object(_content(made))
    id_ = an_id(went.get("id")) or an_id(came.get("id"))
    if id_ is None or not ("content" in went or "message" in came):
        return None
    answer = next(iter(said_in({"role": "tool", "content": came.get("message")}, "tool")), None)
    return ToolUse(
        arguments=decoded(went.get("content")),
        id=id_,
        result=answer.result if answer else None,
        answered=answer is not None,
    )
