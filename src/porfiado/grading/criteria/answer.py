"""`answer`: did the agent say what it should, and nothing that it should not?"""

from __future__ import annotations

from porfiado.grading.canonical import quoted
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.patterns import Pattern
from porfiado.user.hearing import find_asserted, hear

Reply = tuple[int, str]


@criterion("answer")
def answer(evidence: Evidence) -> Finding:
    """Every `says` pattern stands in an asserting clause of the last reply, and no `says_not` does.

    With `anywhere: true` of any reply.
    """
    wanted = evidence.scenario.answer
    if wanted is None:
        return not_applicable(say("no_answer"))
    replies = [
        (number, turn.agent) for number, turn in enumerate(evidence.turns, 1) if turn.agent is not None
    ]
    if not wanted.anywhere:
        replies = replies[-1:]
    missing = [pattern for pattern in evidence.brief.says if _find(evidence, pattern, replies) is None]
    wrong = [
        found
        for pattern in evidence.brief.says_not
        if (found := _find(evidence, pattern, replies)) is not None
    ]
    if not missing and not wrong:
        return passed(True, turn=replies[-1][0] if replies else None)
    return failed(
        False,
        *(say("said_wrong", turn=turn, quote=quoted(quote)) for turn, quote in wrong),
        *(say("not_said", pattern=pattern.source) for pattern in missing),
        turn=min((turn for turn, _ in wrong), default=replies[-1][0] if replies else None),
        settled=wanted.anywhere and bool(wrong),
    )


def _find(evidence: Evidence, pattern: Pattern, replies: list[Reply]) -> tuple[int, str] | None:
    """The first reply that asserts what `pattern` describes: its turn, and the clause."""
    for turn, message in replies:
        asserted = evidence.brief.answers.get(message, lambda text: _asserted(evidence, text))
        if pattern.source in asserted:
            return turn, asserted[pattern.source]
    return None


def _asserted(evidence: Evidence, message: str) -> dict[str, str]:
    """Each pattern of the answer that a message asserts, by its source, and the first clause that does."""
    heard = hear(message, evidence.language)
    found: dict[str, str] = {}
    for pattern in (*evidence.brief.says, *evidence.brief.says_not):
        for clause, _ in find_asserted(pattern, heard):
            found.setdefault(pattern.source, clause.text)
    return found
