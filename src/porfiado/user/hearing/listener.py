"""Which facts of a persona a message asks for, reads back, or guesses at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from porfiado.patterns import Pattern, compile_pattern
from porfiado.text import compose, fold, value_finder

from .language import rules
from .message import hear
from .nearness import near
from .records import Clause, FactProbe, Heard, Hearing
from .types import asks_in_general, find_values, is_code, is_price, is_proper, mentions, shaped_types, types

_EDGES = " \t\n,;:.?!\u00bf\u00a1*\"'"
_NAME_PARTS = re.compile(r"[^\W\d_]+|\d+")


class _Probe(NamedTuple):
    """A fact made ready for listening."""

    name: str
    value: str | None
    forms: tuple[str, ...]
    type: str | None
    patterns: tuple[Pattern, ...]
    words: tuple[re.Pattern[str], ...]


class _Hit(NamedTuple):
    clause: int
    position: int
    end: int


class Listener:
    """Listens for the facts of one persona.

    Args:
        facts: What there is to know of each fact.
        language: The language of the conversation.

    Raises:
        porfiado.patterns.PatternError: one of the patterns is bad.
        KeyError: there are no rules for the language.
    """

    def __init__(self, facts: Iterable[FactProbe], language: str) -> None:
        self.language = language
        self._probes = tuple(_ready(fact, language) for fact in facts)

    def listen(self, message: str, values: Mapping[str, str] | None = None) -> Hearing:
        """What `message` does to the facts.

        Args:
            message: The agent's text.
            values: Values in force now, by fact; the others keep the value of their probe.
        """
        heard = hear(message, self.language)
        spans = _request_spans(heard)
        now = {p.name: (values or {}).get(p.name, p.value) for p in self._probes}
        asked: list[tuple[int, str]] = []
        confirms: list[str] = []
        guesses: dict[str, str] = {}
        for probe in self._probes:
            value = now[probe.name]
            others = [v for name, v in now.items() if name != probe.name and v]
            outcome = _Outcome(probe, value, others, heard, self.language)
            outcome.decide(spans)
            if outcome.asked is not None:
                asked.append((outcome.asked, probe.name))
            if outcome.confirmed:
                confirms.append(probe.name)
            if outcome.guess is not None:
                guesses[probe.name] = outcome.guess
        asked.sort(key=lambda pair: pair[0])
        return Hearing(
            asks=tuple(n for _, n in asked), confirms=tuple(confirms), guesses=guesses, heard=heard
        )


class _Span(NamedTuple):
    """Request clauses of one sentence that stand side by side."""

    start: int
    end: int
    clauses: tuple[int, ...]


@lru_cache(maxsize=4096)
def _request_spans(heard: Heard) -> tuple[_Span, ...]:
    spans: list[_Span] = []
    for index, clause in enumerate(heard.clauses):
        if not (clause.request or clause.pointed or clause.aside):
            continue
        last = spans[-1] if spans else None
        if last and last.clauses[-1] == index - 1 and heard.clauses[index - 1].sentence == clause.sentence:
            spans[-1] = _Span(last.start, clause.end, (*last.clauses, index))
        else:
            spans.append(_Span(clause.start, clause.end, (index,)))
    return tuple(spans)


class _Outcome:
    """What one message does to one fact."""

    def __init__(
        self, probe: _Probe, value: str | None, others: list[str], heard: Heard, language: str
    ) -> None:
        self.probe = probe
        self.heard = heard
        self.language = language
        self.values = [v for v in (value, *probe.forms) if v] if value or probe.forms else []
        self.others = others
        self.asked: int | None = None
        self.confirmed = False
        self.guess: str | None = None

    def decide(self, spans: tuple[_Span, ...]) -> None:
        hits = {hit.clause: hit for span in reversed(spans) for hit in reversed(list(self._hits(span)))}
        for index, clause in enumerate(self.heard.clauses):
            if clause.request or clause.confirming or clause.question or clause.pointed:
                self._clause(clause, hits.get(index))

    def _clause(self, clause: Clause, hit: _Hit | None) -> None:
        offered = self._offered(clause, hit)
        if self._among(clause, offered):
            self._ask(clause, hit)
        elif self._contains(clause) and not clause.general:
            self._confirm(clause)
        elif len(offered) == 1 and not clause.open and not clause.general:
            self._guess(offered[0])
        elif hit is not None:
            self._ask(clause, hit)

    def _among(self, clause: Clause, offered: list[str]) -> bool:
        """Whether the reader is to choose among values of the fact, here or in the options put before."""
        if not (clause.choice or clause.choosing):
            return False
        if clause.choice and len(offered) > 1:
            return True
        options = self.heard.options
        if len(options) < 2:
            return False
        folded = [fold(option) for option in options]
        if any(value_finder(value).search(option) for value in self.values for option in folded):
            return True
        named = any(value_finder(value).search(option) for value in self.others for option in folded)
        # A choice among another fact's values is about this one only where each option has one of its own.
        return sum(map(self._has_own, options)) >= (len(options) if named else 2)

    def _has_own(self, option: str) -> bool:
        """Whether an option holds a value of the fact's type that is no other fact's."""
        own = filter(self._alike, self._typed(option))
        priced = any(is_price(type_, self.language) for type_ in self._value_types())
        return any(
            not any(_overlap(value, other) for other in self.others)
            for value in own
            if option.startswith(value) or not priced
        )

    def _typed(self, text: str) -> list[str]:
        """Values of the fact's type or shape in a text."""
        return [value for type_ in self._value_types() for value in find_values(type_, text, self.language)]

    def _ask(self, clause: Clause, hit: _Hit | None) -> None:
        """A later question takes back an earlier guess: "is it Friday? Or what day would you like?"."""
        self.guess = None
        if self.asked is None:
            self.asked = hit.position if hit else clause.start

    def _confirm(self, clause: Clause) -> None:
        self.confirmed = True
        self.guess = None
        self.asked = None

    def _guess(self, value: str) -> None:
        if self.guess is None and not self.confirmed:
            self.guess = value
            self.asked = None

    def _contains(self, clause: Clause) -> bool:
        return any(value_finder(value).search(clause.folded) for value in self.values)

    def _offered(self, clause: Clause, hit: _Hit | None) -> list[str]:
        """Values of the fact's type or shape in a question, without those of other facts."""
        if not (clause.question or clause.confirming) or clause.general or clause.aside:
            return []
        if clause.choice and hit is None and self._about_another(clause):
            return []
        found = [v for v in dict.fromkeys(self._typed(clause.text)) if hit or self._alike(v)]
        if not found and is_proper(self.probe.type, clause, self.language):
            found = [clause.text.strip(_EDGES)]
        if not found:
            found = [v for value in self.values for v in near(value, clause)]
        if not found and hit is not None:
            found = list(_after_copula(clause, hit, self.language))
        return [v for v in found if not any(_overlap(v, other) for other in self.others)]

    def _about_another(self, clause: Clause) -> bool:
        """Whether a choice names the value of another fact, and none of this one."""
        named = any(value_finder(value).search(clause.folded) for value in self.others)
        return named and not self._contains(clause)

    def _alike(self, value: str) -> bool:
        """Whether a code is built like the fact's own: a bare year is no policy number "HX-5521"."""
        if not self.values or not any(is_code(t, self.language) for t in self._value_types()):
            return True
        return any(_letters(value) == _letters(own) for own in self.values)

    def _value_types(self) -> tuple[str, ...]:
        if self.probe.type in types(self.language):
            return (self.probe.type,) if self.probe.type else ()
        return shaped_types(self.values[0], self.language)[:1] if self.values else ()

    def _hits(self, span: _Span) -> Iterator[_Hit]:
        text = self.heard.message[span.start : span.end]
        for pattern in self.probe.patterns:
            for match in pattern.finditer(text):
                yield self._place(span, match.start(), match.end())
        clauses = self.heard.clauses
        for index in span.clauses:
            clause = clauses[index]
            if clause.aside and not clause.request:
                continue
            if self.probe.type and (not clause.general or asks_in_general(self.probe.type, self.language)):
                for type_, start, end in mentions(clause.folded, self.language):
                    if type_ == self.probe.type:
                        yield _Hit(index, clause.start + start, clause.start + end)
        if self.probe.words:
            yield from self._by_words(span)

    def _by_words(self, span: _Span) -> Iterator[_Hit]:
        for index in span.clauses:
            clause = self.heard.clauses[index]
            places = [word.search(clause.folded) for word in self.probe.words]
            found = [place for place in places if place is not None]
            if len(found) == len(places) and not clause.general:
                start = min(place.start() for place in found)
                end = max(place.end() for place in found)
                yield _Hit(index, clause.start + start, clause.start + end)

    def _place(self, span: _Span, start: int, end: int) -> _Hit:
        position = span.start + start
        inside = [i for i in span.clauses if self.heard.clauses[i].start <= position]
        return _Hit(inside[-1] if inside else span.clauses[0], position, span.start + end)


def _ready(fact: FactProbe, language: str) -> _Probe:
    type_ = fact.type
    words: tuple[re.Pattern[str], ...] = ()
    if not fact.asks and type_ not in types(language):
        words = _name_words(fact.name, language)
        if type_ is None and fact.name in types(language):
            type_ = fact.name
            words = ()
    patterns = tuple(compile_pattern(source) for source in fact.asks)
    return _Probe(fact.name, fact.value, fact.forms, type_, patterns, words)


def _name_words(name: str, language: str) -> tuple[re.Pattern[str], ...]:
    """The words of a fact's name, each in the singular and the plural; words that say little are left out."""
    known = rules(language)
    parts = [part for part in _NAME_PARTS.findall(fold(compose(name))) if part not in known.stopwords]
    telling = [part for part in parts if part not in known.generic] or parts
    return tuple(re.compile(rf"(?<!\w){re.escape(_singular(p))}(?:e?s)?(?!\w)") for p in telling)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _after_copula(clause: Clause, hit: _Hit, language: str) -> Iterator[str]:
    """What a yes-or-no question says that the datum is ("your city is *Lima*?", "is your city *Lima*?")."""
    if clause.open:
        return
    known = rules(language)
    begin, end = hit.position - clause.start, hit.end - clause.start
    match = known.copula.match(clause.folded[end:])
    if match is not None:
        value = clause.text[end + match.start(1) : end + match.end(1)].strip(_EDGES)
    elif known.inverted.search(clause.folded[: max(begin, 0)]):
        value = clause.text[end:].strip(_EDGES)
        value = value if value[:1].isupper() or any(map(str.isdigit, value)) else ""
    else:
        return
    if value:
        yield value


def _letters(value: str) -> bool:
    return any(map(str.isalpha, value))


@lru_cache(maxsize=4096)
def _overlap(one: str, other: str) -> bool:
    """Whether one of the two values is a part of the other, whatever the separators."""
    first, second = _bare(one), _bare(other)
    return bool(first and second) and (first in second or second in first)


def _bare(value: str) -> str:
    return "".join(character for character in fold(compose(value)) if character.isalnum())
