"""The persona behind a recorded user: facts, changes of mind, mistakes, insistence, patience."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from porfiado.derive.arguments import arguments_of
from porfiado.derive.given import Given, data_given, not_known
from porfiado.derive.notes import Notes
from porfiado.derive.questions import asks_openly
from porfiado.grading.calls import came_to_nothing, place_calls
from porfiado.records import Conversation, Ending, Turn
from porfiado.text import comparable, value_finder
from porfiado.user.hearing import FactProbe, Listener, hear, hear_user
from porfiado.user.hearing.types import shaped_types

_GREETING_WORDS = 3  # a first message of so few words may only greet; the goal is then in the next one
_AT_ONCE = 1  # turns between a wrong value and the right one


class Reading:
    """What a conversation tells of its user.

    Attributes:
        facts: Name → the datum as it was first given.
        persona: The persona as a suite's file has it.
    """

    def __init__(self, conversation: Conversation, language: str, notes: Notes) -> None:
        self._conversation = conversation
        self._language = language
        self._notes = notes
        self._arguments = arguments_of(conversation)
        self.facts: dict[str, Given] = {}
        self._changes: list[dict[str, Any]] = []
        self._confusions: list[dict[str, Any]] = []
        self._vague: dict[str, str] = {}
        self._sort(data_given(conversation, language))
        self._other_wishes()
        self.persona = self._persona()

    def _sort(self, given: Sequence[Given]) -> None:
        for one in given:
            first = self.facts.get(one.name) or self._by_type(one)
            if first is None:
                self.facts[one.name] = one
            elif self._replaces(first, one):
                self._another_value(first, one)
            else:
                self.facts[self._free_name(one.name)] = one

    def _by_type(self, one: Given) -> Given | None:
        """An earlier datum of the same type, where one of the two has no better name than the type."""
        for name, other in list(self.facts.items()):
            if other.type is None or other.type != one.type or one.type not in (name, one.name):
                continue
            if name == other.type:  # the later one has the name of an argument, which is the better name
                renamed = other._replace(name=one.name)
                self.facts = {renamed.name if key == name else key: fact for key, fact in self.facts.items()}
                self.facts[renamed.name] = renamed
                return renamed
            return other
        return None

    def _other_wishes(self) -> None:
        """What the user answers when the agent asks again what it wants: another goal, from then on."""
        turns = self._conversation.turns
        told = {change["after_turn"] for change in self._changes}
        for number in range(2, len(turns)):
            before, text = turns[number - 1].agent, turns[number].user.strip()
            if number in told or not text or not before or not asks_openly(before, self._language):
                continue
            heard = hear_user(text, self._language)
            if not heard.closes and not heard.thanks:
                self._changes.append({"after_turn": number, "goal": text, "says": text})
                self._notes.add("change", text=text)
        self._changes.sort(key=lambda change: int(change["after_turn"]))

    def _free_name(self, name: str) -> str:
        number = 2
        while f"{name}_{number}" in self.facts:
            number += 1
        return f"{name}_{number}"

    def _replaces(self, first: Given, later: Given) -> bool:
        """Whether the later value takes the place of the first: it is said, or the tools went on with it."""
        if hear_user(self._turn(later.turn).user, self._language).corrects:
            return True
        same = [one.value for one in self._arguments if one.name == later.name and one.turn >= later.turn]
        return bool(same) and value_finder(later.value).search(comparable(same[-1])) is not None

    def _another_value(self, first: Given, later: Given) -> None:
        """What the first value was.

        Vague, if the shape of its type shows only later; a mistake, if it was set right at once, or after a
        call with it failed; else the user changed its mind.
        """
        if first.type and not self._is_shaped(first) and self._is_shaped(later):
            self.facts[first.name] = first._replace(value=later.value)
            self._vague[first.name] = first.value
            return
        failed = self._failed_with(first.value)
        if failed or later.turn - first.turn <= _AT_ONCE:
            then = "when_failed" if failed else "when_confirmed" if self._read_back(first) else "self"
            self._confusions.append({"fact": first.name, "says_first": first.value, "then": then})
            self.facts[first.name] = first._replace(value=later.value)
            self._notes.add("confusion", value=first.value)
            return
        text = self._turn(later.turn).user
        self._changes.append(
            {
                "after_turn": later.turn - 1,
                "goal": text,
                "says": text,
                "facts": {first.name: {"value": later.value}},
            }
        )
        self._notes.add("change", text=text)

    def _is_shaped(self, one: Given) -> bool:
        return one.type in shaped_types(one.value, self._language)

    def _read_back(self, one: Given) -> bool:
        """Whether the agent's reply to the message with the datum asked to confirm it."""
        reply = self._turn(one.turn).agent
        listener = Listener([FactProbe(one.name, one.value, one.type)], self._language)
        return bool(reply and listener.listen(reply).confirms)

    def _failed_with(self, value: str) -> bool:
        finder = value_finder(value)
        placed = place_calls(self._conversation) or ()
        return any(
            came_to_nothing(one.call) and finder.search(comparable(str(one.call.arguments))) for one in placed
        )

    def _turn(self, number: int) -> Turn:
        return self._conversation.turns[number - 1]

    def _persona(self) -> dict[str, Any]:
        turns = [turn for turn in self._conversation.turns if turn.user.strip()]
        opening = turns[0].user.strip() if turns else None
        if opening is None:
            self._notes.add("no_user")
        persona: dict[str, Any] = {
            "kind": "cooperative",
            "goal": self._goal(turns),
            "opening": opening or "…",
        }
        withheld = {name: one for name, one in self.facts.items() if self._asked_before(name, one)}
        known = {name: one for name, one in self.facts.items() if name not in withheld}
        if known:
            persona["known"] = {name: self._fact(one) for name, one in known.items()}
        if withheld:
            persona["withheld"] = {
                name: self._fact(one, f"withheld.{name}") for name, one in withheld.items()
            }
        unknown = [one for one in not_known(self._conversation, self._language) if one not in self.facts]
        if unknown:
            persona["unknown"] = {name: {"type": name} for name in unknown}
        persona |= self._temper()
        persona["kind"] = self._kind(bool(withheld), "pushes" in persona)
        return persona

    def _kind(self, withholds: bool, pushes: bool) -> str:
        kind = "cooperative"
        if pushes:
            kind = "insistent"
        elif self._changes:
            kind = "mind_changing"
        elif self._confusions:
            kind = "confused"
        elif withholds:
            kind = "withholding"
        self._notes.add("kind", kind=kind)
        return kind

    def _goal(self, turns: Sequence[Turn]) -> str:
        """The user's own words: its first message, or the next where the agent had to ask what it wants."""
        self._notes.add("goal")
        for turn in turns[:-1]:
            greets = hear_user(turn.user, self._language).greets and len(turn.user.split()) <= _GREETING_WORDS
            if not greets and not (turn.agent and asks_openly(turn.agent, self._language)):
                return turn.user.strip()
        return turns[-1].user.strip() if turns else "…"

    def _temper(self) -> dict[str, Any]:
        """Changes of mind, mistakes, insistence and patience, where the conversation shows any."""
        found: dict[str, Any] = {}
        if self._changes:
            found["changes"] = self._changes
        if self._confusions:
            found["confusions"] = self._confusions
        pushes = self._pushes()
        if pushes:
            found["pushes"] = [{"tactic": "another_wording", "says": text} for text in pushes]
        if self._conversation.ending is Ending.USER_LEFT:
            found["patience"] = max(1, len(self._conversation.turns))
        return found

    def _pushes(self) -> list[str]:
        """The messages that insist after the agent had refused."""
        found, refused = [], False
        for turn in self._conversation.turns:
            if refused and hear_user(turn.user, self._language).insists:
                found.append(turn.user.strip())
            refused = refused or (turn.agent is not None and hear(turn.agent, self._language).refuses)
        return found

    def _fact(self, one: Given, place: str | None = None) -> dict[str, Any]:
        fact: dict[str, Any] = {"value": one.value}
        if one.type:
            fact["type"] = one.type
        if one.name in self._vague:
            fact["vague"] = self._vague[one.name]
        if one.asks and not one.type:
            fact["asks"] = [re.escape(one.asks).replace(r"\ ", " ")]
            if place:
                self._notes.add("asks", place=f"persona.{place}", words=one.asks)
        return fact

    def _asked_before(self, name: str, one: Given) -> bool:
        """Whether the agent asked for the datum before the user gave it."""
        asks = (re.escape(one.asks),) if one.asks and not one.type else ()
        listener = Listener([FactProbe(name, one.value, one.type, asks)], self._language)
        replies = [turn.agent for turn in self._conversation.turns[: one.turn - 1]]
        return any(reply and _is_asked(listener, reply) for reply in replies)


def _is_asked(listener: Listener, reply: str) -> bool:
    heard = listener.listen(reply)
    return bool(heard.asks or heard.confirms or heard.guesses)
