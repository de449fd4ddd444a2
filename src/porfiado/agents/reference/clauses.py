"""The clauses of a message: what is said of a thing, and where something is ruled out."""

from __future__ import annotations

from typing import NamedTuple

from porfiado.agents.reference.words import Words


class Clause(NamedTuple):
    """The clause around a place: its text, and the part of it before that place."""

    text: str
    before: str
    after: str


def clause_at(folded: str, start: int, end: int, words: Words) -> Clause:
    """The clause in which `folded[start:end]` stands."""
    first, last = 0, len(folded)
    for match in words.clause_break.finditer(folded):
        if match.end() <= start:
            first = match.end()
        elif match.start() >= end:
            last = match.start()
            break
    return Clause(folded[first:last].strip(), folded[first:start], folded[end:last])


def is_denied(clause: Clause, words: Words) -> bool:
    """What stands there is ruled out: "not the van", "en vez del libro"."""
    return words.denying.search(clause.before) is not None


def is_affirmed(clause: Clause, words: Words) -> bool:
    """What stands there is what is meant: "it's the van", "es para Toby"."""
    return words.affirming.search(clause.before) is not None


def is_state(clause: Clause, words: Words) -> bool:
    """What stands there says how somebody is, which is no value: "I'm a bit lost"."""
    return words.states.search(clause.before) is not None


def decided(folded: str, words: Words) -> bool | None:
    """Whether a message says yes or no, the clause that says it last; None where none does."""
    said = None
    for text in words.clause_break.split(folded):
        lead = words.text_lead.match(text.strip())
        for clause in (text.strip(), text.strip()[lead.end() :] if lead else ""):
            acts = words.acts.of(clause) & {"yes", "no"} if clause else set()
            said = "yes" in acts if len(acts) == 1 else said
    return said
