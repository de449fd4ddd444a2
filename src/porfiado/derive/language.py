"""Which language a conversation is in, told by its most frequent words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from porfiado.grading.grader import hearing_language
from porfiado.locales import FALLBACK, languages, words_if_any
from porfiado.records import Conversation
from porfiado.text import comparable

_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 20_000  # characters; more say nothing new


def language_of(conversation: Conversation) -> tuple[str, bool]:
    """The language, and whether it had to be concluded from the text."""
    if conversation.language:
        return hearing_language(conversation.language), False
    texts = [text for turn in conversation.turns for text in (turn.user, turn.agent) if text]
    return guess_language(" ".join(texts)), True


def guess_language(text: str) -> str:
    """The language with most of its frequent words in `text`; English where none has any."""
    counted = Counter(_WORD.findall(comparable(text[:_ENOUGH])))
    scores = {one: sum(counted[word] for word in _frequent(one)) for one in languages()}
    best = max(scores, key=lambda one: (scores[one], one == FALLBACK))
    return best if scores[best] else FALLBACK


@cache
def _frequent(language: str) -> frozenset[str]:
    return frozenset(words_if_any(language, "derive").get("language", {}).get("words", ()))
