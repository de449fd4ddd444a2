"""The world's state turn by turn, and which change of mind is in force when."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from porfiado.records import Conversation, Turn

if TYPE_CHECKING:
    from porfiado.grading.brief import Brief, ChangeBrief

CHANGE_ACTS = frozenset({"change_mind", "change"})


class Unknown(Enum):
    """The one value that stands for a state nobody recorded."""

    STATE = "unknown"


UNKNOWN: Final = Unknown.STATE


def carry_states(conversation: Conversation) -> tuple[Any, ...]:
    """The state before the first turn (never known) and after each: absent = as before, None = unknown."""
    state: Any = UNKNOWN
    states = [state]
    for turn in conversation.turns:
        if turn.state is not UNSET:
            state = UNKNOWN if turn.state is None else turn.state
        states.append(state)
    return tuple(states)


def has_acts(conversation: Conversation) -> bool:
    """Whether the user was simulated, and its acts recorded."""
    return any(turn.act is not UNSET for turn in conversation.turns)


def phases_by_turn(conversation: Conversation, brief: Brief) -> tuple[int, ...]:
    """For each turn how many changes of mind had been made when its message was sent.

    Where the user's acts are recorded they say so. Elsewhere the scenario does: a change takes place in the
    message after turn `after_turn`, or after the reply that matches `when`; one at a time, in their order.
    """
    turns = conversation.turns
    if not brief.changes:
        return (0,) * len(turns)
    acted = has_acts(conversation)
    phases: list[int] = []
    made = 0
    for number, turn in enumerate(turns, 1):
        if acted and made < len(brief.changes) and _is_change(turn):
            made += 1
        phases.append(made)
        if not acted and made < len(brief.changes) and _due(brief.changes[made], number, turn):
            made += 1
    return tuple(phases)


def _is_change(turn: Turn) -> bool:
    return turn.act is not UNSET and turn.act.kind in CHANGE_ACTS


def _due(change: ChangeBrief, number: int, turn: Turn) -> bool:
    if change.when is not None:
        return turn.agent is not None and change.when.search(turn.agent) is not None
    return change.after_turn is not None and change.after_turn <= number
