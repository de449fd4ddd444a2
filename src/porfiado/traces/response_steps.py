"""One call of the model out of the items that OpenAI's Responses make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Kept
from porfiado.traces.messages import Message, Request
from porfiado.traces.parts import content_of, fields_left, kept_part
from porfiado.traces.tolerant import an_id, as_text, objects

CALL, OUTPUT = "_call", "_call_output"
_ARGUMENTS = ("arguments", "input", "action", "operation")
_RESULTS = ("output", "outputs", "results", "result")
_OF_CALL = frozenset({"type", "id", "call_id", "name", "status", "error", *_ARGUMENTS, *_RESULTS})
_OF_MESSAGE = frozenset({"type", "role", "content", "id", "status"})
_FAILED = ("failed", "incomplete")


def is_call(type_: str) -> bool:
    """Whether items of this type are calls: of functions, and of tools that the provider runs."""
    return type_.endswith(CALL)


class StepOfItems:
    """The items of one call of the model."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._calls: list[Request] = []
        self._results: list[Message] = []
        self._kept: list[Kept] = []
        self._empty = True

    def ends_before(self, item: Mapping[str, Any]) -> bool:
        """Whether a new step begins with this item: reasoning or words, after words or open calls."""
        open_calls = len(self._calls) > len(self._results)
        if item.get("type") == "reasoning":
            return bool(self._texts or open_calls)
        return item.get("role") is not None and bool(self._texts or open_calls)

    def add(self, item: Mapping[str, Any]) -> None:
        """One more item of the step."""
        self._empty = False
        type_ = item.get("type", "message")
        if item.get("role") is not None:
            text, kept = content_of(_spoken(item.get("content")))
            self._texts += [] if text is None else [text]
            self._kept += [*kept, *fields_left(item, _OF_MESSAGE)]
        elif isinstance(type_, str) and is_call(type_):
            self._call(item, type_)
        else:
            self._kept.append(kept_part(item))

    def _call(self, item: Mapping[str, Any], type_: str) -> None:
        """A call; one that the provider ran holds its own result."""
        name = as_text(item.get("name")) or type_.removesuffix(CALL)
        id_ = an_id(item.get("call_id")) or an_id(item.get("id"))
        given = next((item[key] for key in _ARGUMENTS if item.get(key) is not None), None)
        left = fields_left(item, _OF_CALL)
        own = item.get("call_id") is None and item.get("name") is None  # a tool of the provider's
        if own and left and given is None:
            given, left = left[0].content, ()
        self._calls.append(Request(name, given, id_))
        self._kept += left
        result = next((item[key] for key in _RESULTS if item.get(key) is not None), None)
        error = item.get("error") or (item["status"] if own and item.get("status") in _FAILED else None)
        if result is not None or error or own:
            self._results.append(
                Message(role="tool", call_id=id_, name=name, result=result, error=as_text(error))
            )

    def done(self, counted: Mapping[str, Any] | None = None) -> Iterator[Message]:
        """The step as a message, and the results that its calls hold themselves."""
        if self._empty and not counted:
            return
        text = "\n".join(self._texts) if self._texts else None
        calls, kept = tuple(self._calls), tuple(self._kept)
        yield Message(role="assistant", text=text, calls=calls, kept=kept, **(counted or {}))
        yield from self._results


def _spoken(content: Any) -> Any:
    """Content with refusals as words: they are what the agent said."""
    if not isinstance(content, list) or all(part.get("type") != "refusal" for part in objects(content)):
        return content
    return [
        {"type": "text", "text": part["refusal"]}
        if isinstance(part, dict) and part.get("type") == "refusal" and isinstance(part.get("refusal"), str)
        else part
        for part in content
    ]
