"""A text as values are looked for in it: folded once; numbers, days and times worked out on demand."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from porfiado.grading.provenance import calendar, numbers
from porfiado.grading.provenance.words import spoken_signs
from porfiado.lazy import lazy
from porfiado.text import comparable

_KEPT = 4096  # texts; results, prompts and messages come again in every trial
_LONGEST = 200_000  # characters of a text that are read
_ESCAPED = re.compile(r"\\[nrtbf]")
_SEPARATORS = re.compile(r"[\s.\-_/:#]+")
_RUN = re.compile(r"[^\W\d_]+|\d+")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 5
_DIGITS = re.compile(r"\d+")


class Text:
    """A text to look for values in."""

    def __init__(self, raw: str) -> None:
        self.folded = comparable(raw[:_LONGEST])

    @lazy
    def squeezed(self) -> str:
        """Without spaces, dots, dashes and the like: codes stand in it however they were written."""
        return squeeze(self.folded)

    @lazy
    def runs(self) -> frozenset[str]:
        """The runs of letters, and of digits."""
        return frozenset(_RUN.findall(self.folded))

    @lazy
    def stems(self) -> frozenset[str]:
        """The first letters of its longer words: two forms of a word have the same."""
        return frozenset(word[:_STEM] for word in _LONG_WORD.findall(self.folded))

    @lazy
    def digits(self) -> tuple[str, ...]:
        """The runs of digits in the squeezed text: each number as one, whatever stood in it."""
        return tuple(_DIGITS.findall(self.squeezed))

    @lazy
    def numbers(self) -> frozenset[float]:
        """The numbers."""
        return numbers.numbers_in(self.folded)

    @lazy
    def days(self) -> frozenset[calendar.Day]:
        """The days, as far as each was said."""
        return calendar.days_in(self.folded)

    @lazy
    def times(self) -> frozenset[calendar.Time]:
        """The times of day."""
        return calendar.times_in(self.folded)

    @lazy
    def relative_day(self) -> bool:
        """It names a day by the day of speaking."""
        return calendar.says_relative_day(self.folded)

    @lazy
    def day_part(self) -> bool:
        """It names a part of the day."""
        return calendar.says_day_part(self.folded)

    @lazy
    def written_out(self) -> str:
        """With the signs of an address that were said in words: "ana at example dot com"."""
        return spoken_signs(self.folded)

    def has(self, needle: str) -> bool:
        """Whether the folded `needle` stands here, and not as a part of a longer word."""
        text = self.folded
        if needle not in text:
            return False
        at, size = text.find(needle), len(needle)
        while at >= 0:
            end = at + size
            if not (at and text[at - 1].isalnum() and needle[0].isalnum()) and not (
                end < len(text) and text[end].isalnum() and needle[-1].isalnum()
            ):
                return True
            at = text.find(needle, at + 1)
        return False


def squeeze(folded: str) -> str:
    """`folded` without what separates the parts of a code."""
    return _SEPARATORS.sub("", folded)


@lru_cache(maxsize=_KEPT)
def text_of(raw: str) -> Text:
    """`raw` as values are looked for in it."""
    return Text(raw)


def text_of_value(value: Any) -> Text:
    """Any JSON value: its keys, texts and numbers."""
    return text_of(written(value))


def written(value: Any) -> str:
    """A JSON value as one text. Never raises."""
    if isinstance(value, str):
        return value
    try:
        raw = msgspec.json.encode(value, enc_hook=repr).decode()
    except Exception:
        raw = repr(value)
    return _ESCAPED.sub(" ", raw).replace('\\"', '"') if "\\" in raw else raw
