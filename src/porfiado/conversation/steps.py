"""Steps that the agent reports, joined with the calls that the world recorded."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from porfiado.records import Call, Step


def merge_steps(steps: Sequence[Step] | None, calls: Sequence[Call]) -> tuple[Step, ...] | None:
    """The agent's steps, with each call as the world saw it; None where the agent reported no steps.

    The world is the witness: a reported call takes the world's arguments, result and error. A call that
    never reached the world (a tool of the agent's own) stays as reported. Calls that the agent kept to
    itself go into its last step.
    """
    if not steps:
        return None
    unclaimed = list(calls)
    merged = [_witnessed(step, unclaimed) for step in steps]
    if unclaimed:
        merged[-1] = msgspec.structs.replace(merged[-1], calls=(*merged[-1].calls, *unclaimed))
    return tuple(merged)


def _witnessed(step: Step, unclaimed: list[Call]) -> Step:
    if not step.calls:
        return step
    return msgspec.structs.replace(step, calls=tuple(_claim(call, unclaimed) for call in step.calls))


def _claim(call: Call, unclaimed: list[Call]) -> Call:
    """The world's record of `call`: the first with its name and arguments, else the first with its name."""
    named = [index for index, seen in enumerate(unclaimed) if seen.name == call.name]
    if not named:
        return call
    alike = [index for index in named if unclaimed[index].arguments == call.arguments]
    return unclaimed.pop((alike or named)[0])
