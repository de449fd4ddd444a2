"""Each fact's history in a conversation: asked, delivered, taken back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from porfiado.cases import Fact
from porfiado.grading.brief import Phase
from porfiado.grading.states import CHANGE_ACTS
from porfiado.patterns import compile_pattern
from porfiado.records import FactLedger
from porfiado.text import comparable, value_finder
from porfiado.user.hearing import find_values, hear_user, types
from porfiado.user.hearing.types import mentions

if TYPE_CHECKING:
    from porfiado.grading.evidence import Evidence

_TAKES_BACK = CHANGE_ACTS | {"set_right", "withdraw"}
_WORD = re.compile(r"[^\W_]+")


class History(NamedTuple):
    """A fact's turns, in order: in which the agent asked for it, and in which a message carried it."""

    asked: tuple[int, ...]
    delivered: tuple[int, ...]


def histories(evidence: Evidence) -> dict[str, History]:
    """For each fact, when it was asked for and when it was delivered, by the values then in force."""
    asked: dict[str, list[int]] = {name: [] for name in evidence.last_phase.facts}
    delivered: dict[str, list[int]] = {name: [] for name in asked}
    for number, turn in enumerate(evidence.turns, 1):
        for name in evidence.phase(number).carried_by(turn.user):
            delivered[name].append(number)
        hearing = evidence.hearings[number - 1]
        for name in hearing.asks if hearing else ():
            if name in asked:
                asked[name].append(number)
    return {name: History(tuple(asked[name]), tuple(delivered[name])) for name in asked}


def ledger(evidence: Evidence) -> dict[str, FactLedger]:
    """The ledger: the persona's facts in the order written, then those that came with a change of mind."""
    withheld = evidence.scenario.persona.withheld
    return {name: _entry(history, name in withheld) for name, history in evidence.histories.items()}


def _entry(history: History, withheld: bool) -> FactLedger:
    first_ask = history.asked[0] if history.asked else None
    delivered = history.delivered[0] if history.delivered else None
    volunteered = delivered is not None and (first_ask is None or first_ask >= delivered)
    return FactLedger(
        withheld=withheld,
        asked=history.asked,
        released=None if first_ask is None else first_ask + 1,
        delivered=delivered,
        volunteered=volunteered if withheld else None,
    )


def taken_back(evidence: Evidence, name: str, since: int, until: int) -> bool:
    """Whether the user corrected or withdrew the fact in a message of the turns `since` to `until`."""
    return any(_takes_back(evidence, name, number) for number in range(since, until + 1))


def _takes_back(evidence: Evidence, name: str, number: int) -> bool:
    if name in _changed_in(evidence, number):
        return True
    act = evidence.turns[number - 1].act
    if act is not UNSET:
        return act.kind in _TAKES_BACK and name in act.facts
    if evidence.has_acts:
        return False
    return _sets_right(evidence, name, number) or name in _corrected_in_words(evidence, number)


def _changed_in(evidence: Evidence, number: int) -> frozenset[str]:
    """The facts whose values a change of mind replaced in the message of this turn."""
    before = evidence.phases[number - 2] if number > 1 else 0
    return evidence.brief.phases[before + 1].changed if evidence.phases[number - 1] > before else frozenset()


def _sets_right(evidence: Evidence, name: str, number: int) -> bool:
    """The first message with the right value, after one with the wrong value of the scenario's confusion."""
    history = evidence.histories[name]
    if not history.delivered or history.delivered[0] != number:
        return False
    wrong = [c.says_first for c in evidence.scenario.persona.confusions if c.fact == name]
    before = [comparable(turn.user) for turn in evidence.turns[: number - 1]]
    return any(value_finder(value).search(text) for value in wrong for text in before)


def _corrected_in_words(evidence: Evidence, number: int) -> Iterable[str]:
    """The facts that a user's message takes back in words.

    The facts it names; where it names none and carries none, those that the reply before read back or
    guessed, and those that the message before carried. A fact that it carries is said again, not taken back.
    """
    message = evidence.turns[number - 1].user
    if not hear_user(message, evidence.language).corrects:
        return ()
    carried = _carried(evidence, number)
    named = evidence.phase(number).facts.keys() & spoken_of(
        message, evidence.phase(number), evidence.language
    )
    if named or carried:
        return named - carried
    if number == 1:
        return ()
    hearing = evidence.hearings[number - 2]
    reply = {*hearing.confirms, *hearing.guesses} if hearing else set()
    return reply | _carried(evidence, number - 1)


def _carried(evidence: Evidence, number: int) -> set[str]:
    return {name for name, history in evidence.histories.items() if number in history.delivered}


def spoken_of(message: str, phase: Phase, language: str) -> set[str]:
    """The facts that a message names, or shows another value of, whether or not it asks for them."""
    folded = comparable(message)
    named = {mention.type for mention in mentions(folded, language)}
    words = set(_WORD.findall(folded))
    return {
        name for name, fact in phase.facts.items() if _speaks_of(name, fact, message, named, words, language)
    }


def _speaks_of(name: str, fact: Fact, message: str, named: set[str], words: set[str], language: str) -> bool:
    if any(compile_pattern(source).search(message) for source in fact.asks):
        return True
    type_ = fact.type or (name if not fact.asks and name in types(language) else None)
    if type_ is not None:
        return type_ in named or bool(find_values(type_, message, language))
    return not fact.asks and set(_WORD.findall(comparable(name))) <= words
