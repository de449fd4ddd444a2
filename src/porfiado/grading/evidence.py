"""What happened in one conversation, as the criteria need it: each part is worked out at most once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from porfiado.grading import calls, facts, states
from porfiado.grading.brief import Brief, Phase
from porfiado.grading.provenance import Tracer
from porfiado.grading.states import UNKNOWN
from porfiado.lazy import lazy
from porfiado.records import Conversation, Ending, FactLedger, Turn
from porfiado.user.hearing import Heard, Hearing, hear
from porfiado.world import Mismatch, matches

if TYPE_CHECKING:
    from porfiado.cases import Scenario

T = TypeVar("T")


class Evidence:
    """One conversation beside its scenario. Nothing in it changes; turns count from 1.

    Attributes:
        conversation: The record.
        brief: The scenario made ready.
    """

    def __init__(self, conversation: Conversation, brief: Brief) -> None:
        self.conversation = conversation
        self.brief = brief

    @property
    def scenario(self) -> Scenario:
        """What was asked for."""
        return self.brief.scenario

    @property
    def language(self) -> str:
        """The language in which the conversation is heard."""
        return self.brief.language

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns."""
        return self.conversation.turns

    @lazy
    def states(self) -> tuple[Any, ...]:
        """The state before the first turn and after each; `UNKNOWN` where nobody recorded it."""
        return states.carry_states(self.conversation)

    @lazy
    def any_state(self) -> bool:
        """Whether any state was recorded."""
        return any(state is not UNKNOWN for state in self.states)

    @lazy
    def has_acts(self) -> bool:
        """Whether the acts of a simulated user were recorded."""
        return states.has_acts(self.conversation)

    @lazy
    def phases(self) -> tuple[int, ...]:
        """For each turn, how many changes of mind had been made by its message."""
        return states.phases_by_turn(self.conversation, self.brief)

    def phase(self, turn: int) -> Phase:
        """What was in force in that turn; before the first (0) what the scenario begins with."""
        return self.brief.phases[self.phases[turn - 1] if turn else 0]

    @property
    def last_phase(self) -> Phase:
        """What was in force at the end."""
        return self.phase(len(self.turns))

    @lazy
    def hearings(self) -> tuple[Hearing | None, ...]:
        """For each turn what the agent's reply does to the persona's facts; None without a reply."""
        return tuple(
            None if turn.agent is None else self.phase(number).listen(turn.agent)
            for number, turn in enumerate(self.turns, 1)
        )

    @lazy
    def heard(self) -> tuple[Heard | None, ...]:
        """For each turn what the agent's reply does, facts apart; None without a reply."""
        return tuple(None if turn.agent is None else hear(turn.agent, self.language) for turn in self.turns)

    @lazy
    def placed_calls(self) -> tuple[calls.PlacedCall, ...] | None:
        """All calls with their turns; None where the trajectory is unknown."""
        return calls.place_calls(self.conversation)

    @lazy
    def tracer(self) -> Tracer | None:
        """What could be known when, and where arguments came from; None where the trajectory is unknown."""
        placed = self.placed_calls
        return None if placed is None else Tracer(self.conversation, placed, self.brief.known)

    @lazy
    def steps(self) -> calls.Steps | None:
        """The steps counted; None where they are unknown."""
        return calls.count_steps(self.conversation)

    @lazy
    def state_changes(self) -> list[calls.StateChange]:
        """The calls known to have changed the state."""
        return calls.state_changes(self.placed_calls or (), self.states, self.brief.tools)

    @lazy
    def histories(self) -> dict[str, facts.History]:
        """When each fact was asked for and delivered."""
        return facts.histories(self)

    @lazy
    def ledger(self) -> dict[str, FactLedger]:
        """The ledger of the persona's facts."""
        return facts.ledger(self)

    def once(self, key: str, work_out: Callable[[Evidence], T]) -> T:
        """What `work_out` says of this evidence: for what several criteria need, under a key of its own."""
        if key not in self._shared:
            self._shared[key] = work_out(self)
        value: T = self._shared[key]
        return value

    @lazy
    def _shared(self) -> dict[str, Any]:
        return {}

    @lazy
    def _checked(self) -> dict[tuple[int, int], Mismatch | None]:
        return {}

    def mismatch(self, turn: int) -> Mismatch | None:
        """Where the state after `turn` fails the success condition in force; None where it holds.

        Ask only where there is a condition and the state is known (`holds` does).
        """
        success, state = self.phase(turn).success, self.states[turn]
        key = (id(success), id(state))  # both live as long as the evidence does
        if key not in self._checked:
            self._checked[key] = matches(success, state)
        return self._checked[key]

    def holds(self, turn: int) -> bool | None:
        """Whether the goal holds after `turn`; None where there is no condition, or the state is unknown."""
        if self.phase(turn).success is None or self.states[turn] is UNKNOWN:
            return None
        return self.mismatch(turn) is None

    @lazy
    def ending(self) -> Ending | None:
        """How the conversation ended, as far as it can be told.

        The recorded ending, with two additions that serve recorded conversations. A closing by the user while
        the goal is met is `goal_met`. So is an end without any record of why, where the goal holds after
        the last turn and no change of mind was still to come.
        """
        recorded = self.conversation.ending
        if recorded not in (None, Ending.USER_SATISFIED) or not self.scenario.persona.grantable:
            return recorded
        if not self.turns or self.holds(len(self.turns)) is not True:
            return recorded
        if recorded is None and self.phases[-1] < len(self.brief.changes):
            return recorded
        return Ending.GOAL_MET
