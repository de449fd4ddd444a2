"""`answer`: did the agent say what it should, and nothing that it should not?"""

from __future__ import annotations

from porfiado.grading.canonical import quoted
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.patterns import Pattern
from porfiado.user.hearing import Heard, find_asserted

Reply = tuple[int, Heard]


@criterion("answer")
def answer(evidence: Evidence) -> Finding:
    """Every `says` pattern stands in an asserting clause of the last reply, and no `says_not` does.

    With `anywhere: true` of any reply.
    """
    wanted = evidence.scenario.answer
    if wanted is None:
        return not_applicable(say("no_answer"))
    replies = [(turn, heard) for turn, heard in enumerate(evidence.heard, 1) if heard is not None]
    if not wanted.anywhere:
        replies = replies[-1:]
    missing = [pattern for pattern in evidence.brief.says if _find(pattern, replies) is None]
    wrong = [found for pattern in evidence.brief.says_not if (found := _find(pattern, replies)) is not None]
    if not missing and not wrong:
        return passed(True, turn=replies[-1][0] if replies else None)
    return failed(
        False,
        *(say("said_wrong", turn=turn, quote=quoted(quote)) for turn, quote in wrong),
        *(say("not_said", pattern=pattern.source) for pattern in missing),
        turn=min((turn for turn, _ in wrong), default=replies[-1][0] if replies else None),
        settled=wanted.anywhere and bool(wrong),
    )


def _find(pattern: Pattern, replies: list[Reply]) -> tuple[int, str] | None:
    for turn, heard in replies:
        for clause, _ in find_asserted(pattern, heard):
            return turn, clause.text
    return None
