"""OpenAI chat messages: a bare list, `{"messages": […]}`, or a chat completion with its choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from porfiado.records import Conversation, Kept, Step, ToolDefinition
from porfiado.traces.assemble import assemble
from porfiado.traces.formats import Format
from porfiado.traces.messages import Message, Request
from porfiado.traces.openai_plain import plain_turns
from porfiado.traces.origin import beside, of_record, read_tools, tokens_of, usage_of
from porfiado.traces.parts import REASONING, content_of, error_in, fields_left
from porfiado.traces.tolerant import a_text, an_id, an_object, as_text, objects, present
from porfiado.traces.writing import arguments_text, ids_of, result_text, steps_of

_ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "model": "assistant",
    "tool": "tool",
    "function": "tool",
}
UNKNOWN_ROLE = "message"
CHOICE = "choice"  # a further reply that was generated and not used
_HELD = frozenset({"messages", "tools", "functions", "choices", "usage"})
_PLAIN = frozenset({"messages", "tools", "id", "metadata"})
_SAID = frozenset({"role", "content"})
_REPLY = frozenset({"reasoning", "reasoning_content", "finish_reason", "model", "usage"})
_ASSISTANT = _SAID | _REPLY | {"tool_calls", "function_call", "name"}
_RESULT = _SAID | {"tool_call_id", "name"}


def is_role(role: Any) -> bool:
    """Whether it is the name of a role."""
    return isinstance(role, str) and role in _ROLES


def is_message(value: Any) -> bool:
    """Whether it is a message: a known role, and content or calls."""
    if not isinstance(value, dict):
        return False
    return is_role(value.get("role")) and (
        "content" in value or "tool_calls" in value or "function_call" in value
    )


def recognises(record: Any) -> bool:
    """Whether it is a list of messages, holds one, or is a chat completion."""
    if isinstance(record, list):
        return bool(record) and is_message(record[0])
    if not isinstance(record, dict):
        return False
    messages = record.get("messages")
    if isinstance(messages, list):
        return not messages or is_message(messages[0])
    return any("message" in choice for choice in objects(record.get("choices")))


def read(record: Any) -> Iterator[Conversation]:
    """The conversation of the messages, and of the completion that answers them where there is one."""
    given: Mapping[str, Any] = {"messages": record} if isinstance(record, list) else record
    messages, choices = given.get("messages"), given.get("choices")
    about: dict[str, Any] = {}
    if len(given) > 1:
        about = of_record(given, _HELD, named=given.get("object") != "chat.completion")
        about["tools"] = tuple(read_tools(given.get("tools") or given.get("functions")))
    if not choices and "usage" in given:
        about["usage"] = usage_of(given["usage"])
    if not choices and (plain := plain_turns(messages)) is not None:
        yield Conversation(system=plain[0], turns=plain[1], **about)
        return
    told = list(read_messages(messages if isinstance(messages, list) else ()))
    told += _completion(given)
    strange = [*strangers(messages), *(Kept(kind=CHOICE, content=one) for one in list(objects(choices))[1:])]
    yield assemble(told, kept=strange, **about)


def quick(record: Any) -> Conversation | None:
    """The conversation of plain messages, with nothing or a few known things beside them."""
    if isinstance(record, list):
        plain = plain_turns(record)
        return None if plain is None else Conversation(system=plain[0], turns=plain[1])
    if not isinstance(record, dict) or "messages" not in record or not record.keys() <= _PLAIN:
        return None
    plain = plain_turns(record["messages"])
    if plain is None:
        return None
    if len(record) == 1:
        return Conversation(system=plain[0], turns=plain[1])
    tools = tuple(read_tools(record.get("tools")))
    return Conversation(system=plain[0], turns=plain[1], tools=tools, **of_record(record, _HELD))


def read_messages(messages: Iterable[Any]) -> Iterator[Message]:
    """The messages in the common shape. What is none is left out; `strangers` has it."""
    for item in messages:
        if isinstance(item, dict) and is_role(item.get("role")):
            yield _message(item, _ROLES[item["role"]])


def strangers(messages: Any) -> list[Kept]:
    """The items of a list of messages that are none, to be kept."""
    return [
        Kept(kind=UNKNOWN_ROLE, content=item)
        for item in (messages if isinstance(messages, list) else ())
        if not (isinstance(item, dict) and is_role(item.get("role")))
    ]


def _message(item: Mapping[str, Any], role: str) -> Message:
    text, kept = content_of(item.get("content"))
    if role == "tool":
        result = item.get("content") if kept else text
        return Message(
            role="tool",
            call_id=an_id(item.get("tool_call_id")),
            name=a_text(item.get("name")),
            result=result,
            error=error_in(result),
            kept=fields_left(item, _RESULT),
        )
    if role == "assistant":
        return _assistant(item, text, kept)
    kept = (*kept, *fields_left(item, _SAID))
    return Message(role="system" if role == "system" else "user", text=text, kept=kept)


def _assistant(item: Mapping[str, Any], text: str | None, kept: tuple[Kept, ...]) -> Message:
    thoughts = [item[key] for key in ("reasoning_content", "reasoning") if item.get(key)]
    refusal = a_text(item.get("refusal"))
    said = refusal if refusal and not text else text  # a refusal is what the agent said
    known = _ASSISTANT if said is text else _ASSISTANT | {"refusal"}
    calls = list(objects(item.get("tool_calls")))
    if isinstance(item.get("function_call"), dict):
        calls.append({"function": item["function_call"]})
    return Message(
        role="assistant",
        text=said,
        calls=tuple(map(_request, calls)),
        name=a_text(item.get("name")),
        kept=(*kept, *(Kept(kind=REASONING, content=one) for one in thoughts), *fields_left(item, known)),
        stop_reason=a_text(item.get("finish_reason")),
        model=a_text(item.get("model")),
        **tokens_of(item.get("usage")),
    )


def _request(call: Mapping[str, Any]) -> Request:
    # A function's call, a custom tool's, or the bare shape that some libraries write.
    function = an_object(call.get("function")) or an_object(call.get("custom")) or call
    arguments = next((function[key] for key in ("arguments", "args", "input") if key in function), None)
    return Request(as_text(function.get("name")) or "", arguments, an_id(call.get("id")))


def _completion(record: Mapping[str, Any]) -> Iterator[Message]:
    """The first choice of a completion, with its reason and counts."""
    choice = next(objects(record.get("choices")), None)
    if choice is not None:
        counted = {key: record.get(key) for key in ("usage", "model")}
        answer = {**an_object(choice.get("message")), "finish_reason": choice.get("finish_reason"), **counted}
        if choice.get("logprobs"):
            answer["logprobs"] = choice["logprobs"]
        yield _message(answer, "assistant")


# ── writing


def write(conversation: Conversation) -> dict[str, Any]:
    """The conversation as `{"messages": […], "tools": […]}`."""
    tools = [_tool_out(tool) for tool in conversation.tools]
    return {**beside(conversation), **present(messages=write_messages(conversation), tools=tools or None)}


def write_messages(conversation: Conversation) -> list[dict[str, Any]]:
    """The messages of a conversation. A reply without steps is one message."""
    found: list[dict[str, Any]] = []
    if conversation.system:
        found.append({"role": "system", "content": conversation.system})
    for number, turn in enumerate(conversation.turns, 1):
        if turn.user or number > 1:
            found.append({"role": "user", "content": turn.user})
        for step_number, step in enumerate(steps_of(turn), 1):
            found += _step_out(step, f"call_{number}_{step_number}")
    return found


def _step_out(step: Step, stem: str) -> Iterator[dict[str, Any]]:
    ids = ids_of(step, stem)
    message: dict[str, Any] = {"role": "assistant", "content": step.text}
    if step.agent:
        message["name"] = step.agent
    if step.calls:
        message["tool_calls"] = [
            {
                "id": id_,
                "type": "function",
                "function": {"name": call.name, "arguments": arguments_text(call)},
            }
            for id_, call in zip(ids, step.calls, strict=True)
        ]
    yield message
    for id_, call in zip(ids, step.calls, strict=True):
        if call.answered is not False:
            yield {"role": "tool", "tool_call_id": id_, "name": call.name, "content": result_text(call)}


def _tool_out(tool: ToolDefinition) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


FORMAT = Format("openai-chat", recognises, read, write, quick=quick)
