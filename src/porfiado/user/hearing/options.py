"""What the reader may choose from, as the message writes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .judging import Judged
from .language import Rules
from .records import Clause
from .types import value_spans

_EDGES = " \t\n,;:.?!¿¡*_`()\"'"
_LONGEST = 90  # a longer piece is a sentence, not an option
_OFFERING = frozenset({"offers", "lists_options", "has_options", "choosing"})
_LISTING = frozenset({"lists_options", "has_options"})
_LISTS = frozenset({"lists_options", "choice"})
_WHOLE = ("date", "time")  # "half past nine", "March 5, 2026": what joins their words joins no options


def find_options(text: str, low: str, judged: Sequence[Judged], known: Rules) -> tuple[str, ...]:
    """The options of a message: those of a list, or announced before a colon, or that a clause joins."""
    listed = _listed(judged)
    if listed:
        return listed
    chosen = any("choosing" in one.features for one in judged)
    for index, one in enumerate(judged):
        if one.clause.text.endswith(":"):
            announced = _announced(text, low, judged, index, known, chosen)
            if announced:
                return announced
    for one in judged:
        if _may_join(one, chosen):
            found = _joined(text, low, one.clause.start, one.clause.end, known)
            if len(found) > 1 and _may_choose(one, chosen, found):
                return found
    return ()


def _may_join(one: Judged, chosen: bool) -> bool:
    """Whether what a clause joins may be there to choose from: an assertion with "and" says two things."""
    clause, features, _ = one
    if clause.refuses or clause.item or clause.succeeds:
        return False
    if clause.question or clause.request:
        return "choice" in features
    return ("choice" in features and chosen) or not _LISTING.isdisjoint(features)


def _may_choose(one: Judged, chosen: bool, found: Sequence[str]) -> bool:
    """Whether it is: what one only has ("we have", "there are") is offered if asked for, or as a list."""
    features = one.features
    only_has = "has_options" in features and _LISTS.isdisjoint(features)
    return chosen or not only_has or _is_a_list(found)


def _is_a_list(found: Sequence[str]) -> bool:
    """Whether things are counted up: three or more, or each with a number."""
    return len(found) > 2 or all(any(map(str.isdigit, piece)) for piece in found)


def _announced(
    text: str, low: str, judged: Sequence[Judged], index: int, known: Rules, chosen: bool
) -> tuple[str, ...]:
    """What stands after "I see two lines:" or "there is just this option:", where it is to be chosen from."""
    header = judged[index]
    single = "single_option" in header.features
    if not (single or "announces" in header.features) or index + 1 >= len(judged) or header.clause.refuses:
        return ()
    following = [one.clause for one in judged[index + 1 :]]
    parts = [clause for clause in following if clause.sentence == following[0].sentence]
    if parts[0].item or header.clause.request or any(part.question for part in parts):
        return ()
    if not (chosen or single or "lists_options" in header.features):
        return ()
    if "\n" in text[header.clause.end : parts[0].start]:
        found = _lines(text[parts[0].start : _end_of_block(text, following)])
    else:
        found = _joined(text, low, parts[0].start, parts[-1].end, known)
    return found if single or len(found) > 1 else ()


def _end_of_block(text: str, following: Sequence[Clause]) -> int:
    """Where the lines under a header end: at an empty line, or before the next question."""
    asked = next((clause.start for clause in following if clause.question or clause.request), len(text))
    empty = text.find("\n\n", following[0].start)
    return asked if empty < 0 else min(asked, empty)


def _lines(block: str) -> tuple[str, ...]:
    lines = [line.strip(_EDGES) for line in block.split("\n")]
    return tuple(line for line in lines if line and len(line) <= _LONGEST)


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


def _joined(text: str, low: str, start: int, end: int, known: Rules) -> tuple[str, ...]:
    """The pieces that the text from `start` to `end` joins; all of it, where it joins none."""
    first = known.option_split.search(low[start:end])
    before = first.start() if first is not None else end - start
    leads = [lead.end() for lead in known.option_lead.finditer(low[start : start + before])]
    start += max((at for at in leads if at < before), default=0)
    tail = known.option_tail.search(low[start:end])
    if tail is not None:
        end = start + tail.start()
    pieces, begin = [], start
    for at, after in _joints(low[start:end], known):
        pieces.append(text[begin : start + at])
        begin = start + after
    pieces.append(text[begin:end])
    found = [piece.strip(" \t\n") for piece in pieces]
    return tuple(_bare(piece) for piece in found if _bare(piece) and len(piece) <= _LONGEST)


def _bare(piece: str) -> str:
    """The piece without what surrounds it; a bracket that it opens itself is its own."""
    bare = piece.strip(_EDGES)
    closed = piece.rstrip(_EDGES.replace(")", ""))
    return bare + ")" if closed.endswith(")") and "(" in bare and ")" not in bare else bare


def _joints(low: str, known: Rules) -> Iterator[tuple[int, int]]:
    """Where one option ends and the next begins: not within an hour or a date."""
    joints = [joint.span() for joint in known.option_split.finditer(low)]
    if not joints:
        return
    wholes = [span for type_ in _WHOLE for span in value_spans(type_, low, known.language)]
    for at, after in joints:
        if not any(begin < at and after < end for begin, end in wholes):
            yield at, after
