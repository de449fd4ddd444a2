"""The rules of one language, compiled once from its `hearing.toml`.

A rule is an RE2 pattern over folded text. `{name}` in it stands for the alternatives of the vocabulary
`name`. A rule written as a list holds where its first pattern matches and none of the others does. All
rules of a language go into one RE2 set, so that one pass over a clause tells which of them match.
What a clause says of the matter is written as acts ("succeeds") and their classes ("own_deed"): one class is
the feature "succeeds.own_deed", which has "succeeds" too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import re2

from porfiado.locales import words

from .tagging import Tagger

_PLACE = re.compile(r"\{([a-z][a-z_0-9]*)\}")
_MEMORY = 128 << 20  # bytes for one automaton; with less, it is rebuilt over and over on varied text
# Patterns in one automaton. Its states are combinations of theirs: with many more it outgrows any memory, and
# then finds nothing.
_TOGETHER = 64

_NONE: frozenset[str] = frozenset()


def _options(*, longest: bool = False) -> Any:
    options = re2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    options.longest_match = longest
    return options


class Vocabulary:
    """Named alternatives, and the patterns that are written with them."""

    def __init__(self, table: Mapping[str, Iterable[str]]) -> None:
        self._table = {name: tuple(entries) for name, entries in table.items()}
        self._expanded: dict[str, str] = {}

    def alternatives(self, name: str) -> str:
        """The group that `{name}` stands for."""
        if name not in self._expanded:
            if name not in self._table:
                raise KeyError(f"no vocabulary {name!r}")
            self._expanded[name] = "(?:" + "|".join(self.expand(e) for e in self._table[name]) + ")"
        return self._expanded[name]

    def expand(self, pattern: str) -> str:
        """`pattern` with each `{name}` replaced by its alternatives."""
        return _PLACE.sub(lambda place: self.alternatives(place[1]), pattern)


class Features:
    """A set of named features, each with its rules; `of` says which of them a text has."""

    def __init__(self, table: Mapping[str, Iterable[str | list[str]]], prepare: Callable[[str], str]) -> None:
        self._sets: list[Any] = []
        self._slots: dict[str, int] = {}
        self._rules: dict[int, list[tuple[str, frozenset[int]]]] = {}
        self._named = lru_cache(maxsize=8192)(self._names)
        for name, rules_ in table.items():
            for rule in rules_:
                patterns = [rule] if isinstance(rule, str) else rule
                first, *rest = [self._slot(prepare(pattern)) for pattern in patterns]
                self._rules.setdefault(first, []).append((name, frozenset(rest)))
        for one in self._sets:
            one.Compile()

    def _slot(self, pattern: str) -> int:
        if pattern not in self._slots:
            re2.compile(pattern, _options())  # a clear error, where the set would only return -1
            if len(self._slots) % _TOGETHER == 0:
                self._sets.append(re2.Set.SearchSet(_options()))
            self._sets[-1].Add(pattern)
            self._slots[pattern] = len(self._slots)
        return self._slots[pattern]

    def of(self, folded: str) -> frozenset[str]:
        """The names of the features that `folded` has."""
        found = tuple(
            place * _TOGETHER + index
            for place, one in enumerate(self._sets)
            for index in one.Match(folded) or ()
        )
        return self._named(found) if found else _NONE

    def _names(self, found: tuple[int, ...]) -> frozenset[str]:
        return frozenset(
            part
            for slot in found
            for name, exceptions in self._rules.get(slot, ())
            if exceptions.isdisjoint(found)
            for part in (name, name.partition(".")[0])
        )


def _by_class(acts: Mapping[str, Mapping[str, Any]]) -> dict[str, list[list[str]]]:
    """The rules of each class of each act, with the exceptions of its class and of its act."""
    table: dict[str, list[list[str]]] = {}
    for act, classes in acts.items():
        everywhere: list[str] = classes.get("unless", [])
        for name, class_ in classes.items():
            if name != "unless":
                unless = [*class_.get("unless", ()), *everywhere]
                rules_ = ([rule] if isinstance(rule, str) else rule for rule in class_["any"])
                table[f"{act}.{name}"] = [[*rule, *unless] for rule in rules_]
    return table


class Rules:
    """All that is known of a language for hearing."""

    def __init__(self, language: str) -> None:
        table = words(language, "hearing")
        self.language = language
        self.vocabulary = Vocabulary(table["vocabulary"])
        expand = self.vocabulary.expand
        self.clause = Features(table["clause"], expand)
        self.message = Features(table["message"], expand)
        self.user = Features(table["user"], expand)
        tags, acts = table["tags"], _by_class(table["acts"])
        self.tagger = Tagger(tags, self._expanded({**acts, "unreal": [tags["unreal"]]}), self.compile)
        self.unreal = self.compile(self.tagger.rule(expand(tags["unreal"])))
        self.acts = Features(acts, lambda pattern: self.tagger.rule(expand(pattern)))
        split = table["split"]
        self.abbreviations: frozenset[str] = frozenset(split["abbreviations"])
        self.titles: frozenset[str] = frozenset(split["titles"])
        self.stopwords: frozenset[str] = frozenset(split["stopwords"])
        self.generic: frozenset[str] = frozenset(split["generic"])
        self.boundary = self.compile("|".join(f"(?:{p})" for p in split["boundaries"]))
        self.subordinate = self.compile("|".join(f"(?:{p})" for p in split["subordinates"]))
        self.resumes = self.compile("|".join(f"(?:{p})" for p in split["resumes"]))
        self.not_after = self.compile(split["not_after"])
        self.adverbial = self.compile(split["adverbial"])
        self.stressed: frozenset[str] = frozenset(split["stressed"])
        self.option_split = self.compile(split["option_split"])
        self.option_lead = self.compile(split["option_lead"])
        self.option_tail = self.compile(split["option_tail"])
        self.inverted = self.compile(split["inverted"])
        self.copula = self.compile(split["copula"])
        self.specified_before = self.compile(split["specified_before"])
        self.specified_after = self.compile(split["specified_after"])
        self.vague = self.compile(split["vague"])
        self.no_name = self.compile(split["no_name"])
        self.through = self.compile(split["through"])
        self.ours = self.compile(split["ours"])
        self.asks_by_name = self.compile(split["asks_by_name"])
        self.asks_when = self.compile(split["asks_when"])
        self.joins = self.compile(split["joins"])
        self.types: dict[str, dict[str, Any]] = table["types"]
        self.shadows: list[str] = table["shadows"]["asks"]

    def _expanded(self, table: Mapping[str, Iterable[str | list[str]]]) -> Iterator[str]:
        for rules_ in table.values():
            for rule in rules_:
                yield from map(self.vocabulary.expand, [rule] if isinstance(rule, str) else rule)

    def compile(self, pattern: str, *, longest: bool = False) -> Any:
        """An RE2 pattern written with the language's vocabulary."""
        return re2.compile(self.vocabulary.expand(pattern), _options(longest=longest))


@cache
def rules(language: str) -> Rules:
    """The rules of `language`, compiled at the first call.

    Raises:
        KeyError: there are no rules for that language.
    """
    return Rules(language)
