"""The older conventions: an event for each message, and messages as numbered attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.records import Kept
from porfiado.traces.messages import Message, Role
from porfiado.traces.spans.parts import parts_in, simple
from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.said import said_in, simple_json, with_facts
from porfiado.traces.spans.span import Event
from porfiado.traces.spans.telling import Part, ToolUse
from porfiado.traces.spans.values import decoded, structure
from porfiado.traces.tolerant import a_count, a_text, an_id, an_object

_ROLES: Mapping[str, Role] = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
CHOICE = "gen_ai.choice"
_CONTENT_EVENTS = {"gen_ai.content.prompt": "gen_ai.prompt", "gen_ai.content.completion": "gen_ai.completion"}
_EVENT_LISTS = ("events", "all_messages_events")
_CONTENT = "gen_ai.event.content"
_INDEXED = (("gen_ai.prompt", "llm.prompts"), ("gen_ai.completion", "llm.completions"))


def read(reader: SpanReader) -> Part:
    """What a span tells by these conventions."""
    part = Part()
    events = [*reader.events(*_ROLES, CHOICE), *_listed(reader)]
    if reader.text("gen_ai.operation.name") == "execute_tool":
        part.use = _tool_run(events)
        return part
    for event in events:
        _add(part, event)
    _contents(reader, part)
    _indexed(reader, part)
    return part


def _listed(reader: SpanReader) -> Iterator[Event]:
    """Events that stand as a JSON list in an attribute, as pydantic-ai and logfire write them."""
    for key in _EVENT_LISTS:
        given = structure(reader.get(key))
        for one in given if isinstance(given, list) else ():
            if isinstance(one, dict) and isinstance(one.get("event.name"), str):
                yield Event(name=one["event.name"], attributes=one)


def _fields(event: Event) -> dict[str, Any]:
    """What an event says of its message: its body, its attributes, or the JSON in one of them."""
    body = decoded(event.body)
    inner = structure(event.attributes.get(_CONTENT))
    fields = {**event.attributes, **an_object(inner), **an_object(body)}
    if isinstance(body, str) and body:
        fields.setdefault("content", body)
    for key in ("message", "tool_calls"):
        fields[key] = decoded(fields.get(key))
    return {key: value for key, value in fields.items() if value is not None}


def _add(part: Part, event: Event) -> None:
    fields = _fields(event)
    if event.name == CHOICE:
        told = _choice(fields)
        if a_count(fields.get("index")):
            part.kept.append(Kept(kind="choice", content=fields))
        else:
            part.made += told
            part.given += said_in(fields.get("tool.result"), "tool")  # of a cycle of Strands
        return
    role = _ROLES[event.name]
    part.given += said_in({"role": role, **fields, "content": fields.get("content")}, role)


def _choice(fields: dict[str, Any]) -> list[Message]:
    message = fields.get("message")
    if isinstance(message, list):
        message = {"content": message}
    if message is None or isinstance(message, str):
        message = {"content": message if message is not None else fields.get("content")}
    beside = {key: fields[key] for key in ("tool_calls",) if key in fields}
    told = said_in({**beside, **message, "role": "assistant"}, "assistant")
    stop = a_text(fields.get("finish_reason"))
    return [with_facts(one, stop_reason=stop) if one.role == "assistant" else one for one in told]


def _tool_run(events: list[Event]) -> ToolUse | None:
    """The run of a tool: a message to it with its arguments, a choice with its result."""
    found: dict[str, Any] = {}
    for event in events:
        fields = _fields(event)
        if event.name == CHOICE:
            given = fields.get("message", fields.get("content"))
            found |= {"result": _plain_result(given), "answered": given is not None}
        else:
            found["arguments"] = decoded(fields.get("content"))
        found["id"] = an_id(fields.get("id")) or found.get("id")
    return ToolUse(**found) if found else None


def _plain_result(given: Any) -> Any:
    return simple(simple_json(given) if isinstance(given, str) else given)


def _contents(reader: SpanReader, part: Part) -> None:
    """All that went in as one event, and all that came out as another."""
    for name, key in _CONTENT_EVENTS.items():
        for event in reader.events(name):
            value = event.attributes.get(key, event.body)
            if key == "gen_ai.prompt":
                part.given += said_in(value, "user")
            else:
                part.made += said_in(value, "assistant")


def _indexed(reader: SpanReader, part: Part) -> None:
    """`gen_ai.prompt.0.role` and its like."""
    for prefix in _INDEXED[0]:
        part.given += _numbered(reader.gathered(prefix), "user")
    for prefix in _INDEXED[1]:
        part.made += _numbered(reader.gathered(prefix), "assistant")


def _numbered(given: Any, role: Role) -> list[Message]:
    given = decoded(given)
    if isinstance(given, dict):  # numbers with gaps are put together as they come
        given = list(given.values())
    told: list[Message] = []
    for one in given if isinstance(given, list) else [given]:
        if isinstance(one, dict) and isinstance(one.get("content"), str):
            content = structure(one["content"])
            known = isinstance(content, list) and any(not _is_kept(part) for part in parts_in(content))
            told += said_in({**one, "content": content} if known else one, role)
        else:
            told += said_in(one, role)
    return told


def _is_kept(part: Any) -> bool:
    return isinstance(part, Kept)
