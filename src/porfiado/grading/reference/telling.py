"""What is wrong with a trajectory beside its reference, in words that a person can act on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from porfiado.grading.canonical import shown_call
from porfiado.grading.findings import Say, say
from porfiado.grading.prose import render
from porfiado.grading.reference.arguments import Difference, Malformed
from porfiado.grading.reference.comparing import MAY_ADD, MAY_LACK, Missing, TrajectoryMatch
from porfiado.grading.reference.trajectory import Trajectory
from porfiado.world import Mismatch

_DIFFERENCES_SHOWN = 3  # of one call


def explain(match: TrajectoryMatch, language: str) -> str:
    """The faults, one a line, in `language`; an empty text where the trajectory matches."""
    return "\n".join(render(one, language) for one in faults(match))


def faults(match: TrajectoryMatch) -> list[Say]:
    """What keeps a trajectory from matching: calls without a partner, out of order, too many; roles."""
    return [] if match.matched else list(_faults(match))


def _faults(match: TrajectoryMatch) -> Iterator[Say]:
    told: set[int | None] = set()
    if match.reference.mode not in MAY_LACK:
        for one in match.missing:
            told.add(one.nearest)
            yield _missing(match, one)
    for expected, made in match.out_of_order.items():
        code = "reference_elsewhere" if match.reference.mode == "strict" else "reference_out_of_order"
        yield say(code, place=_place(match.made, made), call=_call(match.made, made), number=expected + 1)
    if match.reference.mode not in MAY_ADD:
        for made in match.extra:
            if made not in told:
                yield say("reference_extra", place=_place(match.made, made), call=_call(match.made, made))
    roles = match.role_difference
    if roles is not None:
        yield say(
            "reference_roles", number=roles.number, expected=_role(roles.expected), got=_role(roles.got)
        )


def _missing(match: TrajectoryMatch, one: Missing) -> Say:
    expected: dict[str, Any] = {
        "number": one.expected + 1,
        "call": _call(match.reference.calls, one.expected),
    }
    if one.nearest is None:
        return say("reference_missing", **expected)
    return say(
        "reference_nearest",
        **expected,
        place=_place(match.made, one.nearest),
        nearest=_call(match.made, one.nearest),
        differences=_differences(one.differences[:_DIFFERENCES_SHOWN]),
    )


def _differences(found: tuple[Difference, ...]) -> Any:
    """The differences, one after the other."""
    if not found:  # the call agrees, and another one has taken it
        return say("reference_alike")
    told: Any = Mismatch(found[-1].path, found[-1].reason)
    for one in reversed(found[:-1]):
        told = say("reference_and", first=Mismatch(one.path, one.reason), rest=told)
    return told


def _call(calls: Trajectory, index: int) -> str:
    name, arguments = calls.names[index], calls.arguments[index]
    return shown_call(name, str(arguments) if isinstance(arguments, Malformed) else arguments)


def _place(made: Trajectory, index: int) -> Say:
    """Which call it was, from 1, and in which turn where that is known."""
    turn = made.turns[index]
    if turn:
        return say("reference_call_in_turn", number=index + 1, turn=turn)
    return say("reference_call", number=index + 1)


def _role(role: str | None) -> Say:
    return say(f"reference_role_{role}" if role else "reference_no_message")
