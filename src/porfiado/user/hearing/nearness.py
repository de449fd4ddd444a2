"""A value written almost right: what a guess at a datum looks like whatever its type."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz import fuzz

from porfiado.text import compose, fold

from .records import Clause

_SHORTEST = 4  # in shorter values, one different letter makes another word
_LIKE = 72.5
_EDGES = " \t\n,;:.?!\u00bf\u00a1*()\"'\u00ab\u00bb\u201c\u201d"


def near(value: str, clause: Clause) -> Iterator[str]:
    """The stretch of whole words of `clause` that is almost, but not quite, `value`."""
    folded = fold(compose(value)).strip()
    if len(folded) < _SHORTEST or len(clause.folded) > 40 * len(folded):
        return
    found = fuzz.partial_ratio_alignment(folded, clause.folded, score_cutoff=_LIKE)
    if found is None:
        return
    start, end = found.dest_start, found.dest_end
    text = clause.folded
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    stretch = clause.text[start:end].strip(_EDGES)
    if fuzz.ratio(folded, fold(stretch)) >= _LIKE and fold(stretch) != folded:
        yield stretch
