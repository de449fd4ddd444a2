"""The nearest right word, at the end of an error message."""

from __future__ import annotations

from collections.abc import Iterable

from porfiado.nearest import nearest


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The question whether the nearest of `known` was meant, or "" where none is near."""
    best = nearest(word, known)
    return f"; did you mean {best!r}?" if best else ""
