"""Personal data replaced, consistently, by synthetic values of the same shape."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET

from porfiado.derive.language import language_of
from porfiado.derive.private import Private, private_data
from porfiado.derive.shapes import like_code, like_date, like_phone, with_check_digit, with_luhn
from porfiado.locales import FALLBACK, words, words_if_any
from porfiado.records import Call, Conversation, Step, Turn
from porfiado.text import comparable, compose, value_finder

_BARE = re.compile(r"[\s.\-_/]+")
_SHORTEST_PART = 4  # characters
_DEPTH = 32


class Pseudonyms:
    """Replaces personal data in conversations; the same datum gets the same replacement in all of them.

    Replacements come from a seeded generator in order of appearance, so they tell nothing of the originals.

    Names and streets are of the language of the conversation in which the datum appears first.

    Args:
        seed: Another seed gives other values.
    """

    def __init__(self, seed: int = 0) -> None:
        self._use(FALLBACK)
        self._random = random.Random(seed)  # noqa: S311 - synthetic data, no secret
        self._known: dict[str, tuple[str, str]] = {}  # bare value → kind, replacement
        self._name_words: dict[str, str] = {}

    def _use(self, language: str) -> None:
        table = words_if_any(language, "derive").get("private") or words(FALLBACK, "derive")["private"]
        self._given: Sequence[str] = table["given"]
        self._family: Sequence[str] = table["family"]
        self._streets: Sequence[str] = table["streets"]
        self._address: str = table["address"]

    def replace(self, conversation: Conversation) -> tuple[Conversation, int]:
        """The conversation with its personal data replaced, and how many different ones it has."""
        self._use(language_of(conversation)[0])
        found = {_bare(one.value): one for one in private_data(conversation) if _bare(one.value)}
        for bare, one in sorted(found.items(), key=lambda item: -len(item[0])):  # stable: then as they appear
            if bare not in self._known:
                self._known[bare] = (one.kind, self._part_of_another(bare) or self._synthetic(one))
        return self._rewritten(conversation, self._rewriter(found)), len(found)

    def _part_of_another(self, bare: str) -> str | None:
        """The end of a known number ("the last four") becomes the end of its replacement."""
        if not any(c.isdigit() for c in bare) or len(bare) < _SHORTEST_PART:
            return None
        for whole, (_, new) in self._known.items():
            plain = _bare(new)
            if whole.endswith(bare) and len(plain) == len(whole):
                return plain[-len(bare) :]
        return None

    def _synthetic(self, one: Private) -> str:
        match one.kind:
            case "email":
                number = self._random.randint(10, 99)
                return f"{self._pick(self._given)}.{self._pick(self._family)}{number}@example.com".lower()
            case "rut":
                return with_check_digit(one.value, self._random)
            case "card":
                return with_luhn(one.value, self._random)
            case "phone":
                return like_phone(one.value, self._random)
            case "birth":
                return like_date(one.value, self._random)
            case "address":
                return self._address.format(
                    street=self._pick(self._streets), number=self._random.randint(100, 999)
                )
            case "name":
                return " ".join(
                    self._name_word(word, first=not i) for i, word in enumerate(one.value.split())
                )
            case _:
                return like_code(one.value, self._random)

    def _name_word(self, word: str, *, first: bool) -> str:
        key = comparable(word)
        if key not in self._name_words:
            pool = self._given if first else self._family
            free = [name for name in pool if name not in self._name_words.values()] or pool
            self._name_words[key] = self._pick(free)
        return self._name_words[key]

    def _pick(self, pool: Sequence[str]) -> str:
        return pool[self._random.randrange(len(pool))]

    def _rewriter(self, found: dict[str, Private]) -> Callable[[str], str]:
        """A function that replaces, in a text, every datum found; the longest first."""
        wanted: list[tuple[re.Pattern[str], str, str]] = []
        for bare, one in sorted(found.items(), key=lambda item: -len(item[0])):
            kind, new = self._known[bare]
            wanted.append((value_finder(one.value), kind, new))
        parts = {
            word: self._name_words[comparable(word)]
            for one in found.values()
            if one.kind == "name" and len(one.value.split()) > 1
            for word in one.value.split()
        }
        named = [(re.compile(rf"(?<!\w){re.escape(word)}(?!\w)"), new) for word, new in parts.items()]
        return lambda text: _rewrite(text, wanted, named)

    def _rewritten(self, conversation: Conversation, rewrite: Callable[[str], str]) -> Conversation:
        def data(value: Any, depth: int = _DEPTH) -> Any:
            if isinstance(value, str):
                return rewrite(value)
            if isinstance(value, int) and not isinstance(value, bool):
                new = rewrite(str(value))
                return int(new) if new.isdecimal() and new != str(value) else value
            if isinstance(value, dict) and depth:
                return {rewrite(str(key)): data(item, depth - 1) for key, item in value.items()}
            if isinstance(value, list) and depth:
                return [data(item, depth - 1) for item in value]
            return value

        return msgspec.structs.replace(
            conversation,
            turns=tuple(_turn(turn, rewrite, data) for turn in conversation.turns),
            system=rewrite(conversation.system) if conversation.system else None,
            kept=(),
            origin={},
        )


def _turn(turn: Turn, rewrite: Callable[[str], str], data: Callable[[Any], Any]) -> Turn:
    changes: dict[str, Any] = {"user": rewrite(turn.user)}
    if turn.agent is not None:
        changes["agent"] = rewrite(turn.agent)
    if isinstance(turn.steps, tuple):
        changes["steps"] = tuple(_step(step, rewrite, data) for step in turn.steps)
    if isinstance(turn.calls, tuple):
        changes["calls"] = tuple(_call(call, data) for call in turn.calls)
    if turn.state is not UNSET:
        changes["state"] = data(turn.state)
    return msgspec.structs.replace(turn, **changes)


def _step(step: Step, rewrite: Callable[[str], str], data: Callable[[Any], Any]) -> Step:
    calls = tuple(_call(call, data) for call in step.calls)
    return msgspec.structs.replace(step, calls=calls, text=rewrite(step.text) if step.text else step.text)


def _call(call: Call, data: Callable[[Any], Any]) -> Call:
    changes: dict[str, Any] = {
        "arguments": data(call.arguments),
        "result": data(call.result),
        "error": data(call.error),
    }
    if isinstance(call.raw_arguments, str):
        changes["raw_arguments"] = data(call.raw_arguments)
    return msgspec.structs.replace(call, **changes)


def _rewrite(
    text: str,
    wanted: Sequence[tuple[re.Pattern[str], str, str]],
    named: Sequence[tuple[re.Pattern[str], str]],
) -> str:
    """`text` with every datum replaced; what was replaced is not looked at again."""
    composed = compose(text)
    folded = comparable(composed)
    spans: list[tuple[int, int, str]] = []

    def claim(start: int, end: int, new: str) -> None:
        if all(end <= left or start >= right for left, right, _ in spans):
            spans.append((start, end, new))

    for finder, kind, new in wanted:
        for match in finder.finditer(folded):
            claim(*match.span(), _laid_out(composed[slice(*match.span())], kind, new))
    for pattern, new in named:
        for match in pattern.finditer(composed):
            claim(*match.span(), new)
    for start, end, new in sorted(spans, reverse=True):
        composed = composed[:start] + new + composed[end:]
    return composed


def _laid_out(old: str, kind: str, new: str) -> str:
    """`new` with the separators and capitals of `old`."""
    if kind in ("email", "address", "birth"):
        return new
    if kind == "name":
        return new.lower() if old.islower() else new.upper() if old.isupper() else new
    fresh = iter(_BARE.sub("", new).lstrip("+#"))
    kept = (c if _BARE.fullmatch(c) or c in "+#" else _as(c, next(fresh, c)) for c in old)
    return "".join(kept)


def _as(old: str, new: str) -> str:
    return new.upper() if old.isupper() else new.lower() if old.islower() else new


@cache
def _bare(value: str) -> str:
    return _BARE.sub("", comparable(value)).lstrip("+#")
