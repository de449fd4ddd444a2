"""The input and the output of a tool's run, in the shapes that frameworks hand them over."""

from __future__ import annotations

from typing import Any

from porfiado.traces.messages import Message
from porfiado.traces.spans.parts import simple
from porfiado.traces.spans.said import said_in
from porfiado.traces.spans.values import decoded, object_of
from porfiado.traces.tolerant import an_object

WITH_CONTEXT = "tool_call_with_context"


def arguments_in(given: Any) -> Any:
    """The arguments of a tool out of its input: an object, or the text that it is."""
    found = object_of(given)
    if found is None:
        found_text = decoded(given)
        return found_text if isinstance(found_text, str | list) else given
    if found.get("__type") == WITH_CONTEXT:
        return an_object(found.get("tool_call")).get("args")
    for key in ("inputs", "input_str"):
        inner = object_of(found.get(key))
        if inner:
            return arguments_in(inner) if key == "inputs" else inner
    if found.keys() == {"input"}:
        inner = object_of(found["input"])
        return found if inner is None else inner
    if (
        isinstance(found.get("kwargs"), dict)
        and isinstance(found.get("args", []), list)
        and "name" not in found
    ):
        return _called_with(found)
    return found


def _called_with(found: dict[str, Any]) -> Any:
    """The arguments of a function that was called: those with names, and any others as a list."""
    named = found["kwargs"]
    return {**named, "args": found["args"]} if found.get("args") else named


def outcome_in(made: Any) -> Message:
    """What a tool gave, out of its output: a message of LangChain's, or whatever it is."""
    found = decoded(made)
    inner = found
    for _ in range(4):
        if isinstance(inner, dict) and inner.keys() & {"output", "outputs"} and "content" not in inner:
            inner = decoded(inner.get("output", inner.get("outputs")))
    if isinstance(inner, dict) and _is_answer(inner):
        told = said_in(
            {"type": "tool", **inner} if "type" not in inner and "content" in inner else inner, "tool"
        )
        if told and told[-1].role == "tool":
            return told[-1]
    result = inner if inner is not found else made
    return Message(role="tool", result=simple(result))


def _is_answer(value: dict[str, Any]) -> bool:
    """Whether it is a tool's message, or a state with one, and not just what a tool gave."""
    if "tool_call_id" in value or "lc" in value or value.get("type") == "tool" or value.get("role") == "tool":
        return True
    return any(isinstance(value.get(key), list | dict) for key in ("messages", "update"))
