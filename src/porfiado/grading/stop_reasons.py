"""Why a model stopped, in one set of words for all providers."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


class Stop(StrEnum):
    """Why a call of a model ended."""

    END = "end"  # the model had said what it wanted to say
    TOOLS = "tools"  # it asked for tools, and was not called again
    CUT_OFF = "cut_off"  # out of tokens or of context
    OUT_OF_STEPS = "out_of_steps"  # the agent's own loop gave up
    FILTERED = "filtered"  # refused or withheld by the provider
    PAUSED = "paused"  # to be continued, and was not
    BROKEN = "broken"  # an error or a cancellation
    OTHER = "other"  # a word that no provider in the table uses


_WORDS: dict[Stop, tuple[str, ...]] = {
    Stop.END: (
        *("end_turn", "stop", "stop_sequence", "completed", "complete", "end", "ended", "eos", "eos_token"),
        *("finish", "finished", "finish_reason_stop", "done", "success", "final", "final_answer", "natural"),
        *("fin", "listo", "terminado", "fin_de_turno", "end_of_turn", "turn_end", "eot"),
    ),
    Stop.TOOLS: (
        *("tool_use", "tool_calls", "tool_call", "function_call", "function_calls", "requires_action"),
        *("tools", "herramientas", "finish_reason_tool_calls"),
    ),
    Stop.CUT_OFF: (
        *("length", "max_tokens", "max_output_tokens", "max_completion_tokens", "max_length", "model_length"),
        *(
            "incomplete",
            "model_context_window_exceeded",
            "context_length_exceeded",
            "token_limit",
            "truncated",
        ),
        *("max_tokens_reached", "finish_reason_length", "finish_reason_max_tokens", "limite_de_tokens"),
    ),
    Stop.OUT_OF_STEPS: (
        *(
            "max_steps",
            "max_pasos",
            "max_turns",
            "max_iterations",
            "max_iter",
            "max_tool_calls",
            "step_limit",
        ),
        *("recursion_limit", "iteration_limit", "max_steps_reached", "max_turns_reached", "out_of_steps"),
        *("limite_de_pasos", "agent_stopped_due_to_iteration_limit", "error_max_turns"),
    ),
    Stop.FILTERED: (
        *("content_filter", "content_filtered", "refusal", "refused", "safety", "recitation", "blocklist"),
        *("prohibited_content", "spii", "guardrail_intervened", "language", "image_safety", "filtered"),
    ),
    Stop.PAUSED: ("pause_turn", "paused", "in_progress", "queued", "interrupted"),
    Stop.BROKEN: (
        *("error", "failed", "failure", "cancelled", "canceled", "aborted", "abort", "timeout", "time_limit"),
        *("malformed_function_call", "unexpected_tool_call", "malformed_model_output", "malformed_tool_use"),
        *("error_toxic", "error_limit", "error_during_execution"),
    ),
}
STOP_REASONS: dict[str, Stop] = {word: stop for stop, words in _WORDS.items() for word in words}
"""Every provider's word that is known, in lower case with underscores, and what it means here."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINT = re.compile(r"[\s\-_.:/]+")


@lru_cache(maxsize=1024)
def normalise_stop(reason: str | None) -> Stop | None:
    """What a provider's word means; None where no reason was recorded.

    Capitals, spaces, dashes and camel case do not matter, nor does the name of an enumeration before it
    ("FinishReason.MAX_TOKENS").
    """
    if reason is None or not reason.strip():
        return None
    parts = [part for part in _JOINT.split(_HUMP.sub("_", reason.strip())) if part]
    for start in range(len(parts)):
        found = STOP_REASONS.get("_".join(parts[start:]).lower())
        if found is not None and (start == 0 or "." in reason or ":" in reason):
            return found
    return Stop.OTHER
