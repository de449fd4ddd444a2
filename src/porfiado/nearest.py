"""The known name that a misspelt one was probably meant to be: for the hints of error messages."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

NEAR = 65.0  # of 100; below it a suggestion is more puzzling than none


def nearest(word: object, choices: Iterable[str], at_least: float = NEAR) -> str | None:
    """The choice that `word` was probably meant to be, or None. Case does not matter.

    `at_least` is a likeness, of 100: twice the letters that both have in the same order ÷ all letters.
    """
    found = process.extractOne(
        str(word).casefold(), list(choices), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=at_least
    )
    return found[0] if found else None
