"""The dialects that spans are told in: each finds what is its own, and what they find is put together."""

from __future__ import annotations

from typing import Any

from porfiado.traces.spans.dialects import (
    adk,
    adot,
    genai,
    genai_events,
    openinference,
    pydantic_ai,
    traceloop,
    vercel,
)
from porfiado.traces.spans.dialects.usage import usage_in
from porfiado.traces.spans.dialects.whole import agent_in, origin_in
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.span import Span
from porfiado.traces.spans.telling import Part, Telling, ToolUse

_DIALECTS = (adk, genai, genai_events, openinference, traceloop, pydantic_ai, vercel, adot)


def told_by(span: Span) -> Telling:
    """What a span tells, in whatever dialects it is written."""
    reader = SpanReader(span)
    parts = [dialect.read(reader) for dialect in _DIALECTS]
    usage = usage_in(reader)
    for part in parts:
        usage = usage.or_else(part.usage)
    kind = _first(parts, "kind") or _unnamed(parts, counted=bool(usage))
    use = _use(parts) if kind == "tool" else None
    if kind == "tool" and use is None:
        use = ToolUse(name=genai.tool_named(span.name))
    return Telling(
        trace=span.trace,
        id=span.id,
        parent=span.parent,
        name=span.name,
        start=span.start,
        end=span.end,
        kind=kind,
        given=tuple(_first(parts, "given") or ()),
        made=tuple(_first(parts, "made") or ()),
        tools=tuple(_first(parts, "tools") or ()),
        use=use,
        usage=usage,
        model=_first(parts, "model"),
        stop_reason=_first(parts, "stop_reason"),
        agent=agent_in(reader) or _first(parts, "agent"),
        failed=span.failed or reader.text("error.type") is not None,
        error=_error(span, use),
        origin=origin_in(reader) | _first_origin(parts),
        kept=(*(one for part in parts for one in part.kept), *reader.left()),
    )


def _first(parts: list[Part], name: str) -> Any:
    return next((found for part in parts if (found := getattr(part, name))), None)


def _first_origin(parts: list[Part]) -> dict[str, Any]:
    return {key: value for part in reversed(parts) for key, value in part.origin.items()}


def _unnamed(parts: list[Part], *, counted: bool) -> Any:
    """The kind of a span that names none: a model's, if it says what came out, and its cost or the model."""
    if any(part.use for part in parts):
        return "tool"
    made = any(part.made for part in parts)
    return "model" if made and (counted or any(part.model for part in parts)) else "other"


def _use(parts: list[Part]) -> ToolUse | None:
    """The run of a tool, each of its sides from the first dialect that tells it."""
    uses = [part.use for part in parts if part.use]
    if not uses:
        return None
    answered = next((one for one in uses if one.answered), uses[0])
    return ToolUse(
        name=next((one.name for one in uses if one.name), ""),
        arguments=next((one.arguments for one in uses if one.arguments is not None), None),
        id=next((one.id for one in uses if one.id), None),
        result=answered.result,
        answered=answered.answered,
        error=next((one.error for one in uses if one.error), None),
    )


def _error(span: Span, use: ToolUse | None) -> str | None:
    if not span.failed and "error.type" not in span.attributes:
        return None
    return span.exception() or (use.error if use else None)
