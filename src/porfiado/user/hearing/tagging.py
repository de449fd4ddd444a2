"""Words put into classes, so that rules about what was done need no list of verbs.

"I've looked and moved it to Friday" becomes "i have LOOKED and DID it to w": the tense and the subject stay,
and an open vocabulary shrinks to a few tags. A word is looked up as it is written, with its accents, and then
without them; a word that some rule names, or whose stem it names ("prohibid~"), keeps itself before its tag
("taken=TAKEN"), one that has neither becomes "w", and those of the class `skip` are left out. A token with a
digit is NUM.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from porfiado.text import fold

_TOKEN = re.compile(r"\d[\w.,:/%-]*|[^\W\d_][\w']*|[,;:.!?]")
_LITERAL = re.compile(r"(?<![\\\w'])[a-zà-ÿ][a-zà-ÿ']*(?!\w)")
_NAMED = re.compile(r"(?<![\\\w'])(?:[a-zà-ÿ][a-zà-ÿ']*~?|[A-Z][A-Z0-9]*)(?!\w)")
_STEM = re.compile(r"(?<![\\\w'])([a-zà-ÿ]+)~")
_ESCAPES = re.compile(r"(\\[a-zA-Z]|\(\?:|\[[^\]]*\])")
_DIGIT = re.compile(r"\d")
_NUMBER = "NUM"
_OTHER = "w"
_SKIPPED = "skip"
_GRAMMAR = "grammar"


class Tagger:
    """The tags of a language's words.

    Args:
        table: `forms` (a word to what it stands for), `suffixes` (likewise for the end of a word), and
            `classes` (the patterns of each tag, the first that fits a whole word wins). Words of the class
            `grammar` stay bare.
        rules: The expanded rules, written with words and tags.
        compile_: Compiles a pattern of the language.
    """

    def __init__(
        self, table: Mapping[str, Any], rules: Iterable[str], compile_: Callable[[str], Any]
    ) -> None:
        self._forms: Mapping[str, str] = table.get("forms", {})
        self._suffixes: Mapping[str, str] = table.get("suffixes", {})
        classes: Mapping[str, list[str]] = table["classes"]
        rules = tuple(rules)
        self._names = tuple(classes)
        bodies = ("|".join(f"(?:{p})" for p in patterns) for patterns in classes.values())
        self._classes = compile_("|".join(f"({body})" for body in bodies))
        self._kept = frozenset(
            word for rule in rules for part in _parts(rule) for word in _LITERAL.findall(part)
        )
        self._stems = tuple({stem for rule in rules for part in _parts(rule) for stem in _STEM.findall(part)})
        self.word = lru_cache(maxsize=32_768)(self._word)

    def tags(self, text: str) -> str:
        """The tags of `text` (lower case, plain quotes, its accents kept), with a space around each."""
        word = self.word
        return " " + "".join([word(token) for token in _TOKEN.findall(text)])

    def rule(self, pattern: str) -> str:
        """`pattern` as it is looked for in what `tags` gives."""
        parts = _ESCAPES.split(pattern)
        for index in range(0, len(parts), 2):
            parts[index] = _NAMED.sub(lambda named: self._written(named[0]), parts[index])
        return "".join(parts)

    def _written(self, name: str) -> str:
        """How a word, a stem or a tag of a rule stands in what `tags` gives."""
        if name.endswith("~"):
            return rf"{name[:-1]}[^ ]*"
        return rf"(?:[^ =]+=)?{name}" if name == _OTHER or name.isupper() else self._kept_form(name)

    def _word(self, token: str) -> str:
        if not token[0].isalpha():
            return _NUMBER + " " if token[0].isdigit() else token + " "
        token = token.rstrip("'")
        if not token.isalpha() and _DIGIT.search(token):
            return _NUMBER + " "
        form = self._forms.get(token)
        if form is not None:
            return "".join(self._word(part) for part in form.split())
        for suffix, meaning in self._suffixes.items():
            if len(token) > len(suffix) and token.endswith(suffix):
                return self._word(token[: -len(suffix)]) + (
                    meaning + " " if meaning.isupper() else self._word(meaning.strip())
                )
        return self._plain(token)

    def _plain(self, token: str) -> str:
        plain = fold(token)
        if self._class(plain) == self._class(token) != _GRAMMAR and not self._is_kept(token):
            token = plain  # its accents tell nothing apart
        for word in dict.fromkeys((token, plain)):
            name = self._class(word)
            if name == _GRAMMAR:
                return plain + " "
            if self._is_kept(word):
                return f"{self._kept_form(word)} "
            if name:
                return f"{name} " if name != _SKIPPED else ""
        return _OTHER + " "

    def _is_kept(self, word: str) -> bool:
        """Whether some rule names the word, or a stem of it."""
        return word in self._kept or word.startswith(self._stems)

    def _kept_form(self, word: str) -> str:
        name = self._class(word)
        if name == _GRAMMAR or word == _OTHER:
            return word
        return f"{word}={_OTHER if name in ('', _SKIPPED) else name}"

    def _class(self, word: str) -> str:
        match = self._classes.fullmatch(word)
        return self._names[match.lastindex - 1] if match is not None else ""


def _parts(rule: str) -> list[str]:
    """What of a rule is words, without escapes, groups and sets of characters."""
    return _ESCAPES.split(rule)[::2]
