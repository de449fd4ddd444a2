"""What a question offers as a fact's value: the kinds of ways to put one value before the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from porfiado.text import fold

from .language import Rules, rules
from .nearness import near
from .records import Clause
from .types import find_values, is_code, is_proper, shaped_types, types

_EDGES = " \t\n,;:.?!\u00bf\u00a1*()\"'"
_WORD = re.compile(r"[^\s,;:?!()\u00bf\u00a1\"]+")
_CODE = re.compile(r"([a-z]{1,5})[ -]?(\d{1,12})([a-z]?)|([a-z]{0})(\d{1,4})([a-z])")
_CAPITALS = re.compile(r"(?<=[\w'] )[A-Z\u00c0-\u00dd][\w'&-]+(?: [A-Z\u00c0-\u00dd][\w'&-]*)*")
_SHORT = 12  # in a longer question, a name may be anything's
_WORDS = (2, 4)  # so many capitalised words, alone in a question, are a name
_SPECIFYING = 2  # more words after a name are a sentence, not which one it is


class Sought(NamedTuple):
    """The fact whose values are looked for: its type, its own values, and whether no other is like it."""

    type: str | None
    values: Sequence[str]
    language: str
    alone: bool

    def value_types(self) -> tuple[str, ...]:
        """The type whose shapes its values have: its own, or the one that its value looks like."""
        if self.type in types(self.language):
            return (self.type,) if self.type else ()
        return shaped_types(self.values[0], self.language)[:1] if self.values else ()

    def typed(self, text: str) -> list[str]:
        """Values of the fact's type or shape in a text."""
        return [value for type_ in self.value_types() for value in find_values(type_, text, self.language)]


def other_values(sought: Sought, clause: Clause, named: tuple[int, int] | None) -> list[str]:
    """The values that a clause offers without a shape of their own; `named`: where it names the fact."""
    found = list(_in_context(sought, clause)) or list(_built_alike(sought, clause))
    proper = sought.alone or is_proper(sought.type, sought.language)
    if not found and proper and clause.question and _WORDS[0] <= _capitalised(clause) <= _WORDS[1]:
        found = [clause.text.strip(_EDGES)]
    if not found:
        found = [v for value in sought.values for v in near(value, clause)]
    if not found and named is not None:
        found = list(_after_copula(clause, named, sought.language))
    if not found and clause.closed:
        found = list(_specified(sought, clause, named) if named else ()) or list(_only_name(sought, clause))
    return found


def _capitalised(clause: Clause) -> int:
    """How many words a clause has, where all of them are capitalised; otherwise none."""
    words = clause.text.strip(_EDGES).split()
    return len(words) if all(w[:1].isupper() and w[1:2].islower() for w in words) else 0


@cache
def _contexts(language: str, type_: str) -> tuple[re.Pattern[str], ...]:
    known = rules(language)
    table = known.types.get(type_, {})
    return tuple(re.compile(known.vocabulary.expand(pattern)) for pattern in table.get("guesses", ()))


def _in_context(sought: Sought, clause: Clause) -> Iterator[str]:
    """Values that only the words before them tell: "in the name of *Pedro*", "a table for *two*"."""
    for type_ in sought.value_types():
        proper = is_proper(type_, sought.language)
        for pattern in _contexts(sought.language, type_):
            match = pattern.search(clause.folded)
            if match is None:
                continue
            value = clause.text[match.start(1) : match.end(1)].strip(_EDGES)
            if proper:
                value = _name(value, sought.language)
            if value:
                yield value
                return


def _built_alike(sought: Sought, clause: Clause) -> Iterator[str]:
    """Codes built like the fact's own: "B12" and "B21"."""
    if sought.type is not None and not any(is_code(t, sought.language) for t in sought.value_types()):
        return
    for value in sought.values:
        pattern = _build(fold(value))
        if pattern is not None:
            yield from (clause.text[m.start() : m.end()] for m in pattern.finditer(clause.folded))


@lru_cache(maxsize=4096)
def _build(folded: str) -> re.Pattern[str] | None:
    """What codes built like a value look like; None, where it is no code of letters and digits."""
    parts = _CODE.fullmatch(folded)
    if parts is None:
        return None
    before, digits, after = (len(part) for part in parts.groups() if part is not None)
    letters = [rf"[a-z]{{{count}}}" if count else "" for count in (before, after)]
    return re.compile(rf"(?<![\w-]){letters[0]}[ -]?\d{{{digits}}}{letters[1]}(?![\w-])")


def _name(text: str, language: str) -> str:
    """The capitalised words that a text begins with, and the numbers among them."""
    kept: list[str] = []
    for word in _WORD.findall(text):
        if not (word[0].isupper() or (kept and word[0].isdigit())):
            break
        kept.append(word)
    name = " ".join(kept).strip(_EDGES)
    return "" if find_values("date", name, language) else name


def _after_copula(clause: Clause, named: tuple[int, int], language: str) -> Iterator[str]:
    """What a yes-or-no question says that the datum is ("your city is *Lima*?", "is your city *Lima*?")."""
    if clause.open:
        return
    known = rules(language)
    begin, end = named
    match = known.copula.match(clause.folded[end:])
    if match is not None:
        value = clause.text[end + match.start(1) : end + match.end(1)].strip(_EDGES)
    elif known.inverted.search(clause.folded[: max(begin, 0)]):
        value = clause.text[end:].strip(_EDGES)
        value = value if value[:1].isupper() or any(map(str.isdigit, value)) else ""
    else:
        return
    if value and not all(known.vague.fullmatch(fold(word)) for word in value.split()):
        yield value


def _specified(sought: Sought, clause: Clause, named: tuple[int, int]) -> Iterator[str]:
    """Which one of its kind a question is about: "the *Premium* plan?", "¿la sala *4*?"."""
    known = rules(sought.language)
    typed = sought.value_types()
    if any(known.types[t].get("values") and not is_proper(t, sought.language) for t in typed):
        return
    begin, end = named
    after = known.specified_after.match(clause.folded[end:])
    if after is not None:
        text = clause.text[end + after.start(2) : end + after.end(2)]
        value = _marked(text) or ("" if after[1] else _described(text, known))
        if value:
            yield value
            return
    before = known.specified_before.search(clause.folded[:begin])
    if before is not None:
        value = _described(clause.text[before.start(1) : before.end(1)], known)
        if value:
            yield value


def _marked(text: str) -> str:
    """The capitalised words, numbers and codes that a text begins with."""
    kept: list[str] = []
    for word in _WORD.findall(text):
        if not (word[0].isupper() or any(map(str.isdigit, word))):
            break
        kept.append(word)
    return " ".join(kept).strip(_EDGES)


def _described(text: str, known: Rules) -> str:
    """One or two plain words, none of which any thing could have ("new", "same")."""
    words = [fold(word) for word in _WORD.findall(text)]
    if not 0 < len(words) <= _SPECIFYING:
        return ""
    vague = any(
        word in known.stopwords or word in known.generic or known.vague.fullmatch(word) for word in words
    )
    return "" if vague else text.strip(_EDGES)


def _only_name(sought: Sought, clause: Clause) -> Iterator[str]:
    """A proper name in a question that names no fact, where only one fact has a proper name for a value."""
    if not sought.alone:
        return
    found = list(_CAPITALS.finditer(clause.text))
    if len(found) != 1 or len(clause.text.split()) > _SHORT or any(map(str.isdigit, clause.text)):
        return
    known = rules(sought.language)
    name, before = found[0][0], clause.folded[: found[0].start()]
    no_name = known.through.search(before) or known.no_name.search(fold(name))
    if not (no_name or find_values("date", name, sought.language)):
        yield name


def is_named(value: str) -> bool:
    """Whether a value is a proper name: capitalised words without digits."""
    return value[:1].isupper() and value[1:2].islower() and not any(map(str.isdigit, value))
