"""The words of all languages that tell what kind of value an argument is, compiled once."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from porfiado.locales import languages, words_if_any
from porfiado.text import fold

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PARTS = re.compile(r"[^a-z0-9]+")
_KEPT = 4096  # names of parameters


@cache
def _any_of(table: str) -> re.Pattern[str]:
    """Any of the words that the languages have under that name."""
    found = [word for language in languages() for word in words_if_any(language, "provenance").get(table, ())]
    return re.compile(rf"(?<![a-z])(?:{'|'.join(found)})(?![a-z])")


@lru_cache(maxsize=_KEPT)
def _spaced(key: str) -> str:
    return " ".join(_PARTS.split(fold(_HUMP.sub(" ", key)))).strip()


@lru_cache(maxsize=_KEPT)
def names_identifier(key: str) -> bool:
    """Whether a parameter of that name takes an identifier: "order_id", "numeroReserva"."""
    return _any_of("identifier").search(_spaced(key)) is not None


@lru_cache(maxsize=_KEPT)
def names_person(key: str) -> bool:
    """Whether a parameter of that name takes a person's name: "first_name", "titular"."""
    return _any_of("person").fullmatch(_spaced(key)) is not None


@cache
def _declines() -> re.Pattern[str]:
    return re.compile(rf"\W*{_any_of('declines').pattern}")


def declines(folded: str) -> bool:
    """Whether a message begins by not taking what was offered."""
    return _declines().match(folded) is not None


@cache
def currencies() -> str:
    """A pattern of the currencies that are written in letters."""
    return _any_of("currencies").pattern


@cache
def _signs() -> tuple[tuple[re.Pattern[str], str], ...]:
    # The longer name first: "guion bajo" is no "guion".
    signs = (("at", "@"), ("dot", "."), ("underscore", "_"), ("dash", "-"))
    return tuple((re.compile(rf"\s+(?:{_any_of(name).pattern})\s+"), sign) for name, sign in signs)


def spoken_signs(folded: str) -> str:
    """`folded` with the signs of an address in place of their names."""
    for pattern, sign in _signs():
        folded = pattern.sub(sign, folded)
    return folded
