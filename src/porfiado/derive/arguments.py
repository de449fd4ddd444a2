"""The single values that the agent gave to tools."""

from __future__ import annotations

from typing import NamedTuple

from porfiado.grading.calls import place_calls
from porfiado.grading.provenance.leaves import leaves
from porfiado.records import Conversation


class Argument(NamedTuple):
    """A text or number in a call's arguments: the turn, the nearest name above it, the value as a text."""

    turn: int
    name: str
    value: str


def arguments_of(conversation: Conversation) -> list[Argument]:
    """Every text and number in the arguments of every call, in order."""
    return [
        Argument(placed.turn, name or "value", str(value))
        for placed in place_calls(conversation) or ()
        for _, name, value in leaves(placed.call.arguments)
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    ]
