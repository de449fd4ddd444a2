"""The conversation loop: the only place where user, agent and world meet.

After each whole reply of the agent the loop takes the world's calls and state, checks the goal, tells the
user what was said (and one bit: did anything happen), and decides whether the conversation goes on.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Protocol

from msgspec import UNSET

from porfiado.agents import Agent, AgentFactory, Reply
from porfiado.cases import Scenario, Success
from porfiado.cases.model import DEFAULT_MAX_TURNS, DEFAULT_REPLY_TIMEOUT
from porfiado.conversation.steps import merge_steps
from porfiado.patterns import scrub
from porfiado.records import Conversation, Drift, Ending, Step, Timing, Turn
from porfiado.user import UserMove
from porfiado.world import Session, matches


class SimulatedUser(Protocol):
    """Who talks to the agent. It sees the agent's messages and one bit; never the world."""

    @property
    def pending(self) -> bool:
        """A change of mind or a confusion is still to come."""

    @property
    def success(self) -> Success | None:
        """The success condition in force."""

    @property
    def drift(self) -> Drift:
        """What the simulator did that a real user would not."""

    def open(self) -> UserMove:
        """The first message."""

    def reply(self, agent_message: str, *, progressed: bool) -> UserMove:
        """What the user does next, given what the agent said."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What bounds one conversation: turns, seconds for a reply, how often a failed reply is tried again."""

    max_turns: int = DEFAULT_MAX_TURNS
    reply_timeout: float | None = DEFAULT_REPLY_TIMEOUT
    agent_retries: int = 0


class _AgentFailed(Exception):
    """The agent raised, timed out, or answered nothing; the text says which."""


class _WorldBroke(Exception):
    """A tool of the world raised something that is no business error: nobody in the conversation's fault."""


@dataclass
class _Talk:
    """The state of one running conversation."""

    scenario: Scenario
    user: SimulatedUser
    agent: Agent
    session: Session
    limits: Limits
    turns: list[Turn] = field(default_factory=list)
    history: list[Mapping[str, str]] = field(default_factory=list)
    durations: list[float] = field(default_factory=list)
    state: Any = None
    closing: str | None = None
    progressed: bool = False

    async def run(self) -> tuple[Ending, str | None]:
        """Drive the conversation to its end: the ending, and what broke if something did."""
        try:
            move = self.user.open()
            while True:
                ended = await self._turn(move)
                if ended is not None:
                    return ended, None
                answer = self.turns[-1].agent or ""
                following = self._next_move(answer)
                if isinstance(following, Ending):
                    return following, None
                move = following
        except _AgentFailed as failure:
            return Ending.AGENT_ERROR, str(failure)
        except _WorldBroke as failure:
            return Ending.SIMULATOR_ERROR, str(failure)
        except Exception as error:  # the simulator's own fault must never look like the agent's
            return Ending.SIMULATOR_ERROR, describe_error(error)

    async def _turn(self, move: UserMove) -> Ending | None:
        """One user message and the agent's whole reply; the ending, if the reply brought one."""
        if move.text is None:
            raise ValueError("the simulated user sent no message and did not leave")
        self.closing = move.closing or self.closing
        text, failure = None, None
        started = perf_counter()
        try:
            reply = await self._ask(move.text)
            text, steps = reply.text, reply.steps
        except _AgentFailed as error:
            failure, steps = error, None
        self.durations.append(perf_counter() - started)
        self._record(move, text, steps)
        if failure is not None:
            raise failure
        if self.session.broken:
            raise _WorldBroke(f"the world broke: {self.session.broken[0]}")
        self.history.append({"role": "user", "content": move.text})
        self.history.append({"role": "assistant", "content": text or ""})
        if self._goal_met():
            return Ending.GOAL_MET
        return Ending.USER_SATISFIED if self.closing else None

    def _record(self, move: UserMove, text: str | None, steps: tuple[Step, ...] | None) -> None:
        calls = self.session.take_calls()
        snapshot = self.session.snapshot_if_changed()
        if snapshot is not UNSET:
            self.state = snapshot
        first = not self.turns
        merged = merge_steps(steps, calls)
        self.turns.append(
            Turn(
                user=move.text or "",
                agent=text,
                steps=UNSET if merged is None else merged,
                calls=calls if merged is None else UNSET,
                state=self.state if first or snapshot is not UNSET else UNSET,
                act=move.act,
            )
        )
        self.progressed = snapshot is not UNSET or any(call.error is None for call in calls)

    def _goal_met(self) -> bool:
        if not self.scenario.persona.grantable or self.user.pending:
            return False
        success = self.user.success
        return success is not None and matches(success.state, self.state) is None

    def _next_move(self, answer: str) -> UserMove | Ending:
        last = len(self.turns) >= self.limits.max_turns
        if last and self.limits.max_turns == 1:
            return Ending.TURN_LIMIT  # a case of one turn: there is nobody to close or to leave
        move = self.user.reply(answer, progressed=self.progressed)
        if move.closing and (last or move.text is None):
            self.closing = move.closing
            return Ending.USER_SATISFIED
        if move.leaves:
            return Ending.USER_LEFT
        return Ending.TURN_LIMIT if last else move

    async def _ask(self, message: str) -> Reply:
        """The agent's reply, after the retries allowed."""
        for attempt in range(self.limits.agent_retries + 1):
            try:
                return await self._ask_once(message)
            except _AgentFailed:
                if attempt == self.limits.agent_retries:
                    raise
        raise AssertionError("unreachable")

    async def _ask_once(self, message: str) -> Reply:
        seconds = self.limits.reply_timeout
        started = perf_counter()
        try:
            async with asyncio.timeout(seconds) as clock:
                reply = await self.agent.reply(message, self.history, self.session.tools)
        except TimeoutError as error:
            late = f"no reply within {seconds:g} s" if clock.expired() else describe_error(error)
            raise _AgentFailed(late) from None
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise  # the run is being stopped; not the agent's doing
            raise _AgentFailed(describe_error(error)) from None
        except (Exception, SystemExit) as error:
            raise _AgentFailed(describe_error(error)) from None
        if seconds is not None and perf_counter() - started > seconds:
            # It held the event loop, so that the clock could not strike: the reply is as late.
            raise _AgentFailed(f"no reply within {seconds:g} s")
        if not reply.text or not reply.text.strip(_BLANK):
            raise _AgentFailed("the agent answered nothing")
        return reply


_BLANK = " \t\r\n\v\f\u00a0\u200b\u200c\u200d\u2060\ufeff"
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")
_MAX_ERROR_LENGTH = 500


def describe_error(error: BaseException) -> str:
    """The error as one short line; memory addresses are left out, so that equal runs give equal bytes."""
    try:
        said = scrub(str(error))
    except Exception:  # an agent's own kind of error may fail at this too
        said = ""
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return _ADDRESS.sub("0x…", " ".join(text.split()))[:_MAX_ERROR_LENGTH]


class _Unbuilt:
    """Stands for an agent that could not be built: it fails at the first message."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    async def reply(self, message: str, history: Any, tools: Any) -> Reply:
        raise RuntimeError(f"the agent could not be created: {describe_error(self._error)}")


def _new_agent(factory: AgentFactory) -> Agent:
    try:
        return factory.new()
    except (Exception, SystemExit) as error:
        return _Unbuilt(error)


async def converse(
    scenario: Scenario,
    *,
    user: SimulatedUser,
    agent: AgentFactory,
    session: Session,
    language: str,
    trial: int = 1,
    limits: Limits | None = None,
) -> tuple[Conversation, Timing]:
    """Hold one conversation: the record, and its durations beside it.

    Never raises for anything that the agent, the user or a tool does: that is an ending. `limits` defaults
    to 15 turns and 60 seconds for each reply.
    """
    started = perf_counter()
    talk = _Talk(scenario, user, _new_agent(agent), session, limits or Limits(), state=session.snapshot())
    ending, error = await talk.run()
    session.close()  # an agent left running after its time must not go on calling
    conversation = Conversation(
        scenario=scenario.id,
        trial=trial,
        language=language,
        turns=tuple(talk.turns),
        closing=talk.closing,
        ending=ending,
        error=error,
        drift=user.drift,
    )
    return conversation, Timing(replies=tuple(talk.durations), total=perf_counter() - started)
