"""The single values that the agent gave to tools."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from porfiado.grading.calls import place_calls
from porfiado.records import Conversation

_DEPTH = 16


class Argument(NamedTuple):
    """A text or number in a call's arguments: the turn, the nearest name above it, the value as a text."""

    turn: int
    name: str
    value: str


def arguments_of(conversation: Conversation) -> list[Argument]:
    """Every text and number in the arguments of every call, in order."""
    return [
        Argument(placed.turn, name, value)
        for placed in place_calls(conversation) or ()
        for name, value in leaves(placed.call.arguments)
    ]


def leaves(value: Any, name: str = "value", depth: int = _DEPTH) -> Iterator[tuple[str, str]]:
    """The texts and numbers anywhere in `value`, each with the nearest key above it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield name, str(value)
    elif isinstance(value, dict) and depth:
        for key, item in value.items():
            yield from leaves(item, str(key), depth - 1)
    elif isinstance(value, list) and depth:
        for item in value:
            yield from leaves(item, name, depth - 1)
