"""`reasks`: how often did the agent ask for what it had been told?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porfiado.grading.calls import PlacedCall, came_to_nothing, scalars
from porfiado.grading.canonical import quoted
from porfiado.grading.clauses import clause_as_written
from porfiado.grading.evidence import Evidence
from porfiado.grading.facts import taken_back
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.text import comparable, value_finder


@criterion("reasks")
def reasks(evidence: Evidence) -> Finding:
    """The (turn, fact) pairs in which the agent asks for a fact that stood in a message up to that turn.

    An ask after the user took the fact back does not count, until the user says it again. One after a call
    with that value failed is kept apart as `reasks_after_failure`. Passes at 0.
    """
    if not evidence.ledger:
        return not_applicable(say("no_facts"))
    counted: list[tuple[int, str]] = []
    after_failure = 0
    for turn, name in sorted(_asked_again(evidence)):
        if _lookup_failed(evidence, turn, name):
            after_failure += 1
        else:
            counted.append((turn, name))
    if not counted:
        return passed(0, reasks_after_failure=after_failure)
    evidences = (
        say(
            "asked_again",
            turn=turn,
            fact=name,
            given=_given(evidence, turn, name),
            quote=_quote(evidence, turn),
        )
        for turn, name in counted
    )
    return failed(
        len(counted), *evidences, turn=counted[0][0], settled=True, reasks_after_failure=after_failure
    )


def _asked_again(evidence: Evidence) -> Iterator[tuple[int, str]]:
    for name, history in evidence.histories.items():
        for turn in history.asked:
            said = [number for number in history.delivered if number <= turn]
            if said and not taken_back(evidence, name, said[-1], turn):
                yield turn, name


def _lookup_failed(evidence: Evidence, turn: int, name: str) -> bool:
    """Whether the last call with the fact's value, up to this turn, came to nothing."""
    finders = [value_finder(text) for text in evidence.phase(turn).facts[name].sayings]
    for placed in reversed(evidence.placed_calls or ()):
        if placed.turn <= turn and _carries(placed, finders):
            return came_to_nothing(placed.call)
    return False


def _carries(placed: PlacedCall, finders: list[re.Pattern[str]]) -> bool:
    texts = [comparable(text) for text in scalars(placed.call.arguments)]
    return any(finder.search(text) for finder in finders for text in texts)


def _given(evidence: Evidence, turn: int, name: str) -> int:
    return next(number for number in evidence.histories[name].delivered if number <= turn)


def _quote(evidence: Evidence, turn: int) -> str:
    """What the agent asked: its request clauses, or the whole message."""
    heard = evidence.heard[turn - 1]
    clauses = heard.clauses if heard else ()
    requests = [clause_as_written(heard, clause) for clause in clauses if heard and clause.request]
    return quoted(" … ".join(requests) or evidence.turns[turn - 1].agent or "")
