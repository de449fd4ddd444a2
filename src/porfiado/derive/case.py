"""One recorded conversation to one scenario."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from porfiado.derive.language import language_of
from porfiado.derive.notes import Notes
from porfiado.derive.path import PathReader, all_known, changed, states
from porfiado.derive.persona import Reading
from porfiado.records import Conversation, Ending
from porfiado.text import comparable


class Derived(NamedTuple):
    """A scenario, as a suite's file has it, and the language of its conversation."""

    scenario: dict[str, Any]
    language: str


def derive(
    conversation: Conversation,
    name: str,
    *,
    tools: Mapping[str, bool] | None = None,
    lang: str | None = None,
    replaced: int = 0,
) -> Derived:
    """The scenario that a conversation is an instance of.

    Args:
        conversation: The conversation.
        name: The scenario's id, unless the conversation names one.
        tools: Tool → whether it writes, where that is known.
        lang: The language of what is noted for a person; that of the conversation unless given.
        replaced: How many personal data were replaced in it.
    """
    language, guessed = language_of(conversation)
    notes = Notes(lang or language)
    if guessed:
        notes.add("language")
    scenario: dict[str, Any] = {"id": slug(conversation.scenario or name)}
    reading = Reading(conversation, language, notes)
    scenario["persona"] = reading.persona
    scenario |= _expected(conversation, notes)
    path = PathReader(conversation, language, tools or {}, notes).path()
    _grant(scenario, path, notes)
    if path:
        scenario["path"] = path
    if "state" not in scenario and reading.facts and path:
        notes.add("data", values=", ".join(one.value for one in reading.facts.values()))
    if conversation.ending not in (None, Ending.GOAL_MET):
        notes.add("ending", ending=conversation.ending)
    if replaced:
        notes.add("replaced", count=replaced)
    scenario["to_review"] = notes.texts
    return Derived(scenario, language)


def slug(name: str) -> str:
    """`name` as an id: letters, digits, dots and dashes."""
    return re.sub(r"[^a-z0-9._-]+", "-", comparable(name)).strip("-.") or "case"


def _expected(conversation: Conversation, notes: Notes) -> dict[str, Any]:
    """The state that it begins with and the one that is success, where the record holds them."""
    begun, ended = states(conversation)
    difference = ended if begun is None else changed(begun, ended, all_known(conversation))
    if not isinstance(difference, dict) or not difference:
        notes.add("no_success")
        return {}
    notes.add("success")
    found: dict[str, Any] = {} if begun is None else {"state": begun}
    return {**found, "success": {"state": difference}}


def _grant(scenario: dict[str, Any], path: Mapping[str, Any], notes: Notes) -> None:
    """A user who insisted, and for whom nothing was written, is taken as one who must not get it."""
    if scenario["persona"]["kind"] == "insistent" and "arguments" not in path and "success" not in scenario:
        scenario["persona"]["grantable"] = False
        notes.add("grantable")
