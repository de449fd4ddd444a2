"""What is wrong with a reference trajectory in a suite, told before anything is run."""

from __future__ import annotations

from typing import Any

from porfiado.grading.reference.arguments import Malformed
from porfiado.grading.reference.comparing import Reference
from porfiado.grading.reference.deciding import MATCH_MODES
from porfiado.grading.reference.trajectory import TrajectoryError, read_trajectory
from porfiado.world import ConditionError
from porfiado.world.errors import shown


def reference_fault(source: Any, mode: str) -> str | None:
    """Why `source` cannot be the reference of a comparison in `mode`, in one line; None where it can."""
    try:
        calls = read_trajectory(source)
        for known in MATCH_MODES:
            if known == mode:  # another one is told of where modes are read
                Reference(calls, mode=known)
    except (TrajectoryError, ConditionError) as error:
        return str(error)
    bad = next((at for at, given in enumerate(calls.arguments) if isinstance(given, Malformed)), None)
    if bad is None:
        return None
    given = shown(calls.arguments[bad])
    return f"call {bad + 1}, {calls.names[bad]}: the arguments are no JSON object: {given}"
