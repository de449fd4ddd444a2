"""What the agent's question asks for, and what a plain answer to it is."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from porfiado.locales import words_if_any
from porfiado.text import comparable
from porfiado.user.hearing import FactProbe, Listener, hear, types

_LONGEST = 8  # words of an answer that is itself the datum
_EDGES = " \t\n.,;:!?¡¿\"'«»"


@lru_cache(maxsize=4096)
def asked_types(message: str, language: str) -> tuple[str, ...]:
    """The built-in types of data that the agent's message asks for."""
    return _listener(language).listen(message).asks


@cache
def _listener(language: str) -> Listener:
    return Listener([FactProbe(one, None, one) for one in types(language)], language)


def named_in_question(message: str, language: str) -> str | None:
    """The plain words with which the last request of the message names what it asks for."""
    for clause in reversed(hear(message, language).clauses):
        if not clause.request or clause.general:
            continue
        for pattern in _table(language, "asked_for"):
            found = [name for name in re.findall(pattern, clause.folded) if not _says_nothing(name, language)]
            if found:
                return str(found[-1]).strip()
    return None


def _says_nothing(name: str, language: str) -> bool:
    """Whether the words name no datum: one of them is a frequent word or a verb of asking."""
    empty = {
        *words_if_any(language, "derive").get("language", {}).get("words", ()),
        *_table(language, "empty"),
    }
    return name.split()[0] in empty or name.split()[-1] in empty


def asks_openly(message: str, language: str) -> bool:
    """Whether the message only asks what the user wants."""
    heard = hear(message, language)
    if asked_types(message, language):
        return False
    if heard.open_question:
        return True
    open_ones = [clause.folded for clause in heard.clauses if clause.request and clause.open]
    wished = any(re.search(pattern, text) for text in open_ones for pattern in _table(language, "wishes"))
    return wished and named_in_question(message, language) is None


def plain_answer(message: str, language: str) -> str | None:
    """A short message without its introduction ("it's…"); None where it is long, or only a yes or a no."""
    text = message.strip(_EDGES)
    if not text or len(text.split()) > _LONGEST or "?" in message or "\n" in message.strip():
        return None
    folded = comparable(text)
    if folded in _table(language, "yes_no"):
        return None
    for pattern in _table(language, "introductions"):
        match = re.match(pattern, folded)
        if match and match.end() < len(folded):
            text = text[match.end() :].strip(_EDGES)
            folded = comparable(text)
    return text if text and folded not in _table(language, "yes_no") else None


def _table(language: str, name: str) -> list[Any]:
    return list(words_if_any(language, "derive").get("facts", {}).get(name, ()))
