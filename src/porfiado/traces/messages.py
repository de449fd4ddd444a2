"""What every foreign format has in common: a sequence of messages. Each format's file maps to these."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from porfiado.records import Kept

Role = Literal["system", "user", "assistant", "tool"]


class Request(msgspec.Struct, frozen=True):
    """A tool call that the model asked for.

    Attributes:
        name: The tool.
        arguments: Its arguments: an object, or the text that should be one.
        id: Pairs it with its result.
    """

    name: str
    arguments: Any = None
    id: str | None = None


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One message of a trace.

    Attributes:
        role: Whose it is.
        text: Its words; of several text parts, joined by a line end.
        calls: Of the assistant: the calls it asks for. An assistant's message is one step.
        call_id: Of a tool: the call that it answers.
        name: Of a tool: its name. Of the assistant: which agent it is, where there are several.
        result: Of a tool: what it gave, as the source has it.
        error: Of a tool: the error that it ended in.
        stop_reason: Of the assistant, as the provider words it.
        input_tokens: Of the assistant's step; likewise `output_tokens`, `other_tokens`, `cost_usd`, `model`.
        kept: Parts of the message that are neither text nor calls nor results; their `turn` is filled in.
    """

    role: Role
    text: str | None = None
    calls: tuple[Request, ...] = ()
    call_id: str | None = None
    name: str | None = None
    result: Any = None
    error: str | None = None
    stop_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    other_tokens: dict[str, int] = {}
    cost_usd: float | None = None
    model: str | None = None
    kept: tuple[Kept, ...] = ()
