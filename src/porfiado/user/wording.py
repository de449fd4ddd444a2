"""Wording: templates for each act, tone and language, with seeded variety; words are in `wording.toml`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any
from zlib import crc32

from porfiado.cases.vocabulary import pieces, tones_in
from porfiado.locales import words
from porfiado.text import fold

from .acts import Intent
from .dice import Dice
from .guard import LeadWords

NEUTRAL = "neutral"
ANNOYED = "annoyed"
FORMAL = "formal"
STYLES = ("hurried", "short", "no_accents", "typos", "lower_case")
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_PLACE = re.compile(r"(\{\w+\})")
_WORD = re.compile(r"\w+(?:'\w+)?")
_OWN_WORDS = frozenset({"goal", "Goal", "wish"})  # slots in the user's own words: it types them as it types
_FEWEST = 4  # wordings kept for somebody who writes the shortest ones
_SWAPPED = 6  # letters that a word has at least, to have two of them swapped


@cache
def table(language: str) -> dict[str, Any]:
    """All of a language's `wording.toml`."""
    return words(language, "wording")


@cache
def lead_words(language: str) -> LeadWords:
    """The words that lead up to a value, for the guard."""
    words_of_guard = table(language)["guard"]
    return LeadWords(frozenset(words_of_guard["joints"]), frozenset(words_of_guard["copulas"]))


def has_words(language: str, key: str) -> bool:
    """Whether there are templates for `key`."""
    return key in table(language)["templates"]


@lru_cache(maxsize=4096)
def spoken(value: str, language: str) -> str:
    """`value` as it stands in a sentence: a day with its article, an hour with its preposition."""
    for row in table(language)["spoken"]:
        if re.match(row["pattern"], fold(value)):
            return str(row["say"]).format(value=value[0].lower() + value[1:])
    return value


def place_of(number: int, language: str) -> str:
    """How to name the option of that number, from 0, by its place."""
    places: list[str] = table(language)["places"]
    return places[number] if number < len(places) else table(language)["place"].format(number=number + 1)


@lru_cache(maxsize=1024)
def known_tone(tone: tuple[str, ...]) -> tuple[str, frozenset[str]]:
    """The tone and the styles that are meant by `tone`: names, or free text in any language.

    Of several tones the first one that is named counts.
    """
    names = [name for text in tone for phrase in pieces(text) for name in tones_in(phrase)]
    tones = [name for name in names if name not in STYLES]
    return (tones[0] if tones else NEUTRAL), frozenset(names).intersection(STYLES)


class Wording:
    """Words what the agenda has decided, as one persona writes."""

    def __init__(self, tone: tuple[str, ...], language: str, dice: Dice) -> None:
        self.tone, self.styles = known_tone(tone)
        self.language = language
        self._dice = dice

    @property
    def closing(self) -> str:
        """The token that closes a conversation in this language."""
        return str(table(self.language)["closing"])

    def texts(self, intent: Intent, *, annoyed: bool) -> Iterator[str]:
        """Wordings of `intent`: the first is the one drawn, the others are for when it cannot be said."""
        if intent.text is not None:
            yield intent.text
        if not intent.key:
            return
        # Somebody formal is annoyed formally, until its patience is nearly spent.
        tone = ANNOYED if annoyed or (intent.annoyed and self.tone != FORMAL) else self.tone
        tail = self._tail(intent, tone)
        for slots in (intent.slots, *intent.also):
            filled = self._slots(slots)
            for template in self._drawn(intent.key, tone):
                text = template.format_map(filled)
                if tone == FORMAL and text.split(" ", 1)[0].strip(",.").isalpha():
                    text = text[0].upper() + text[1:]  # it begins with a value: a word, not a code
                yield _joined(text, tail) if tail else text

    def _tail(self, intent: Intent, tone: str) -> str:
        """The second sentence."""
        if not intent.then:
            return ""
        template = next(self._drawn(intent.then, tone))
        return template.format_map(self._slots(intent.slots))

    def _drawn(self, key: str, tone: str) -> Iterator[str]:
        variants = templates(self.language, key, tone, self.styles)
        start = self._dice.pick(f"wording {key} {tone}", len(variants))
        for step in range(len(variants)):
            yield variants[(start + step) % len(variants)]

    def _slots(self, slots: dict[str, str]) -> dict[str, str]:
        own = {name: style(text, self.styles) for name, text in slots.items() if name in _OWN_WORDS}
        return {**slots, **own} if own else slots


def _joined(first: str, second: str) -> str:
    """Two sentences, as one types them: the second begins like the first."""
    if first[0].isupper():
        return f"{first.rstrip('.')}. {_formally(second)}"
    return f"{first} {second}" if first[-1] in "?!" else f"{first}. {second}"


@lru_cache(maxsize=8192)
def templates(language: str, key: str, tone: str, styles: frozenset[str]) -> tuple[str, ...]:
    """All wordings of `key` in that tone and those styles; in the neutral tone where the tone has none.

    Raises:
        KeyError: there are no templates for `key`.
    """
    rows = table(language)["templates"][key]
    chosen = [text for row in rows.get(tone, rows[NEUTRAL]) for text in spread(row)]
    if tone == FORMAL:
        chosen = [_formally(text) for text in chosen]
    for name in STYLES:
        if name in styles:
            chosen += [text for row in rows.get(name, ()) for text in spread(row)]
    if styles & {"short", "hurried"}:
        chosen = _shortest(chosen)
    return tuple(dict.fromkeys(_typed(text, language, styles) for text in chosen))


def spread(template: str) -> list[str]:
    """Every text that a template with choices ("[ya, |]es {value}") stands for."""
    pieces = _CHOICE.split(template)
    choices: list[Sequence[str]] = [
        piece.split("|") if place % 2 else [piece] for place, piece in enumerate(pieces)
    ]
    return [" ".join("".join(parts).split()) for parts in product(*choices)]


def _formally(text: str) -> str:
    """With a capital and a full stop."""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")


def _shortest(texts: list[str]) -> list[str]:
    limit = sorted(map(len, texts))[min(max(len(texts) // 2, _FEWEST), len(texts)) - 1]
    return [text for text in texts if len(text) <= limit]


def _typed(template: str, language: str, styles: frozenset[str]) -> str:
    """`template` as it comes off the keyboard; its places stay as they are."""
    parts = _PLACE.split(template)
    parts[::2] = [style(_mistyped(p, language) if "typos" in styles else p, styles) for p in parts[::2]]
    return "".join(parts)


def _mistyped(text: str, language: str) -> str:
    """Abbreviations, and where there are none two letters swapped in half of the texts; always the same."""
    rules: dict[str, str] = table(language)["typos"]
    short = _WORD.sub(lambda m: rules.get(m[0], m[0]), text)
    long = [m for m in _WORD.finditer(text) if len(m[0]) >= _SWAPPED]
    seed = crc32(text.encode())
    if short != text or not long or seed % 2:
        return short
    at = long[seed // 2 % len(long)].start() + 2
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


@lru_cache(maxsize=8192)
def style(text: str, styles: frozenset[str]) -> str:
    """`text` in the user's way of typing. Words with digits are left as they are: they are codes."""
    if "no_accents" in styles:
        text = "".join(map(_bare, text.replace("¿", "").replace("¡", "")))
    if "lower_case" in styles:
        text = re.sub(r"\S+", lambda m: m[0] if any(c.isdigit() for c in m[0]) else m[0].lower(), text)
    return text


def _bare(letter: str) -> str:
    if letter in "ñÑ":
        return letter
    plain = unicodedata.normalize("NFD", letter)[0]
    return plain if plain.isalpha() or not letter.isalpha() else letter
