"""What happened in a conversation. Frozen structs: written by the machine, read by everything else.

A record holds no time of day and no duration, so that the same seed gives the same bytes; timings stand
beside it (`Timing`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


class Ending(StrEnum):
    """Why a conversation stopped."""

    GOAL_MET = "goal_met"
    USER_SATISFIED = "user_satisfied"
    USER_LEFT = "user_left"
    TURN_LIMIT = "turn_limit"
    AGENT_ERROR = "agent_error"
    SIMULATOR_ERROR = "simulator_error"
    BUDGET_SPENT = "budget_spent"

    @property
    def broke(self) -> bool:
        """The conversation could not be finished: its open criteria are errors, not failures."""
        return self in (Ending.AGENT_ERROR, Ending.SIMULATOR_ERROR, Ending.BUDGET_SPENT)


class Outcome(StrEnum):
    """The verdict on one criterion."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    FAIL = "fail"
    NOT_APPLICABLE = "not_applicable"
    ERROR = "error"


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One tool call: what was asked for, and the result or the error that came back.

    `changed` says whether the state differed after the call; unset where nobody watched.
    `fault` names the fault that the harness injected into this call. `answered` is false where a trace from
    elsewhere holds the call and no result of it. `raw_arguments` are the arguments as they stood there, where
    they were no JSON object; `arguments` is then empty.
    """

    name: str
    arguments: dict[str, Any] = {}
    result: Any = None
    error: str | None = None
    changed: bool | UnsetType = UNSET
    fault: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    answered: bool | UnsetType = UNSET
    raw_arguments: str | UnsetType = UNSET


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One call of the agent's model: the tool calls it asked for, and why it stopped.

    `input_tokens` and `output_tokens` are counts; `other_tokens` holds further counts by the name that the
    source gives them (cached, reasoning, …), which are parts of the two. `cost_usd` is in US dollars. `text`
    is what the model wrote in this step, also beside calls; `model` and `agent` name who wrote it.
    """

    calls: tuple[Call, ...] = ()
    stop_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    text: str | None = None
    other_tokens: dict[str, int] = {}
    cost_usd: float | None = None
    model: str | None = None
    agent: str | None = None


class UserAct(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the simulated user did in a turn: the act, the facts it concerned, the tactic of a push."""

    kind: str
    facts: tuple[str, ...] = ()
    tactic: str | None = None


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A user message and the agent's whole reply to it.

    `agent` is None where the agent gave no reply. `steps` is None (or absent) where they are unknown;
    `calls` are the calls that the world recorded for an agent which reports no steps. `state` is the
    world's state after the turn: unset = as before, None = unknown. `act` is set for simulated users.
    """

    user: str
    agent: str | None = None
    steps: tuple[Step, ...] | None | UnsetType = UNSET
    calls: tuple[Call, ...] | None | UnsetType = UNSET
    state: Any | UnsetType = UNSET
    act: UserAct | UnsetType = UNSET


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """What the simulator did that a real user would not, counted in one conversation."""

    volunteered: int = 0
    leaks_blocked: int = 0
    leaks_passed: int = 0
    invented: int = 0
    too_long: int = 0
    assistant_voice: int = 0
    satisfied_early: int = 0
    wrong_language: int = 0
    empty: int = 0
    repeated: int = 0


class ToolDefinition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tool that the agent could call. `parameters` is the JSON Schema of its arguments."""

    name: str
    description: str = ""
    parameters: dict[str, Any] = {}


class Usage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Counts of tokens, and US dollars, of a whole conversation; None where unknown."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    other_tokens: dict[str, int] = {}
    cost_usd: float | None = None


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a trace from elsewhere holds and a conversation has no place for; kept as it was, with its kind.

    `turn` is the turn that it stood in, from 1; None where it belongs to none.
    """

    kind: str
    turn: int | None = None
    content: Any = None


class Conversation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished or recorded conversation. `ending` is None where unknown, `error` says what broke.

    `system` is the agent's system prompt and `tools` what it could call, where a trace holds them. `usage`
    counts what no step holds. `kept` is what had no place, `origin` what the source says of the whole
    (ids, rewards, labels).
    """

    scenario: str | None = None
    trial: int = 1
    language: str | None = None
    turns: tuple[Turn, ...] = ()
    closing: str | None = None
    ending: Ending | None = None
    error: str | None = None
    drift: Drift | None = None
    trajectory_unknown: bool = False
    system: str | None = None
    tools: tuple[ToolDefinition, ...] = ()
    usage: Usage | None = None
    kept: tuple[Kept, ...] = ()
    origin: dict[str, Any] = {}


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """Durations in seconds, beside the record: of each agent reply and of the whole conversation."""

    replies: tuple[float, ...] = ()
    total: float = 0.0


class FactLedger(msgspec.Struct, frozen=True, kw_only=True):
    """One fact's history in a conversation; all numbers are turns, counted from 1.

    `asked`: the turns in which the agent asked for it. `released`: the first user message that may carry
    it. `delivered`: the first that does. `volunteered`: delivered before any ask (withheld facts only).
    """

    withheld: bool
    asked: tuple[int, ...] = ()
    released: int | None = None
    delivered: int | None = None
    volunteered: bool | None = None


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict of one criterion on one conversation.

    `turn` decided it, `evidence` shows it (a quotation, a call, a difference in state), `reason` says why it
    does not apply or could not be reached. `extra` holds the criterion's further values by name.
    """

    verdict: Outcome
    blocking: bool = False
    value: Any = None
    turn: int | None = None
    evidence: str | None = None
    reason: str | None = None
    extra: dict[str, Any] = {}
