"""Where clauses begin and end: lines and list items, then sentences, then clauses.

A stop is no boundary within numbers, times, addresses of the web, or after an abbreviation. Within a
sentence, a new clause begins where the language's `boundaries` say so, and a subordinate one where its
`subordinates` do; that ends at the next comma or boundary, and what follows goes on with the main clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .language import Rules

_BULLET = "[-•·–▪◦‣►●○✓✔→+]"
_NUMBER = r"\(?\d{1,2}[.)⃣]+|\(?[a-z]\)"
_SIGN = r"[^\w\s¿¡(\"'$€+@#&%.,;:!?…«“/\\<-]+[ \t]*(?=\w)"  # a picture right before the words
_ITEM = re.compile(rf"[ \t>]*(?:(?:{_BULLET}|{_NUMBER})[ \t]+|{_SIGN})")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+")
_PICTURES = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_OPENERS = "¿¡"
_CLOSERS = ")\"'»”\\]"
_STOPS = re.compile(rf"(?:[.!?…;:¿¡]+[{_CLOSERS}]*|[{_PICTURES}]+(?:\s*[.!?{_PICTURES}])*)")
_WORD_BEFORE = re.compile(r"[^\s(]+$")
_EDGES = " \t\n,;"


class Piece(NamedTuple):
    """A clause's place and how it came about."""

    start: int
    end: int
    sentence: int
    line: int
    item: bool  # the line is an item of a list
    ender: str  # "?", "!", ":", "." or "", as the sentence ends
    opened: bool  # the sentence has an opening question mark
    last: bool  # the last piece of its sentence
    subordinate: bool
    resumed: bool  # goes on with the main clause after a subordinate one


class _Sentence(NamedTuple):
    start: int
    end: int
    ender: str
    opened: bool


def split(message: str, folded: str, rules: Rules) -> list[Piece]:
    """The clauses of a message, from left to right. `folded` is `message` folded, of the same length."""
    pieces: list[Piece] = []
    number = 0
    for line, (start, end, item) in enumerate(_lines(folded)):
        for sentence in _sentences(message, folded, start, end, rules):
            pieces.extend(_clauses(message, folded, sentence, rules, number, line, item))
            number += 1
    return pieces


def _lines(folded: str) -> Iterator[tuple[int, int, bool]]:
    position = 0
    for line in folded.split("\n"):
        begin, end = position, position + len(line)
        position = end + 1
        if not line or line.isspace():
            continue
        mark = _ITEM.match(folded, begin, end) or _HEADING.match(folded, begin, end)
        item = mark is not None and mark.re is _ITEM
        yield (mark.end() if mark else begin), end, item


def _sentences(message: str, folded: str, start: int, end: int, rules: Rules) -> Iterator[_Sentence]:
    begin, opened = start, False
    for stop in _STOPS.finditer(folded, start, end):
        signs = stop[0]
        opening = next((at for at, sign in enumerate(signs) if sign in _OPENERS), -1)
        closing = signs[:opening] if opening >= 0 else signs
        if closing and _ends(message, folded, stop.start(), stop.start() + len(closing), end, rules):
            close = stop.start() + len(closing)
            yield _Sentence(begin, close, _ender(closing), opened)
            begin, opened = close, False
        if opening >= 0:
            at = stop.start() + opening
            if folded[begin:at].strip(_EDGES):
                yield _Sentence(begin, at, "", opened)
                opened = False
            begin = at
            opened = opened or "¿" in signs[opening:]
    if folded[begin:end].strip(_EDGES):
        yield _Sentence(begin, end, "", opened)


def _ender(closing: str) -> str:
    for sign in "?!:":
        if sign in closing:
            return sign
    return "."


def _ends(message: str, folded: str, at: int, close: int, end: int, rules: Rules) -> bool:
    """Whether the stop from `at` to `close` ends a sentence."""
    sign = folded[at]
    if sign >= "\u2600":  # a picture stands where a stop would
        return True
    if close >= end or sign in "?!\u2026":
        return not (close < end and folded[close].isalnum() and _in_address(folded, at))
    following = folded[close]
    if not following.isspace():
        return sign == "." and _runs_on(message, folded, at, close)
    if sign != ".":
        return True
    before = _WORD_BEFORE.search(folded, max(0, at - 24), at)
    word = before[0] if before else ""
    if word in rules.titles or (len(word) == 1 and word.isalpha()):
        return False
    if word in rules.abbreviations:
        after = message[close:end].lstrip()[:1]
        return after.isupper() or after in "\u00bf\u00a1"
    return True


def _in_address(folded: str, at: int) -> bool:
    """Whether the word before `at` is an address of the web: a question mark in it ends nothing."""
    word = _WORD_BEFORE.search(folded, max(0, at - 80), at)
    return word is not None and "/" in word[0] and "." in word[0]


def _runs_on(message: str, folded: str, at: int, close: int) -> bool:
    """A stop without the space after it ("done.Do you…"), not one within a web address or a number."""
    if not message[close].isupper() or message[close + 1 : close + 2].isupper():
        return False
    before = _WORD_BEFORE.search(folded, max(0, at - 40), at)
    return before is not None and (before[0].isalpha() or before[0].isdigit()) and len(before[0]) > 1


def _clauses(
    message: str, folded: str, sentence: _Sentence, rules: Rules, number: int, line: int, item: bool
) -> list[Piece]:
    starts = _starts(message, folded, sentence, rules)
    starts.append((sentence.end, False, False))
    ender, opened = sentence.ender, sentence.opened
    pieces: list[Piece] = []
    for (start, subordinate, resumed), (stop, _, _) in reversed(tuple(pairwise(starts))):
        begin, end = _trim(folded, start, stop)
        if any(map(str.isalnum, folded[begin:end])):
            last = not pieces
            pieces.append(Piece(begin, end, number, line, item, ender, opened, last, subordinate, resumed))
    return pieces[::-1]


def _trim(folded: str, start: int, end: int) -> tuple[int, int]:
    while start < end and folded[start] in _EDGES:
        start += 1
    while end > start and folded[end - 1] in _EDGES:
        end -= 1
    return start, end


def _starts(message: str, folded: str, sentence: _Sentence, rules: Rules) -> list[tuple[int, bool, bool]]:
    """Where the clauses of a sentence begin: (position, subordinate, resumed)."""
    text = folded[sentence.start : sentence.end]
    if " " not in text.strip():
        return [(sentence.start, False, False)]
    original = message[sentence.start : sentence.end]
    found: dict[int, bool] = dict.fromkeys(_subordinates(original, text, rules), True)
    found.update({match.start(): False for match in rules.boundary.finditer(text)})
    found.setdefault(0, False)
    order = sorted(found)
    if sentence.ender == "?" and all(found.values()):
        found[0] = False  # a question has a main clause, and "when" can begin one
    starts: list[tuple[int, bool, bool]] = []
    for index, at in enumerate(order):
        starts.append((sentence.start + at, found[at], False))
        if found[at]:
            limit = order[index + 1] if index + 1 < len(order) else len(text)
            starts.extend(_resumed(text, sentence.start, at, limit, rules))
    return starts


def _subordinates(original: str, text: str, rules: Rules) -> Iterator[int]:
    for match in rules.subordinate.finditer(text):
        start, end = match.span()
        if rules.not_after.search(text[max(0, start - 24) : start]):
            continue
        if rules.adverbial.match(text[start : start + 40]):
            continue
        if not rules.stressed.isdisjoint(original[start:end].lower().split()):
            continue
        yield start


def _resumed(text: str, offset: int, at: int, limit: int, rules: Rules) -> Iterator[tuple[int, bool, bool]]:
    """Where the main clause goes on after the subordinate one at `at`: at a comma, or at its verb."""
    comma = text.find(", ", at + 1, limit)
    stop = comma if comma >= 0 else limit
    verb = rules.resumes.search(text[at + 1 : stop])
    if verb is not None and verb.start() > 0:
        yield offset + at + 1 + verb.start(), False, False
    if comma >= 0:
        yield offset + comma, False, True
