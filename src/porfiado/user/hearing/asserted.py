"""Where a message asserts what a person's pattern describes."""

from __future__ import annotations

from collections.abc import Iterator

from porfiado.patterns import Match, Pattern

from .records import Clause, Heard


def find_asserted(pattern: Pattern, heard: Heard) -> Iterator[tuple[Clause, Match]]:
    """The matches of `pattern` that stand in asserting clauses, with their clause.

    The pattern is looked for in the whole of `heard.message`, so it may span clauses. The clause that decides
    is the one in which the match ends: a promise or a price stands where its value stands, and that comes
    last ("I can't do more | but I'll give you 30 %"). Where the pattern has groups that took part, it is the
    one in which the first of them begins.
    """
    for match in pattern.finditer(heard.message):
        clause = _clause_at(heard, _decisive(match, pattern))
        if clause is not None and clause.asserts:
            yield clause, match


def _decisive(match: Match, pattern: Pattern) -> int:
    for group in range(1, pattern.groups + 1):
        if match.start(group) >= 0 and match.end(group) > match.start(group):
            return match.start(group)
    return max(match.start(), match.end() - 1)


def _clause_at(heard: Heard, position: int) -> Clause | None:
    """The clause at `position`, or the one before it where only punctuation stands there."""
    found = None
    for clause in heard.clauses:
        if clause.start > position:
            break
        found = clause
    return found or (heard.clauses[0] if heard.clauses else None)
