"""What a report keeps of a run while it goes on: the conversations to read first, and the figures of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from porfiado.grading import Graded
from porfiado.grading.figures import FigureCount
from porfiado.records import Conversation, Ending, Outcome, Verdict

SHOWN = 5


@dataclass(frozen=True)
class Bad:
    """A conversation with a failed criterion, or with an agent that broke."""

    order: int
    conversation: Conversation
    graded: Graded

    @property
    def failures(self) -> list[tuple[str, Verdict]]:
        """The failed criteria, blocking ones first."""
        failed = [(n, v) for n, v in self.graded.criteria.items() if v.verdict is Outcome.FAIL]
        return sorted(failed, key=lambda item: not item[1].blocking)

    @property
    def severity(self) -> tuple[int, int, int, int]:
        """Sorts the worst first: blocking failures, a broken agent, the other failures, the plan's order."""
        blocking = sum(verdict.blocking for _, verdict in self.failures)
        broke = self.graded.ending is Ending.AGENT_ERROR
        return (-blocking, -broke, -len(self.failures), self.order)

    @property
    def turn(self) -> int:
        """The turn to look at: where the gravest failure was decided, else the last one."""
        last = len(self.conversation.turns)
        decided = next((verdict.turn for _, verdict in self.failures if verdict.turn is not None), last)
        return max(1, min(decided, last))


class Worst:
    """Keeps the worst conversations, one a scenario; of the others only numbers.

    Attributes:
        failed: How many conversations failed something.
        count: The figures of all conversations.
    """

    def __init__(self, keep: int = SHOWN) -> None:
        self._keep = keep
        self._kept: list[Bad] = []
        self._seen = 0
        self.failed = 0
        self.count = FigureCount()

    def add(self, conversation: Conversation, graded: Graded) -> None:
        """Look at one conversation, in the order of the plan."""
        bad = Bad(self._seen, conversation, graded)
        self._seen += 1
        self.count.add(graded)
        if not bad.failures and graded.ending is not Ending.AGENT_ERROR:
            return
        self.failed += 1
        self._kept = _distinct(sorted([*self._kept, bad], key=lambda one: one.severity))[: self._keep]

    @property
    def shown(self) -> tuple[Bad, ...]:
        """The worst ones, worst first."""
        return tuple(self._kept)

    @property
    def left_out(self) -> int:
        """How many more failed something."""
        return self.failed - len(self._kept)


def _distinct(ordered: Iterable[Bad]) -> list[Bad]:
    """The worst trial of each scenario; conversations of no known scenario are all kept."""
    seen: set[str] = set()
    found = []
    for bad in ordered:
        scenario = bad.conversation.scenario
        if scenario is None or scenario not in seen:
            found.append(bad)
            seen.add(scenario or "")
    return found
