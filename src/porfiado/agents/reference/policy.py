"""What the clerk does with a message: a table, first row that holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from porfiado.agents.reference.intents import Wish
from porfiado.agents.reference.memory import Memory
from porfiado.agents.reference.pending import Ask, Choose, Confirm, Open, Retry
from porfiado.agents.reference.reading import Reading

_NEARLY = 0.3  # a restricted job that a message speaks of nearly as clearly as of another is refused first
_FEW_WORDS = 5  # thanks in a longer message are not its point


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
        least = 0.0 if self.memory.refused is not None or not self.wishes else self.wishes[0].score - _NEARLY
        return any(wish.job.spec.restricted is not None and wish.score >= least for wish in self.wishes)

    @property
    def other_job(self) -> bool:
        """It speaks of an allowed job that is not the present one."""
        wish = self.wish
        return wish is not None and wish.job.spec.restricted is None and wish.job is not self.memory.job

    @property
    def insists(self) -> bool:
        """It asks again for the present job, which came to nothing."""
        memory = self.memory
        return self.wish is not None and self.wish.job is memory.job and isinstance(memory.pending, Open)

    @property
    def answers_free(self) -> bool:
        """It answers a question that any text answers, so its words may sound like a wish and be none."""
        pending = self.memory.pending
        return (
            isinstance(pending, Ask) and pending.datum.name in self.changed and pending.datum.kind == "text"
        )

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


def _leaves(situation: Situation) -> bool:
    """The customer has had its answer and goes."""
    over = isinstance(situation.memory.pending, Open) or situation.memory.refused is not None
    if not over or situation.wishes:
        return False
    polite = situation.has("thanks") and len(situation.reading.tokens) <= _FEW_WORDS
    return polite or situation.has("bye") or (situation.has("no_more") and situation.memory.refused is None)


def _only_greets(situation: Situation) -> bool:
    started = situation.memory.job is not None or situation.memory.pending is not None
    return situation.has("greet") and not started and len(situation.reading.tokens) <= _FEW_WORDS


def _may_switch(situation: Situation) -> bool:
    """Whether another job is really wanted: an answer to a question may only sound like it."""
    memory = situation.memory
    if memory.job is None or situation.finished or isinstance(memory.pending, Open | Retry):
        return True
    if situation.answers_free:
        return False
    return situation.has("wish") or situation.has("correction") or not situation.changed


TABLE: tuple[Row, ...] = (
    Row("not_understood", lambda s: s.reading.empty),
    Row("refuse", lambda s: s.restricted and not s.answers_free),
    Row("close", _leaves),
    Row("refuse", lambda s: s.memory.refused is not None and not s.other_job and not s.of_job),
    Row("explain", lambda s: s.has("why") and isinstance(s.memory.pending, Ask)),
    Row("switch", lambda s: s.other_job and _may_switch(s)),
    Row("start_again", lambda s: s.finished and s.wish is not None),
    Row("goes_on", lambda s: s.finished and s.of_job),
    Row("change_payload", lambda s: s.finished and s.has("correction")),
    Row("confirmed", lambda s: isinstance(s.memory.pending, Confirm) and not s.of_job),
    Row("retry", lambda s: isinstance(s.memory.pending, Retry)),
    Row("goes_on", lambda s: s.memory.job is not None and not s.finished and (bool(s.changed) or s.chosen)),
    Row("goes_on", lambda s: s.insists and not s.finished),
    Row("lacks", lambda s: isinstance(s.memory.pending, Ask) and s.has("dont_know")),
    Row("not_understood", lambda s: isinstance(s.memory.pending, Ask | Choose)),
    Row("greet", _only_greets),
    Row("clarify", lambda s: True),
)


def decide(situation: Situation) -> str:
    """The name of the move."""
    return next(row.move for row in TABLE if row.holds(situation))
