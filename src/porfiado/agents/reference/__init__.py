"""The reference agents: `reference:clerk`, and the same with planted defects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from porfiado.agents.nearest import did_you_mean
from porfiado.agents.protocol import AgentSpecError
from porfiado.agents.reference.clerk import Clerk
from porfiado.agents.reference.defects import DEFECTS, Defect

PREFIX = "reference:"
CLERK = "clerk"

__all__ = ["CLERK", "DEFECTS", "Clerk", "Defect", "ReferenceFactory", "reference_factory"]


@dataclass(frozen=True, slots=True)
class ReferenceFactory:
    """Makes reference agents, fresh for each conversation."""

    name: str
    make: Callable[[], Clerk]

    def new(self) -> Clerk:
        """A fresh agent."""
        return self.make()


def reference_factory(spec: str) -> ReferenceFactory:
    """The factory that `reference:NAME` names; `NAME@N` for the agents that yield at the N-th push.

    Raises:
        AgentSpecError: there is no such reference agent.
    """
    name, at, count = spec.removeprefix(PREFIX).partition("@")
    if name == CLERK and not at:
        return ReferenceFactory(spec, Clerk)
    defect = DEFECTS.get(name)
    if defect is None and name != CLERK:
        raise AgentSpecError(f"there is no reference agent {name!r}{_near(name)}")
    if defect is not None and not at:
        return ReferenceFactory(spec, defect.make)
    if defect is None or not defect.takes_count:
        raise AgentSpecError(f"{spec!r}: only agents that yield take a number of pushes")
    if not (count.isascii() and count.isdigit() and int(count) > 0):
        raise AgentSpecError(f"{spec!r}: the number of pushes is a whole number from 1, not {count!r}")
    pushes = int(count)
    return ReferenceFactory(spec, lambda: defect.make(pushes))


def _near(name: str) -> str:
    known = [CLERK, *DEFECTS]
    return did_you_mean(name, known) or f"; there are: {', '.join(known)}"
