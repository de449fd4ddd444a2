"""LangChain messages, in each of their serialisations, and LangGraph's states that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Call, Conversation, Kept, Step
from porfiado.traces import openai_chat
from porfiado.traces.assemble import assemble
from porfiado.traces.blocks import failed
from porfiado.traces.formats import Format
from porfiado.traces.langchain_reply import assistant
from porfiado.traces.messages import Message
from porfiado.traces.origin import beside, of_record, read_tools, usage_of
from porfiado.traces.parts import content_of, error_in, fields_left
from porfiado.traces.tolerant import a_text, an_id, present
from porfiado.traces.writing import ids_of, result_text, steps_of

_ROLES = {
    "system": "system",
    "developer": "system",
    "human": "user",
    "ai": "assistant",
    "tool": "tool",
    "function": "tool",
    "SystemMessage": "system",
    "HumanMessage": "user",
    "AIMessage": "assistant",
    "ToolMessage": "tool",
    "FunctionMessage": "tool",
}
_STATE_KEYS = ("messages", "values", "channel_values", "state", "checkpoint")
_HELD = frozenset({"tools", "usage"})
_DEPTH = 4
_FIRST = 8
_SAID = frozenset({"type", "content", "id", "role", "example"})
_RESULT = _SAID | {"tool_call_id", "name", "status"}

Fields = Mapping[str, Any]


def recognises(record: Any) -> bool:
    """Whether it is a list of messages of one of the serialisations, or a state with one."""
    held = record.get("messages") if isinstance(record, dict) else record
    messages = held if held and isinstance(held, list) else _messages_of(record, _DEPTH)[0]
    return any(_plain(item) is not None for item in messages[:_FIRST])


def _messages_of(record: Any, depth: int) -> tuple[list[Any], dict[str, Any]]:
    """The list of messages in a state, however it is wrapped (`values`, `checkpoint.channel_values`).

    And the state without it.
    """
    if isinstance(record, list):
        return record, {}
    if not isinstance(record, dict) or not depth:
        return [], {}
    for key in _STATE_KEYS:
        if key in record:
            found, rest = _messages_of(record[key], depth - 1)
            if found:
                beside_it = {name: value for name, value in record.items() if name != key}
                return found, {**beside_it, key: rest} if rest else beside_it
    return [], {}


def _plain(item: Any) -> tuple[str, Fields] | None:
    """The kind of a message and its fields; None where it is no message of LangChain.

    Three serialisations: `{lc, id: [..., "HumanMessage"], kwargs}`, `{type: "human", data}`, and flat.
    """
    if not isinstance(item, dict) or "role" in item:
        return None
    path = item.get("id")
    if "lc" in item and isinstance(path, list) and path:
        kind, fields = path[-1], item.get("kwargs")
    else:
        kind, fields = item.get("type"), item.get("data", item)
    if not isinstance(kind, str) or not isinstance(fields, dict) or "content" not in fields:
        return None
    kind = kind.removesuffix("Chunk")
    return (kind, fields) if kind in _ROLES else None


def read(record: Any) -> Iterator[Conversation]:
    """The conversation of the messages. Those with a role, which LangChain takes too, are OpenAI's."""
    items, rest = _messages_of(record, _DEPTH)
    told: list[Message] = []
    strange: list[Kept] = []
    for item in items:
        found = _plain(item)
        if found is not None:
            told.append(_message(*found))
        elif not openai_chat.strangers([item]):
            told += openai_chat.read_messages([item])
        else:
            strange.append(Kept(kind=openai_chat.UNKNOWN_ROLE, content=item))
    about = of_record(rest, _HELD)
    yield assemble(
        told,
        kept=strange,
        tools=tuple(read_tools(rest.get("tools"))),
        usage=usage_of(rest.get("usage")),
        **about,
    )


def _message(kind: str, fields: Fields) -> Message:
    role = _ROLES[kind]
    if role == "assistant":
        return assistant(fields)
    content = fields.get("content")
    text, kept = content_of(content)
    if role == "tool":
        return _result(fields, content if kept else text)
    kept = (*kept, *fields_left(fields, _SAID))
    return Message(role="system" if role == "system" else "user", text=text, kept=kept)


def _result(fields: Fields, result: Any) -> Message:
    """A tool's result. Messages of old versions have no status: there the text has to tell."""
    status = fields.get("status")
    marked = failed(status == "error", result)
    return Message(
        role="tool",
        call_id=an_id(fields.get("tool_call_id")),
        name=a_text(fields.get("name")),
        result=result,
        error=error_in(result) if status is None else marked,
        kept=fields_left(fields, _RESULT),
    )


# ── writing


def write(conversation: Conversation) -> dict[str, Any]:
    """The conversation as a state: `{"messages": [{type, content, …}]}`."""
    return {**beside(conversation), "messages": list(_written(conversation))}


def _written(conversation: Conversation) -> Iterator[dict[str, Any]]:
    if conversation.system:
        yield {"type": "system", "content": conversation.system}
    for number, turn in enumerate(conversation.turns, 1):
        if turn.user or number > 1:
            yield {"type": "human", "content": turn.user}
        for step_number, step in enumerate(steps_of(turn), 1):
            yield from _step_out(step, f"call_{number}_{step_number}")


def _step_out(step: Step, stem: str) -> Iterator[dict[str, Any]]:
    ids = list(zip(ids_of(step, stem), step.calls, strict=True))
    yield {
        "type": "ai",
        "content": step.text or "",
        **present(name=step.agent, usage_metadata=_usage_out(step), response_metadata=_about_out(step)),
        "tool_calls": [
            {"name": call.name, "args": call.arguments, "id": id_, "type": "tool_call"}
            for id_, call in ids
            if not isinstance(call.raw_arguments, str)
        ],
        "invalid_tool_calls": [
            {"name": call.name, "args": call.raw_arguments, "id": id_, "type": "invalid_tool_call"}
            for id_, call in ids
            if isinstance(call.raw_arguments, str)
        ],
    }
    for id_, call in ids:
        if call.answered is not False:
            yield _result_out(id_, call)


def _usage_out(step: Step) -> dict[str, int] | None:
    if step.input_tokens is None and step.output_tokens is None:
        return None
    given, made = step.input_tokens or 0, step.output_tokens or 0
    return {"input_tokens": given, "output_tokens": made, "total_tokens": given + made}


def _about_out(step: Step) -> dict[str, str] | None:
    return present(finish_reason=step.stop_reason, model_name=step.model) or None


def _result_out(id_: str, call: Call) -> dict[str, Any]:
    return {
        "type": "tool",
        "tool_call_id": id_,
        "name": call.name,
        "content": result_text(call),
        "status": "success" if call.error is None else "error",
    }


FORMAT = Format("langchain", recognises, read, write)
