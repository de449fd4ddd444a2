"""OpenAI Responses: a list of items, or a response with its `input` and `output`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from porfiado.records import Conversation, Kept, Step
from porfiado.traces.assemble import assemble
from porfiado.traces.formats import Format
from porfiado.traces.messages import Message
from porfiado.traces.openai_chat import UNKNOWN_ROLE, is_role
from porfiado.traces.origin import beside, of_record, read_tools, tokens_of
from porfiado.traces.parts import content_of, error_in, fields_left
from porfiado.traces.response_steps import OUTPUT, StepOfItems, is_call
from porfiado.traces.tolerant import a_text, an_id, an_object, present
from porfiado.traces.writing import arguments_text, ids_of, result_text, steps_of

_OF_ASSISTANT = frozenset({"reasoning", "compaction", "mcp_list_tools", "mcp_approval_request"})
_LISTS = ("input", "items", "output")
_HELD = frozenset({*_LISTS, "instructions", "tools", "usage", "status", "incomplete_details", "model"})
_MESSAGE = frozenset({"type", "role", "content", "id", "status"})
_RESULT = frozenset({"type", "call_id", "output", "id", "status"})
_FIRST = 8


def recognises(record: Any) -> bool:
    """Whether it is a list of items, or a response: items have types that no chat message has."""
    if isinstance(record, list):
        return any(map(_is_item, record[:_FIRST]))
    if not isinstance(record, dict):
        return False
    if record.get("object") == "response":
        return True
    lists = (record[key] for key in _LISTS if key in record)
    return any(isinstance(one, list) and any(map(_is_item, one[:_FIRST])) for one in lists)


def _is_item(item: Any) -> bool:
    if not isinstance(item, dict):
        return False
    type_ = item.get("type")
    if type_ == "message":
        return "role" in item and "content" in item
    return "role" not in item and isinstance(type_, str) and (_is_result(type_) or _is_output(type_, item))


def _is_output(type_: str, item: Mapping[str, Any]) -> bool:
    if type_ == "reasoning":
        return "summary" in item or "encrypted_content" in item
    return is_call(type_) and ("call_id" in item or "id" in item)


def _is_result(type_: str) -> bool:
    return type_.endswith(OUTPUT)


def read(record: Any) -> Iterator[Conversation]:
    """The conversation of the items; of a response, its input and then its output, which is one step."""
    if isinstance(record, list):
        yield assemble(read_items(record), kept=_strangers(record))
        return
    given, output = record.get("input"), record.get("output")
    told = [Message(role="system", text=record["instructions"])] if a_text(record.get("instructions")) else []
    told += [Message(role="user", text=given)] if isinstance(given, str) else read_items(given)
    told += [*read_items(record.get("items")), *_answer(output, record)]
    yield assemble(
        told,
        tools=tuple(read_tools(record.get("tools"))),
        kept=[one for key in _LISTS for one in _strangers(record.get(key))],
        **of_record(record, _HELD, named=record.get("object") != "response"),
    )


def _answer(output: Any, record: Mapping[str, Any]) -> Iterator[Message]:
    """What a response holds: one step, with the response's counts and reason."""
    reason = a_text(an_object(record.get("incomplete_details")).get("reason")) or a_text(record.get("status"))
    counted = {"model": a_text(record.get("model")), "stop_reason": reason, **tokens_of(record.get("usage"))}
    items = [item for item in output if not _is_strange(item)] if isinstance(output, list) else []
    if any(not _of_assistant(item) for item in items):  # of more than one response: its counts are the last's
        last = max((at for at, item in enumerate(items) if not _of_assistant(item)), default=-1) + 1
        yield from read_items(items[:last])
        items = items[last:]
    step = StepOfItems()
    for item in items:
        step.add(item)
    if items or any(tokens_of(record.get("usage")).values()):
        yield from step.done(counted)


def read_items(items: Any) -> Iterator[Message]:
    """The items as messages. Reasoning, words and calls that come in a row are one step of the assistant."""
    step = StepOfItems()
    for item in items if isinstance(items, list) else ():
        if _is_strange(item):
            continue
        if not _of_assistant(item):
            yield from step.done()
            step = StepOfItems()
            yield _other(item)
            continue
        if step.ends_before(item):
            yield from step.done()
            step = StepOfItems()
        step.add(item)
    yield from step.done()


def _is_strange(item: Any) -> bool:
    """Whether an item is none of the kinds that are read."""
    if not isinstance(item, dict):
        return True
    type_, role = item.get("type"), item.get("role")
    if isinstance(type_, str) and (_is_result(type_) or type_ in _OF_ASSISTANT or is_call(type_)):
        return False
    return not is_role(role) or role == "tool"


def _strangers(items: Any) -> list[Kept]:
    return [
        Kept(kind=UNKNOWN_ROLE, content=item)
        for item in (items if isinstance(items, list) else ())
        if _is_strange(item)
    ]


def _of_assistant(item: Mapping[str, Any]) -> bool:
    if item.get("role") is not None:
        return bool(item["role"] == "assistant")
    type_ = item.get("type")
    return isinstance(type_, str) and (type_ in _OF_ASSISTANT or is_call(type_))


def _other(given: Mapping[str, Any]) -> Message:
    """A message of the user or of the system, or a result."""
    type_, role = given.get("type"), given.get("role")
    if isinstance(type_, str) and _is_result(type_):
        output = given.get("output")
        text, parts = content_of(output)
        result = output if parts or text is None else text
        kept = fields_left(given, _RESULT)
        return Message(
            role="tool", call_id=an_id(given.get("call_id")), result=result, error=error_in(result), kept=kept
        )
    text, parts = content_of(given.get("content"))
    kept = (*parts, *fields_left(given, _MESSAGE))
    return Message(role="system" if role in ("system", "developer") else "user", text=text, kept=kept)


# ── writing


def write(conversation: Conversation) -> dict[str, Any]:
    """The conversation as `{"instructions", "input": […items], "tools"}`."""
    tools = [
        {"type": "function", "name": one.name, "description": one.description, "parameters": one.parameters}
        for one in conversation.tools
    ]
    items = list(_items(conversation))
    return {
        **beside(conversation),
        **present(instructions=conversation.system, input=items, tools=tools or None),
    }


def _items(conversation: Conversation) -> Iterator[dict[str, Any]]:
    for number, turn in enumerate(conversation.turns, 1):
        if turn.user or number > 1:
            content = [{"type": "input_text", "text": turn.user}]
            yield {"type": "message", "role": "user", "content": content}
        for step_number, step in enumerate(steps_of(turn), 1):
            yield from _step_items(step, f"call_{number}_{step_number}")


def _step_items(step: Step, stem: str) -> Iterable[dict[str, Any]]:
    if step.text is not None or not step.calls:
        content = [{"type": "output_text", "text": step.text or ""}]
        yield {"type": "message", "role": "assistant", "content": content}
    ids = list(zip(ids_of(step, stem), step.calls, strict=True))
    for id_, call in ids:
        yield {"type": "function_call", "call_id": id_, "name": call.name, "arguments": arguments_text(call)}
    for id_, call in ids:
        if call.answered is not False:
            yield {"type": "function_call_output", "call_id": id_, "output": result_text(call)}


FORMAT = Format("openai-responses", recognises, read, write)
