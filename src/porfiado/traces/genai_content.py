"""Google's content objects (`{role, parts: [{text}, {functionCall}, …]}`), as ADK keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Call, Kept, Turn
from porfiado.traces.messages import Message, Request
from porfiado.traces.tolerant import a_count, a_text, an_id, an_object, as_text, counts, objects

PART = "part"
THOUGHT = "reasoning"
_OTHER_TOKENS = {
    "cached_content_token_count": "cached",
    "thoughts_token_count": "reasoning",
    "tool_use_prompt_token_count": "tool_use_prompt",
}


def camel(name: str) -> str:
    """`name` in camelCase."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def pick(record: Mapping[str, Any], name: str) -> Any:
    """The value under `name`, in snake_case or in camelCase."""
    value = record.get(name)
    return record.get(camel(name)) if value is None else value


def text_of(content: Any) -> str | None:
    """The words of a content object, thoughts aside; None where it has none."""
    parts = [
        a_text(part.get("text"))
        for part in objects(an_object(content).get("parts"))
        if part.get("thought") is not True
    ]
    texts = [text for text in parts if text is not None]
    return "".join(texts) if texts else None


def error_of(response: Any) -> str | None:
    """A response with an error under `error` failed, by the convention of ADK's tools."""
    error = an_object(response).get("error")
    return as_text(error) if error else None


def content_message(event: Mapping[str, Any], *, by_user: bool) -> Iterator[Message]:
    """The messages of one event: what was said or asked for, then the results that it brings."""
    parts = list(objects(an_object(event.get("content")).get("parts")))
    calls = tuple(_request(call) for part in parts if isinstance(call := pick(part, "function_call"), dict))
    text = text_of(event.get("content"))
    kept = tuple(_kept(part) for part in parts if not _is_plain(part))
    usage = _flat_usage(pick(event, "usage_metadata"))
    if by_user:
        if text is not None or kept:
            yield Message(role="user", text=text, kept=kept)
    elif text is not None or calls or kept or usage:
        yield Message(
            role="assistant",
            text=text,
            calls=calls,
            name=a_text(event.get("author")),
            stop_reason=a_text(pick(event, "finish_reason")),
            input_tokens=a_count(usage.get("prompt_token_count")),
            output_tokens=a_count(usage.get("candidates_token_count")),
            other_tokens=counts(usage, _OTHER_TOKENS),
            model=a_text(pick(event, "model_version")),
            kept=kept,
        )
    for part in parts:
        response = pick(part, "function_response")
        if isinstance(response, dict):
            yield _result(response)


def _request(call: Mapping[str, Any]) -> Request:
    return Request(as_text(call.get("name")) or "", call.get("args"), an_id(call.get("id")))


def _result(response: Mapping[str, Any]) -> Message:
    given = response.get("response")
    return Message(
        role="tool",
        call_id=an_id(response.get("id")),
        name=a_text(response.get("name")),
        result=given,
        error=error_of(given),
    )


def _is_plain(part: Mapping[str, Any]) -> bool:
    """Whether the part is words, a call or a result, and so has its place."""
    if isinstance(part.get("text"), str):
        return part.get("thought") is not True
    return any(isinstance(pick(part, key), dict) for key in ("function_call", "function_response"))


def _kept(part: Mapping[str, Any]) -> Kept:
    return Kept(kind=THOUGHT if part.get("thought") is True else PART, content=part)


def _flat_usage(usage: Any) -> dict[str, Any]:
    """The counts under their names in snake_case."""
    names = ("prompt_token_count", "candidates_token_count", *_OTHER_TOKENS)
    found = {name: pick(an_object(usage), name) for name in names}
    return {name: count for name, count in found.items() if count is not None}


def invocation_of(turn: Turn, number: int) -> dict[str, Any]:
    """A turn as an invocation: what the user said, the events of the agent, its final response."""
    return {
        "invocationId": f"turn-{number}",
        "userContent": {"role": "user", "parts": [{"text": turn.user}]},
        "finalResponse": None if turn.agent is None else {"role": "model", "parts": [{"text": turn.agent}]},
        "intermediateData": {"invocationEvents": list(_events(turn))},
    }


def _events(turn: Turn) -> Iterator[dict[str, Any]]:
    for step in turn.steps if isinstance(turn.steps, tuple) else ():
        parts: list[dict[str, Any]] = [] if step.text is None else [{"text": step.text}]
        parts += [{"functionCall": _call_out(call)} for call in step.calls]
        yield {"author": step.agent or "agent", "content": {"role": "model", "parts": parts}}
        answers = [
            {"functionResponse": _answer_out(call)} for call in step.calls if call.answered is not False
        ]
        if answers:
            yield {"author": step.agent or "agent", "content": {"role": "user", "parts": answers}}


def _call_out(call: Call) -> dict[str, Any]:
    return {**_id_out(call), "name": call.name, "args": call.arguments}


def _answer_out(call: Call) -> dict[str, Any]:
    given = call.result if isinstance(call.result, dict) else {"result": call.result}
    return {**_id_out(call), "name": call.name, "response": {"error": call.error} if call.error else given}


def _id_out(call: Call) -> dict[str, Any]:
    return {"id": call.id} if isinstance(call.id, str) else {}
