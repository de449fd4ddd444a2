"""What the reader may choose from, as the message writes it."""

from __future__ import annotations

from collections.abc import Sequence

from .judging import Judged
from .language import Rules
from .records import Clause

_EDGES = " \t\n,;:.?!¿¡*_`()\"'"
_LONGEST = 90  # a longer piece is a sentence, not an option
_OFFERING = frozenset({"offers", "lists_options", "choosing"})


def find_options(text: str, low: str, judged: Sequence[Judged], known: Rules) -> tuple[str, ...]:
    """The options of a message: those of a list, or else those that a clause joins."""
    listed = _listed(judged)
    if listed:
        return listed
    chosen = any("choosing" in one.features for one in judged)
    for one in judged:
        if _may_join(one, chosen):
            found = _joined(text, low, one.clause, known)
            if len(found) > 1:
                return found
    return ()


def _may_join(one: Judged, chosen: bool) -> bool:
    clause, features, _ = one
    if clause.refuses or clause.item:
        return False
    asks = clause.question or clause.request
    if "lists_options" in features and (not asks or "choice" in features):
        return True
    return "choice" in features and (asks or chosen)


def _listed(judged: Sequence[Judged]) -> tuple[str, ...]:
    sentences: dict[int, list[Clause]] = {}
    for one in judged:
        if one.clause.item:
            sentences.setdefault(one.clause.sentence, []).append(one.clause)
    around = [one.features for one in judged if not one.clause.item]
    if len(sentences) < 2 or all(_OFFERING.isdisjoint(features) for features in around):
        return ()
    items = [parts for parts in sentences.values() if not any(p.request or p.question for p in parts)]
    if not items and any("choosing" in features for features in around):
        items = list(sentences.values())
    return tuple(parts[0].text.strip(_EDGES) for parts in items if len(parts[0].text) <= _LONGEST)


def _joined(text: str, low: str, clause: Clause, known: Rules) -> tuple[str, ...]:
    start, end = clause.start, clause.end
    first = known.option_split.search(low[start:end])
    if first is None:
        return ()
    leads = [lead.end() for lead in known.option_lead.finditer(low[start : start + first.start()])]
    start += max((at for at in leads if at < first.start()), default=0)
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
