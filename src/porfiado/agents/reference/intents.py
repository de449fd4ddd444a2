"""What the customer wants: which jobs a message speaks of, and how clearly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from porfiado.agents.reference.jobs import Desk, Job
from porfiado.agents.reference.words import Words

CLEAR = 0.7  # from here on a message speaks of a job; words that all jobs share stay below
_LITERAL = 0.25  # for each word of an intent that stands in the message as it was declared
_TIE = 0.05
_SHIFTED = 1.5  # between looking up and doing, for the one that the message's form speaks for


class Wish(NamedTuple):
    """A job that a message speaks of."""

    job: Job
    score: float


def wishes(folded: str, stems: Sequence[str], desk: Desk, words: Words, asks: bool) -> list[Wish]:
    """The jobs that a message speaks of clearly, best first.

    Args:
        folded: the message.
        stems: the stems of all its words.
        desk: the jobs there are.
        words: its language.
        asks: it is a question, which speaks for looking up rather than for doing.
    """
    present = set(stems)
    found = [
        Wish(job, score)
        for job in desk.jobs.values()
        if (score := _score(job, folded, present, words)) >= CLEAR
    ]
    if len(found) > 1 and len({wish.job.spec.reads for wish in found}) > 1:
        found = [_shifted(wish, asks) for wish in found]
    return sorted(found, key=lambda wish: -wish.score)


def _shifted(wish: Wish, asks: bool) -> Wish:
    return wish._replace(score=wish.score + _SHIFTED) if wish.job.spec.reads == asks else wish


def _score(job: Job, folded: str, present: set[str], words: Words) -> float:
    best, matched = 0.0, 0
    for phrase in job.phrases[words.language]:
        literal = phrase.literal in folded and _stands_alone(phrase.literal, folded)
        if not literal and (phrase.only_literal or not present.issuperset(phrase.stems)):
            continue
        matched += 1
        best = max(best, phrase.weight + (_LITERAL * phrase.length if literal else 0.0))
    if not best and not job.phrases[words.language]:
        return sum(weight for stem, weight in job.weak[words.language].items() if stem in present)
    return best + _TIE * matched


def _stands_alone(literal: str, folded: str) -> bool:
    at = folded.find(literal)
    end = at + len(literal)
    before = folded[at - 1] if at else " "
    after = folded[end] if end < len(folded) else " "
    return not (before.isalnum() or after.isalnum())
