"""Calls of tools: tried again where that may help, judged with care, recorded as steps."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from porfiado.agents.protocol import Tools
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.words import spoken, words_of
from porfiado.patterns import scrub
from porfiado.records.model import Call, Step
from porfiado.text import contains_value, fold
from porfiado.world import fill, records_of

TOOL_USE, END_TURN = "tool_use", "end_turn"
MAX_TRIES = 3  # of a call that fails for a passing reason
UNSURE_TRIES = 2  # of one that failed for a reason that may or may not pass
_UNREAD_JSON = re.compile(r"^\s*[\[{]|\ufffd")
_MISFIT = re.compile(r"^(?:missing argument|unexpected argument|argument) '")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call after all tries.

    `down`: the tool does not work now; `refused`: it says no to these arguments; `misfit`: cannot read them.
    """

    kind: Literal["ok", "down", "refused", "misfit"]
    result: Any = None
    error: str = ""

    @property
    def records(self) -> list[Any]:
        """The records of the result."""
        return records_of(self.result)


class Caller:
    """Calls tools and keeps the steps of one reply."""

    def __init__(self, tools: Tools, language: Callable[[], str]) -> None:
        self._tools = tools
        self._language = language
        self.steps: list[Step] = []

    async def once(self, name: str, arguments: dict[str, Any]) -> tuple[Any, str | None]:
        """One call: its result, and its error where it failed."""
        outcome = await self._tools.acall(name, arguments)
        call = Call(name=name, arguments=arguments, result=outcome.result, error=outcome.error)
        self.steps.append(Step(calls=(call,), stop_reason=TOOL_USE))
        return outcome.result, outcome.error

    async def call(self, job: Job, arguments: dict[str, Any], *, tries: int = MAX_TRIES) -> Outcome:
        """Call until it works or there is no sense in another try."""
        outcome = Outcome("down")
        for attempt in range(1, tries + 1):
            result, error = await self.once(job.name, arguments)
            outcome, again = self._judge(job, arguments, result, error)
            if attempt >= again:
                break
        return outcome

    def _judge(
        self, job: Job, arguments: dict[str, Any], result: Any, error: str | None
    ) -> tuple[Outcome, int]:
        """What a call came to, and the number of tries that it deserves."""
        if error is None:
            if self._readable(job, arguments, result):
                return Outcome("ok", result), 0
            return Outcome("down", error="unreadable"), MAX_TRIES
        first = error.splitlines()[0] if error else ""  # what follows may be anybody's text
        if _MISFIT.match(first):
            return Outcome("misfit", error=first), 0
        if is_transient(first):
            return Outcome("down", error=first), MAX_TRIES
        told = any(speaks_of(first, value) for value in arguments.values())
        return Outcome("refused", error=first), 0 if told or job.spec.reads else UNSURE_TRIES

    def _readable(self, job: Job, arguments: dict[str, Any], result: Any) -> bool:
        """Whether a result is what the tool gives, and not a cut text or an empty shell."""
        if isinstance(result, str) and _UNREAD_JSON.search(result):
            return False
        if result == {} or (result is None and job.spec.answers):
            return False
        says = job.spec.says.get(self._language())
        return not (says and result in (None, []) and fill(says, arguments) is None)

    def merge(self, count: int) -> None:
        """Make the last `count` steps one: their calls were asked for together."""
        calls = tuple(call for step in self.steps[-count:] for call in step.calls)
        self.steps[-count:] = [Step(calls=calls, stop_reason=TOOL_USE)]

    def end(self) -> tuple[Step, ...]:
        """The steps of the reply, with the one that ends the turn."""
        return (*self.steps, Step(stop_reason=END_TURN))


def is_transient(error: str) -> bool:
    """Whether an error says that it may pass; in any language, as the world's may not be the customer's."""
    folded = fold(scrub(error))
    return any("transient" in words_of(language).acts.of(folded) for language in spoken())


def speaks_of(error: str, value: Any) -> bool:
    """Whether an error's text contains `value`."""
    return contains_value(fold(error), str(value))
