"""Pairing conversations recorded elsewhere with the scenarios they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from porfiado.cases import Persona, Scenario
from porfiado.records import Conversation
from porfiado.traces import LoadedConversation, RecordError

UNASKED = Scenario(id="unasked", persona=Persona(goal="unknown"))
"""The scenario of a conversation of which nobody said what it should have done."""


class PairedConversation(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation and its scenario, and where it was read."""

    conversation: Conversation
    scenario: Scenario
    loaded: LoadedConversation


def pair(
    loaded: Iterable[LoadedConversation],
    scenarios: Sequence[Scenario],
    problems: list[RecordError],
) -> Iterator[PairedConversation]:
    """Each conversation with the scenario it names, or, where it names none, with the one at its place.

    The place is that of the record in its file, so that a record which could not be read shifts nothing.
    With a single scenario, what names none belongs to it. A record without the user's text gets the
    scenario's opening.

    Args:
        loaded: The conversations.
        scenarios: The scenarios in the order written.
        problems: A conversation whose scenario cannot be found is added to this list.
    """
    by_id = {scenario.id: scenario for scenario in scenarios}
    trials: dict[str, int] = {}
    for one in loaded:
        scenario = _scenario_of(one, scenarios, by_id)
        if scenario is None:
            detail = one.conversation.scenario or f"#{one.index + 1}"
            problems.append(RecordError(one.file, one.line, "scenario", detail))
            continue
        trials[scenario.id] = trials.get(scenario.id, 0) + 1
        yield PairedConversation(
            conversation=_completed(one.conversation, scenario, trials[scenario.id]),
            scenario=scenario,
            loaded=one,
        )


def unasked(loaded: Iterable[LoadedConversation]) -> Iterator[PairedConversation]:
    """Each conversation under its own name, with the scenario that asks for nothing.

    The name is the scenario that it names, else the id that its source gives it, else its file and place;
    of several with one name, each is a trial.
    """
    trials: dict[str, int] = {}
    for one in loaded:
        name = _own_name(one)
        trials[name] = trials.get(name, 0) + 1
        trial = max(one.conversation.trial, trials[name])
        conversation = msgspec.structs.replace(one.conversation, scenario=name, trial=trial)
        yield PairedConversation(conversation=conversation, scenario=UNASKED, loaded=one)


def _own_name(one: LoadedConversation) -> str:
    id_ = one.conversation.origin.get("id")
    given = one.conversation.scenario or (id_ if isinstance(id_, str) else None)
    return given or f"{Path(one.file).name}#{one.index + 1}"


def _scenario_of(
    one: LoadedConversation, scenarios: Sequence[Scenario], by_id: dict[str, Scenario]
) -> Scenario | None:
    named = one.conversation.scenario
    if named is not None:
        return by_id.get(named)
    if len(scenarios) == 1:
        return scenarios[0]
    return scenarios[one.index] if one.index < len(scenarios) else None


def _completed(conversation: Conversation, scenario: Scenario, trial: int) -> Conversation:
    """With the scenario's id, its opening where the user's text is not recorded, and the trial counted."""
    turns = conversation.turns
    if len(turns) == 1 and not turns[0].user and scenario.persona.opening:
        turns = (msgspec.structs.replace(turns[0], user=scenario.persona.opening),)
    return msgspec.structs.replace(
        conversation, scenario=scenario.id, turns=turns, trial=max(conversation.trial, trial)
    )
