"""Anthropic messages: content blocks with `tool_use` and `tool_result`; the system prompt beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Call, Conversation, Step
from porfiado.traces.assemble import assemble
from porfiado.traces.blocks import Dialect, blocks_in, failed, plain_result, read_messages, system_text
from porfiado.traces.formats import Format
from porfiado.traces.messages import Message, Request
from porfiado.traces.openai_chat import strangers
from porfiado.traces.origin import beside, of_record, read_tools, tokens_of, usage_of
from porfiado.traces.parts import is_one_of
from porfiado.traces.tolerant import a_text, an_id, as_text, objects, present
from porfiado.traces.writing import arguments_given, ids_of, result_text, steps_of

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_OWN_BLOCKS = frozenset({*_CALLS, "tool_result", "thinking", "redacted_thinking"})
_SIDES = frozenset({"user", "assistant"})
_FOREIGN = ("tool_calls", "tool_call_id", "function_call")  # OpenAI's
_HELD = frozenset({"messages", "tools", "system", "usage"})
_REPLY = frozenset({"type", "role", "content", "model", "stop_reason", "usage"})


def recognises(record: Any) -> bool:
    """Whether a block of its messages is one that only Anthropic has, or the record is one of its replies.

    Words alone look like OpenAI's; with a system prompt beside them, and no role `system`, they are not.
    """
    if isinstance(record, list):
        return any(map(_is_own, blocks_in(record)))
    if not isinstance(record, dict):
        return False
    if _is_reply(record):
        return True
    messages = record.get("messages")
    if any(map(_is_own, blocks_in(messages))):
        return True
    return (
        "system" in record and any(map(_may_be, objects(messages))) and all(map(_may_be, objects(messages)))
    )


def _is_own(block: Mapping[str, Any]) -> bool:
    type_ = block.get("type")
    return isinstance(type_, str) and (type_ in _OWN_BLOCKS or type_.endswith("_tool_result"))


def _is_reply(record: Mapping[str, Any]) -> bool:
    return record.get("type") == "message" and record.get("role") == "assistant" and "content" in record


def _may_be(message: Mapping[str, Any]) -> bool:
    if not is_one_of(message.get("role"), _SIDES) or not message.keys().isdisjoint(_FOREIGN):
        return False
    return all("type" in block for block in blocks_in([message]))


def read(record: Any) -> Iterator[Conversation]:
    """The conversation of the messages; of a reply, of the one message that it is."""
    if isinstance(record, list):
        yield assemble(read_messages(record, _DIALECT), kept=strangers(record))
    elif "messages" not in record:
        about = of_record(record, _REPLY, named=False)
        given = {key: value for key, value in record.items() if key in _REPLY}
        yield assemble(read_messages([given], _DIALECT), **about)
    else:
        messages = record["messages"]
        yield assemble(
            [*system_text(record.get("system")), *read_messages(messages, _DIALECT)],
            tools=tuple(read_tools(record.get("tools"))),
            usage=usage_of(record.get("usage")),
            kept=strangers(messages),
            **of_record(record, _HELD),
        )


def _request(block: Mapping[str, Any]) -> Request | None:
    type_ = block.get("type")
    if not isinstance(type_, str) or type_ not in _CALLS:
        return None
    return Request(as_text(block.get("name")) or "", block.get("input"), an_id(block.get("id")))


def _result(block: Mapping[str, Any]) -> Message | None:
    type_ = block.get("type")
    if not isinstance(type_, str) or not type_.endswith("tool_result"):
        return None
    result = plain_result(block.get("content"))
    wrong = block.get("is_error") is True
    return Message(
        role="tool", call_id=an_id(block.get("tool_use_id")), result=result, error=failed(wrong, result)
    )


def _counted(message: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "stop_reason": a_text(message.get("stop_reason")),
        "model": a_text(message.get("model")),
        **tokens_of(message.get("usage")),
    }


_DIALECT = Dialect(_request, _result, _counted, _REPLY)


# ── writing


def write(conversation: Conversation) -> dict[str, Any]:
    """The conversation as `{"system", "messages", "tools"}`."""
    tools = [
        {"name": one.name, "description": one.description, "input_schema": one.parameters}
        for one in conversation.tools
    ]
    messages = list(_messages(conversation))
    return {
        **beside(conversation),
        **present(system=conversation.system, messages=messages, tools=tools or None),
    }


def _messages(conversation: Conversation) -> Iterator[dict[str, Any]]:
    for number, turn in enumerate(conversation.turns, 1):
        if turn.user or number > 1:
            yield {"role": "user", "content": [{"type": "text", "text": turn.user}]}
        for step_number, step in enumerate(steps_of(turn), 1):
            yield from _step_out(step, f"toolu_{number}_{step_number}")


def _step_out(step: Step, stem: str) -> Iterator[dict[str, Any]]:
    ids = list(zip(ids_of(step, stem), step.calls, strict=True))
    content: list[dict[str, Any]] = [] if step.text is None else [{"type": "text", "text": step.text}]
    content += [
        {"type": "tool_use", "id": id_, "name": call.name, "input": arguments_given(call)}
        for id_, call in ids
    ]
    tokens = present(input_tokens=step.input_tokens, output_tokens=step.output_tokens)
    counted = present(stop_reason=step.stop_reason, model=step.model, usage=tokens or None)
    yield {"role": "assistant", "content": content, **counted}
    results = [_result_out(id_, call) for id_, call in ids if call.answered is not False]
    if results:
        yield {"role": "user", "content": results}


def _result_out(id_: str, call: Call) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": id_, "content": result_text(call)}
    return block if call.error is None else {**block, "is_error": True}


FORMAT = Format("anthropic", recognises, read, write)
