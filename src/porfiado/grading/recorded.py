"""Pairing conversations recorded elsewhere with the scenarios they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from porfiado.cases import Scenario
from porfiado.records import Conversation
from porfiado.traces import LoadedConversation, RecordError


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
