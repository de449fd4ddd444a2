"""What one span, run or observation tells of a conversation."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from porfiado.records import Kept, ToolDefinition
from porfiado.traces.messages import Message

Kind = Literal["model", "tool", "agent", "other"]


class Usage(msgspec.Struct, frozen=True):
    """Counts of tokens, and US dollars, of one operation."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    other_tokens: dict[str, int] = {}
    cost_usd: float | None = None

    def __bool__(self) -> bool:
        return self != Usage()

    def or_else(self, other: Usage) -> Usage:
        """These counts, and of the other's those that are missing here."""
        return Usage(
            self.input_tokens if self.input_tokens is not None else other.input_tokens,
            self.output_tokens if self.output_tokens is not None else other.output_tokens,
            {**other.other_tokens, **self.other_tokens},
            self.cost_usd if self.cost_usd is not None else other.cost_usd,
        )


class ToolUse(msgspec.Struct, frozen=True, kw_only=True):
    """A tool that ran.

    Attributes:
        name: The tool; empty where it is not told.
        arguments: What it was given: an object or a text; None where that is not told.
        id: The call that asked for it.
        result: What it gave.
        answered: Whether the result is told.
        error: The error that it ended in.
    """

    name: str = ""
    arguments: Any = None
    id: str | None = None
    result: Any = None
    answered: bool = False
    error: str | None = None


class Telling(msgspec.Struct, kw_only=True):
    """What one operation tells.

    Attributes:
        trace: The trace that it belongs to; likewise `id`, `parent`, `name`, `start`, `end` as in `Span`.
        kind: A call of a model, a run of a tool, an agent's work, or anything else.
        given: The messages that went in.
        made: The messages that came out.
        tools: What could be called.
        use: Of a tool: what ran.
        usage: What it cost.
        model: The model that answered.
        stop_reason: Why it stopped, as the provider words it.
        agent: The agent that it belongs to.
        failed: Whether it ended in an error; `error` says which.
        origin: What is said of the whole: the conversation's id, the user's.
        kept: What had no place.
    """

    trace: str = ""
    id: str = ""
    parent: str | None = None
    name: str = ""
    start: int = 0
    end: int = 0
    kind: Kind = "other"
    given: tuple[Message, ...] = ()
    made: tuple[Message, ...] = ()
    tools: tuple[ToolDefinition, ...] = ()
    use: ToolUse | None = None
    usage: Usage = Usage()
    model: str | None = None
    stop_reason: str | None = None
    agent: str | None = None
    failed: bool = False
    error: str | None = None
    origin: dict[str, Any] = {}
    kept: tuple[Kept, ...] = ()


class Part(msgspec.Struct, kw_only=True):
    """What one dialect finds in a span; None or empty where it finds nothing. As in `Telling`."""

    kind: Kind | None = None
    given: list[Message] = []
    made: list[Message] = []
    tools: list[ToolDefinition] = []
    use: ToolUse | None = None
    usage: Usage = Usage()
    model: str | None = None
    stop_reason: str | None = None
    agent: str | None = None
    origin: dict[str, Any] = {}
    kept: list[Kept] = []
