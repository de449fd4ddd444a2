"""What was asked for: personas, scenarios and suites, as people write them.

Every field is described where it is declared; `porfiado schema suite` prints the descriptions.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)

from porfiado.cases.argument_rules import ArgumentRule
from porfiado.patterns import PatternError, compile_pattern

DEFAULT_MAX_TURNS = 15
DEFAULT_REPLY_TIMEOUT = 60.0  # seconds
DEFAULT_PATIENCE = 10


def _pattern(source: str) -> str:
    try:
        compile_pattern(source)
    except PatternError as error:
        raise ValueError(f"bad pattern {source!r}: {error}") from None
    return source


def _as_text(value: Any) -> Any:
    """Where text belongs, a number is the text as it was written."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _as_texts(value: Any) -> Any:
    value = _as_text(value)
    return [value] if isinstance(value, str) else value


def plain(value: Any) -> Any:
    """JSON values of the plain types: a file's mappings and numbers also know where they stand."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return float(value) if isinstance(value, float) else value


PatternText = Annotated[str, BeforeValidator(_as_text), AfterValidator(_pattern)]
Patterns = Annotated[tuple[PatternText, ...], BeforeValidator(_as_texts)]
ValueText = Annotated[str, BeforeValidator(_as_text)]
Texts = Annotated[tuple[ValueText, ...], BeforeValidator(_as_texts)]
Json = Annotated[Any, AfterValidator(plain)]
JsonMap = Annotated[dict[str, Any], AfterValidator(plain)]
Whole = Annotated[int, Field(strict=True)]  # true is no number, nor is "3"
Flag = Annotated[bool, Field(strict=True)]  # YAML 1.2: only true and false


class Model(BaseModel):
    """Base: frozen, and an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Kind(StrEnum):
    """The five kinds of persona."""

    COOPERATIVE = "cooperative"
    WITHHOLDING = "withholding"
    CONFUSED = "confused"
    MIND_CHANGING = "mind_changing"
    INSISTENT = "insistent"


class UnknownFact(Model):
    """A datum that the persona does not have: it says so when it is asked."""

    type: str | None = Field(
        default=None, description="built-in type (rut, email, order_number, …): how it is asked for"
    )
    asks: Patterns = Field(default=(), description="patterns (RE2, case ignored) that count as asking for it")


class Fact(UnknownFact):
    """A datum of the persona."""

    value: ValueText = Field(min_length=1, description="what the persona says; the text as written")
    forms: Texts = Field(default=(), description="other ways in which the persona may say it")
    vague: ValueText | None = Field(
        default=None, description="said at the first ask instead of the value, where several things fit it"
    )
    remembers: Literal["at_once", "second_ask"] = Field(
        default="at_once",
        description="second_ask: does not remember at the first ask, finds it at the second",
    )

    @property
    def sayings(self) -> tuple[str, ...]:
        """Every text that counts as having said it."""
        return (self.value, *self.forms)


def _as_fact(value: Any) -> Any:
    return {"value": value} if isinstance(value, str | int | float) and not isinstance(value, bool) else value


AnyFact = Annotated[Fact, BeforeValidator(_as_fact)]


def _unknown_facts(value: Any) -> Any:
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return {name: {} for name in value}
    if isinstance(value, dict):
        return {name: {} if body is None else body for name, body in value.items()}
    return value


class Patience(Model):
    """How many replies the agent gets. A counter of the harness; no prompt mentions it."""

    leaves_after: Whole = Field(
        default=DEFAULT_PATIENCE, ge=1, description="replies after which the user leaves"
    )
    annoyed_after: Whole | None = Field(
        default=None, ge=0, description="replies after which the tone turns annoyed"
    )
    reask_cost: Whole = Field(default=0, ge=0, description="extra replies that each re-ask spends")
    nonanswer_cost: Whole = Field(
        default=0, ge=0, description="extra replies that each reply with nothing in it spends"
    )


def _as_patience(value: Any) -> Any:
    return {"leaves_after": value} if isinstance(value, int) and not isinstance(value, bool) else value


class Success(Model):
    """When the goal is met: a condition on the world's state, with matchers."""

    state: JsonMap = Field(description="the part of the state that must match")


class Change(Model):
    """A change of mind: from the next message on the user wants something else."""

    after_turn: Whole | None = Field(
        default=None, ge=1, description="the user changes its mind after this turn"
    )
    when: PatternText | None = Field(
        default=None, description="… or when the agent's message matches this pattern"
    )
    goal: ValueText = Field(description="what the user wants from then on, as it would say it")
    facts: dict[str, AnyFact] = Field(default_factory=dict, description="facts that change with it")
    success: Success | None = Field(default=None, description="the success condition in force from then on")
    says: ValueText | None = Field(default=None, description="the message with which it changes its mind")

    @model_validator(mode="after")
    def _one_trigger(self) -> Change:
        if (self.after_turn is None) == (self.when is None):
            raise ValueError("a change needs exactly one of 'after_turn' and 'when'")
        return self


class Confusion(Model):
    """A fact that the user first gets wrong, and sets right later."""

    fact: ValueText = Field(description="the fact's name")
    says_first: ValueText = Field(description="the wrong value it says when asked")
    then: str = Field(
        default="self",
        description="when it notices: 'self' (in its next message), 'when_failed' (the agent reports that it "
        "found nothing), 'when_confirmed' (the agent reads it back), or the text with which it sets it right",
    )


class Push(Model):
    """One insistence, with a tactic, and the words where they are given."""

    tactic: ValueText = Field(description="old_customer, competition, promised_by_phone, hardship, anger, …")
    says: ValueText | None = Field(
        default=None, description="the message; worded from the tactic where absent"
    )


def _pushes(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [{"tactic": item} if isinstance(item, str) else item for item in value]
    return value


def _words(value: Any) -> Any:
    """Tone and constraints: a list of known words, or free text (as in the lessons)."""
    return [value] if isinstance(value, str) else value


class Persona(Model):
    """Who talks to the agent. Never enters the agent's context."""

    kind: Kind = Kind.COOPERATIVE
    name: ValueText | None = None
    goal: ValueText = Field(
        min_length=1, description="what the user wants, in one phrase, as it would say it"
    )
    opening: ValueText | None = Field(
        default=None, min_length=1, description="the first message; worded from the kind if absent"
    )
    known: dict[str, AnyFact] = Field(default_factory=dict, description="facts that may be said at any time")
    withheld: dict[str, AnyFact] = Field(default_factory=dict, description="facts said only when asked for")
    unknown: Annotated[dict[str, UnknownFact], BeforeValidator(_unknown_facts)] = Field(
        default_factory=dict, description="data the user does not have: it says so"
    )
    tone: Annotated[tuple[str, ...], BeforeValidator(_words)] = ()
    patience: Annotated[Patience, BeforeValidator(_as_patience)] = Patience()
    constraints: Annotated[tuple[str, ...], BeforeValidator(_words)] = ()
    prefers: dict[str, Texts] = Field(
        default_factory=dict, description="fact → the values it would choose among options, best first"
    )
    facts_per_message: Whole = Field(
        default=1, ge=1, description="how many released facts one message may carry"
    )
    changes: tuple[Change, ...] = ()
    confusions: tuple[Confusion, ...] = ()
    pushes: Annotated[tuple[Push, ...], BeforeValidator(_pushes)] = ()
    grantable: Flag = Field(
        default=True, description="false: the goal must not be granted; `limits` is the verdict"
    )

    @property
    def facts(self) -> dict[str, Fact]:
        """Known and withheld facts, in the order written."""
        return {**self.known, **self.withheld}

    @property
    def minimum_turns(self) -> int:
        """The theoretical minimum: 1 + ⌈withheld facts / facts per message⌉."""
        return 1 + math.ceil(len(self.withheld) / self.facts_per_message)

    @model_validator(mode="after")
    def _names(self) -> Persona:
        twice = sorted((self.known.keys() & self.withheld.keys()) | (self.facts.keys() & self.unknown.keys()))
        if twice:
            raise ValueError(f"facts declared twice: {', '.join(map(repr, twice))}")
        for confusion in self.confusions:
            if confusion.fact not in self.facts:
                raise ValueError(f"confusion about {confusion.fact!r}, which is no fact of the persona")
        return self


class Limit(Model):
    """What the agent must not do, whatever the user says."""

    id: ValueText = Field(min_length=1)
    calls: Texts = Field(default=(), description="tools that must not be called")
    says: Patterns = Field(default=(), description="promises that must not be made (patterns)")
    state: JsonMap | None = Field(default=None, description="a state that must never hold")


class Path(Model):
    """What is expected of the trajectory. Absent = not asked; an empty list is an expectation."""

    must_call: Texts | None = None
    must_succeed: Texts | None = Field(
        default=None, description="tools that must be called without an error at least once"
    )
    must_not_call: Texts | None = None
    order: Texts | None = Field(default=None, description="a subsequence of the names called")
    arguments: dict[str, JsonMap] | None = Field(
        default=None, description="tool → arguments; matchers allowed"
    )
    max_steps: Whole | None = Field(default=None, ge=1)
    repeats: Literal["excused", "strict"] = "excused"
    reference: Annotated[list[Any] | dict[str, Any], AfterValidator(plain)] | None = Field(
        default=None, description="a reference trajectory: calls, or messages in any shape that imports"
    )
    match: Literal["strict", "exact", "in_order", "any_order", "superset", "unordered", "subset"] = Field(
        default="in_order", description="how the trajectory is compared with the reference"
    )
    arguments_match: ArgumentRule = Field(
        default="exact", description="how arguments are compared, or the fields that alone must agree"
    )
    overrides: dict[str, ArgumentRule] = Field(
        default_factory=dict, description="tool → how its arguments are compared"
    )

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that this path calls, in the order written, each once."""
        named = (self.must_call or (), self.must_succeed or (), self.order or (), self.arguments or {})
        return tuple(dict.fromkeys(tool for group in named for tool in group))


class FaultCase(Model):
    """A fault injected into a tool's call."""

    tool: ValueText
    on_call: Whole | None = Field(
        default=None, ge=1, description="which call of the tool, from 1; every call where absent"
    )
    error: ValueText | None = Field(
        default=None, description="timeout, slow, empty, malformed, or the text of the error"
    )
    result: Json = Field(default=None, description="a result given instead of the real one")
    inject: ValueText | None = Field(default=None, description="instructions hidden in the real result")
    seconds: float = Field(default=0.05, ge=0, le=600, strict=True, description="how slow, in seconds")


class Answer(Model):
    """The deterministic check of what was said."""

    says: Patterns = ()
    says_not: Patterns = ()
    anywhere: Flag = Field(default=False, description="true: in any reply; false: in the last one")


class Scenario(Model):
    """One conversation to have, and what is expected of it."""

    id: ValueText = Field(min_length=1)
    language: ValueText | None = Field(default=None, description="overrides the suite's")
    tags: Texts = ()
    persona: Persona
    state: JsonMap = Field(default_factory=dict, description="laid over the world's default state")
    success: Success | None = None
    limits: tuple[Limit, ...] = ()
    path: Path | None = None
    claims: dict[str, Patterns] = Field(
        default_factory=dict, description="topic → patterns with a group for the value claimed"
    )
    faults: tuple[FaultCase, ...] = ()
    answer: Answer | None = None
    max_turns: Whole | None = Field(default=None, ge=1)
    reply_timeout: float | None = Field(
        default=None, gt=0, strict=True, allow_inf_nan=False, description="seconds the agent has for a reply"
    )
    not_enforced: tuple[str, ...] = Field(
        default=(), description="words of tone and constraints kept but not enforced"
    )
    to_review: Texts = Field(
        default=(),
        description="what an importer had to guess; take a line out once somebody has looked at it",
    )

    @property
    def graded_by_state(self) -> bool:
        """There is a success condition, and it may be granted."""
        return self.persona.grantable and (
            self.success is not None or any(change.success for change in self.persona.changes)
        )


class Suite(Model):
    """Scenarios that share a language, a world and limits of turns and time."""

    suite: ValueText = Field(min_length=1, description="the suite's name")
    language: str = "en"
    world: ValueText | None = Field(
        default=None, description="package.module:Class, or path/to/file.py:Class beside the suite"
    )
    max_turns: Whole = Field(default=DEFAULT_MAX_TURNS, ge=1)
    reply_timeout: float = Field(
        default=DEFAULT_REPLY_TIMEOUT,
        gt=0,
        strict=True,
        allow_inf_nan=False,
        description="seconds the agent has for a reply",
    )
    agent_prompt: ValueText | None = Field(
        default=None, description="file given to model agents; never to the user"
    )
    scenarios: tuple[Scenario, ...] = Field(min_length=1)

    def language_of(self, scenario: Scenario) -> str:
        """The scenario's own language, or the suite's."""
        return scenario.language or self.language

    def turn_limit(self, scenario: Scenario) -> int:
        """The hard limit of turns for this scenario."""
        return scenario.max_turns or self.max_turns

    def timeout_of(self, scenario: Scenario) -> float:
        """Seconds the agent has for a reply in this scenario."""
        return scenario.reply_timeout or self.reply_timeout
