"""Traceloop's OpenLLMetry: kinds of spans, the input and output of each, and its older `llm.*` attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from porfiado.records import ToolDefinition
from porfiado.traces.spans.dialects.genai import tool_named
from porfiado.traces.spans.dialects.operation import arguments_in, outcome_in
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.telling import Kind, Part, ToolUse
from porfiado.traces.spans.values import decoded
from porfiado.traces.tolerant import an_object, objects

_KINDS: Mapping[str, Kind] = {"workflow": "agent", "agent": "agent", "tool": "tool", "task": "other"}
_MODEL_CALLS = frozenset({"chat", "completion"})
_MARKS = ("traceloop.span.kind", "traceloop.entity.input", "traceloop.entity.output", "llm.request.type")


def read(reader: SpanReader) -> Part:
    """What a span tells by Traceloop's attributes."""
    if not reader.has(*_MARKS, "llm.request.functions", "llm.request.functions.0.name"):
        return Part()
    part = Part(kind=_kind(reader), tools=_tools(reader.gathered("llm.request.functions")))
    given, made = reader.get("traceloop.entity.input"), reader.get("traceloop.entity.output")
    name = reader.text("traceloop.entity.name")
    if part.kind == "agent" and reader.text("traceloop.span.kind") == "agent":
        part.agent = name or reader.span.name.removesuffix(".agent")
    if part.kind == "tool":
        part.use = _use(name or tool_named(reader.span.name), given, made)
    elif part.kind is not None:
        part.given = said_in(_function_input(given), "user")
        part.made = said_in(made, "assistant")
    part.model = reader.text("llm.response.model", "llm.request.model")
    reader.seen("traceloop.workflow.name", "traceloop.entity.path")
    return part


def _kind(reader: SpanReader) -> Kind | None:
    request = reader.text("llm.request.type")
    kind = _KINDS.get(reader.text("traceloop.span.kind") or "")
    if request in _MODEL_CALLS:
        return "model"
    return kind


def _tools(functions: Any) -> list[ToolDefinition]:
    return [
        ToolDefinition(
            name=one["name"],
            description=one["description"] if isinstance(one.get("description"), str) else "",
            parameters=dict(an_object(decoded(one.get("parameters")))),
        )
        for one in objects(functions)
        if isinstance(one.get("name"), str)
    ]


def _use(name: str, given: Any, made: Any) -> ToolUse:
    outcome = outcome_in(made)
    return ToolUse(
        name=name,
        arguments=arguments_in(given),
        id=outcome.call_id,
        result=outcome.result,
        answered=made is not None,
        error=outcome.error,
    )


def _function_input(given: Any) -> Any:
    """What a decorated function was given: its one argument that is words or messages."""
    found = decoded(given)
    if isinstance(found, dict) and found.keys() == {"args", "kwargs"}:
        values = (
            [*found["args"], *an_object(found["kwargs"]).values()] if isinstance(found["args"], list) else []
        )
        return next((one for one in values if isinstance(one, str | list | dict) and one), None)
    return found
