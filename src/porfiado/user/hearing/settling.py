"""What the clauses of a message say of one another's success."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .judging import Judged


def settle(judged: list[Judged]) -> list[Judged]:
    """The same clauses, without the successes that the message itself takes back.

    "I put your offer to the landlord and she turned it down" claims nothing; nor does a bare "done" or
    "perfect, all set" that only leads to the next question.
    """
    for index, one in enumerate(judged):
        if one.clause.succeeds and (_undone(judged, index) or _only_leads_on(judged, index)):
            judged[index] = one._replace(clause=msgspec.structs.replace(one.clause, succeeds=False))
    return judged


def _undone(judged: Sequence[Judged], index: int) -> bool:
    """Whether something went wrong by itself, or by somebody else, later in the sentence."""
    sentence = judged[index].clause.sentence
    for later in judged[index + 1 :]:
        if later.clause.sentence != sentence:
            return False
        if later.clause.fails and "mishap" in later.features:
            return True
    return False


def _only_leads_on(judged: Sequence[Judged], index: int) -> bool:
    if "cue" not in judged[index].features or index + 1 >= len(judged):
        return False
    following = judged[index + 1].clause
    return following.request and not following.general
