"""What the clerk may be waiting for, and what it decides to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.jobs import Job


class Option(NamedTuple):
    """Something that the customer may choose: the value a tool takes, and how it is shown."""

    value: Any
    label: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for a datum. `stuck`: the customer does not have it, and there is no other way."""

    datum: Datum
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Let the customer choose. `records`: one of several things found, else values on offer.

    `lookup` is the tool that gave them, `missed` what the customer wanted and is not among them.
    """

    datum: Datum
    options: tuple[Option, ...]
    lookup: Job
    records: bool
    missed: str | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """Read back what is about to be saved."""

    job: Job
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Call a tool."""

    job: Job
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Blocked:
    """It cannot go on: a call with these data failed, or there is nothing to choose from."""

    job: Job
    reason: str


@dataclass(frozen=True, slots=True)
class Retry:
    """A tool does not answer; the customer was asked whether to try again."""

    job: Job


@dataclass(frozen=True, slots=True)
class Open:
    """An open question: what is needed, or whether anything else is. `kind` is the words' name."""

    kind: str


def is_stuck(action: object) -> bool:
    """It asks for what the customer does not have."""
    return isinstance(action, Ask) and action.stuck


Action = Ask | Choose | Confirm | Call | Blocked
Pending = Ask | Choose | Confirm | Retry | Open
