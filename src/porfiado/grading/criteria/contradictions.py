"""`contradictions`: did the agent claim two things that cannot both be so?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from porfiado.grading.brief import Assertion
from porfiado.grading.canonical import quoted
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, Say, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.patterns import Match
from porfiado.text import comparable
from porfiado.user.hearing import find_asserted, hear


class Claim(NamedTuple):
    """What the agent claimed, and in which turn."""

    turn: int
    said: Assertion


class Clash(NamedTuple):
    """Two claims of one topic with different values."""

    earlier: Claim
    later: Claim


@criterion("contradictions")
def contradictions(evidence: Evidence) -> Finding:
    """The pairs of different values that the agent asserted for one topic of the scenario's `claims`.

    A claim in which the agent openly corrects itself replaces what it had said before. Without `claims`
    only a judge could tell. Passes at 0.
    """
    if not evidence.brief.claims:
        return not_applicable(say("no_claims"))
    claims = list(_claims(evidence))
    found = [clash for topic, _ in evidence.brief.claims for clash in _clashes(topic, claims)]
    if not found:
        return passed(0)
    return failed(
        len(found), *map(_shown, found), turn=min(clash.later.turn for clash in found), settled=True
    )


def _clashes(topic: str, claims: list[Claim]) -> list[Clash]:
    standing: dict[str, Claim] = {}
    found: dict[frozenset[str], Clash] = {}
    corrected_in = 0  # a turn: what it says twice, after one correction, must agree
    for claim in claims:
        value = claim.said.value
        if claim.said.topic != topic:
            continue
        if claim.said.corrects and claim.turn != corrected_in:
            standing, corrected_in = {}, claim.turn
        for before, earlier in standing.items():
            if before != value:
                found.setdefault(frozenset((before, value)), Clash(earlier, claim))
        standing.setdefault(value, claim)
    return list(found.values())


def _claims(evidence: Evidence) -> Iterator[Claim]:
    for number, turn in enumerate(evidence.turns, 1):
        if turn.agent is not None:
            assertions = evidence.brief.assertions.get(turn.agent, lambda text: _assertions(evidence, text))
            yield from (Claim(number, assertion) for assertion in assertions)


def _assertions(evidence: Evidence, message: str) -> tuple[Assertion, ...]:
    """The claims of a message, from left to right. What follows an open correction in it is corrected."""
    heard = hear(message, evidence.language)
    admitted = next((clause.start for clause in heard.clauses if clause.corrects), len(message))
    placed = []
    for topic, patterns in evidence.brief.claims:
        for pattern in patterns:
            for clause, match in find_asserted(pattern, heard):
                value = claimed_value(match)
                if value:
                    corrects = clause.corrects or clause.start >= admitted
                    placed.append((match.start(), Assertion(topic, value, clause.text, corrects)))
    return tuple(assertion for _, assertion in sorted(placed, key=lambda pair: pair[0]))


def claimed_value(match: Match) -> str:
    """The value of a claim: the first group that took part, else the whole match; folded, edges stripped."""
    text = next((group for group in match.groups() if group), None) or match.group(0)
    folded = " ".join(comparable(text).split())
    kept = [index for index, character in enumerate(folded) if character.isalnum()]
    return folded[kept[0] : kept[-1] + 1] if kept else ""


def _shown(clash: Clash) -> Say:
    earlier, later = clash
    return say(
        "contradiction",
        topic=earlier.said.topic,
        turn=earlier.turn,
        quote=quoted(earlier.said.quote, 100),
        later=later.turn,
        other=quoted(later.said.quote, 100),
    )
