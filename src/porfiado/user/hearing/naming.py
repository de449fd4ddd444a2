"""Where a message names data: in which clauses, and which of the data named in them are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from .language import rules
from .records import Clause, Heard
from .types import Mention, mentions

_TERSE = 5  # a message of at most so many words may be nothing but the names of data
_WORD = re.compile(r"[^\W_]+")
_AROUND = re.compile(r"^\W+|\W+$")


class Span(NamedTuple):
    """Clauses of one sentence, side by side, that ask for something or put a value before the reader."""

    start: int
    end: int
    clauses: tuple[int, ...]
    named: tuple[tuple[Mention, ...], ...]  # the data that each of the clauses names


@lru_cache(maxsize=4096)
def asking_spans(heard: Heard) -> tuple[Span, ...]:
    """Where the names of data count."""
    spans: list[Span] = []
    for index, clause in enumerate(heard.clauses):
        if not (clause.request or clause.pointed or clause.aside or clause.closed or _is_terse(heard)):
            continue
        named = named_in(heard, clause)
        last = spans[-1] if spans else None
        if last and last.clauses[-1] == index - 1 and heard.clauses[index - 1].sentence == clause.sentence:
            spans[-1] = Span(last.start, clause.end, (*last.clauses, index), (*last.named, named))
        else:
            spans.append(Span(clause.start, clause.end, (index,), (named,)))
    return tuple(spans)


def _is_terse(heard: Heard) -> bool:
    """Whether a message is only the names of data: "email and phone"."""
    if len(heard.clauses) != 1:
        return False
    clause = heard.clauses[0]
    words = list(_WORD.finditer(clause.folded))
    if len(words) > _TERSE or clause.refuses or clause.denies or clause.succeeds or clause.fails:
        return False
    stopwords = rules(heard.language).stopwords
    named = named_in(heard, clause)
    loose = [w[0] for w in words if not any(m.start <= w.start() < m.end for m in named)]
    return bool(named) and stopwords.issuperset(loose)


def named_in(heard: Heard, clause: Clause) -> tuple[Mention, ...]:
    """The data that a clause names and that are what it is about."""
    found = [m for m in mentions(clause.folded, heard.language) if not _is_a_note(heard, clause, m)]
    found += _alone(clause, heard.language)
    known = rules(heard.language)
    if len(found) < 2 or not clause.question or known.asks_when.match(clause.folded) is None:
        return tuple(found)
    end = found[0].end
    return (found[0], *(m for m in found[1:] if known.joins.search(clause.folded[end : m.start])))


def _is_a_note(heard: Heard, clause: Clause, mention: Mention) -> bool:
    """Whether it stands in the brackets after an item of a list: "address (street, number and city)"."""
    if not clause.item:
        return False
    at = clause.start + mention.start
    line = heard.message.rfind("\n", 0, at) + 1
    opened = heard.message.rfind("(", line, at)
    return opened > line and opened > heard.message.rfind(")", line, at)


def _alone(clause: Clause, language: str) -> Iterator[Mention]:
    """Things with a number, where a question or a message says nothing else: "order?"."""
    if " " in clause.text.strip() or not (clause.question or clause.asserts):
        return
    word = _AROUND.sub("", clause.folded)
    for type_ in _types_alone(language):
        if _alone_pattern(language, type_).fullmatch(word):
            start = clause.folded.index(word)
            yield Mention(type_, start, start + len(word))


@cache
def _types_alone(language: str) -> tuple[str, ...]:
    return tuple(type_ for type_, table in rules(language).types.items() if table.get("alone"))


@cache
def _alone_pattern(language: str, type_: str) -> re.Pattern[str]:
    return re.compile("|".join(rules(language).types[type_]["alone"]))
