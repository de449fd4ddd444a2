"""Bedrock's Converse messages (`toolUse`, `toolResult`), also as Strands agents keep them in sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Call, Conversation, Step, ToolDefinition
from porfiado.traces.assemble import assemble
from porfiado.traces.blocks import Dialect, blocks_in, failed, read_messages, system_text
from porfiado.traces.formats import Format, Fragment
from porfiado.traces.messages import Message, Request
from porfiado.traces.openai_chat import strangers
from porfiado.traces.origin import beside, of_record, read_tools, tokens_of, usage_of
from porfiado.traces.problems import NotARecordError
from porfiado.traces.tolerant import a_count, a_text, an_id, an_object, as_text, objects, present
from porfiado.traces.writing import arguments_given, given_back, ids_of, steps_of

_OWN_BLOCKS = frozenset(
    {"toolUse", "toolResult", "reasoningContent", "guardContent", "cachePoint", "citationsContent"}
)
_KINDS = _OWN_BLOCKS | {"text", "image", "document", "video", "audio", "searchResult"}
_HELD = frozenset({"messages", "system", "system_prompt", "toolConfig", "output", "usage", "stopReason"})
_OF_AGENT = frozenset({"agent_id", "state", "conversation_manager_state"})
_OF_SESSION = frozenset({"session_id", "session_type", "created_at"})
_MESSAGE = frozenset({"role", "content", "stopReason", "usage", "metadata"})


def recognises(record: Any) -> bool:
    """Whether it is a list of Converse messages, a request with them, or a reply.

    The blocks of its messages have no `type`: their one key is their kind.
    """
    if isinstance(record, list):
        return _has_blocks(record)
    if not isinstance(record, dict):
        return False
    if isinstance(an_object(record.get("output")).get("message"), dict):
        return True
    messages = record.get("messages")
    return _has_blocks(messages) or (isinstance(messages, list) and "toolConfig" in record)


def _has_blocks(messages: Any) -> bool:
    """Whether the first block is one of Converse's."""
    block = next(blocks_in(messages), None)
    return block is not None and len(block) == 1 and not _KINDS.isdisjoint(block)


def read(record: Any) -> Iterator[Conversation]:
    """The conversation of the messages, and of the reply that answers them where there is one."""
    if isinstance(record, list):
        yield assemble(read_messages(record, _DIALECT), kept=strangers(record))
        return
    messages, usage = record.get("messages"), record.get("usage")
    told = system_text(record.get("system") or record.get("system_prompt"))
    told += read_messages(messages, _DIALECT)
    reply = an_object(an_object(record.get("output")).get("message"))
    if reply:
        told += read_messages([{**reply, "usage": usage, "stopReason": record.get("stopReason")}], _DIALECT)
    yield assemble(
        told,
        tools=tuple(read_tools(an_object(record.get("toolConfig")).get("tools"))),
        usage=None if reply else usage_of(usage),
        kept=strangers(messages),
        **of_record(record, _HELD),
    )


def _request(block: Mapping[str, Any]) -> Request | None:
    use = block.get("toolUse")
    if not isinstance(use, dict):
        return None
    return Request(as_text(use.get("name")) or "", use.get("input"), an_id(use.get("toolUseId")))


def _result(block: Mapping[str, Any]) -> Message | None:
    given = block.get("toolResult")
    if not isinstance(given, dict):
        return None
    result = _value(given.get("content"))
    wrong = given.get("status") == "error"
    return Message(
        role="tool", call_id=an_id(given.get("toolUseId")), result=result, error=failed(wrong, result)
    )


def _value(content: Any) -> Any:
    """The one value of a result's content; the words of several parts; else the parts as they are."""
    parts = list(objects(content))
    if not isinstance(content, list) or len(parts) != len(content):
        return content
    if len(parts) == 1 and parts[0].keys() == {"json"}:
        return parts[0]["json"]
    if parts and all(isinstance(part.get("text"), str) and len(part) == 1 for part in parts):
        return "\n".join(part["text"] for part in parts)
    return content or None


def _counted(message: Mapping[str, Any]) -> dict[str, Any]:
    usage = message.get("usage") or an_object(message.get("metadata")).get("usage")
    return {"stop_reason": a_text(message.get("stopReason")), **tokens_of(usage)}


_DIALECT = Dialect(_request, _result, _counted, _MESSAGE)


# ── sessions: a record for each message


def recognises_session(record: Any) -> bool:
    """Whether it is a message of a session of Strands agents, or what stands beside those messages."""
    if not isinstance(record, dict):
        return False
    if "message_id" in record and isinstance(record.get("message"), dict):
        return True
    return record.keys() >= _OF_AGENT or record.keys() >= _OF_SESSION


def pieces(record: Any) -> Iterator[Fragment]:
    """The message, at its place in its session; the files about the agent and the session have none."""
    if not recognises_session(record):
        raise NotARecordError("not a message of a session")
    if "message_id" in record:
        owner = [an_id(record.get(key)) or "" for key in ("session_id", "agent_id")]
        yield Fragment("/".join(owner), float(a_count(record["message_id"]) or 0), record)


def read_session(records: list[Any]) -> Iterator[Conversation]:
    """The conversation of a session's messages; what was redacted reads as it was redacted."""
    messages = [one.get("redact_message") or one["message"] for one in records]
    about = present(session_id=records[0].get("session_id"), agent_id=records[0].get("agent_id"))
    yield assemble(read_messages(messages, _DIALECT), kept=strangers(messages), origin=about)


# ── writing


def write(conversation: Conversation) -> dict[str, Any]:
    """The conversation as a Converse request: `{"system", "messages", "toolConfig"}`."""
    tools = [_tool_out(one) for one in conversation.tools]
    return {
        **beside(conversation),
        **present(
            system=[{"text": conversation.system}] if conversation.system else None,
            messages=list(_messages(conversation)),
            toolConfig={"tools": tools} if tools else None,
        ),
    }


def _tool_out(tool: ToolDefinition) -> dict[str, Any]:
    schema = {"json": tool.parameters}
    return {"toolSpec": {"name": tool.name, "description": tool.description, "inputSchema": schema}}


def _messages(conversation: Conversation) -> Iterator[dict[str, Any]]:
    for number, turn in enumerate(conversation.turns, 1):
        if turn.user or number > 1:
            yield {"role": "user", "content": [{"text": turn.user}]}
        for step_number, step in enumerate(steps_of(turn), 1):
            yield from _step_out(step, f"tooluse_{number}_{step_number}")


def _step_out(step: Step, stem: str) -> Iterator[dict[str, Any]]:
    ids = list(zip(ids_of(step, stem), step.calls, strict=True))
    content: list[dict[str, Any]] = [] if step.text is None else [{"text": step.text}]
    content += [
        {"toolUse": {"toolUseId": id_, "name": call.name, "input": arguments_given(call)}}
        for id_, call in ids
    ]
    yield {"role": "assistant", "content": content}
    results = [_result_out(id_, call) for id_, call in ids if call.answered is not False]
    if results:
        yield {"role": "user", "content": results}


def _result_out(id_: str, call: Call) -> dict[str, Any]:
    given = given_back(call)
    part = {"text": given} if isinstance(given, str) else {"json": given}
    status = "success" if call.error is None else "error"
    return {"toolResult": {"toolUseId": id_, "content": [part], "status": status}}


FORMAT = Format("bedrock", recognises, read, write)
SESSION = Format("strands-session", recognises_session, read_session, fragments=pieces)
