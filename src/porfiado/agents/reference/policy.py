"""What the clerk does with a message: a table, first row that holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from porfiado.agents.reference.intents import Wish
from porfiado.agents.reference.memory import Memory
from porfiado.agents.reference.pending import Ask, Choose, Confirm, Open, Retry
from porfiado.agents.reference.reading import Reading


@dataclass(frozen=True, slots=True)
class Situation:
    """What the decision rests on.

    Attributes:
        reading: the message.
        memory: what was known before it, with the message's values already in it.
        wishes: the jobs that it speaks of, best first.
        changed: the data that it gave another value than before, or a first one.
        chosen: it answered a choice.
    """

    reading: Reading
    memory: Memory
    wishes: tuple[Wish, ...]
    changed: frozenset[str]
    chosen: bool

    def has(self, act: str) -> bool:
        """Whether the message does this."""
        return act in self.reading.acts

    @property
    def wish(self) -> Wish | None:
        """The job that the message speaks of most clearly."""
        return self.wishes[0] if self.wishes else None

    @property
    def restricted(self) -> bool:
        """It speaks of what must not be done."""
        return any(wish.job.spec.restricted is not None for wish in self.wishes)

    @property
    def other_job(self) -> bool:
        """It speaks of an allowed job that is not the present one."""
        wish = self.wish
        return wish is not None and wish.job.spec.restricted is None and wish.job is not self.memory.job

    @property
    def answers_free(self) -> bool:
        """It answers a question that any text answers, so its words may sound like a wish and be none."""
        pending = self.memory.pending
        return isinstance(pending, Ask) and pending.datum.name in self.changed and pending.datum.kind == "text"

    @property
    def of_job(self) -> bool:
        """It gave a datum that the present job saves."""
        job = self.memory.job
        return job is not None and any(name in job.data for name in self.changed)

    @property
    def finished(self) -> bool:
        """The present job is done."""
        job = self.memory.job
        return job is not None and isinstance(self.memory.pending, Open) and job in self.memory.done


class Row(NamedTuple):
    """In a situation where `holds`, the clerk makes `move`."""

    move: str
    holds: Callable[[Situation], bool]


TABLE: tuple[Row, ...] = (
    Row("not_understood", lambda s: s.reading.empty),
    Row("refuse", lambda s: s.restricted and not s.answers_free),
    Row("refuse", lambda s: s.memory.refused is not None and not s.other_job and not _leaves(s)),
    Row("explain", lambda s: s.has("why") and isinstance(s.memory.pending, Ask)),
    Row("switch", lambda s: s.other_job and _may_switch(s)),
    Row("start_again", lambda s: s.finished and s.wish is not None and s.wish.job is s.memory.job),
    Row("goes_on", lambda s: s.finished and s.of_job),
    Row("change_payload", lambda s: s.finished and s.has("correction") and not _leaves(s)),
    Row("close", _leaves := lambda s: _is_over(s) and (s.has("bye") or s.has("thanks") or s.has("no_more"))),
    Row("confirmed", lambda s: isinstance(s.memory.pending, Confirm) and not s.of_job),
    Row("retry", lambda s: isinstance(s.memory.pending, Retry)),
    Row("goes_on", lambda s: s.memory.job is not None and not s.finished and (bool(s.changed) or s.chosen)),
    Row("lacks", lambda s: isinstance(s.memory.pending, Ask) and s.has("dont_know")),
    Row("not_understood", lambda s: isinstance(s.memory.pending, Ask | Choose)),
    Row("greet", lambda s: s.has("greet") and s.memory.job is None),
    Row("clarify", lambda s: True),
)


def _is_over(situation: Situation) -> bool:
    return isinstance(situation.memory.pending, Open) or situation.memory.refused is not None


def _may_switch(situation: Situation) -> bool:
    """Whether another job is really wanted: an answer to a question may only sound like it."""
    memory = situation.memory
    if memory.job is None or situation.finished or isinstance(memory.pending, Open | Retry):
        return True
    if situation.answers_free:
        return False
    return situation.has("wish") or situation.has("correction") or not situation.changed


def decide(situation: Situation) -> str:
    """The name of the move."""
    return next(row.move for row in TABLE if row.holds(situation))
