"""What stands beside the messages of a record: whose conversation it is, and facts about the whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from porfiado.records import Conversation, ToolDefinition, Usage
from porfiado.traces.tolerant import a_count, a_text, an_amount, an_id, an_object, objects

_NAMES = ("scenario", "case_id", "task_id", "id")
_COUNTS = {
    "input_tokens": ("input_tokens", "prompt_tokens", "inputTokens"),
    "output_tokens": ("output_tokens", "completion_tokens", "outputTokens"),
    "total_tokens": ("total_tokens", "totalTokens"),
}
_COSTS = ("cost_usd", "cost", "total_cost")
_OTHER_TOKENS = {
    "cached_tokens": "cached",
    "cache_read_input_tokens": "cached",
    "cacheReadInputTokens": "cached",
    "cache_read": "cached",
    "cache_creation_input_tokens": "cache_write",
    "cacheWriteInputTokens": "cache_write",
    "cache_creation": "cache_write",
    "reasoning_tokens": "reasoning",
    "reasoning": "reasoning",
    "audio_tokens": "audio",
    "audio": "audio",
    "accepted_prediction_tokens": "accepted_prediction",
    "rejected_prediction_tokens": "rejected_prediction",
}
_SCHEMAS = ("parameters", "input_schema", "inputSchema")


def of_record(record: Mapping[str, Any], held: Collection[str], *, named: bool = True) -> dict[str, Any]:
    """The `scenario` and `origin` of a record, as `assemble` takes them.

    Args:
        record: The record.
        held: Its keys that have a place of their own; all others are its origin.
        named: Whether its id may be the name of a scenario, and not just the number of a reply.
    """
    names = [*(record.get(key) for key in _NAMES), an_object(record.get("metadata")).get("scenario")]
    origin = {key: value for key, value in record.items() if key not in held and value is not None}
    return {"scenario": next(filter(None, map(an_id, names)), None) if named else None, "origin": origin}


def tokens_of(usage: Any) -> dict[str, Any]:
    """The counts of tokens of one reply, under the names of any provider, as a step has them."""
    if not usage:
        return {}
    given = an_object(usage)
    return {
        "input_tokens": _count(given, "input_tokens"),
        "output_tokens": _count(given, "output_tokens"),
        "other_tokens": _others(given),
        "cost_usd": _cost(given),
    }


def usage_of(usage: Any) -> Usage | None:
    """Counts of tokens of a whole, under the names of any provider; None where there are none."""
    given = an_object(usage)
    found = Usage(
        input_tokens=_count(given, "input_tokens"),
        output_tokens=_count(given, "output_tokens"),
        total_tokens=_count(given, "total_tokens"),
        other_tokens=_others(given),
        cost_usd=_cost(given),
    )
    return None if found == Usage() else found


def read_tools(tools: Any) -> Iterator[ToolDefinition]:
    """Definitions of tools, with or without the `function` (or `toolSpec`) around them.

    A tool of the provider's own, which has no name, has its type for one.
    """
    for tool in objects(tools):
        inner = an_object(tool.get("function")) or an_object(tool.get("toolSpec")) or tool
        name = a_text(inner.get("name")) or a_text(inner.get("type"))
        if name:
            schema = next((an_object(inner[key]) for key in _SCHEMAS if inner.get(key)), {})
            yield ToolDefinition(
                name=name,
                description=a_text(inner.get("description")) or "",
                parameters=dict(an_object(schema.get("json")) or schema),
            )


def beside(conversation: Conversation) -> dict[str, Any]:
    """What a written record says of the whole: the scenario as its id, the origin as its metadata."""
    origin = conversation.origin
    if origin.get("id") == conversation.scenario:
        origin = {key: value for key, value in origin.items() if key != "id"}
    metadata = origin["metadata"] if origin.keys() == {"metadata"} else origin
    found = {"id": conversation.scenario, "metadata": metadata or None}
    return {key: value for key, value in found.items() if value is not None}


def _count(given: Mapping[str, Any], name: str) -> int | None:
    return next((count for key in _COUNTS[name] if (count := a_count(given.get(key))) is not None), None)


def _cost(given: Mapping[str, Any]) -> float | None:
    return next((cost for key in _COSTS if (cost := an_amount(given.get(key))) is not None), None)


def _others(given: Mapping[str, Any]) -> dict[str, int]:
    """Counts that are parts of others: beside them, or one level down (`prompt_tokens_details`)."""
    found: dict[str, int] = {}
    for part in (given, *(value for key, value in given.items() if key.endswith(("details", "detail")))):
        for key, value in an_object(part).items():
            if (name := _OTHER_TOKENS.get(key)) and (count := a_count(value)):
                found[name] = found.get(name, 0) + count
    return found
