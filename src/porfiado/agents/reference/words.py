"""The clerk's words of one language, compiled from `locales/<language>/clerk.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import re2

from porfiado.locales import languages, words
from porfiado.text import fold

TABLE = "clerk"
_MIN_STEM = 3  # a shorter stem would make words of different meaning the same
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)?|%")


def tokens(folded: str) -> list[str]:
    """The words of a folded text."""
    return _TOKEN.findall(folded)


def placed_tokens(folded: str) -> Iterator[re.Match[str]]:
    """The words of a folded text with their places."""
    return _TOKEN.finditer(folded)


class Acts:
    """The plain acts that a message may hold; one pass over it tells which of them do."""

    def __init__(self, table: Mapping[str, Iterable[str]]) -> None:
        options = re2.Options()
        options.log_errors = False
        self._set = re2.Set.SearchSet(options)
        self._names: list[str] = []
        for name, patterns in table.items():
            for pattern in patterns:
                re2.compile(pattern, options)  # a clear error, where the set would only return -1
                self._set.Add(pattern)
                self._names.append(name)
        self._set.Compile()

    def of(self, folded: str) -> frozenset[str]:
        """The names of the acts in a folded text without lone surrogates."""
        return frozenset(self._names[index] for index in self._set.Match(folded) or ())


class Words:
    """All that the clerk knows of a language. Patterns are for folded text."""

    def __init__(self, language: str) -> None:
        table = words(language, TABLE)
        self.language = language
        spoken = table["language"]
        self.markers = frozenset(spoken["markers"])
        self.stopwords = frozenset(spoken["stopwords"])
        self.negations = frozenset(spoken["negations"])
        self.general = frozenset(spoken["general"])
        self.list_and: str = spoken["list_and"]
        self.list_or: str = spoken["list_or"]
        self._forms: dict[str, str] = spoken["forms"]
        self._suffixes = tuple(sorted(spoken["suffixes"], key=len, reverse=True))
        self.acts = Acts(table["acts"])
        self.values: dict[str, Any] = table["values"]
        self.kinds: dict[str, list[str]] = table["kinds"]
        self.types: dict[str, str] = table["types"]
        self.hints: dict[str, str] = table["hints"]
        self.asks: dict[str, Any] = table["asks"]
        self.say: dict[str, list[str]] = {**table["say"], **table["flaws"]}
        self.defects: dict[str, str] = table["defects"]
        self.endings = "|".join(self._suffixes)
        self.kind_of_word = {
            word: frozenset(kind for kind, known in self.kinds.items() if word in known)
            for kind_words in self.kinds.values()
            for word in kind_words
        }
        self.kind_names = frozenset(name for names in self.kinds.values() for name in names)
        named = [*self.types.values(), *self.kind_names]
        self.code_words = frozenset(word for name in named for word in tokens(fold(name)))
        self.article = re.compile(self.asks["articles"])
        self.text_lead = re.compile(self.values["text_leads"])
        self.place_lead = re.compile(self.values["place_leads"])
        self.asides = re.compile(rf"^(?:(?:{self.values['asides']})[,.:;! ]+)+")
        self.text_tail = re.compile(self.values["text_tails"])
        self.name_lead = re.compile(self.values["name_leads"])
        self.name_told = re.compile(self.values["name_told"])
        self.clause_break = re.compile(self.values["clause_breaks"])
        self.denying = re.compile(self.values["denying"])
        self.affirming = re.compile(self.values["affirming"])
        self.identifying = re.compile(self.values["identifying"])
        self.without = re.compile(self.values["without"])
        self.states = re.compile(self.values["states"])
        self.clausal = re.compile(self.asks["clauses"])
        self.stem = lru_cache(maxsize=4096)(self._stem)
        self.stems_of = lru_cache(maxsize=1024)(self._stems_of)

    def _stem(self, word: str) -> str:
        """`word` without its inflection: enough to make the forms of a verb or a noun alike."""
        for suffix in self._suffixes:
            if word.endswith(suffix) and len(word) - len(suffix) >= _MIN_STEM:
                word = word[: -len(suffix)]
                break
        if len(word) > _MIN_STEM and word[-1] == word[-2]:
            word = word[:-1]
        return self._forms.get(word, word)

    def _stems_of(self, folded: str) -> frozenset[str]:
        """The stems of the telling words of a folded text."""
        return frozenset(self.stems(tokens(folded)))

    def stems(self, folded_words: Iterable[str]) -> list[str]:
        """The stems of those words that carry meaning."""
        return [self.stem(word) for word in folded_words if word not in self.stopwords]


@cache
def words_of(language: str) -> Words:
    """The words of `language`.

    Raises:
        KeyError: the clerk does not speak it.
    """
    return Words(language)


@cache
def spoken() -> tuple[str, ...]:
    """The languages that the clerk speaks."""
    found = []
    for language in languages():
        try:
            words_of(language)
        except KeyError:
            continue
        found.append(language)
    return tuple(found)


def language_of(message_words: Iterable[str], current: str, margin: int) -> str:
    """The language of a message: the one of which it has most common words.

    `current` stays unless another has at least `margin` more: short answers look like any language.
    """
    present = set(message_words)
    best, most = current, len(present & words_of(current).markers)
    for language in spoken():
        count = len(present & words_of(language).markers)
        if count >= most + margin:
            best, most, margin = language, count, 1
    return best
