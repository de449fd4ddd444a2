"""The results of a run, in the shape that `--json` writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from porfiado.grading.grader import Graded
from porfiado.grading.path_cost import Measure, PathCost, tokens_of
from porfiado.patterns import scrub
from porfiado.records import Conversation, Drift, Ending, FactLedger, Outcome, Verdict
from porfiado.traces.native import SCHEMA_ID

FORMAT = "porfiado.results/1"
_VERDICT_KEYS = frozenset(Verdict.__struct_fields__) - {"extra"}

FlatVerdict = dict[str, Any]
"""A verdict with its further values beside `value`; what is unset is left out (see `flatten`)."""


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """What a conversation used, in tokens by who used them, and in money (US dollars)."""

    agent: dict[str, int] = {}
    user: dict[str, int] = {}
    judge: dict[str, int] = {}
    cost_usd: float = 0.0


class ConversationResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One conversation's results.

    Attributes:
        scenario: The scenario's id.
        trial: Which trial of the scenario it is, from 1.
        ending: How it ended; null where nobody knows.
        turns: How many turns it had.
        criteria: The verdicts by criterion.
        ledger: Each fact's history.
        drift: What the simulator did that a real user would not.
        usage: Tokens and money.
        path: What the agent's path cost: steps, calls, tokens, money; absent where nothing is known of it.
        language: The language of the conversation.
        error: What broke, where something did.
        suite: The suite's name, where the results are of several suites.
    """

    scenario: str
    trial: int
    ending: Ending | None
    turns: int
    criteria: dict[str, FlatVerdict]
    ledger: dict[str, FactLedger]
    drift: dict[str, int]
    usage: Usage
    path: PathCost | None = None
    language: str | None = None
    error: str | None = None
    suite: str | None = None

    def verdict(self, criterion: str) -> Verdict | None:
        """The verdict on a criterion, as a record; None where it was not graded."""
        flat = self.criteria.get(criterion)
        return None if flat is None else unflatten(flat)

    def outcome(self, criterion: str) -> str | None:
        """The verdict's word; None where the criterion was not graded."""
        return self.criteria.get(criterion, {}).get("verdict")


class CriterionSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One criterion over all conversations.

    Attributes:
        n: Conversations that passed or failed.
        passed: How many passed.
        failed: How many failed.
        not_applicable: To how many it did not apply.
        error: In how many it could not be decided.
        rate: Passed / n; null where n is 0.
        interval: The 95 % interval of the rate, clustered by scenario where there are several trials.
        bounds: The rate if every error had been a failure, and if every one had been a pass.
        blocking: A failure fails the run.
        mean: The mean of the values that were decided, for the criteria whose value is a share.
    """

    n: int
    passed: int = msgspec.field(name="pass")
    failed: int = msgspec.field(name="fail")
    not_applicable: int
    error: int
    rate: float | None
    interval: tuple[float, float] | None
    bounds: tuple[float, float] | None = None
    blocking: bool = False
    mean: float | None = None


class SuiteWarning(msgspec.Struct, frozen=True):
    """A fault of the suite that its results show: a code for programs, a text for people."""

    code: str
    text: str


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All conversations together.

    Attributes:
        conversations: How many there are.
        scenarios: How many scenarios they are of.
        endings: How often each ending came; `unknown` counts those nobody recorded.
        criteria: Each criterion.
        drift: The simulator's drift, added up.
        median_turns: Median of the turns of the conversations whose goal was met; null where there is none.
        path: What the paths cost: `steps`, `calls`, `tokens`, `cost_usd`, as far as they are known.
        shortest: Scenario → the least of each that a path which arrived needed, or its reference has. With
            several suites, "suite/scenario".
        warnings: Faults of the suite.
    """

    conversations: int
    scenarios: int
    endings: dict[str, int]
    criteria: dict[str, CriterionSummary]
    drift: dict[str, int] = {}
    median_turns: float | None = None
    path: dict[str, Measure] = {}
    shortest: dict[str, dict[str, float]] = {}
    warnings: tuple[SuiteWarning, ...] = ()


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """A run's results. `seed` is null and `user` is "recorded" where nobody was simulated."""

    format: str = FORMAT
    run: str = ""
    suite: str = ""
    agent: str = ""
    user: str = "recorded"
    seed: int | None = None
    conversations: tuple[ConversationResult, ...] = ()
    summary: Summary


def flatten(verdict: Verdict) -> FlatVerdict:
    """A verdict as JSON has it. An extra value never hides one of the verdict's own."""
    flat: FlatVerdict = {"verdict": verdict.verdict.value}
    if verdict.blocking:
        flat["blocking"] = True
    for key in ("value", "turn", "evidence", "reason"):
        value = getattr(verdict, key)
        if value is not None:
            flat[key] = value
    for key, value in verdict.extra.items():
        flat.setdefault(key, value)
    return flat


def unflatten(flat: Mapping[str, Any]) -> Verdict:
    """The verdict back from its JSON.

    Raises:
        ValueError: its `verdict` is none of the four words.
    """
    own = {key: flat[key] for key in _VERDICT_KEYS if key in flat and key != "verdict"}
    extra = {key: value for key, value in flat.items() if key not in _VERDICT_KEYS}
    return Verdict(verdict=Outcome(flat["verdict"]), extra=extra, **own)


def conversation_result(
    conversation: Conversation,
    graded: Graded,
    *,
    suite: str | None = None,
    usage: Usage | None = None,
) -> ConversationResult:
    """One conversation's results; the agent's tokens are added up from its steps unless `usage` is given."""
    return ConversationResult(
        scenario=conversation.scenario or "",
        trial=conversation.trial,
        ending=graded.ending,
        turns=graded.turns,
        criteria={name: flatten(verdict) for name, verdict in graded.criteria.items()},
        ledger=graded.ledger,
        drift=drift_counts(graded.drift),
        usage=usage
        or Usage(
            agent=_tokens(conversation), cost_usd=(graded.path.cost_usd if graded.path else None) or 0.0
        ),
        path=graded.path,
        language=conversation.language,
        error=scrub(conversation.error) if conversation.error else None,
        suite=suite,
    )


def _cost(graded: Graded) -> float:
    return (graded.path.cost_usd if graded.path is not None else None) or 0.0


def drift_counts(drift: Drift) -> dict[str, int]:
    """The counts that every result shows, and those of the others that are not 0."""
    counts: dict[str, int] = msgspec.structs.asdict(drift)
    return {
        name: count for name, count in counts.items() if count or name in ("volunteered", "leaks_blocked")
    }


def _tokens(conversation: Conversation) -> dict[str, int]:
    """Tokens over all steps and beside them; where none are known, nothing is said."""
    steps = [step for turn in conversation.turns if isinstance(turn.steps, tuple) for step in turn.steps]
    counts = {}
    for key in ("input_tokens", "output_tokens"):
        known = [value for step in steps if (value := getattr(step, key)) is not None]
        beside = getattr(conversation.usage, key, None)
        if known or beside is not None:
            counts[key] = sum(known) + (beside or 0)
    if conversation.usage is not None and conversation.usage.total_tokens is not None:
        counts["total_tokens"] = tokens_of(conversation) or 0
    return counts


def decode_results(raw: bytes | str) -> Results:
    """Results back from their JSON.

    Raises:
        msgspec.ValidationError: they are not of this format.
    """
    return msgspec.json.decode(raw, type=Results)


def schema_of_results() -> dict[str, Any]:
    """The JSON Schema of the results. A verdict may have further values beside `value`."""
    schema = msgspec.json.schema(Results)
    definitions: dict[str, Any] = schema["$defs"]
    definitions["Verdict"] = _verdict_schema()
    criteria = definitions["ConversationResult"]["properties"]["criteria"]
    criteria["additionalProperties"] = {"$ref": "#/$defs/Verdict"}
    return {"$schema": SCHEMA_ID, "title": "porfiado results", **schema}


def _verdict_schema() -> dict[str, Any]:
    inner = msgspec.json.schema(Verdict)["$defs"]
    verdict: dict[str, Any] = inner["Verdict"]
    verdict["properties"].pop("extra")
    verdict["properties"]["verdict"] = {"enum": [outcome.value for outcome in Outcome]}
    verdict["description"] = "The verdict of one criterion; its further values stand beside `value`."
    return verdict


def criteria_of(results: Iterable[ConversationResult]) -> tuple[str, ...]:
    """The criteria that the results have, in the order of their first appearance."""
    return tuple(dict.fromkeys(name for result in results for name in result.criteria))
