"""What is kept of a run while it goes on: enough for its summary and its exit code, not its transcripts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from porfiado.cases import Suite
from porfiado.grading.results import ConversationResult
from porfiado.records import Ending, Outcome

_TEXTS = ("evidence", "reason")


class Collector:
    """Keeps of each conversation what summaries are made of, and counts what decides the exit code.

    Attributes:
        results: The conversations without evidence, in the order in which they were added.
        failures: Conversations in which a blocking criterion failed or the agent broke.
        errors: Conversations that broke through no fault of the agent's, and verdicts that could not be
            reached in conversations that did not break.
    """

    def __init__(self) -> None:
        self.results: list[ConversationResult] = []
        self.failures = 0
        self.errors = 0
        self._shared: dict[tuple[Any, ...], dict[str, Any]] = {}

    def add(self, result: ConversationResult) -> None:
        """Take one conversation in."""
        verdicts = result.criteria.values()
        blocked = any(one.get("blocking") and one["verdict"] == Outcome.FAIL for one in verdicts)
        self.failures += blocked or result.ending is Ending.AGENT_ERROR
        if result.ending in (Ending.SIMULATOR_ERROR, Ending.BUDGET_SPENT):
            self.errors += 1
        elif result.ending is not Ending.AGENT_ERROR:
            self.errors += sum(one["verdict"] == Outcome.ERROR for one in verdicts)
        slim = {name: self._slim(one) for name, one in result.criteria.items()}
        self.results.append(msgspec.structs.replace(result, criteria=slim, error=None))

    def _slim(self, flat: dict[str, Any]) -> dict[str, Any]:
        """The verdict without its texts; equal ones are kept once, for there are millions."""
        kept = {key: value for key, value in flat.items() if key not in _TEXTS}
        try:
            return self._shared.setdefault(
                tuple((key, type(value), value) for key, value in kept.items()), kept
            )
        except TypeError:  # a value that is a list or a mapping
            return kept

    def exit_code(self, max_errors: int = 0) -> int:
        """0 all blocking criteria held, 1 one failed or the agent broke, 3 too many errors of others."""
        if self.failures:
            return 1
        return 3 if self.errors > max_errors else 0


def run_head(
    suites: Sequence[Suite],
    *,
    agent: str,
    seed: int,
    user: str = "scripted",
    trials: int = 1,
    only: Sequence[str] = (),
) -> dict[str, Any]:
    """What stands at the head of a run's results: `run`, `suite`, `agent`, `user` and `seed`.

    The run's name is the suites' names and a digest of all that decides its outcome but the agent's code.
    """
    content = [suite.model_dump(mode="json") for suite in suites]
    digest = hashlib.sha256(msgspec.json.encode([content, agent, user, seed, trials, list(only)])).hexdigest()
    names = suite_names(suites)
    return {"run": f"{names}-{digest[:8]}", "suite": names, "agent": agent, "user": user, "seed": seed}


def suite_names(suites: Iterable[Suite]) -> str:
    """How results call several suites together."""
    return "+".join(suite.suite for suite in suites)
