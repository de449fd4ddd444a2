"""Words put into classes, so that rules about what was done need no list of verbs.

"I've looked and moved it to Friday" becomes "i have LOOKED and DONE it to w": the tense and the subject stay,
and an open vocabulary shrinks to a few tags. A word is looked up as it is written, with its accents, and then
without them; words that no rule names become "w", and those of the class `skip` are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from porfiado.text import fold

_TOKEN = re.compile(r"\d[\w.,:/%-]*|[^\W\d_][^\W\d_']*|[,;:.!?]|'s\b")
_LITERAL = re.compile(r"(?<![\\\w])[a-zñ]{1,}(?![\w])")
_ESCAPES = re.compile(r"\\[bBdDsSwW]|\(\?:")
_NUMBER = "NUM"
_OTHER = "w"
_SKIPPED = "skip"


class Tagger:
    """The tags of a language's words.

    Args:
        table: `forms` (a word to what it stands for), `suffixes` (likewise for the end of a word), and
            `classes` (the patterns of each tag, the first that fits a whole word wins).
        rules: The expanded rules: every word that one of them names is kept as it is.
        compile_: Compiles a pattern of the language.
    """

    def __init__(self, table: Mapping[str, Any], rules: Iterable[str], compile_: Callable[[str], Any]) -> None:
        self._forms: Mapping[str, str] = table.get("forms", {})
        self._suffixes: Mapping[str, str] = table.get("suffixes", {})
        classes: Mapping[str, list[str]] = table["classes"]
        self._names = tuple(classes)
        bodies = ("|".join(f"(?:{p})" for p in patterns) for patterns in classes.values())
        self._classes = compile_("|".join(f"({body})" for body in bodies))
        self._kept = frozenset(
            word for rule in rules for word in _LITERAL.findall(_ESCAPES.sub(" ", rule))
        )
        self.word = lru_cache(maxsize=32_768)(self._word)

    def tags(self, text: str) -> str:
        """The tags of `text` (lower case, plain quotes, its accents kept), each between spaces."""
        word = self.word
        return " " + "".join([word(token) for token in _TOKEN.findall(text)])

    def _word(self, token: str) -> str:
        if not token[0].isalpha() and token != "'s":
            return _NUMBER + " " if token[0].isdigit() else token + " "
        token = token.rstrip("'")
        form = self._forms.get(token)
        if form is not None:
            return "".join(self._word(part) for part in form.split()) if form != token else token + " "
        for suffix, meaning in self._suffixes.items():
            if len(token) > len(suffix) and token.endswith(suffix):
                return self._word(token[: -len(suffix)]) + meaning + " "
        tag = self._class(token) or self._class(fold(token)) or _OTHER
        return "" if tag == _SKIPPED else tag + " "

    def _class(self, word: str) -> str:
        if word in self._kept:
            return word
        match = self._classes.fullmatch(word)
        return self._names[match.lastindex - 1] if match is not None else ""
