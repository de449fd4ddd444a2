"""What the formats that are written have in common."""

from __future__ import annotations

from typing import Any

import msgspec

from porfiado.records import Call, Step, Turn
from porfiado.traces.native import encoded


def steps_of(turn: Turn) -> tuple[Step, ...]:
    """A turn's steps; where they are unknown, one with its calls and one with its reply.

    So too where the steps have no words and the turn has a reply: it is said last.
    """
    known = isinstance(turn.steps, tuple)
    steps = turn.steps if isinstance(turn.steps, tuple) else ()
    calls = turn.calls if isinstance(turn.calls, tuple) and not known else ()
    if calls:
        steps = (Step(calls=calls),)
    if turn.agent is None or any(step.text for step in steps):
        return steps
    if steps and not steps[-1].calls:
        return (*steps[:-1], msgspec.structs.replace(steps[-1], text=turn.agent))
    return (*steps, Step(text=turn.agent))


def ids_of(step: Step, stem: str) -> list[str]:
    """An id for each call of a step: its own, or one made from `stem`."""
    return [
        call.id if isinstance(call.id, str) else f"{stem}_{place}" for place, call in enumerate(step.calls, 1)
    ]


def given_back(call: Call) -> Any:
    """What a call gave: its result, or its error where it has nothing else."""
    return call.error if call.error is not None and call.result is None else call.result


def result_text(call: Call) -> str:
    """What a call gave, as text: as it is, or as JSON."""
    given = given_back(call)
    return given if isinstance(given, str) else json_text(given)


def arguments_given(call: Call) -> dict[str, Any] | str:
    """A call's arguments; as they stood where they were no object."""
    return call.raw_arguments if isinstance(call.raw_arguments, str) else call.arguments


def arguments_text(call: Call) -> str:
    """A call's arguments as JSON; as they stood where they were no object."""
    given = arguments_given(call)
    return given if isinstance(given, str) else json_text(given)


def json_text(value: Any) -> str:
    """A value as JSON."""
    return encoded(value).decode()
