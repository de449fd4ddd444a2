"""What a message does, clause by clause."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from .cleaning import clean, folded
from .language import Rules, rules
from .options import find_options
from .records import Clause, Heard
from .splitting import Piece, split


class _Context(NamedTuple):
    """What the clauses before say about the next one."""

    question: bool = False
    request: bool = False
    confirming: bool = False
    corrects: bool = False
    refuses: bool = False
    denies: bool = False
    offers: bool = False
    conditional: bool = False


_NOTHING = _Context()


class _Judged(NamedTuple):
    clause: Clause
    features: frozenset[str]
    offers: bool


@lru_cache(maxsize=16_384)
def hear(message: str, language: str) -> Heard:
    """What `message` does, whatever the facts. The same message and language give the same object.

    Args:
        message: The agent's text. Of a very long one only the head and the tail are heard.
        language: A language of `porfiado.locales.languages()`.

    Raises:
        KeyError: there are no rules for that language.
    """
    known = rules(language)
    text = clean(message)
    low = folded(text)
    pieces = split(text, low, known)
    judged = _judge_all(text, low, pieces, known)
    return _sum_up(text, low, language, judged, known)


def _judge_all(text: str, low: str, pieces: list[Piece], known: Rules) -> list[_Judged]:
    judged: list[_Judged] = []
    asked = _last_main(pieces)
    main = _NOTHING  # the main clause of the sentence so far
    header = _NOTHING  # the clause above a list, or before a colon
    previous: Piece | None = None
    for index, piece in enumerate(pieces):
        if previous is None or previous.sentence != piece.sentence:
            header = _header(previous, piece, main, header)
            main = _NOTHING
        one = _judge(text, low, piece, index >= asked.get(piece.sentence, 0), main, header, known)
        judged.append(one)
        if piece.subordinate:
            main = main._replace(conditional=main.conditional or one.clause.conditional)
        else:
            base = main if piece.resumed else _Context(conditional=main.conditional, corrects=main.corrects)
            main = _context(one, base)
        previous = piece
    return _look_back(judged, pieces)


def _look_back(judged: list[_Judged], pieces: list[Piece]) -> list[_Judged]:
    """What a clause says of the one before: "…, is that right?" confirms it, "could you send it?" asks for it."""
    for index in range(len(judged) - 1, 0, -1):
        one, before = judged[index], judged[index - 1]
        clause = before.clause
        if clause.question or pieces[index].line - pieces[index - 1].line > 1:
            continue
        if "tag" in one.features and (one.clause.question or one.clause.confirming):
            clause = msgspec.structs.replace(clause, confirming=True, request=False, succeeds=False, asserts=False)
        elif "points_back" in one.features and one.clause.request and not clause.request:
            clause = msgspec.structs.replace(clause, pointed=True)
        judged[index - 1] = before._replace(clause=clause)
    return judged


def _last_main(pieces: list[Piece]) -> dict[int, int]:
    """For each sentence, the index of its last main clause: the one that its question mark is about."""
    last: dict[int, int] = {}
    for index, piece in enumerate(pieces):
        if not piece.subordinate and not piece.resumed:
            last[piece.sentence] = index
    return last


def _header(previous: Piece | None, piece: Piece, main: _Context, header: _Context) -> _Context:
    """What the clause above means for the one that begins a new sentence."""
    if previous is None:
        return _NOTHING
    if previous.line == piece.line:
        if previous.ender == ":":
            return main
        return header if piece.item else _NOTHING
    if piece.item:
        return header if previous.item else main
    return main if previous.ender == ":" and not previous.item else _NOTHING


def _context(one: _Judged, base: _Context) -> _Context:
    clause = one.clause
    return _Context(
        question=clause.question or base.question,
        request=clause.request or base.request,
        confirming=clause.confirming or base.confirming,
        corrects=clause.corrects or base.corrects,
        refuses=clause.refuses or base.refuses,
        denies=clause.denies or base.denies,
        offers=one.offers or base.offers,
        conditional=clause.conditional or base.conditional,
    )


def _judge(
    text: str, low: str, piece: Piece, asked: bool, main: _Context, header: _Context, known: Rules
) -> _Judged:
    start, end = piece.start, piece.end
    features = known.clause.of(low[start:end])
    if not text[start:end].isascii():
        features |= known.accented.of(text[start:end].lower())
    has = features.__contains__
    form = has("interrogative") and not has("embedded")
    marked = piece.opened or (piece.ender == "?" and (asked or has("open")))
    inherits = piece.subordinate and has("inherits")
    question = marked or form or (inherits and main.question)
    conditional = has("conditional")
    hypothetical = conditional or main.conditional
    confirming = has("confirming") or header.confirming or (piece.subordinate and main.confirming)
    confirming = confirming or (question and has("declares") and not has("open"))
    negated = has("no_request")
    refuses = (has("refuses") and not marked) or (inherits and main.refuses) or (piece.resumed and main.refuses)
    denies = (has("denies") and not marked) or (inherits and main.denies) or (piece.resumed and main.denies)
    request = not negated and _requests(piece, features, question, main, header, low[start:end])
    if confirming and request and not has("open") and _has_content(text[start:end], features):
        request = False
    clause = Clause(
        text=text[start:end],
        folded=low[start:end],
        start=start,
        end=end,
        sentence=piece.sentence,
        item=piece.item,
        question=question,
        open=question and has("open"),
        request=request,
        confirming=confirming,
        choice=has("choice") and (question or request),
        choosing=has("choosing") and (question or request),
        refuses=refuses,
        denies=denies,
        conditional=conditional,
        corrects=has("corrects") or main.corrects or header.corrects,
        asserts=not (question or request or refuses or denies or conditional),
        subordinate=piece.subordinate,
        succeeds=has("succeeds") and not (question or request or hypothetical or refuses or denies or has("fails")),
        fails=has("fails") and not (question or conditional or has("refuses")),
        event=question and has("event") and not has("open"),
        general=has("open_question") or has("anything_else"),
    )
    return _Judged(clause, features, _offers(clause, features))


def _offers(clause: Clause, features: frozenset[str]) -> bool:
    if clause.general or clause.refuses or "no_offer" in features:
        return False
    if clause.open and not clause.choice:
        return False
    return "offers" in features or (clause.question and "proposes" in features)


def _requests(
    piece: Piece, features: frozenset[str], question: bool, main: _Context, header: _Context, low: str
) -> bool:
    has = features.__contains__
    if piece.subordinate and not has("request_condition"):
        return False
    if has("request_condition") or has("directive"):
        return has("request_condition") or not has("mention")
    if question:
        return has("open") or not (has("other_question") or has("event"))
    if has("mention"):
        return False
    if has("fragment") or (piece.ender == ":" and piece.last and has("label")):
        return True
    inherited = (piece.resumed and main.request) or header.request
    return inherited and not (has("succeeds") or has("refuses"))


def _has_content(text: str, features: frozenset[str]) -> bool:
    """Whether the clause says what it wants confirmed: a number, a proper name, a whole sentence."""
    if "content" in features:
        return True
    words = text.split()
    return any(any(map(str.isdigit, w)) or (w[:1].isupper() and w[1:2].islower()) for w in words[1:])


def _sum_up(text: str, low: str, language: str, judged: list[_Judged], known: Rules) -> Heard:
    whole = known.message.of(low)
    clauses = tuple(one.clause for one in judged)
    seen: set[str] = set()
    for one in judged:
        seen |= one.features
    success = next((c.text for c in clauses if c.succeeds), "")
    failure = next((c.text for c in clauses if c.fails), "")
    refusal = next((c.text for c in clauses if c.refuses), "")
    anything = any("anything_else" in one.features for one in judged)
    options = find_options(text, low, clauses, [one.features for one in judged], known)
    return Heard(
        message=text,
        language=language,
        clauses=clauses,
        claims_success=bool(success),
        reports_failure=bool(failure),
        refuses=bool(refusal),
        offers=bool(options) or any(one.offers for one in judged),
        options=options,
        anything_else=anything,
        closes="closes" in whole and not any(c.request and not c.general for c in clauses),
        greets="greets" in whole,
        thanks="thanks" in whole,
        apologises="apologises" in whole,
        open_question=any("open_question" in one.features and not one.clause.conditional for one in judged),
        yes_no=any(c.question and not c.open and not c.subordinate for c in clauses),
        success_quote=success,
        failure_quote=failure,
        refusal_quote=refusal,
    )
