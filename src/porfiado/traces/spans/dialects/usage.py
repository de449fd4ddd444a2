"""Counts of tokens and costs, under the names that any dialect gives them."""

from __future__ import annotations

from collections.abc import Mapping

from porfiado.traces.spans.reader import SpanReader
from porfiado.traces.spans.telling import Usage
from porfiado.traces.spans.values import under
from porfiado.traces.tolerant import a_count

INPUT = (
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "llm.usage.prompt_tokens",
    "ai.usage.promptTokens",
    "ai.usage.inputTokens",
)
OUTPUT = (
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "llm.usage.completion_tokens",
    "ai.usage.completionTokens",
    "ai.usage.outputTokens",
)
_TOTAL = (
    "gen_ai.usage.total_tokens",
    "llm.token_count.total",
    "llm.usage.total_tokens",
    "ai.usage.totalTokens",
    "ai.usage.tokens",
)
_COSTS = (
    "operation.cost",
    "gen_ai.usage.cost",
    "gen_ai.usage.total_cost",
    "llm.cost.total",
    "gen_ai.cost.total_cost",
)
_PREFIXES = ("gen_ai.usage", "llm.token_count", "llm.usage", "ai.usage")
_SPLIT_COSTS = ("llm.cost", "gen_ai.cost")
_KNOWN = frozenset({*INPUT, *OUTPUT, *_TOTAL, *_COSTS})
_NAMES: Mapping[str, str] = {
    "cache_read.input_tokens": "cached",
    "cache_read_input_tokens": "cached",
    "cache_read_tokens": "cached",
    "cached_tokens": "cached",
    "cachedInputTokens": "cached",
    "prompt_details.cache_read": "cached",
    "cache_creation.input_tokens": "cache_write",
    "cache_creation_input_tokens": "cache_write",
    "cache_write_input_tokens": "cache_write",
    "cache_write_tokens": "cache_write",
    "prompt_details.cache_write": "cache_write",
    "reasoning_tokens": "reasoning",
    "reasoningTokens": "reasoning",
    "reasoning.output_tokens": "reasoning",
    "completion_details.reasoning": "reasoning",
    "prompt_details.audio": "audio_input",
    "completion_details.audio": "audio_output",
}


def usage_in(reader: SpanReader) -> Usage:
    """What a span says that it cost. A total that is not the sum of the two is one of the others."""
    given, made = reader.count(*INPUT), reader.count(*OUTPUT)
    others = _others(reader)
    total = reader.count(*_TOTAL)
    if total is not None and total != (given or 0) + (made or 0):
        others["total"] = total
    cost = reader.amount(*_COSTS)
    reader.seen(*_SPLIT_COSTS)
    return Usage(given, made, others, cost)


def _others(reader: SpanReader) -> dict[str, int]:
    found: dict[str, int] = {}
    for prefix in _PREFIXES:
        for key, value in _flat(reader, prefix):
            if f"{prefix}.{key}" in _KNOWN:
                continue
            plainer = key.removeprefix("details.")
            count = a_count(value)
            if count is not None:
                found.setdefault(_NAMES.get(key, _NAMES.get(plainer, plainer)), count)
        reader.seen(prefix)
    return found


def _flat(reader: SpanReader, prefix: str) -> list[tuple[str, object]]:
    pairs: list[tuple[str, object]] = []
    for key, value in under(reader.span.attributes, prefix):
        if isinstance(value, dict):
            pairs += [(f"{key}.{inner}", held) for inner, held in value.items()]
        else:
            pairs.append((key, value))
    return pairs
