"""What the customer wants: which jobs a message speaks of, and how clearly."""

from __future__ import annotations

from typing import NamedTuple

from porfiado.agents.reference.jobs import Desk, Job
from porfiado.agents.reference.reading import Reading
from porfiado.agents.reference.words import Words

CLEAR = 0.7  # from here on a message speaks of a job; words that all jobs share stay below
_LITERAL = 0.25  # for each word of an intent that stands in the message as it was declared
_TIE = 0.05
_SHORT_STEM = 3  # letters; words so short ("más", "not") begin intents of any kind
_FEW_WORDS = 5  # a message of so few telling words says all that it means to
_DOING = 1.5  # for doing rather than looking up, where the message asks no question


class Wish(NamedTuple):
    """A job that a message speaks of."""

    job: Job
    score: float


def wishes(reading: Reading, desk: Desk, *, expected: bool) -> list[Wish]:
    """The jobs that a message speaks of clearly, best first.

    Args:
        reading: the message.
        desk: the jobs there are.
        expected: the customer has not said yet what it wants, so that a hint is enough.
    """
    words = reading.words
    scores = _scores(reading.folded, set(reading.stems), desk, words)
    found = [Wish(desk.jobs[name], score) for name, score in scores.items() if score >= CLEAR]
    if not found and expected and "wish" in reading.acts:
        found = _hinted(reading, desk)
    if "question" not in reading.acts:
        found = [wish._replace(score=wish.score + _DOING) if wish.job.spec.writes else wish for wish in found]
    return sorted(found, key=lambda wish: -wish.score)


def _scores(folded: str, present: set[str], desk: Desk, words: Words) -> dict[str, float]:
    """Job → how clearly the message speaks of it: its best intent, a little more for each further one."""
    best: dict[str, float] = {}
    matched: dict[str, int] = {}
    index = desk.intents[words.language]
    for stem in present & index.keys():
        for name, phrase in index[stem]:
            if not present.issuperset(phrase.stems):
                continue
            literal = phrase.literal in folded and _stands_alone(phrase.literal, folded)
            if literal or not phrase.only_literal:
                score = phrase.weight
                if literal:  # a whole intent, word by word, is clear whatever it shares with others
                    score = max(score + _LITERAL * phrase.length, CLEAR)
                best[name] = max(best.get(name, 0.0), score)
                matched[name] = matched.get(name, 0) + 1
    for name, weak in desk.undeclared[words.language].items():
        best[name] = sum(weight for stem, weight in weak.items() if stem in present)
    return {name: score + _TIE * matched.get(name, 0) for name, score in best.items()}


def _hinted(reading: Reading, desk: Desk) -> list[Wish]:
    """The job that a message hints at, where it speaks of none: by how an intent begins, or by a value."""
    words = reading.words
    telling = [
        stem for word, stem in zip(reading.tokens, reading.stems, strict=True) if word not in words.stopwords
    ]
    begun = _by_first_word(telling, desk, words) if len(telling) <= _FEW_WORDS else set()
    valued = _by_value(reading, desk)
    hinted = begun & valued or (begun if len(begun) == 1 else _nearest(valued, telling, desk, words))
    return [Wish(desk.jobs[name], CLEAR) for name in hinted] if len(hinted) == 1 else []


def _by_first_word(telling: list[str], desk: Desk, words: Words) -> set[str]:
    """The jobs whose intents begin with a word of the message ("I want to cancel")."""
    index = desk.intents[words.language]
    return {
        name
        for stem in telling
        if len(stem) > _SHORT_STEM
        for name, phrase in index.get(stem, ())
        if not phrase.only_literal
    }


def _nearest(names: set[str], telling: list[str], desk: Desk, words: Words) -> set[str]:
    """Of several jobs the one that has most words of the message in its intents."""
    if len(names) < 2:
        return names
    known: dict[str, set[str]] = {name: set() for name in names}
    for phrases in desk.intents[words.language].values():
        for name, phrase in phrases:
            if name in names:
                known[name].update(phrase.stems)
    counts = {name: len(stems.intersection(telling)) for name, stems in known.items()}
    most = max(counts.values())
    nearest = {name for name, count in counts.items() if count == most}
    if most == 0:  # nobody only looks up what it speaks of as of something to have
        nearest = {name for name in nearest if desk.jobs[name].spec.writes}
    return nearest


def _by_value(reading: Reading, desk: Desk) -> set[str]:
    """The jobs that take a value which the message holds as it is declared ("I'd like a baby seat")."""
    language = reading.words.language
    return {
        job.name
        for job in desk.jobs.values()
        if job.spec.intents.get(language)
        for datum in job.data.values()
        if datum.choices
        and (match := datum.any_choice[language].search(reading.folded))
        and match[0] in datum.spelled[language]
    }


def _stands_alone(literal: str, folded: str) -> bool:
    at = folded.find(literal)
    end = at + len(literal)
    before = folded[at - 1] if at else " "
    after = folded[end] if end < len(folded) else " "
    return not (before.isalnum() or after.isalnum())
