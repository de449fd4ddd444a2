"""Vercel's AI SDK: `ai.prompt.messages`, `ai.response.text`, `ai.toolCall.name` and their like."""

from __future__ import annotations

from porfiado.traces.messages import Message
from porfiado.traces.spans.dialects.genai import definitions
from porfiado.traces.spans.parts import call_of
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Part, ToolUse
from porfiado.traces.spans.values import decoded, object_of
from porfiado.traces.tolerant import an_object, objects


def read(reader: SpanReader) -> Part:
    """What a span tells by the attributes of Vercel's AI SDK."""
    operation = reader.text("ai.operationId", "operation.name")
    if operation is None or not operation.startswith("ai."):
        return Part()
    part = Part(
        model=reader.text("ai.response.model", "ai.model.id"),
        stop_reason=reader.text("ai.response.finishReason"),
    )
    if operation.startswith("ai.toolCall"):
        part.kind = "tool"
        result = reader.get("ai.toolCall.result")
        part.use = ToolUse(
            name=reader.text("ai.toolCall.name") or "",
            arguments=decoded(reader.get("ai.toolCall.args")),
            id=reader.identity("ai.toolCall.id"),
            result=result,
            answered=result is not None,
        )
        return part
    part.kind = "model" if ".do" in operation else "agent"
    prompt = object_of(reader.get("ai.prompt"))
    system = an_object(prompt).get("system")
    if isinstance(system, str):
        part.given.append(Message(role="system", text=system))
    messages = reader.get("ai.prompt.messages")
    part.given += said_in(prompt if messages is None else messages, "user")
    text = reader.text("ai.response.text", "ai.response.object")
    calls = tuple(call_of(one) for one in objects(decoded(reader.get("ai.response.toolCalls"))))
    if text or calls:
        part.made = [Message(role="assistant", text=text, calls=calls)]
    tools = reader.get("ai.prompt.tools")
    part.tools = definitions(tools) if isinstance(tools, list) else []
    return part
