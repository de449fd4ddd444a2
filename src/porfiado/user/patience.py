"""Patience: a counter of the harness. Nothing said by anyone can lengthen it."""

from __future__ import annotations

from porfiado.cases.model import Patience


class PatienceCounter:
    """Counts the agent's replies, and what its re-asks and its replies with nothing in them cost extra."""

    __slots__ = ("_patience", "replies", "spent")

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self.replies = 0
        self.spent = 0

    def count(self, *, reasks: int = 0, nonanswer: bool = False) -> None:
        """One more reply; `reasks`: facts asked for again in it; `nonanswer`: nothing was done in it."""
        self.replies += 1
        self.spent += 1 + reasks * self._patience.reask_cost
        if nonanswer:
            self.spent += self._patience.nonanswer_cost

    @property
    def annoyed(self) -> bool:
        """The next message is written in the annoyed tone (counted in turns, without the extra costs)."""
        after = self._patience.annoyed_after
        return after is not None and self.replies >= after

    @property
    def left(self) -> bool:
        """Patience is spent: the agent gets no more replies."""
        return self.spent >= self._patience.leaves_after
