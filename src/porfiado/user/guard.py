"""The last check of every message: deterministic, whoever worded it.

A withheld value that was not asked for stands in no message, by whatever way it got there: a template that
happens to contain a short value, the goal, a text of the scenario's author.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from porfiado.text import comparable, compose, fold, value_finder

MAX_WORDINGS = 12  # wordings tried before something is left out
_ENOUGH = 3  # words that make sense alone, so that what follows them can be cut off
_SPACES = re.compile(r"\s+")
_BEFORE_MARK = re.compile(r"\s+([,.;:?!)])")
_CLAUSE_END = re.compile(r"[.;!?](?=\s|$)|\n")
_EDGES = " ,;:-"


class LeadWords(NamedTuple):
    """Words of a language that lead up to a value and make no sense without it.

    Attributes:
        joints: What goes with the value that follows.
        copulas: What goes with the word before, too: "my number is …".
    """

    joints: frozenset[str]
    copulas: frozenset[str]


class Guard:
    """Keeps values out of messages, and counts how often it had to.

    Attributes:
        leaks_blocked: Messages in which a value was kept back.
        repeated: Messages sent alike twice in a row, for want of another wording.
    """

    __slots__ = ("_fallbacks", "_last", "_lead", "_trimmed", "leaks_blocked", "repeated")

    def __init__(self, lead: LeadWords, fallbacks: Sequence[str]) -> None:
        """`fallbacks`: what can be said in any place, where nothing else is left."""
        self._lead = lead
        self._fallbacks = tuple(fallbacks)
        self._last = ""
        self._trimmed: set[str] = set()
        self.leaks_blocked = 0
        self.repeated = 0

    def choose(self, wordings: Iterable[str], secrets: Sequence[str], later: Sequence[str] = ()) -> str:
        """The first wording that is safe and not the last message again; else the least change to one.

        Args:
            wordings: Texts that say the same, best first.
            secrets: What must not be said yet.
            later: What may be said by now, but not in this message; keeping it out is no leak blocked.
        """
        out = (*secrets, *later)
        texts: list[str] = []
        same = ""
        for text in _first(wordings):
            if out and leaks(text, out):
                texts.append(text)
            elif text == self._last:
                same = same or text
            else:
                break
        else:
            text = same or self._without(texts, out)
            self.repeated += bool(same)
        self.leaks_blocked += any(leaks(text, secrets) for text in texts)
        self._last = text
        return text

    def trim(self, text: str, secrets: Sequence[str]) -> str:
        """`text` without the secrets in it, counted; "" where nothing of use is left."""
        if not (secrets and leaks(text, secrets)):
            return text
        self.leaks_blocked += text not in self._trimmed
        self._trimmed.add(text)
        return leave_out(text, secrets, self._lead)

    def _without(self, texts: list[str], secrets: Sequence[str]) -> str:
        for text in texts:
            rest = leave_out(text, secrets, self._lead)
            if rest and rest != self._last:
                return rest
        safe = [text for text in self._fallbacks if not leaks(text, secrets)]
        return next((text for text in safe if text != self._last), safe[0] if safe else "…")


def _first(wordings: Iterable[str]) -> Iterator[str]:
    for count, text in enumerate(wordings):
        if count == MAX_WORDINGS:
            return
        if text:
            yield text


def leaks(text: str, secrets: Sequence[str]) -> bool:
    """Whether one of the values stands in `text`."""
    folded = comparable(text)
    return any(value_finder(secret).search(folded) for secret in secrets)


def leave_out(text: str, secrets: Sequence[str], lead: LeadWords) -> str:
    """`text` without the secrets and the words that lead up to them; "" where too little is left.

    Where enough stands before a secret, the rest of its clause goes with it: "bring the parcel
    [to Mill Court after lunch]" reads better than a sentence with a hole.
    """
    text = compose(text)
    for _ in range(len(text)):
        folded = fold(text)
        found = [match for secret in secrets if (match := value_finder(secret).search(folded))]
        if not found:
            break
        first = min(found, key=lambda match: match.start())
        start, end = _lead_in(folded, first.start(), lead), first.end()
        if len(text[:start].split()) >= _ENOUGH:
            end = _clause_end(text, end)
        text = f"{text[:start]} {text[end:]}"
    text = _BEFORE_MARK.sub(r"\1", _SPACES.sub(" ", text)).strip(_EDGES)
    text = _drop_joints(text, lead.joints)
    return text if any(c.isalpha() for c in text) and not leaks(text, secrets) else ""


def _lead_in(folded: str, start: int, lead: LeadWords) -> int:
    """Where the words begin that lead up to `start`; what a copula says something of is one of them."""
    named = False
    while True:
        before = folded[:start].rstrip()
        word = before[before.rfind(" ") + 1 :]
        bare = word.strip(_EDGES + "¿¡")
        if not bare or (bare not in lead.joints and not named) or word[-1] in ".?!":
            return len(before)
        named = bare in lead.copulas
        start = len(before) - len(word)


def _clause_end(text: str, start: int) -> int:
    match = _CLAUSE_END.search(text, start)
    return match.start() if match else len(text)


def _drop_joints(text: str, joints: frozenset[str]) -> str:
    """`text` without the words at its end that wait for something more."""
    while text:
        word = text[text.rfind(" ") + 1 :]
        if fold(word) not in joints:
            return text
        text = text[: len(text) - len(word)].rstrip(_EDGES)
    return text
