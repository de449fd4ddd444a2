"""What each clause does: its own words, and what the clauses around it say about it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from .language import Rules
from .records import Clause
from .splitting import Piece, split


class Judged(NamedTuple):
    """A clause, the language's features that it has, and whether it puts something before the reader."""

    clause: Clause
    features: frozenset[str]
    offers: bool


class _Context(NamedTuple):
    """What the main clause before, or the header above a list, means for a clause."""

    question: bool = False
    request: bool = False
    confirming: bool = False
    corrects: bool = False
    refuses: bool = False
    denies: bool = False
    conditional: bool = False
    reported: bool = False
    label: bool = False


_NOTHING = _Context()
_ACTS = frozenset({"succeeds", "mishap", "fails", "refuses"})
_ASKING = frozenset({"open", "directive", "choice", "aside"})
_REFUSAL = frozenset({"refuses"})
_QUOTES = str.maketrans("\u2018\u2019\u02bc\u00b4`", "'''''")


def judge(text: str, low: str, known: Rules) -> list[Judged]:
    """The clauses of a message, from left to right. `low` is `text` folded, of the same length."""
    pieces = split(text, low, known)
    asked = _last_main(pieces)
    judged: list[Judged] = []
    main = header = _NOTHING
    previous: Piece | None = None
    for index, piece in enumerate(pieces):
        first = previous is None or previous.sentence != piece.sentence
        if first:
            header = _header(previous, piece, main, header)
            main = _NOTHING
        features = _features(text, low, piece, known)
        if not (first or piece.subordinate or "verb" in features):
            piece = piece._replace(resumed=True)  # noqa: PLW2901 - a list goes on
        reading = _Reading(text, low, piece, features, index >= asked.get(piece.sentence, 0), main, header)
        judged.append(reading.judged())
        main = _follow(main, judged[-1], piece)
        previous = piece
    return _look_back(judged, pieces)


def _features(text: str, low: str, piece: Piece, known: Rules) -> frozenset[str]:
    folded = low[piece.start : piece.end]
    original = text[piece.start : piece.end]
    spelt = folded if original.isascii() else original.lower().translate(_QUOTES)
    return known.clause.of(folded) | _acts(known.tagger.tags(spelt), known)


def _acts(tags: str, known: Rules) -> frozenset[str]:
    """What the clause says of the matter; of what it only supposes ("once it's done"), nothing counts."""
    supposed = known.unreal.search(tags, 2)
    if supposed is None:
        return known.acts.of(tags)
    return (known.acts.of(tags[: supposed.start()] + " ") - _REFUSAL) | (known.acts.of(tags) & _REFUSAL)


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


def _follow(main: _Context, one: Judged, piece: Piece) -> _Context:
    """The context for what comes after the clause of `one` in its sentence."""
    clause = one.clause
    if piece.subordinate:
        conditional = main.conditional or clause.conditional
        return main._replace(conditional=conditional, label="label" in one.features)
    base = main if piece.resumed else _NOTHING
    return _Context(
        question=clause.question or base.question,
        request=clause.request or base.request,
        confirming=clause.confirming or base.confirming,
        corrects=clause.corrects or main.corrects,
        refuses=clause.refuses or base.refuses,
        denies=clause.denies or base.denies,
        conditional=clause.conditional or main.conditional,
        reported="hint.reported" in one.features,
        label="label" in one.features,
    )


def _look_back(judged: list[Judged], pieces: list[Piece]) -> list[Judged]:
    """What a clause says of the one before: "…, is that right?" confirms it, "could you send it?" asks it."""
    for index in range(len(judged) - 1, 0, -1):
        one, before = judged[index], judged[index - 1]
        clause = before.clause
        if clause.question or pieces[index].line - pieces[index - 1].line > 1:
            continue
        fits = "fits" in one.features and clause.sentence == one.clause.sentence and not clause.succeeds
        if ("tag" in one.features or fits) and (one.clause.question or one.clause.confirming):
            change = {"confirming": True, "request": False, "succeeds": False, "asserts": False}
            clause = msgspec.structs.replace(clause, **change)
        elif "points_back" in one.features and one.clause.request and not clause.request:
            clause = msgspec.structs.replace(clause, pointed=True)
        judged[index - 1] = before._replace(clause=clause)
    return judged


class _Reading:
    """One clause in its context; each method answers one question about it."""

    def __init__(
        self,
        text: str,
        low: str,
        piece: Piece,
        features: frozenset[str],
        asked: bool,
        main: _Context,
        header: _Context,
    ) -> None:
        self.piece = piece
        self.text = text[piece.start : piece.end]
        self.folded = low[piece.start : piece.end]
        self.features = features
        self.has = features.__contains__
        self.main = main
        self.header = header
        self.marked = piece.opened or (piece.ender == "?" and (asked or self.has("open")))
        self.inherits = piece.subordinate and self.has("inherits")
        announces = piece.ender == ":" and self.has("announces") and self.has("has_options")
        form = self.has("interrogative") and not (self.has("embedded") or announces)
        self.question = self.marked or form or (self.inherits and main.question)
        self.confirming = self._confirming()
        self.request = self._requests() and not (self.confirming and self._states())

    def judged(self) -> Judged:
        """All the answers together."""
        has, piece, main, header = self.has, self.piece, self.main, self.header
        question, request = self.question, self.request
        refuses, denies, conditional = self._refuses(), self._denies(), has("conditional")
        reported = has("hint.reported") or (piece.subordinate and main.reported)
        certain = not (question or conditional or refuses or reported)
        clause = Clause(
            text=self.text,
            folded=self.folded,
            start=piece.start,
            end=piece.end,
            sentence=piece.sentence,
            item=piece.item,
            question=question,
            open=question and has("open"),
            request=request,
            confirming=self.confirming,
            closed=self._puts_one_thing(),
            choice=has("choice") and (question or request),
            choosing=has("choosing") and (question or request),
            refuses=refuses,
            denies=denies,
            conditional=conditional,
            corrects=has("corrects") or main.corrects or header.corrects,
            asserts=not (question or request or refuses or denies or conditional),
            subordinate=piece.subordinate,
            succeeds=certain and self._succeeds(),
            fails=((certain and not main.conditional) or self._told_as_a_question())
            and (has("fails") or has("mishap")),
            aside=question and has("aside") and not (has("open") or has("directive")),
            general=has("open_question") or has("anything_else"),
        )
        return Judged(clause, self.features, self._offers(clause))

    def _puts_one_thing(self) -> bool:
        return self.question and self.has("supposes") and _ASKING.isdisjoint(self.features)

    def _confirming(self) -> bool:
        if self.has("confirming") or self.header.confirming:
            return True
        if self.piece.subordinate and self.main.confirming:
            return True
        return self.question and self.has("declares") and not self.has("open")

    def _states(self) -> bool:
        """Whether the clause says what it wants confirmed: a number, a proper name, a whole sentence."""
        if self.has("open"):
            return False
        words = self.text.split()[1:]
        named = any(w[:1].isupper() and w[1:2].islower() for w in words)
        return named or self.has("content") or any(map(str.isdigit, self.text))

    def _requests(self) -> bool:
        has = self.has
        if has("no_request") or (has("hint.tells") and not self.question):
            return False
        if has("request_condition"):
            return True
        if self.piece.subordinate:
            return False
        if has("directive"):
            return not has("mention")
        if self.question:
            return has("open") or has("choice") or not (has("other_question") or has("aside"))
        return not has("mention") and self._bare_request()

    def _bare_request(self) -> bool:
        """Whether it asks without a verb: "your ID, please", "ID:", an item of a list that was asked for."""
        has, piece = self.has, self.piece
        told = has("corrects") or has("has_options")
        labels = piece.ender == ":" and piece.last and has("label") and not told
        item = piece.item and self.header.request and not has("verb")
        if not (item or _ACTS.isdisjoint(self.features)):
            return False
        if has("fragment") or labels:
            return True
        # "Good news: you get it" is a label too, and what follows it is said, not asked for.
        told = self.header.label and has("verb") and not piece.item
        inherited = (piece.resumed and self.main.request) or (self.header.request and not told)
        return inherited and (item or not (has("succeeds") or has("refuses")))

    def _told_as_a_question(self) -> bool:
        """Whether a first person's failure only ends in a question mark: "I couldn't get that ticket?"."""
        return (
            self.marked
            and self.has("fails.unable")
            and not (self.has("interrogative") or self.has("conditional"))
        )

    def _refuses(self) -> bool:
        own = self.has("refuses") and not self.marked
        return own or ((self.inherits or self.piece.resumed) and self.main.refuses)

    def _denies(self) -> bool:
        own = self.has("denies") and not self.marked
        return own or ((self.inherits or self.piece.resumed) and self.main.denies)

    def _succeeds(self) -> bool:
        asks = self.request and not self.has("hint.prompt")
        if asks or self.confirming or self.main.conditional:
            return False
        return self.has("succeeds") and not (self.has("fails") or self.has("mishap"))

    def _offers(self, clause: Clause) -> bool:
        if clause.general or clause.refuses or self.has("no_offer"):
            return False
        if clause.open and not clause.choice:
            return False
        return self.has("offers") or (clause.question and self.has("proposes"))
