"""The trajectory: which calls were made in which turn, and which of them changed the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import UNSET

from porfiado.grading.states import UNKNOWN
from porfiado.records import Call, Conversation, Step, Turn

_EMPTY_HANDED = frozenset({"empty", "malformed"})  # faults that give no error and no usable result either


class PlacedCall(NamedTuple):
    """A call and the turn it was made in, from 1."""

    turn: int
    call: Call


class Steps(NamedTuple):
    """The steps that are known.

    Attributes:
        number: How many were recorded.
        complete: No turn is known to have had others.
        last: The last of them.
    """

    number: int
    complete: bool
    last: Step | None


def steps_of(turn: Turn) -> tuple[Step, ...] | None:
    """The turn's steps, or None where they are unknown."""
    return turn.steps if isinstance(turn.steps, tuple) else None


def calls_of(turn: Turn) -> tuple[Call, ...] | None:
    """The turn's calls, from its steps or as the world recorded them; None where they are unknown."""
    steps = steps_of(turn)
    if steps is not None:
        return tuple(call for step in steps for call in step.calls)
    return turn.calls if isinstance(turn.calls, tuple) else None


def place_calls(conversation: Conversation) -> tuple[PlacedCall, ...] | None:
    """All calls in their order; None where no turn has any record of them, so that nothing is known."""
    if conversation.trajectory_unknown:
        return None
    known = [(number, calls_of(turn)) for number, turn in enumerate(conversation.turns, 1)]
    if all(calls is None for _, calls in known):
        return None
    return tuple(PlacedCall(number, call) for number, calls in known for call in calls or ())


def count_steps(conversation: Conversation) -> Steps | None:
    """The steps of all turns; None where no turn has any.

    A turn that has calls but no steps, or whose steps are null, had steps that nobody counted.
    """
    if conversation.trajectory_unknown:
        return None
    known = [steps_of(turn) for turn in conversation.turns]
    if all(steps is None for steps in known):
        return None
    flat = [step for steps in known if steps for step in steps]
    complete = all(
        steps is not None or (turn.steps is UNSET and not isinstance(turn.calls, tuple))
        for steps, turn in zip(known, conversation.turns, strict=True)
    )
    return Steps(len(flat), complete, flat[-1] if flat else None)


def came_to_nothing(call: Call) -> bool:
    """The call ended in an error, or in a fault of the harness that gave nothing usable."""
    return call.error is not None or call.fault in _EMPTY_HANDED


class StateChange(NamedTuple):
    """One of the calls from index `first` to `last` changed the state; where they are equal, that one did."""

    first: int
    last: int


def state_changes(
    placed: Sequence[PlacedCall], states: Sequence[Any], tools: Mapping[str, bool]
) -> list[StateChange]:
    """Which calls are known to have changed the state.

    1. `changed` of the call says so, where the world watched.
    2. A call that ended in an error changed nothing, and neither did a tool declared not to write.
    3. A tool declared to write did, unless the state is known to be the same after the turn.
    4. Where the state differs after a turn, one of the turn's remaining calls changed it: that one, if there
       is only one.
    """
    changes: list[StateChange] = []
    for turn, group in groupby(enumerate(placed), key=lambda pair: pair[1].turn):
        calls = [(index, one.call) for index, one in group]
        moved = _moved(states[turn - 1], states[turn])
        sure, maybe = _sort_calls(calls, tools, moved)
        changes += [StateChange(index, index) for index in sure]
        if moved and not sure and maybe:
            changes.append(StateChange(maybe[0], maybe[-1]))
    return changes


def _moved(before: Any, after: Any) -> bool | None:
    if before is UNKNOWN or after is UNKNOWN:
        return None
    return before is not after and bool(before != after)


def _sort_calls(
    calls: Sequence[tuple[int, Call]], tools: Mapping[str, bool], moved: bool | None
) -> tuple[list[int], list[int]]:
    sure: list[int] = []
    maybe: list[int] = []
    for index, call in calls:
        writes = tools.get(call.name)
        if call.changed is not UNSET:
            if call.changed:
                sure.append(index)
        elif call.error is not None or writes is False:
            continue
        elif writes is None:
            maybe.append(index)
        elif moved is not False:
            sure.append(index)
    return sure, maybe


def scalars(value: Any, depth: int = 32) -> Iterator[str]:
    """The texts and numbers anywhere in a call's arguments, as texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield _number_text(value)
    elif depth and isinstance(value, Mapping):
        for item in value.values():
            yield from scalars(item, depth - 1)
    elif depth and isinstance(value, list | tuple):
        for item in value:
            yield from scalars(item, depth - 1)


def _number_text(value: float) -> str:
    try:
        return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    except ValueError:  # more digits than Python prints
        return ""
