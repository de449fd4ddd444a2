"""What the clerk knows in one conversation: data, lookups, what it is doing and what it waits for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.pending import Pending


@dataclass(slots=True)
class Slot:
    """A datum's value.

    Attributes:
        value: as the customer or a lookup gave it.
        source: `said`, `found` (in a lookup) or `chosen` (among options).
        turn: when.
        confirmed: it was read back and was right.
        origin: the tool that it was found or offered by.
    """

    value: Any
    source: str
    turn: int
    confirmed: bool = False
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A call that succeeded."""

    arguments: dict[str, Any]
    records: list[Any]


@dataclass(slots=True)
class Memory:
    """All that is remembered.

    Attributes:
        language: the conversation's.
        slots: by the datum's name.
        unknown: data that the customer does not have.
        ruled_out: data with the values that the customer said are not meant.
        lookups: tool → its last success.
        failures: (tool, arguments) → the error that came back.
        done: the jobs finished, in order.
        job: what is being done now, None = nothing yet.
        pending: what the clerk waits for.
        refused: the restricted job that the customer insists on.
        refusals: how often it was refused.
        said: the customer's messages, folded.
        spoken: how often each sentence was said, whatever its wording.
        turn: the number of the message.
        last_text: the last reply.
        news: what was last said of a job that is done.
        asked: how often each datum was asked for.
        confused: how many messages in a row were not understood.
        confused_by: how often each datum had to be asked for in other words.
    """

    language: str
    slots: dict[str, Slot] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    ruled_out: set[tuple[str, str]] = field(default_factory=set)
    lookups: dict[str, Lookup] = field(default_factory=dict)
    failures: dict[tuple[str, str], str] = field(default_factory=dict)
    done: list[Job] = field(default_factory=list)
    job: Job | None = None
    pending: Pending | None = None
    refused: Job | None = None
    refusals: int = 0
    said: list[str] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    spoken: Counter[str] = field(default_factory=Counter)
    confused: int = 0
    confused_by: Counter[str] = field(default_factory=Counter)
    turn: int = 0
    last_text: str = ""
    news: str = ""

    def value(self, datum: Datum) -> Any:
        """The datum's value, None where it is not known."""
        slot = self.slots.get(datum.name)
        return None if slot is None else slot.value

    def put(self, name: str, value: Any, source: str, origin: str = "") -> bool:
        """Remember a value; whether that changed anything."""
        slot = self.slots.get(name)
        if slot is not None and slot.value == value:
            return False
        self.slots[name] = Slot(value, source, self.turn, origin=origin)
        self.unknown.discard(name)
        return True

    def drop(self, name: str) -> None:
        """Forget a value."""
        self.slots.pop(name, None)

    def start(self, job: Job) -> None:
        """Begin another job. What is known stays known."""
        self.job = job
        self.pending = None
        self.refused = None
        self.refusals = 0
        self.confused = 0
