"""Tone, constraints and patience as people write them in words: what is understood of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from porfiado.cases.vocabulary import (
    NEVER_FULL,
    WRITING,
    constraints_in,
    number,
    pieces,
    rules,
    tones_in,
)
from porfiado.text import comparable, compose, fold

_NOTHING = re.compile(r"[\s,;.:()\-]*")


@dataclass
class Understood:
    """What was understood of a persona's words.

    Attributes:
        tone: Known tones, and the phrases that are only kept for a model's wording.
        constraints: Likewise for constraints.
        left_over: The phrases that nothing enforces.
        annoyed_after: Replies after which the tone turns annoyed, where the words say so.
        insists: The words describe somebody who does not take no for an answer.
    """

    tone: list[str] = field(default_factory=list)
    constraints: list[str] = field(default_factory=list)
    left_over: list[str] = field(default_factory=list)
    annoyed_after: int | None = None
    insists: bool = False


def _add(words: list[str], new: Iterable[str]) -> None:
    words.extend(word for word in new if word not in words)


def _annoyed_from(phrase: str) -> int | None:
    """The replies after which it is annoyed: 3 for "annoyed from the fourth turn"."""
    folded = comparable(phrase)
    for (pattern,) in rules("tone_from").get("annoyed", ()):
        match = pattern.search(folded)
        if match:
            turn = number(match.group(1))
            later = any(rule[0].search(folded) for rule in rules("tone_from").get("starts_after", ()))
            return turn if later else max(0, turn - 1)
    return None


def understand_tone(items: Sequence[str], into: Understood) -> None:
    """Read tone words or free text."""
    for phrase in (piece for item in items for piece in pieces(item)):
        found = list(tones_in(phrase))
        since = _annoyed_from(phrase) if "annoyed" in found else None
        if since is not None:
            into.annoyed_after = since
            found.remove("annoyed")
        elif not found:
            found = [phrase]
            into.left_over.append(phrase)
        _add(into.tone, found)


def understand_constraints(items: Sequence[str], facts: Sequence[str], into: Understood) -> None:
    """Read constraint words or free text; `facts` are those of which a part can be said."""
    for item in items:
        if item.strip().startswith(NEVER_FULL):
            _add(into.constraints, [item.strip()])
            continue
        for phrase in pieces(item):
            _constraint(phrase, facts, into)


def _constraint(phrase: str, facts: Sequence[str], into: Understood) -> None:
    found = [*constraints_in(phrase), *_never_full(phrase, facts)]
    tones = tones_in(phrase, WRITING)
    _add(into.constraints, found)
    _add(into.tone, tones)
    if any(rule[0].search(comparable(phrase)) for rule in rules("insistence").get("patterns", ())):
        into.insists = True
    elif not found and not tones:
        _add(into.constraints, [phrase])
        into.left_over.append(phrase)


def _never_full(phrase: str, facts: Sequence[str]) -> list[str]:
    folded = comparable(phrase)
    for rule in rules("never_full").get("patterns", ()):
        match = rule[0].search(folded)
        if match:
            named = re.sub(r"\W+", "_", match.group(1))
            return [f"{NEVER_FULL}{fact}" for fact in facts if fold(fact) in (named, named.split("_")[0])]
    return []


@dataclass
class PatienceWords:
    """Patience read from words: the numbers of `Patience`, and whether a re-ask annoys."""

    leaves_after: int | None = None
    annoyed_after: int | None = None
    reask: bool = False


def understand_patience(text: str) -> PatienceWords | None:
    """Read "8 turns; annoyed if asked again; leaves after 10". None: not understood in full."""
    left = comparable(text)
    found: dict[str, int | None] = {}
    # What leaves and annoys comes first: the bare "8 turns" is what stands in no other phrase.
    for name in ("leaves", "annoyed", "reask", "turns"):
        for rule in rules("patience").get(name, ()):
            match = rule[0].search(left)
            if match and name not in found:
                found[name] = number(match.group(1)) if match.groups() else None
                left = left[: match.start()] + ";" + left[match.end() :]
    for rule in rules("patience").get("fillers", ()):
        while match := rule[0].search(left):
            left = left[: match.start()] + " " + left[match.end() :]
    if not found or not _NOTHING.fullmatch(left):
        return None
    return _patience(found)


def _patience(found: dict[str, int | None]) -> PatienceWords | None:
    turns, leaves, annoyed = found.get("turns"), found.get("leaves"), found.get("annoyed")
    if turns is not None and leaves is not None and annoyed is not None:
        return None  # three numbers for two things
    if leaves is None:
        leaves, turns = turns, None
    if annoyed is None:
        annoyed = turns
    return PatienceWords(leaves, annoyed, "reask" in found)


@dataclass
class Insistence:
    """What a goal written as an instruction ("… Insist at least five times: …") says of the user."""

    goal: str
    undue: bool
    tactics: list[str]


def understand_goal(goal: str) -> Insistence | None:
    """Split a lesson's goal into what the user says it wants and how it insists. None: nothing of it."""
    table = rules("insistence")
    sentences = re.split(r"(?<=[.!])\s+", goal.strip())
    told = [any(rule[0].search(comparable(s)) for rule in table.get("sentence", ())) for s in sentences]
    split = told.index(True) if True in told else 0
    if not split:
        return None
    how = comparable(" ".join(sentences[split:]))
    places = []
    for tactic, patterns in rules("insistence.tactics").items():
        at = [m.start() for rule in patterns if (m := rule[0].search(how))]
        if at:
            places.append((min(at), tactic))
    wish, undue = _without_undue(" ".join(sentences[:split]))
    return Insistence(wish, undue, [tactic for _, tactic in sorted(places)])


def _without_undue(goal: str) -> tuple[str, bool]:
    """The goal without "… that you are not entitled to": nobody says that of their own wish."""
    goal = compose(goal)
    for rule in rules("insistence").get("undue", ()):
        match = rule[0].search(comparable(goal))
        if match:
            # Folding keeps the length of composed text: places carry over to the goal.
            kept = goal[: match.start()] + goal[match.end() :]
            return kept.strip(" .,"), True
    return goal.strip(" ."), False
