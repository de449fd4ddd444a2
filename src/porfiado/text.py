"""Folding of text: what counts as the same word however a person types it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


def _folding_table() -> dict[int, str]:
    """One character to one character, so that positions in folded text are positions in the original."""
    table: dict[int, str] = {}
    for code in [*range(0x41, 0x250), *range(0x1E00, 0x1F00)]:
        base = unicodedata.normalize("NFD", chr(code))[0].lower()
        if len(base) == 1 and base != chr(code):
            table[code] = base
    for quote in "\u2018\u2019\u02bc\u00b4`":
        table[ord(quote)] = "'"
    for dash in "\u2010\u2011\u2012\u2013\u2212":
        table[ord(dash)] = "-"
    for space in "\u00a0\u2007\u2009\u202f":
        table[ord(space)] = " "
    return table


_FOLDING = _folding_table()
_SHORT = 512  # characters; messages, values and labels come again and again, long texts would fill the memory


def fold(text: str) -> str:
    """Lower case, no accents, plain quotes and dashes. The length stays: positions carry over.

    A combining accent (decomposed text) is kept as it is; call `compose` first where that matters.
    """
    return _fold_short(text) if len(text) <= _SHORT else text.translate(_FOLDING)


@lru_cache(maxsize=16_384)
def _fold_short(text: str) -> str:
    return text.translate(_FOLDING)


def compose(text: str) -> str:
    """Unicode composed form (NFC): an accent and its letter become one character."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def comparable(text: str) -> str:
    """Composed and folded: the form in which texts are compared, and values looked for."""
    return fold(compose(text))


_SIGNS = "+#$€£"  # before a number; people leave them out
_SEPARATORS = re.compile(r"[\s.\-_/]+")


@lru_cache(maxsize=8192)
def value_finder(value: str) -> re.Pattern[str]:
    """A pattern that finds `value` in *folded* text, whatever the spaces, dots and dashes in it.

    "12345678-9" is found in "12.345.678-9", "PED-4402" in "ped 4402", "ana rojas" in "Ana  Rojas", and
    "$45.000" in "45000 pesos": the sign before a number may be left out. The value must stand alone: "3" is
    not found in "30", nor "ana" in "manana".
    """
    folded = comparable(value).strip()
    folded = folded.lstrip(_SIGNS) or folded
    pieces = [re.escape(piece) for piece in _SEPARATORS.split(folded) if piece]
    if not pieces:
        return re.compile(r"(?!)")
    if any(character.isdigit() for character in folded):
        # A code: separators may stand or be missing anywhere between its characters.
        characters = [re.escape(c) for c in _SEPARATORS.sub("", folded)]
        body = r"[\s.\-_/]{0,3}".join(characters)  # " - " is three
    else:
        body = r"[\s.\-_]+".join(pieces)
    return re.compile(rf"(?<!\w)(?<!\d[.,]){body}(?!\w)(?![.,]\d)")


def contains_value(folded: str, value: str) -> bool:
    """Whether `value` stands in `folded`, a text that went through `comparable`."""
    return value_finder(value).search(folded) is not None
