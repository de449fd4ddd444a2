"""What the operations of a trace tell and the turns do not: costs of wholes, messages of steps between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from porfiado.records import Kept, Turn
from porfiado.records import Usage as Total
from porfiado.traces.messages import Message
from porfiado.traces.spans.telling import Telling, Usage
from porfiado.traces.spans.timeline import as_words, folded
from porfiado.traces.spans.tree import Tree

MESSAGE, USAGE = "message", "usage"


class Spent:
    """What was counted for operations that are no calls of a model.

    Attributes:
        beside_steps: The sum of what no call of a model counts; None where there is nothing.
        kept: Counts of wholes whose parts are counted.
    """

    def __init__(self, tree: Tree) -> None:
        self.kept: list[Kept] = []
        self._sum: Usage | None = None
        counted = _with_counted_parts(tree)
        for one in tree.ordered:
            if one.kind == "model" or not one.usage:
                continue
            above = any(outer.usage and outer.kind != "model" for outer in tree.over(one))
            if above or one.id in counted:
                content = {"span": one.id, "name": one.name, **_present(one.usage)}
                self.kept.append(Kept(kind=USAGE, content=content))
            else:
                self._sum = one.usage if self._sum is None else _added(self._sum, one.usage)

    @property
    def beside_steps(self) -> Total | None:
        """The sum of what no call of a model counts."""
        found = self._sum
        if found is None:
            return None
        return Total(
            input_tokens=found.input_tokens,
            output_tokens=found.output_tokens,
            other_tokens=found.other_tokens,
            cost_usd=found.cost_usd,
        )


def _with_counted_parts(tree: Tree) -> set[str]:
    return {outer.id for one in tree.ordered if one.kind == "model" and one.usage for outer in tree.over(one)}


def _present(usage: Usage) -> dict[str, Any]:
    return {key: value for key, value in msgspec.structs.asdict(usage).items() if value not in (None, {})}


def _added(one: Usage, other: Usage) -> Usage:
    others = dict(one.other_tokens)
    for name, count in other.other_tokens.items():
        others[name] = others.get(name, 0) + count
    return Usage(
        _plus(one.input_tokens, other.input_tokens),
        _plus(one.output_tokens, other.output_tokens),
        others,
        _plus(one.cost_usd, other.cost_usd),
    )


def _plus(one: Any, other: Any) -> Any:
    return one if other is None else other if one is None else one + other


def untold(tree: Tree, turns: Sequence[Turn], kept: Sequence[Kept], system: Sequence[str]) -> Iterator[Kept]:
    """The messages of operations that stand nowhere in the turns: states and steps of a framework."""
    known = _words_of(turns) | {folded(text) for text in system}
    known |= {folded(one.content) for one in kept if isinstance(one.content, str)}
    known |= {folded(content["text"]) for one in kept if "text" in (content := _object(one.content))}
    for one in tree.ordered:
        if one.kind == "tool":
            continue
        for message in (*one.given, *one.made):
            words = folded(message.text) if message.text else as_words(message.result)
            calls = [call.id or call.name for call in message.calls]
            if (message.text or message.role == "tool") and words not in known:
                known.add(words)
                yield Kept(kind=MESSAGE, content=_told(one, message, calls))


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) and isinstance(value.get("text", ""), str) else {}


def _told(telling: Telling, message: Message, calls: list[str]) -> dict[str, Any]:
    content = {
        "span": telling.id,
        "name": telling.name,
        "role": message.role,
        "text": message.text,
        "result": message.result,
        "calls": calls or None,
    }
    return {key: value for key, value in content.items() if value is not None}


def _words_of(turns: Sequence[Turn]) -> set[str]:
    known: set[str] = set()
    for turn in turns:
        known |= {folded(turn.user), folded(turn.agent or ""), *map(folded, turn.user.split("\n"))}
        for step in turn.steps if isinstance(turn.steps, tuple) else ():
            known.add(folded(step.text or ""))
            known |= {as_words(call.result) for call in step.calls}
    return known
