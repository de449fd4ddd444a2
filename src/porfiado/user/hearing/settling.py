"""What the clauses of a message say of one another's success and failure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .judging import Judged


def settle(judged: list[Judged]) -> list[Judged]:
    """The same clauses, without the successes and failures that the message itself takes back.

    "I put your offer to the landlord and she turned it down" claims nothing; nor does a bare "done" or
    "perfect, all set" that only leads to the next question, nor "placed on Monday" in a list to choose from.
    """
    for index, one in enumerate(judged):
        if one.clause.succeeds and (
            _undone(judged, index)
            or _only_leads_on(judged, index)
            or _is_an_option(judged, index)
            or _excuses(judged, index)
            or _is_passed_on(judged, index)
        ):
            judged[index] = one._replace(clause=msgspec.structs.replace(one.clause, succeeds=False))
        if one.clause.fails and _only_regrets(judged, index):
            judged[index] = one._replace(clause=msgspec.structs.replace(one.clause, fails=False))
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


def _excuses(judged: Sequence[Judged], index: int) -> bool:
    """Whether it is a state or nobody's deed, and its sentence refuses: "the fee was set, so it stays"."""
    if "succeeds.own_deed" in judged[index].features:
        return False
    sentence = judged[index].clause.sentence
    return any(one.clause.refuses for one in judged if one.clause.sentence == sentence)


def _is_passed_on(judged: Sequence[Judged], index: int) -> bool:
    """Whether it was only handed in, and the message says that somebody has yet to decide."""
    handed = "hint.passed_on" in judged[index].features
    return handed and any("hint.pending" in one.features for one in judged)


def _only_leads_on(judged: Sequence[Judged], index: int) -> bool:
    if "hint.cue" not in judged[index].features or index + 1 >= len(judged):
        return False
    ready = "hint.ready" in judged[index].features
    after = [one.clause for one in judged[index + 1 :]]
    following = [c for c in after if c.sentence == after[0].sentence and not c.general]
    return any(c.request or (ready and c.question) for c in following)


def _is_an_option(judged: Sequence[Judged], index: int) -> bool:
    """Whether it names an entry of a list that a request leads to, or that a question follows."""
    if not judged[index].clause.item:
        return False
    before = next((one.clause for one in reversed(judged[:index]) if not one.clause.item), None)
    if before is not None and before.request and not before.general:
        return True
    after = next((one.clause for one in judged[index + 1 :] if not one.clause.item), None)
    return after is not None and after.request and not after.general


def _only_regrets(judged: Sequence[Judged], index: int) -> bool:
    """Whether it is a mere "unfortunately" to a refusal in its sentence, or right after it."""
    one = judged[index]
    if "mishap" in one.features or any(f.startswith("fails.") and f != "fails.regret" for f in one.features):
        return False
    following = judged[index + 1 : index + 2] if " " not in one.clause.text.strip() else []
    sentence = [other for other in judged if other.clause.sentence == one.clause.sentence]
    return any(other.clause.refuses and not other.clause.fails for other in (*sentence, *following))
