"""The messages of a model as LangChain keeps them: its calls stand in up to four places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from porfiado.records import Kept
from porfiado.traces.messages import Message, Request
from porfiado.traces.origin import tokens_of
from porfiado.traces.parts import REASONING, content_of, fields_left, is_one_of
from porfiado.traces.tolerant import a_text, an_id, an_object, as_text, objects

_CALL_BLOCKS = frozenset({"tool_use", "tool_call", "function_call", "server_tool_use", "server_tool_call"})
_FIELDS = frozenset(
    {
        "type", "content", "id", "name", "example", "tool_calls", "invalid_tool_calls", "tool_call_chunks",
        "usage_metadata", "response_metadata", "additional_kwargs", "chunk_position",
    }
)  # fmt: skip
_ABOUT = frozenset(
    {"finish_reason", "stop_reason", "stopReason", "model_name", "model", "token_usage", "usage", "id"}
)
_EXTRA = frozenset({"tool_calls", "function_call", "reasoning_content"})

Fields = Mapping[str, Any]


def assistant(fields: Fields) -> Message:
    """A message of the model in the common shape."""
    words, blocks = _parted(fields.get("content"))
    text, kept = content_of(words)
    extra, about = an_object(fields.get("additional_kwargs")), an_object(fields.get("response_metadata"))
    thought = extra.get("reasoning_content")
    wrong = [one for one in objects(fields.get("invalid_tool_calls")) if one.get("error")]
    left = (
        *fields_left(fields, _FIELDS),
        *fields_left(extra, _EXTRA),
        *fields_left(about, _ABOUT),
        *fields_left({"invalid_tool_calls": wrong}, frozenset()),
    )
    usage = fields.get("usage_metadata") or about.get("token_usage") or about.get("usage")
    return Message(
        role="assistant",
        text=text or None,
        calls=tuple(_requests(fields, blocks, extra)),
        name=a_text(fields.get("name")),
        kept=(*kept, *([Kept(kind=REASONING, content=thought)] if thought else ()), *left),
        stop_reason=_first_text(about, ("finish_reason", "stop_reason", "stopReason")),
        model=_first_text(about, ("model_name", "model")),
        **tokens_of(usage),
    )


def _parted(content: Any) -> tuple[Any, list[Fields]]:
    """The content without its blocks of calls; and those."""
    if not isinstance(content, list):
        return content, []
    calls = [block for block in objects(content) if is_one_of(block.get("type"), _CALL_BLOCKS)]
    return [block for block in content if block not in calls], calls


def _requests(fields: Fields, blocks: Iterable[Fields], extra: Fields) -> Iterator[Request]:
    """The calls, each once: those that were read, could not be read, stand only in a provider's form."""
    seen: set[str | None] = set()
    for call in (*objects(fields.get("tool_calls")), *objects(fields.get("invalid_tool_calls"))):
        request = Request(as_text(call.get("name")) or "", call.get("args"), an_id(call.get("id")))
        seen.add(request.id)
        yield request
    legacy = [{"function": extra["function_call"]}] if isinstance(extra.get("function_call"), dict) else []
    for call in (*blocks, *objects(extra.get("tool_calls")), *legacy):
        request = _raw_request(call)
        if request.id not in seen and not (request.id is None and seen):
            seen.add(request.id)
            yield request


def _raw_request(call: Fields) -> Request:
    function = an_object(call.get("function")) or call
    given = next((function[key] for key in ("arguments", "args", "input") if key in function), None)
    return Request(
        as_text(function.get("name")) or "", given, an_id(call.get("call_id")) or an_id(call.get("id"))
    )


def _first_text(given: Fields, keys: Iterable[str]) -> str | None:
    return next((text for key in keys if (text := a_text(given.get(key)))), None)
