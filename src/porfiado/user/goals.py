"""What the user wants, as a phrase that fits into a sentence of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from porfiado.locales import words
from porfiado.text import comparable, compose, fold

MAX_WORDS = 22  # nobody types more into a chat at once
_SENTENCE_END = re.compile(r"[.;!?…](?=\s|$)|\n")
_WORD = re.compile(r"\w+")
_EDGES = " ,;:.-–—\"'«»“”"


class Goal(msgspec.Struct, frozen=True):
    """A goal in one phrase.

    Attributes:
        form: How it fits into a sentence: `act` (an infinitive), `thing` (a noun), `that` (a clause with
            "that"), `doing` (a gerund) or `sentence` (a sentence of its own).
        text: The phrase.
        stems: The beginnings of its telling words, for recognising it in other people's words.
    """

    form: str
    text: str
    stems: frozenset[str]


class _Grammar:
    """The patterns of a language, compiled."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.cuts = [re.compile(p, re.IGNORECASE) for p in table["cuts"]]
        self.third = re.compile(table["third_person"], re.IGNORECASE)
        self.own: list[tuple[re.Pattern[str], str]] = [
            (re.compile(rf"(?<!\w){p}(?!\w)", re.IGNORECASE), r) for p, r in table["third_to_first"].items()
        ]
        self.wants = re.compile(table["wants"], re.IGNORECASE)
        self.forms = [
            (row["form"], re.compile(row["pattern"]), row.get("drop", False)) for row in table["forms"]
        ]
        self.stopwords = frozenset(table["stopwords"])
        self.stem = int(table["stem"])


@cache
def _grammar(language: str) -> _Grammar:
    return _Grammar(words(language, "wording")["goal"])


@lru_cache(maxsize=4096)
def parse_goal(text: str, language: str) -> Goal:
    """The goal that `text` names, in the words of a persona's author."""
    grammar = _grammar(language)
    phrase = _phrase(text, grammar)
    for form, pattern, drop in grammar.forms:
        match = pattern.match(fold(phrase))
        if match is not None:
            if drop:
                phrase = phrase[match.end() :]
            return Goal(form, phrase.strip(_EDGES) or phrase, stems(phrase, language))
    return Goal("thing", phrase, stems(phrase, language))


def _phrase(text: str, grammar: _Grammar) -> str:
    """The first sentence, in the first person, without the "I want" that wording adds by itself."""
    phrase = " ".join(compose(text).split())
    end = _SENTENCE_END.search(phrase)
    if end is not None and end.start() > 0:
        phrase = phrase[: end.start()]
    for cut in grammar.cuts:
        phrase = cut.sub("", phrase)
    third = grammar.third.match(phrase)
    if third is not None:
        phrase = phrase[third.end() :]
        for pattern, replacement in grammar.own:
            phrase = pattern.sub(replacement, phrase)
    lead = grammar.wants.match(phrase)
    if lead is not None and lead.end() < len(phrase):
        phrase = phrase[lead.end() :]
    phrase = " ".join(phrase.split()[:MAX_WORDS]).strip(_EDGES)
    return _uncapitalised(phrase) or compose(text).strip() or text


def _uncapitalised(phrase: str) -> str:
    first = phrase.split(" ", 1)[0]
    if len(first) > 1 and first[1:].islower() and "'" not in first:
        return phrase[0].lower() + phrase[1:]
    return phrase


@lru_cache(maxsize=16_384)
def stems(text: str, language: str) -> frozenset[str]:
    """The beginnings of the telling words of `text`; numbers are kept whole."""
    grammar = _grammar(language)
    found = _WORD.findall(comparable(text))
    return frozenset(
        word if word[0].isdigit() else word[: grammar.stem]
        for word in found
        if word not in grammar.stopwords and (len(word) > 2 or word[0].isdigit())
    )


def states(text: str, goal: Goal, language: str) -> bool:
    """Whether `text` says what the goal is: half of its telling words or more."""
    if not goal.stems:
        return True
    return len(goal.stems & stems(text, language)) >= 0.5 * len(goal.stems)
