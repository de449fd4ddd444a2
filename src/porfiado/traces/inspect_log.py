"""Inspect logs: `{eval, samples: […]}`, or one sample (each is a file of its own in an `.eval` archive)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from porfiado.records import Conversation, Kept, ToolDefinition, Usage
from porfiado.traces.assemble import assemble
from porfiado.traces.formats import Format
from porfiado.traces.messages import Message, Request
from porfiado.traces.tolerant import (
    a_count,
    a_text,
    an_amount,
    an_id,
    an_object,
    as_text,
    counts,
    objects,
    present,
)

PART = "part"
REASONING = "reasoning"
PARSE_ERROR = "parse_error"  # a call whose arguments the framework could not read
_ATTACHED = "attachment://"
_OTHER_TOKENS = {
    "input_tokens_cache_read": "cached",
    "input_tokens_cache_write": "cache_write",
    "reasoning_tokens": "reasoning",
}
_DEPTH = 64


def recognises(record: Any) -> bool:
    """Whether it is a log or a sample of one."""
    if not isinstance(record, dict):
        return False
    if isinstance(record.get("eval"), dict) and ("samples" in record or "plan" in record):
        return True
    return {"epoch", "messages", "target"} <= record.keys()


def read(record: Mapping[str, Any]) -> Iterator[Conversation]:
    """One conversation for each sample; a log without samples has none."""
    if "eval" not in record:
        yield _sample(record, {})
        return
    for sample in objects(record.get("samples")):
        yield _sample(sample, an_object(record.get("eval")))


def _sample(stored: Mapping[str, Any], task: Mapping[str, Any]) -> Conversation:
    sample = _resolved(stored, an_object(stored.get("attachments")), _DEPTH)
    outputs = _outputs(sample)
    told = [_message(item, outputs) for item in objects(sample.get("messages"))]
    conversation = assemble(
        [message for message in told if message is not None],
        scenario=an_id(sample.get("id")),
        tools=tuple(_tools(sample)),
        usage=_usage(sample),
        origin=present(
            id=an_id(sample.get("uuid")),
            task=a_text(task.get("task")),
            model=a_text(task.get("model")),
            target=sample.get("target"),
            scores=sample.get("scores"),
            metadata=sample.get("metadata") or None,
            store=sample.get("store") or None,
            limit=sample.get("limit"),
        ),
        kept=[
            Kept(kind="message", content=item)
            for item, message in zip(objects(sample.get("messages")), told, strict=True)
            if message is None
        ],
    )
    return msgspec.structs.replace(
        conversation,
        trial=max(1, a_count(sample.get("epoch")) or 1),
        error=a_text(an_object(sample.get("error")).get("message")),
    )


def _resolved(value: Any, attachments: Mapping[str, Any], depth: int) -> Any:
    """`value` with its references to attachments replaced by what they stand for."""
    if not attachments or not depth:
        return value
    if isinstance(value, str):
        found = attachments.get(value.removeprefix(_ATTACHED)) if value.startswith(_ATTACHED) else None
        return value if found is None else found
    if isinstance(value, dict):
        return {key: _resolved(item, attachments, depth - 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_resolved(item, attachments, depth - 1) for item in value]
    return value


def _outputs(sample: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The model's outputs by the id of the message that they brought: they hold the counts and the reason."""
    found: dict[str, Mapping[str, Any]] = {}
    events = [one for one in objects(sample.get("events")) if one.get("event") == "model"]
    for output in (*(an_object(one.get("output")) for one in events), an_object(sample.get("output"))):
        for choice in objects(output.get("choices")):
            id_ = an_id(an_object(choice.get("message")).get("id"))
            if id_:
                found.setdefault(id_, {**output, "stop_reason": choice.get("stop_reason")})
    return found


def _message(item: Mapping[str, Any], outputs: Mapping[str, Mapping[str, Any]]) -> Message | None:
    text, kept = _content(item.get("content"))
    match item.get("role"):
        case "system":
            return Message(role="system", text=text, kept=kept)
        case "user":
            return Message(role="user", text=text, kept=kept)
        case "tool":
            return Message(
                role="tool",
                call_id=an_id(item.get("tool_call_id")),
                name=a_text(item.get("function")),
                result=text,
                error=_error(item),
                kept=kept,
            )
        case "assistant":
            return _assistant(item, text, kept, outputs.get(an_id(item.get("id")) or "", {}))
        case _:
            return None


def _assistant(
    item: Mapping[str, Any], text: str | None, kept: tuple[Kept, ...], output: Mapping[str, Any]
) -> Message:
    usage = an_object(output.get("usage"))
    calls = list(objects(item.get("tool_calls")))
    broken = tuple(Kept(kind=PARSE_ERROR, content=call) for call in calls if call.get("parse_error"))
    return Message(
        role="assistant",
        text=text,
        calls=tuple(map(_request, calls)),
        stop_reason=a_text(output.get("stop_reason")),
        input_tokens=a_count(usage.get("input_tokens")),
        output_tokens=a_count(usage.get("output_tokens")),
        other_tokens=counts(usage, _OTHER_TOKENS),
        cost_usd=an_amount(usage.get("total_cost")),
        model=a_text(item.get("model")) or a_text(output.get("model")),
        kept=(*kept, *broken),
    )


def _request(call: Mapping[str, Any]) -> Request:
    return Request(as_text(call.get("function")) or "", call.get("arguments"), an_id(call.get("id")))


def _error(item: Mapping[str, Any]) -> str | None:
    error = an_object(item.get("error"))
    if error:
        return a_text(error.get("message")) or a_text(error.get("type")) or "error"
    return a_text(item.get("tool_error"))  # as logs of older versions have it


def _content(content: Any) -> tuple[str | None, tuple[Kept, ...]]:
    """The words of a message, and its other parts."""
    if content is None or isinstance(content, str):
        return content, ()
    texts: list[str] = []
    kept: list[Kept] = []
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
            texts.append(part["text"])
        else:
            reasoning = isinstance(part, dict) and part.get("type") == "reasoning"
            kept.append(Kept(kind=REASONING if reasoning else PART, content=part))
    return ("\n".join(texts) if texts else None), tuple(kept)


def _tools(sample: Mapping[str, Any]) -> Iterator[ToolDefinition]:
    """The tools that the model was offered, each once."""
    seen: set[str] = set()
    for event in objects(sample.get("events")):
        for tool in objects(event.get("tools")) if event.get("event") == "model" else ():
            name = a_text(tool.get("name"))
            if name and name not in seen:
                seen.add(name)
                description = a_text(tool.get("description")) or ""
                yield ToolDefinition(
                    name=name, description=description, parameters=dict(an_object(tool.get("parameters")))
                )


def _usage(sample: Mapping[str, Any]) -> Usage | None:
    """The sum over the sample's models, which counts its simulated users and judges too."""
    used = [an_object(one) for one in an_object(sample.get("model_usage")).values()]
    if not used:
        return None
    costs = [cost for one in used if (cost := an_amount(one.get("total_cost"))) is not None]
    other: dict[str, int] = {}
    for one in used:
        for name, count in counts(one, _OTHER_TOKENS).items():
            other[name] = other.get(name, 0) + count
    return Usage(
        input_tokens=sum(a_count(one.get("input_tokens")) or 0 for one in used),
        output_tokens=sum(a_count(one.get("output_tokens")) or 0 for one in used),
        total_tokens=sum(a_count(one.get("total_tokens")) or 0 for one in used),
        other_tokens=other,
        cost_usd=sum(costs) if costs else None,
    )


FORMAT = Format("inspect", recognises, read, slices=("samples",))
