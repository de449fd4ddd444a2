"""Parts of a message, in the shapes of any provider: words, a call, a result, or something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from porfiado.records import Kept
from porfiado.traces.messages import Message, Request
from porfiado.traces.parts import PART, REASONING, error_in
from porfiado.traces.spans.values import decoded
from porfiado.traces.tolerant import a_text, an_id, an_object, as_text, objects

Part = str | Request | Message | Kept

_TEXT_TYPES = frozenset({"text", "input_text", "output_text", "summary_text", "refusal", "user-prompt"})
_TEXT_KEYS = ("text", "content", "refusal")
_CALL_TYPES = frozenset(
    {"tool_call", "tool_use", "tool-call", "function_call", "custom_tool_call", "function"}
)
_SERVER_CALLS = frozenset({"server_tool_use", "mcp_tool_use", "server_tool_call"})
_RESULT_TYPES = frozenset(
    {
        "tool_call_response",
        "tool_result",
        "tool-result",
        "tool-return",
        "tool_return",
        "function_call_output",
        "custom_tool_call_output",
        "server_tool_call_response",
        "retry-prompt",
    }
)
_REASONING = frozenset({"reasoning", "thinking", "redacted_thinking", "thought"})
_NAMES = ("name", "tool_name", "toolName")
_IDS = ("id", "call_id", "tool_call_id", "toolCallId", "toolUseId", "tool_use_id")
_RESULT_IDS = ("tool_use_id", "tool_call_id", "call_id", "toolCallId", "toolUseId", "id")
_ARGUMENTS = ("arguments", "args", "input", "parameters")
_RESULTS = ("response", "result", "output", "content")
_FAILED = frozenset({"error", "failed", "failure"})
_INNER_CALLS = ("toolUse", "function_call", "functionCall", "tool_call")
_INNER_RESULTS = ("toolResult", "function_response", "functionResponse", "tool_result")
_INNER_TEXT = ("message_content",)


def kind_of(part: Mapping[str, Any]) -> str:
    """What kind of part it says it is; empty where it says none."""
    given = part.get("type", part.get("part_kind"))
    return given if isinstance(given, str) else ""


def is_part(value: Any) -> bool:
    """Whether it is a part of a message of one of the known shapes, and not a message or mere data."""
    if not isinstance(value, dict) or "role" in value:
        return False
    kind = kind_of(value)
    if kind in _TEXT_TYPES | _CALL_TYPES | _SERVER_CALLS | _RESULT_TYPES | _REASONING:
        return True
    keys = value.keys()
    inner = {*_INNER_CALLS, *_INNER_RESULTS, *_INNER_TEXT, "reasoningContent"}
    return bool(keys & inner) or keys == {"text"}


def part_of(part: Any) -> Part:
    """A part of a message."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return Kept(kind=PART, content=part)
    kind = kind_of(part)
    if part.get("thought") is True or kind in _REASONING or "reasoningContent" in part:
        return Kept(kind=REASONING, content=part)
    return _wrapped(part) or _typed(part, kind) or Kept(kind=PART, content=part)


def _wrapped(part: Mapping[str, Any]) -> Part | None:
    """A part whose one key is its kind."""
    for key in _INNER_CALLS:
        if isinstance(part.get(key), dict):
            return call_of(part[key])
    for key in _INNER_RESULTS:
        if isinstance(part.get(key), dict):
            return result_of(part[key])
    for key in _INNER_TEXT:
        if isinstance(part.get(key), dict):
            found = part_of(part[key])
            return found if not isinstance(found, Kept) else Kept(kind=found.kind, content=part)
    return None


def _typed(part: Mapping[str, Any], kind: str) -> Part | None:
    if kind in _CALL_TYPES | _SERVER_CALLS:
        return call_of(part)
    if kind in _RESULT_TYPES or (kind.endswith("_tool_result") and "content" in part):
        return result_of(part)
    if kind in _TEXT_TYPES or not kind:
        for key in _TEXT_KEYS:
            if isinstance(part.get(key), str):
                return str(part[key])
    return None


def call_of(given: Mapping[str, Any]) -> Request:
    """A call, with or without the `function` or the `tool_call` around its name."""
    given = an_object(given.get("tool_call")) or given
    inner = an_object(given.get("function")) or an_object(given.get("server_tool_call")) or given
    arguments = next((inner[key] for key in _ARGUMENTS if inner.get(key) is not None), None)
    return Request(_picked(inner, _NAMES) or _picked(given, _NAMES) or "", arguments, _picked(given, _IDS))


def result_of(given: Mapping[str, Any]) -> Message:
    """What a tool gave back."""
    value = next((given[key] for key in _RESULTS if key in given), None)
    result = simple(value)
    marked = given.get("is_error", given.get("isError"))
    failed = marked is True or given.get("status") in _FAILED or bool(given.get("error"))
    unmarked = marked is None and "status" not in given
    error = as_text(given.get("error")) or as_text(result) or "error" if failed else None
    return Message(
        role="tool",
        call_id=_picked(given, _RESULT_IDS),
        name=_picked(given, _NAMES),
        result=result,
        error=error_in(result) if unmarked and not failed else error,
    )


def simple(value: Any) -> Any:
    """The one value that a tool's result is: the words of parts of words, the object of a part of JSON."""
    parts = list(objects(value))
    if not isinstance(value, list) or not parts or len(parts) != len(value):
        return value
    if len(parts) == 1 and parts[0].keys() == {"json"}:
        return parts[0]["json"]
    texts = [part.get("text", part.get("content") if kind_of(part) == "text" else None) for part in parts]
    if all(isinstance(text, str) for text in texts) and all(len(part) <= 3 for part in parts):
        return "\n".join(texts)
    return value


def parts_in(content: Any) -> list[Part]:
    """The parts of a message's content: a text, parts, or the JSON of parts."""
    if content is None:
        return []
    if isinstance(content, str):
        found = decoded(content) if content.lstrip().startswith("[{") else None
        if not (isinstance(found, list) and found and all(map(is_part, found))):
            return [content]
        content = found
    if isinstance(content, list):
        return [part_of(one) for one in content]
    return [part_of(content)]


def _picked(given: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((text for key in keys if (text := an_id(given.get(key)))), None)


def text_in(value: Any) -> str | None:
    """The words of an instruction: a text, or parts of words."""
    found = decoded(value)
    if isinstance(found, dict):
        found = found.get("parts", found.get("content", found.get("text")))
    if not isinstance(found, list):
        return a_text(found) if isinstance(found, str) else None
    texts = [part for one in found if isinstance(part := part_of(one), str)]
    return "\n".join(texts) if texts else None
