"""Which facts of a persona a message asks for, reads back, or guesses at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from porfiado.patterns import Pattern, compile_pattern
from porfiado.text import compose, fold, value_finder

from .guessing import Sought, is_named, other_values
from .language import rules
from .message import hear
from .naming import Span, asking_spans
from .records import Clause, FactProbe, Heard, Hearing
from .types import asks_in_general, is_code, is_price, mentions, types

_SHORTEST_NAME = 3
_NAME_PARTS = re.compile(r"[^\W\d_]+|\d+")


class _Probe(NamedTuple):
    """A fact made ready for listening."""

    name: str
    value: str | None
    forms: tuple[str, ...]
    type: str | None
    patterns: tuple[Pattern, ...]
    words: tuple[re.Pattern[str], ...]
    name_words: tuple[re.Pattern[str], ...]
    asked_by_name: bool


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
        spans = asking_spans(heard)
        now = {p.name: (values or {}).get(p.name, p.value) for p in self._probes}
        named = [p.name for p in self._probes if p.type is None and is_named(now[p.name] or "")]
        outcomes: list[_Outcome] = []
        for probe in self._probes:
            others = [v for name, v in now.items() if name != probe.name and v]
            alone = named == [probe.name]
            outcome = _Outcome(probe, now[probe.name], others, heard, self.language, alone)
            outcome.decide(spans)
            outcomes.append(outcome)
        asked = sorted((o.asked, n) for n, o in enumerate(outcomes) if o.asked is not None)
        return Hearing(
            asks=tuple(outcomes[number].probe.name for _, number in asked),
            confirms=tuple(o.probe.name for o in outcomes if o.confirmed),
            guesses={o.probe.name: o.guess for o in outcomes if o.guess and not _belongs(o, outcomes)},
            heard=heard,
        )


class _Outcome:
    """What one message does to one fact."""

    def __init__(
        self,
        probe: _Probe,
        value: str | None,
        others: list[str],
        heard: Heard,
        language: str,
        alone: bool,
    ) -> None:
        self.probe = probe
        self.heard = heard
        self.language = language
        self.values = [v for v in (value, *probe.forms) if v] if value or probe.forms else []
        self.sought = Sought(probe.type, self.values, language, alone)
        self.others = others
        self.asked: int | None = None
        self.confirmed = False
        self.guess: str | None = None
        self.named = False  # the clause of the guess names the fact

    def decide(self, spans: tuple[Span, ...]) -> None:
        hits = {hit.clause: hit for span in reversed(spans) for hit in reversed(list(self._hits(span)))}
        for index, clause in enumerate(self.heard.clauses):
            asks = clause.request or clause.confirming or clause.question or clause.pointed
            if asks or index in hits:
                self._clause(clause, hits.get(index))

    def _clause(self, clause: Clause, hit: _Hit | None) -> None:
        offered = self._offered(clause, hit)
        if self._among(clause, offered):
            self._ask(clause, hit)
        elif self._contains(clause) and not clause.general:
            self._confirm(clause)
        elif len(offered) == 1 and not clause.open and not clause.general:
            if self._is_an_option(offered[0]):
                self._ask(clause, hit)
            else:
                self._guess(offered[0], named=hit is not None or self._is_named(clause))
        elif hit is not None and (clause.request or not clause.closed):
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
        own = filter(self._alike, self.sought.typed(option))
        priced = any(is_price(type_, self.language) for type_ in self.sought.value_types())
        return any(not self._is_of_another(value) for value in own if option.startswith(value) or not priced)

    def _ask(self, clause: Clause, hit: _Hit | None) -> None:
        """A later question takes back an earlier guess: "is it Friday? Or what day would you like?"."""
        self.guess = None
        if self.asked is None:
            self.asked = hit.position if hit else clause.start

    def _confirm(self, clause: Clause) -> None:
        self.confirmed = True
        self.guess = None
        self.asked = None

    def _guess(self, value: str, *, named: bool) -> None:
        if self.guess is None and not self.confirmed:
            self.guess = value
            self.named = named
            self.asked = None

    def _contains(self, clause: Clause) -> bool:
        return any(value_finder(value).search(clause.folded) for value in self.values)

    def _offered(self, clause: Clause, hit: _Hit | None) -> list[str]:
        """Values of the fact's type or kind in a question, without those of other facts."""
        if not (clause.question or clause.confirming) or clause.general or clause.aside:
            return []
        if clause.choice and hit is None and self._about_another(clause):
            return []
        typed = self.sought.typed(clause.text)
        found = [v for v in dict.fromkeys(typed) if hit or self._alike(v)]
        if not found:
            named = (hit.position - clause.start, hit.end - clause.start) if hit else None
            found = other_values(self.sought, clause, named)
        return [v for v in found if not (self._is_ours(clause, v) or self._is_of_another(v))]

    def _is_of_another(self, value: str) -> bool:
        return any(_overlap(value, other) for other in self.others)

    def _is_ours(self, clause: Clause, value: str) -> bool:
        """Whether it is a place or a day of the agent's side: "can you come to our shop at 12 Elm St?"."""
        at = max(clause.text.find(value), 0)
        return rules(self.language).ours.search(clause.folded[:at]) is not None

    def _is_an_option(self, value: str) -> bool:
        """Whether a value without a shape is one of several that the reader may choose from."""
        options = self.heard.options
        return (
            len(options) > 1 and any(value in option for option in options) and not self.sought.typed(value)
        )

    def _is_named(self, clause: Clause) -> bool:
        return all(word.search(clause.folded) for word in self.probe.name_words)

    def _about_another(self, clause: Clause) -> bool:
        """Whether a choice names the value of another fact, and none of this one."""
        named = any(value_finder(value).search(clause.folded) for value in self.others)
        return named and not self._contains(clause)

    def _alike(self, value: str) -> bool:
        """Whether a code is built like the fact's own: a bare year is no policy number "HX-5521"."""
        if not self.values or not any(is_code(t, self.language) for t in self.sought.value_types()):
            return True
        return any(_letters(value) == _letters(own) for own in self.values)

    def _hits(self, span: Span) -> Iterator[_Hit]:
        text = self.heard.message[span.start : span.end]
        for pattern in self.probe.patterns:
            for match in pattern.finditer(text):
                yield self._place(span, match.start(), match.end())
        clauses = self.heard.clauses
        for index, named in zip(span.clauses, span.named, strict=True):
            clause = clauses[index]
            if clause.aside and not clause.request:
                continue
            if self.probe.type and (not clause.general or asks_in_general(self.probe.type, self.language)):
                for mention in named:
                    if mention.type == self.probe.type:
                        yield _Hit(index, clause.start + mention.start, clause.start + mention.end)
        if self.probe.words:
            yield from self._by_words(span)
        elif self.probe.asked_by_name:
            yield from (hit for hit in self._by_words(span) if self._is_asked_by_name(hit))

    def _is_asked_by_name(self, hit: _Hit) -> bool:
        """Whether the fact's name is what is asked for, not only spoken of: "which limit", "your limit"."""
        clause = self.heard.clauses[hit.clause]
        before = clause.folded[: hit.position - clause.start]
        return rules(self.language).asks_by_name.search(before) is not None

    def _by_words(self, span: Span) -> Iterator[_Hit]:
        for index in span.clauses:
            clause = self.heard.clauses[index]
            places = [word.search(clause.folded) for word in self.probe.words or self.probe.name_words]
            found = [place for place in places if place is not None]
            if len(found) == len(places) and not clause.general:
                start = min(place.start() for place in found)
                end = max(place.end() for place in found)
                yield _Hit(index, clause.start + start, clause.start + end)

    def _place(self, span: Span, start: int, end: int) -> _Hit:
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
    names = _name_words(fact.name, language)
    by_name = not (patterns or words) and len(names) == 1 and _tells(fact.name, type_, language)
    return _Probe(fact.name, fact.value, fact.forms, type_, patterns, words, names, by_name)


def _tells(name: str, type_: str | None, language: str) -> bool:
    """Whether a typed fact is also asked for by its name.

    Not where the name is that of a thing with a number, a word of some type, or one that says little.
    """
    plain = fold(compose(name))
    if is_code(type_ or "", language) or plain in rules(language).generic or len(plain) < _SHORTEST_NAME:
        return False
    return not mentions(plain, language)


def _name_words(name: str, language: str) -> tuple[re.Pattern[str], ...]:
    """The words of a fact's name, each in the singular and the plural; words that say little are left out."""
    known = rules(language)
    parts = [part for part in _NAME_PARTS.findall(fold(compose(name))) if part not in known.stopwords]
    telling = [part for part in parts if part not in known.generic] or parts
    return tuple(re.compile(rf"(?<!\w){re.escape(_singular(p))}(?:e?s)?(?!\w)") for p in telling)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _belongs(one: _Outcome, outcomes: Iterable[_Outcome]) -> bool:
    """Whether the value that was guessed is offered for another fact, which the message names."""
    if one.named or one.guess is None:
        return False
    guessed = (other.guess for other in outcomes if other is not one and other.named)
    return any(_overlap(one.guess, value) for value in guessed if value)


def _letters(value: str) -> bool:
    return any(map(str.isalpha, value))


@lru_cache(maxsize=4096)
def _overlap(one: str, other: str) -> bool:
    """Whether one of the two values is a part of the other, whatever the separators."""
    first, second = _bare(one), _bare(other)
    return bool(first and second) and (first in second or second in first)


def _bare(value: str) -> str:
    return "".join(character for character in fold(compose(value)) if character.isalnum())
