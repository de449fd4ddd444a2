"""Messages in whatever stands as the input or the output of an operation: one tolerant reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from porfiado.records import Kept
from porfiado.traces.messages import Message, Request, Role
from porfiado.traces.origin import tokens_of
from porfiado.traces.parts import error_in
from porfiado.traces.spans.parts import call_of, is_part, part_of, parts_in, result_of, simple
from porfiado.traces.spans.values import decoded
from porfiado.traces.tolerant import a_text, an_id, an_object, as_text, objects

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "SystemMessage": "system",
    "user": "user",
    "human": "user",
    "HumanMessage": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "AIMessage": "assistant",
    "tool": "tool",
    "function": "tool",
    "tool-response": "tool",
    "ToolMessage": "tool",
    "FunctionMessage": "tool",
}
_TYPES = frozenset(_ROLES) - {"function", "model", "assistant", "user"}
_ITEM_CALLS = ("function_call", "custom_tool_call")
_ITEM_RESULTS = ("function_call_output", "custom_tool_call_output")
_WRAPPERS = (
    "messages",
    "inputs",
    "outputs",
    "generations",
    "choices",
    "candidates",
    "contents",
    "output",
    "input",
    "message",
    "generation",
    "update",
    "kwargs",
    "values",
    "response",
    "result",
)
_WORDS = ("question", "query", "prompt", "prompts", "task", "text", "answer", "final_output", "input_str")
_CONTENTS = ("content", "contents", "parts", "message")
_STOPS = ("finish_reason", "stop_reason", "finishReason", "stopReason")
_USAGES = ("usage", "usage_metadata", "usageMetadata", "token_usage")
_DEPTH = 8


def said_in(value: Any, role: Role) -> list[Message]:
    """The messages in a value; what has no role is of `role`. Empty where it holds none.

    The value may be messages of any provider, the object that holds them under any of the usual names, a
    reply with its choices, the JSON of one of these, or words.
    """
    try:
        return list(_said(decoded(value), role, _DEPTH))
    except RecursionError:
        return []


def _said(value: Any, role: Role, depth: int) -> Iterator[Message]:
    if isinstance(value, str):
        if value:
            yield Message(role=role, result=value) if role == "tool" else Message(role=role, text=value)
    elif not depth:
        return
    elif isinstance(value, list):
        yield from _of_list(value, role, depth)
    elif isinstance(value, dict):
        yield from _of_object(value, role, depth)


def _of_list(items: list[Any], role: Role, depth: int) -> Iterator[Message]:
    """A list of messages, or of the parts of one."""
    if items and all(is_part(item) and not _is_item(item) for item in items):
        yield from message_of({"content": items}, role)
        return
    if len(items) == 2 and all(isinstance(item, str) for item in items) and items[0] in _ROLES:
        yield from message_of({"role": items[0], "content": items[1]}, role)  # a pair, as LangChain takes it
        return
    for item in items:
        yield from _said(item, role, depth - 1)


def _of_object(value: Mapping[str, Any], role: Role, depth: int) -> Iterator[Message]:
    found = _serialised(value)
    if found is not None:
        yield from message_of(*found)
    elif _is_item(value):
        yield from _of_item(value)
    elif is_message(value):
        yield from message_of(value, role)
    elif is_part(value):
        yield from message_of({"content": [value]}, role)
    else:
        yield from _of_wrapper(value, role, depth)


def _of_wrapper(value: Mapping[str, Any], role: Role, depth: int) -> Iterator[Message]:
    """An object with messages, or words, under one of the usual names."""
    if isinstance(value.get("message"), dict) and isinstance(value.get("text"), str):
        yield from _generation(value, role, depth)
        return
    for key in _WRAPPERS:
        if value.get(key) not in (None, "", [], {}):
            told = list(_said(decoded(value[key]), role, depth - 1))
            if told:
                yield told[0] if len(told) > 1 or not told else _concluded(told[0], value)
                yield from told[1:]
                return
    for key in _WORDS:
        held = value.get(key)
        if isinstance(held, str | list) and held:
            yield from _said(held, role, depth - 1)
            return


def _generation(value: Mapping[str, Any], role: Role, depth: int) -> Iterator[Message]:
    """A generation of LangChain's: its words, and the message, which may leave them out."""
    told = list(_said(value["message"], role, depth - 1))
    if all(one.text is None for one in told) and value["text"]:
        first = told[0] if told else Message(role=role)
        told[:1] = [with_facts(first, text=value["text"])]
    yield from told[:-1]
    yield from (_concluded(one, value) for one in told[-1:])


def _concluded(message: Message, holder: Mapping[str, Any]) -> Message:
    """A reply with why it stopped and what it cost, where what holds it says so."""
    if message.role != "assistant":
        return message
    return with_facts(message, stop_reason=_stop(holder), **_usage(holder))


def with_facts(message: Message, **facts: Any) -> Message:
    """The message with what it does not say itself."""
    own = {name: getattr(message, name) for name in Message.__struct_fields__}
    return Message(**own | {name: value for name, value in facts.items() if own[name] in (None, {}, ())})


def is_message(value: Mapping[str, Any]) -> bool:
    """Whether an object is a message: it has a role, or it is one by its keys."""
    if isinstance(value.get("role"), str) and any(key in value for key in (*_CONTENTS, "tool_calls")):
        return True
    if isinstance(value.get("role"), str) and value["role"] in _ROLES:
        return True
    if "tool_calls" in value and ("content" in value or isinstance(value["tool_calls"], list)):
        return True
    if isinstance(value.get("parts"), list):
        return True
    return isinstance(value.get("content"), dict) and "parts" in value["content"]


def _serialised(value: Mapping[str, Any]) -> tuple[Mapping[str, Any], Role] | None:
    """A message as LangChain writes it: `{lc, id, kwargs}`, `{type, data}`, or with its type beside."""
    path = value.get("id")
    kind, fields = value.get("type"), value.get("data", value)
    if isinstance(value.get("kwargs"), dict) and isinstance(path, list) and path:
        kind, fields = path[-1], value["kwargs"]
    if "role" in value or not isinstance(kind, str) or not isinstance(fields, dict):
        return None
    kind = kind.removesuffix("Chunk")
    if kind not in _TYPES or "content" not in fields:
        return None
    return fields, _ROLES[kind]


def _is_item(value: Any) -> bool:
    """Whether it is an item of OpenAI's Responses that is no message."""
    return isinstance(value, dict) and value.get("type") in (*_ITEM_CALLS, *_ITEM_RESULTS)


def _of_item(item: Mapping[str, Any]) -> Iterator[Message]:
    if item["type"] in _ITEM_RESULTS:
        yield result_of(item)
        return
    request = call_of(item)
    given = an_id(item.get("call_id")) or request.id
    yield Message(role="assistant", calls=(Request(request.name, request.arguments, given),))


def message_of(value: Mapping[str, Any], role: Role) -> Iterator[Message]:
    """One message: first the results that it brings, then what is said and asked for in it."""
    inner = value.get("message")
    if isinstance(inner, dict) and not any(key in value for key in ("content", "parts")):
        value = {**value, **inner}
    role = _role(value, role)
    content = next((value[key] for key in ("parts", *_CONTENTS) if value.get(key) not in (None, "")), None)
    if isinstance(content, dict) and "parts" in content:  # Google's reply
        role, content = _role(content, role), content["parts"]
    elif isinstance(content, dict) and _held_content(content) is not None:
        content = _held_content(content)
    if role == "tool" and not _brings_results(content):
        yield _answer(value, content)
        return
    if isinstance(content, list):  # pydantic-ai's instructions stand among what the user says
        for part in content:
            if isinstance(part, dict) and part.get("part_kind") == "system-prompt":
                yield Message(role="system", text=as_text(part.get("content")))
        content = [one for one in content if an_object(one).get("part_kind") != "system-prompt"]
    yield from _sorted(value, role, parts_in(content))


def _held_content(content: Mapping[str, Any]) -> Any:
    """The content within the content, as Strands' records of logs have it."""
    return next((content[key] for key in ("content", "message") if content.get(key) is not None), None)


def _role(value: Mapping[str, Any], otherwise: Role) -> Role:
    given = value.get("role")
    kind = value.get("kind")
    if kind in ("request", "response"):  # of pydantic-ai, by its parts
        return "user" if kind == "request" else "assistant"
    return _ROLES.get(given, otherwise) if isinstance(given, str) else otherwise


def _brings_results(content: Any) -> bool:
    content = decoded(content)
    return any(
        isinstance(part_of(one), Message | Request) for one in (content if isinstance(content, list) else ())
    )


def _answer(value: Mapping[str, Any], content: Any) -> Message:
    """A message of a tool: its content is the result."""
    result = simple(content if not isinstance(content, str) else simple_json(content))
    failed = value.get("status") == "error" or value.get("is_error") is True
    ids = ("tool_call_id", "toolCallId", "call_id", "id")
    return Message(
        role="tool",
        call_id=next((found for key in ids if (found := an_id(value.get(key)))), None),
        name=a_text(value.get("name")),
        result=result,
        error=(as_text(result) or "error")
        if failed
        else (error_in(result) if "status" not in value else None),
    )


def simple_json(content: str) -> Any:
    """The parts that a text holds as JSON, as results of Bedrock's tools are written; else the text."""
    found = decoded(content) if content.startswith("[{") else content
    if isinstance(found, list) and all(
        isinstance(one, dict) and len(one) == 1 and one.keys() <= {"text", "json"} for one in found
    ):
        return found
    return content


def _sorted(value: Mapping[str, Any], role: Role, parts: Iterable[Any]) -> Iterator[Message]:
    texts: list[str] = []
    calls: list[Request] = []
    kept: list[Kept] = []
    for part in parts:
        if isinstance(part, Message):
            yield part
        elif isinstance(part, Request):
            calls.append(part)
        elif isinstance(part, str):
            texts.append(part)
        else:
            kept.append(part)
    calls += _asked(value, calls)
    kept += _prompts(value, texts)
    if not (texts or calls or kept):
        return
    if calls:
        role = "assistant"
    text = "\n".join(texts) if texts else None
    if role != "assistant":
        yield Message(role="system" if role == "system" else "user", text=text, kept=tuple(kept))
        return
    yield Message(
        role="assistant",
        text=text,
        calls=tuple(calls),
        name=_author(value),
        stop_reason=_stop(value),
        model=_model(value),
        kept=tuple(kept),
        **_usage(value),
    )


def _asked(value: Mapping[str, Any], known: list[Request]) -> list[Request]:
    """The calls beside a message's content that are not in it as well."""
    given = decoded(value.get("tool_calls"))
    beside = [*objects(given), *objects(value.get("invalid_tool_calls"))]
    if isinstance(given, dict):
        beside = [given]
    if isinstance(value.get("function_call"), dict):
        beside.append(value["function_call"])
    ids = {request.id for request in known if request.id}
    asked = [call_of(one) for one in beside]
    return [one for one in asked if one.id is None or one.id not in ids]


def _prompts(value: Mapping[str, Any], texts: list[str]) -> list[Kept]:
    """What a model thought, where it stands beside the content."""
    thoughts = value.get("reasoning_content", value.get("reasoning"))
    return [Kept(kind="reasoning", content=thoughts)] if thoughts and texts is not None else []


def _author(value: Mapping[str, Any]) -> str | None:
    return a_text(value.get("name")) if value.get("role") in ("assistant", "ai", None) else None


def _stop(value: Mapping[str, Any]) -> str | None:
    about = an_object(value.get("response_metadata")) or an_object(value.get("generation_info"))
    for holder in (value, about):
        for key in _STOPS:
            if isinstance(holder.get(key), str):
                return str(holder[key])
    return None


def _model(value: Mapping[str, Any]) -> str | None:
    about = an_object(value.get("response_metadata"))
    given = value.get("model", value.get("model_version"))
    return a_text(given) or a_text(about.get("model_name")) or a_text(about.get("model"))


def _usage(value: Mapping[str, Any]) -> dict[str, Any]:
    found = next((value[key] for key in _USAGES if isinstance(value.get(key), dict)), None)
    return tokens_of(found) if found else {}
