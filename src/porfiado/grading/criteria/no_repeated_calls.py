"""`no_repeated_calls`: did the agent make the same call twice for nothing?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from porfiado.grading.calls import PlacedCall, came_to_nothing
from porfiado.grading.canonical import canonical, shown_call
from porfiado.grading.criteria.paths import path_of, trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, Say, failed, passed, say
from porfiado.grading.registry import criterion


@criterion("no_repeated_calls")
def no_repeated_calls(evidence: Evidence) -> Finding:
    """No two calls with the same name and the same arguments; the value is the number of repeats.

    A repeat is excused where the call before it ended in an error (or in a fault that gave nothing to go on),
    or a call known to have changed the state stands between the two. `repeats: strict` excuses nothing.
    Needs no expectation.
    """
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    strict = path_of(evidence).repeats == "strict"
    found = [
        (first, again)
        for first, again in _repeats(placed)
        if strict or not _excused(evidence, placed, first, again)
    ]
    if not found:
        return passed(0)
    return failed(
        len(found),
        *(_shown(placed[first], placed[again]) for first, again in found),
        turn=placed[found[0][1]].turn,
        settled=True,
    )


def _repeats(placed: tuple[PlacedCall, ...]) -> Iterator[tuple[int, int]]:
    """For each repeated call its index, after that of the last call like it."""
    often = {name for name, count in Counter(one.call.name for one in placed).items() if count > 1}
    seen: dict[tuple[str, str], int] = {}
    for index, one in enumerate(placed):
        if one.call.name not in often:
            continue
        key = (one.call.name, canonical(one.call.arguments))
        if key in seen:
            yield seen[key], index
        seen[key] = index


def _excused(evidence: Evidence, placed: tuple[PlacedCall, ...], first: int, again: int) -> bool:
    if came_to_nothing(placed[first].call):
        return True
    return any(first < change.first and change.last < again for change in evidence.state_changes)


def _shown(first: PlacedCall, again: PlacedCall) -> Say:
    call = shown_call(again.call.name, again.call.arguments)
    return say("repeated_call", call=call, turn=first.turn, later=again.turn)
