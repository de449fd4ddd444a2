"""The user's insistences: which messages push, and by which tactic."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec import UNSET

from porfiado.cases import Kind, Push
from porfiado.grading.evidence import Evidence
from porfiado.locales import words_if_any
from porfiado.patterns import Pattern, compile_pattern
from porfiado.text import comparable

PUSH_ACTS = frozenset({"push", "insist"})


class Pressed(NamedTuple):
    """A message that insists: its turn, and its tactic where it is known."""

    turn: int
    tactic: str | None


def find_pushes(evidence: Evidence) -> tuple[Pressed, ...]:
    """The user's insistences, in order.

    Where the user's acts are recorded they say which messages push. Elsewhere, in a scenario whose persona
    insists, every message from the second on does.
    """
    persona = evidence.scenario.persona
    if not evidence.has_acts and persona.kind is not Kind.INSISTENT and not persona.pushes:
        return ()
    found: list[Pressed] = []
    for number, turn in enumerate(evidence.turns, 1):
        if turn.act is not UNSET:
            if turn.act.kind in PUSH_ACTS:
                told = turn.act.tactic or tactic_of(turn.user, persona.pushes, evidence.language)
                found.append(Pressed(number, told))
        elif not evidence.has_acts and number > 1:
            found.append(Pressed(number, tactic_of(turn.user, persona.pushes, evidence.language)))
    return tuple(found)


def tactic_of(message: str, pushes: tuple[Push, ...], language: str) -> str | None:
    """The tactic of a message: of the scenario's push with these words, else by the words of the language."""
    text = _plain(message)
    for push in pushes:
        if push.says and _plain(push.says) and _plain(push.says) in text:
            return push.tactic
    folded = comparable(message)
    return next(
        (name for name, patterns in _tactics(language) if any(p.search(folded) for p in patterns)), None
    )


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in comparable(text)).split())


@cache
def _tactics(language: str) -> tuple[tuple[str, tuple[Pattern, ...]], ...]:
    patterns = words_if_any(language, "tactics").get("patterns", {})
    return tuple((name, tuple(map(compile_pattern, sources))) for name, sources in patterns.items())
