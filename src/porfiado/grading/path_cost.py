"""What the path of a conversation cost: steps, calls, tokens and money, beside the least it could have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from porfiado.records import Conversation, Outcome, Step, Usage, Verdict

if TYPE_CHECKING:
    from porfiado.grading.evidence import Evidence

MEASURES = ("steps", "calls", "tokens", "cost_usd")
_HOLDERS = ("calls", "tool_calls", "steps")
_SAYS_RIGHT = ("goal", "final_state", "answer", "required_tools", "tool_order", "tool_arguments")
_SAYS_WRONG = frozenset({*_SAYS_RIGHT, "truthful_completion", "grounded_replies", "misread_results"})


class PathCost(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the path of one conversation cost; None where it is unknown.

    Attributes:
        steps: Calls of the agent's model.
        calls: Calls of tools.
        tokens: Input and output tokens of all steps.
        cost_usd: US dollars, as the record says.
        passing: It arrived: no blocking criterion failed, and none that says what had to be done or said; at
            least one of them held. Only such a path can be the shortest.
        reference_calls: Calls in the scenario's reference, where it has one.
        ratio: Calls / reference calls, of a path that arrived.
    """

    steps: int | None = None
    calls: int | None = None
    tokens: int | None = None
    cost_usd: float | None = None
    passing: bool = False
    reference_calls: int | None = None
    ratio: float | None = None


class Measure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One measure of the paths over all conversations.

    Attributes:
        n: Conversations of which it is known.
        total: Its sum over them.
        mean: Total / n.
        compared: Conversations that arrived, of scenarios with a reference or several that did.
        spent: Its sum over those.
        minimum: The sum of the minimum over those: the shortest path that arrived, or the reference.
        ratio: Spent / minimum; null where the minimum is 0, or nothing can be compared.
    """

    n: int
    total: float
    mean: float
    compared: int = 0
    spent: float = 0
    minimum: float = 0
    ratio: float | None = None


def path_cost(evidence: Evidence, criteria: Mapping[str, Verdict]) -> PathCost | None:
    """What the path cost; None where nothing is known of it."""
    conversation, placed = evidence.conversation, evidence.placed_calls
    listed = _steps_of(conversation)
    calls = None if placed is None else len(placed)
    steps = len(listed) if listed and _all_known(conversation) else None
    tokens, cost = _tokens(listed, conversation.usage), _cost(listed, conversation.usage)
    if calls is None and steps is None and tokens is None and cost is None:
        return None
    passing = _passes(criteria) and not (conversation.ending is not None and conversation.ending.broke)
    path = evidence.scenario.path
    reference = None if path is None or path.reference is None else count_calls(path.reference)
    return PathCost(
        steps=steps,
        calls=calls,
        tokens=tokens,
        cost_usd=cost,
        passing=passing,
        reference_calls=reference,
        ratio=calls / reference if passing and reference and calls is not None else None,
    )


def _passes(criteria: Mapping[str, Verdict]) -> bool:
    for name, one in criteria.items():
        if one.verdict is Outcome.FAIL and (one.blocking or name in _SAYS_WRONG):
            return False
    return any(name in criteria and criteria[name].verdict is Outcome.PASS for name in _SAYS_RIGHT)


def count_calls(reference: Any) -> int:
    """The calls in a reference trajectory: calls, steps or turns with `calls`, messages with `tool_calls`."""
    if isinstance(reference, list | tuple):
        return sum(map(count_calls, reference))
    if not isinstance(reference, Mapping):
        return 0
    inner = [part for key in _HOLDERS if isinstance(part := reference.get(key), list | tuple)]
    if inner:
        return sum(map(count_calls, inner))
    blocks = reference.get("content")
    if isinstance(blocks, list | tuple):
        return sum(isinstance(one, Mapping) and one.get("type") == "tool_use" for one in blocks)
    return int("role" not in reference and ("name" in reference or "function" in reference))


def _steps_of(conversation: Conversation) -> list[Step]:
    return [step for turn in conversation.turns if isinstance(turn.steps, tuple) for step in turn.steps]


def _all_known(conversation: Conversation) -> bool:
    """No turn is known to have had steps that nobody counted."""
    return not conversation.trajectory_unknown and all(
        isinstance(turn.steps, tuple) or (turn.steps is UNSET and not isinstance(turn.calls, tuple))
        for turn in conversation.turns
    )


def tokens_of(conversation: Conversation) -> int | None:
    """Input and output tokens of all steps, and those that the record counts beside them."""
    return _tokens(_steps_of(conversation), conversation.usage)


def _tokens(steps: list[Step], usage: Usage | None) -> int | None:
    known = [one.input_tokens for one in steps if one.input_tokens is not None]
    known += [one.output_tokens for one in steps if one.output_tokens is not None]
    if usage is not None:
        both = (usage.input_tokens, usage.output_tokens)
        beside = both if usage.total_tokens is None else (usage.total_tokens,)
        known += [count for count in beside if count is not None]
    return sum(known) if known else None


def _cost(steps: list[Step], usage: Usage | None) -> float | None:
    """US dollars of all steps, and what the record counts beside them."""
    known = [one.cost_usd for one in steps if one.cost_usd is not None]
    if usage is not None and usage.cost_usd is not None:
        known.append(usage.cost_usd)
    return sum(known) if known else None


Shortest = dict[str, dict[str, float]]
"""Scenario → measure → its minimum."""


def shortest_paths(paths: Iterable[tuple[str, PathCost]]) -> Shortest:
    """For each scenario the least of each measure that a path which arrived needed, or the reference has."""
    found: Shortest = {}
    for scenario, path in paths:
        known = found.setdefault(scenario, {})
        for name in MEASURES:
            value = getattr(path, name)
            if path.passing and value is not None:
                known[name] = min(value, known.get(name, value))
        if path.reference_calls is not None:
            known["calls"] = min(path.reference_calls, known.get("calls", path.reference_calls))
    return {scenario: known for scenario, known in found.items() if known}


def measures(paths: Iterable[tuple[str, PathCost]], shortest: Shortest) -> dict[str, Measure]:
    """Each measure that is known of any path."""
    listed = list(paths)
    found = {}
    for name in MEASURES:
        known = [one for one in listed if getattr(one[1], name) is not None]
        if known:
            found[name] = _measure(name, known, shortest)
    return found


def _measure(name: str, known: list[tuple[str, PathCost]], shortest: Shortest) -> Measure:
    total = sum(getattr(path, name) for _, path in known)
    arrived = Counter(scenario for scenario, path in known if path.passing)
    compared = [
        (getattr(path, name), shortest[scenario][name])
        for scenario, path in known
        # The only path that arrived is the shortest of itself, which says nothing.
        if path.passing and (arrived[scenario] > 1 or (name == "calls" and path.reference_calls is not None))
    ]
    spent, minimum = sum(value for value, _ in compared), sum(least for _, least in compared)
    return Measure(
        n=len(known),
        total=total,
        mean=total / len(known),
        compared=len(compared),
        spent=spent,
        minimum=minimum,
        ratio=spent / minimum if minimum else None,
    )
