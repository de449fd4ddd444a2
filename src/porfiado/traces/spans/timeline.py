"""A conversation as it is put together: what was heard, said, called and kept, in order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from porfiado.records import Call, Kept, Step, Turn
from porfiado.traces.arguments import arguments_of
from porfiado.traces.assemble import BETWEEN
from porfiado.traces.spans.telling import Usage


class Asked(msgspec.Struct, kw_only=True, eq=False):
    """A call. `ran` is whether the run of its tool was found."""

    name: str
    arguments: Any = None
    id: str | None = None
    result: Any = None
    error: str | None = None
    answered: bool = False
    ran: bool = False

    def finished(self) -> Call:
        """The call as a record."""
        arguments, raw = arguments_of(self.arguments)
        return Call(
            name=self.name,
            arguments=arguments,
            result=self.result,
            error=self.error,
            id=UNSET if self.id is None else self.id,
            answered=UNSET if self.answered or self.error is not None else False,
            raw_arguments=UNSET if raw is None else raw,
        )


class Heard(msgspec.Struct, eq=False):
    """What the user said."""

    text: str


class Uttered(msgspec.Struct, kw_only=True, eq=False):
    """One call of a model. `main` is whether it was the user's own agent that spoke."""

    text: str | None = None
    calls: list[Asked] = []
    usage: Usage = Usage()
    model: str | None = None
    stop_reason: str | None = None
    agent: str | None = None
    main: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known of what it said."""
        return not self.text and not self.calls

    def finished(self) -> Step:
        """The step as a record."""
        usage = self.usage
        return Step(
            calls=tuple(call.finished() for call in self.calls),
            stop_reason=self.stop_reason,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            text=self.text,
            other_tokens=usage.other_tokens,
            cost_usd=usage.cost_usd,
            model=self.model,
            agent=self.agent,
        )


class Replied(msgspec.Struct, eq=False):
    """What the user got to read in the end, as the outermost operation tells it."""

    text: str


Item = Heard | Uttered | Replied | Kept


def written(items: Sequence[Item]) -> tuple[tuple[Turn, ...], tuple[Kept, ...]]:
    """The turns that a timeline makes, and what had no place, with its turn."""
    turns: list[_Turn] = []
    kept: list[Kept] = []
    for item in items:
        if isinstance(item, Kept):
            kept.append(msgspec.structs.replace(item, turn=len(turns) or None))
        elif isinstance(item, Heard):
            if not turns or turns[-1].steps or turns[-1].reply is not None:
                turns.append(_Turn())
            turns[-1].user.append(item.text)
        else:
            if not turns:
                turns.append(_Turn())
            if isinstance(item, Replied):
                turns[-1].reply = item.text
            else:
                turns[-1].steps.append(item)
    return tuple(one.finished() for one in turns), tuple(kept)


class _Turn:
    __slots__ = ("reply", "steps", "user")

    def __init__(self) -> None:
        self.user: list[str] = []
        self.steps: list[Uttered] = []
        self.reply: str | None = None

    def finished(self) -> Turn:
        reply = self.reply if self.reply is not None else _reply([one for one in self.steps if one.main])
        return Turn(
            user=BETWEEN.join(self.user), agent=reply, steps=tuple(one.finished() for one in self.steps)
        )


def _reply(steps: Sequence[Uttered]) -> str | None:
    """What was said after the last call; where that is nothing, the last that was said."""
    calling = max((place for place, one in enumerate(steps) if one.calls), default=-1)
    after = [one.text for one in steps[calling + 1 :] if one.text]
    if after:
        return BETWEEN.join(after)
    return next((one.text for one in reversed(steps) if one.text), None)


def folded(text: str) -> str:
    """A text without differences in white space."""
    return " ".join(text.split())


def fingerprint(arguments: Any) -> str:
    """Arguments as one text, the same for an object and for its JSON."""
    found, raw = arguments_of(arguments)
    return raw if raw is not None else json.dumps(found, sort_keys=True, default=repr)


def as_words(value: Any) -> str:
    """A result as one text, the same for a value and for its JSON."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return folded(value)
    return folded(value) if isinstance(value, str) else json.dumps(value, sort_keys=True, default=repr)
