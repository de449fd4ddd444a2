"""What a run will do: scenarios × trials, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from porfiado.cases import Scenario, Suite
from porfiado.nearest import nearest

_TAG = "tag:"


class SelectionError(ValueError):
    """`--only` names a scenario or a tag that no suite has: `unknown`; `near` is what is close to it."""

    def __init__(self, unknown: str, near: str | None) -> None:
        self.unknown = unknown
        self.near = near
        super().__init__(f"no scenario or tag {unknown!r}" + (f" (did you mean {near!r}?)" if near else ""))


@dataclass(frozen=True, slots=True)
class Job:
    """One conversation to hold: its place in the plan, its suite, its scenario, and which trial (from 1)."""

    index: int
    suite: Suite
    scenario: Scenario
    trial: int


def select(suites: Iterable[Suite], only: Sequence[str]) -> list[tuple[Suite, Scenario]]:
    """The scenarios whose id or tag (`tag:NAME`) is in `only`; all of them where it is empty.

    Raises:
        SelectionError: an entry of `only` fits nothing.
    """
    everything = [(suite, scenario) for suite in suites for scenario in suite.scenarios]
    for wanted in only:
        if not any(_fits(scenario, wanted) for _, scenario in everything):
            raise SelectionError(wanted, _nearest(wanted, [scenario for _, scenario in everything]))
    if not only:
        return everything
    return [(suite, scenario) for suite, scenario in everything if any(_fits(scenario, w) for w in only)]


def make_plan(suites: Iterable[Suite], *, trials: int = 1, only: Sequence[str] = ()) -> list[Job]:
    """Every selected scenario `trials` times, scenario by scenario.

    Raises:
        SelectionError: an entry of `only` fits nothing.
    """
    pairs = [(*pair, trial) for pair in select(suites, only) for trial in range(1, trials + 1)]
    return [Job(index, suite, scenario, trial) for index, (suite, scenario, trial) in enumerate(pairs)]


def _fits(scenario: Scenario, wanted: str) -> bool:
    if wanted.startswith(_TAG):
        return wanted.removeprefix(_TAG) in scenario.tags
    return scenario.id == wanted


def _nearest(wanted: str, scenarios: Sequence[Scenario]) -> str | None:
    names = [scenario.id for scenario in scenarios]
    names += sorted({_TAG + tag for scenario in scenarios for tag in scenario.tags})
    return nearest(wanted, names)
