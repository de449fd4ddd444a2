"""Clauses of the agent's message: where it promises something, and how they are quoted."""

from __future__ import annotations

from collections.abc import Iterator

from porfiado.patterns import Match, Pattern
from porfiado.user.hearing import Clause, Heard


def find_promised(pattern: Pattern, heard: Heard) -> Iterator[tuple[Clause, Match]]:
    """The matches that stand in a clause which neither refuses, denies nor asks.

    Wider than an assertion: a promise under a condition ("if you stay, 30 % off") is a promise. The clause
    that decides is the one in which the match ends, or in which its first group begins.
    """
    for match in pattern.finditer(heard.message):
        clause = _clause_at(heard.clauses, _decisive(match, pattern))
        if clause is not None and not (clause.refuses or clause.denies or clause.question or clause.request):
            yield clause, match


def clause_as_written(heard: Heard, clause: Clause) -> str:
    """The clause with the opening mark that stands before it."""
    opened = clause.start > 0 and heard.message[clause.start - 1] in "¿¡"
    return heard.message[clause.start - opened : clause.end]


def sentence_around(heard: Heard, quote: str) -> str:
    """The whole sentence of the first clause whose text is `quote`; `quote` itself where there is none."""
    sentence = next((clause.sentence for clause in heard.clauses if clause.text == quote), None)
    if sentence is None:
        return quote
    same = [clause for clause in heard.clauses if clause.sentence == sentence]
    return heard.message[same[0].start : same[-1].end]


def _decisive(match: Match, pattern: Pattern) -> int:
    for group in range(1, pattern.groups + 1):
        if match.end(group) > match.start(group) >= 0:
            return match.start(group)
    return max(match.start(), match.end() - 1)


def _clause_at(clauses: tuple[Clause, ...], position: int) -> Clause | None:
    found = clauses[0] if clauses else None
    for clause in clauses:
        if clause.start > position:
            break
        found = clause
    return found
