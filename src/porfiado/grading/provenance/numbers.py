"""Numbers in a text, in every way in which they can be read: digits with any separators, and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from porfiado.locales import languages, words_if_any

_DIGITS = re.compile(r"\d{1,3}(?:[ '\u00a0]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[a-z]+|\d+(?:[.,]\d+)*|[^\sa-z\d]")
_MOST_DIGITS = 18  # beyond it a run of digits is a code, and no number that anybody computes with
_THOUSANDS = 3


@cache
def _spoken() -> tuple[dict[str, int], dict[str, int], frozenset[str]]:
    """The words of numbers, of what multiplies them, and what may stand within a number, of all languages."""
    numbers: dict[str, int] = {}
    scales: dict[str, int] = {}
    joins: set[str] = set()
    for language in languages():
        table = words_if_any(language, "provenance")
        numbers |= table.get("numbers", {})
        scales |= table.get("scales", {})
        joins |= set(table.get("joins", ()))
    return numbers, scales, frozenset(joins)


def readings(digits: str) -> Iterator[float]:
    """What digits with separators can mean: "1.500" is 1500 and 1.5, "1,500.00" is 1500."""
    bare = re.sub(r"[ '\u00a0]", "", digits)
    if len(bare) > _MOST_DIGITS:
        return
    marks = [mark for mark in bare if mark in ".,"]
    if not marks:
        yield float(bare)
        return
    whole = re.sub(r"[.,]", "", bare)
    last = max(bare.rfind("."), bare.rfind(","))
    tail = bare[last + 1 :]
    if len(tail) == _THOUSANDS:
        yield float(whole)
    if marks.count(bare[last]) == 1:
        yield float(re.sub(r"[.,]", "", bare[:last]) + "." + tail)


def numbers_in(folded: str) -> frozenset[float]:
    """Every number in a folded text, in every reading."""
    found: set[float] = set()
    for match in _DIGITS.finditer(folded):
        found.update(readings(match[0]))
    found.update(_in_words(folded))
    return frozenset(found)


def _in_words(folded: str) -> Iterator[float]:
    """Numbers said in words, also with digits ("12 mil"), and digits said one by one ("four four oh two")."""
    numbers, scales, joins = _spoken()
    run: list[str] = []
    for word in [*_WORD.findall(folded), ""]:
        if word in numbers or word in scales or (word[:1].isdecimal()):
            run.append(word)
        elif not (run and (word in joins or word == "-")):
            if any(not one[0].isdecimal() for one in run):
                yield from _values(run, numbers, scales)
            run = []


def _values(run: list[str], numbers: dict[str, int], scales: dict[str, int]) -> Iterator[float]:
    total = part = 0.0
    spelled = ""
    for word in run:
        if word in scales:
            part = (part or 1.0) * scales[word]
            if scales[word] >= 1000:
                total, part = total + part, 0.0
            yield total + part
            continue
        value = float(numbers[word]) if word in numbers else next(readings(word), 0.0)
        spelled += str(int(value))
        part += value
        yield value
    yield total + part
    if 1 < len(spelled) <= _MOST_DIGITS:
        yield float(spelled)
