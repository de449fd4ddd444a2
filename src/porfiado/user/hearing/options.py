"""What the reader may choose from, as the message writes it."""

from __future__ import annotations

from collections.abc import Sequence

from .language import Rules
from .records import Clause

_EDGES = " \t\n,;:.?!¿¡*_`()\"'"
_LONGEST = 90  # a longer piece is a sentence, not an option


def find_options(
    text: str, low: str, clauses: Sequence[Clause], features: Sequence[frozenset[str]], known: Rules
) -> tuple[str, ...]:
    """The options of a message: those of a list, or else those that a choosing clause joins."""
    listed = _listed(clauses, features)
    if listed:
        return listed
    asked = any("choosing" in has for has in features)
    for clause, has in zip(clauses, features, strict=True):
        joins = "choice" in has and (clause.question or clause.request or asked or "lists_options" in has)
        if not clause.refuses and not clause.item and (joins or ("lists_options" in has and not clause.request)):
            found = _joined(text, low, clause, known)
            if len(found) > 1:
                return found
    return ()


def _listed(clauses: Sequence[Clause], features: Sequence[frozenset[str]]) -> tuple[str, ...]:
    sentences: dict[int, list[Clause]] = {}
    for clause in clauses:
        if clause.item:
            sentences.setdefault(clause.sentence, []).append(clause)
    if len(sentences) < 2:
        return ()
    around = [(c, f) for c, f in zip(clauses, features, strict=True) if not c.item]
    if not any("offers" in f or "lists_options" in f or "choosing" in f for _, f in around):
        return ()
    items = [parts for parts in sentences.values() if not any(p.request or p.question for p in parts)]
    if not items and any("choosing" in f for _, f in around):
        items = list(sentences.values())
    return tuple(parts[0].text.strip(_EDGES) for parts in items if len(parts[0].text) <= _LONGEST)


def _joined(text: str, low: str, clause: Clause, known: Rules) -> tuple[str, ...]:
    start, end = clause.start, clause.end
    lead = None
    for lead in known.option_lead.finditer(low[start:end]):
        pass
    if lead is not None:
        start += lead.end()
    tail = known.option_tail.search(low[start:end])
    if tail is not None:
        end = start + tail.start()
    pieces, begin = [], start
    for joint in known.option_split.finditer(low[start:end]):
        pieces.append(text[begin : start + joint.start()])
        begin = start + joint.end()
    pieces.append(text[begin:end])
    found = [piece.strip(_EDGES) for piece in pieces]
    return tuple(piece for piece in found if piece and len(piece) <= _LONGEST)
