"""The criteria there are: the built-in ones in their fixed order, then those of entry points by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

import msgspec

from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding

GROUP = "porfiado.criteria"
_NAME = re.compile(r"[a-z][a-z0-9_]*")

Check = Callable[[Evidence], Finding | None]
"""Looks at one conversation. None leaves the criterion out of its results altogether."""


class CriterionError(ValueError):
    """A criterion that cannot be registered; the text says which and why."""


class Criterion(msgspec.Struct, frozen=True):
    """A criterion: a name, whether its failure fails the run, and the function that decides.

    Attributes:
        name: In lower case with underscores; unique.
        blocking: A failure fails the run.
        check: A pure function of the evidence.
    """

    name: str
    blocking: bool
    check: Check

    def __call__(self, evidence: Evidence) -> Finding | None:
        """What the criterion finds."""
        return self.check(evidence)


def criterion(name: str, *, blocking: bool = False) -> Callable[[Check], Criterion]:
    """Make a criterion of a function: `@criterion("politeness")`.

    Name it under the entry point group `porfiado.criteria` and every run grades by it.

    Raises:
        CriterionError: the name is not in lower case with underscores.
    """
    if not _NAME.fullmatch(name):
        raise CriterionError(
            f"criterion {name!r}: a name is in lower case with underscores, like 'step_budget'"
        )

    def register(check: Check) -> Criterion:
        return Criterion(name, blocking, check)

    return register


@cache
def all_criteria() -> tuple[Criterion, ...]:
    """Every criterion, in the order of the results.

    Raises:
        CriterionError: an entry point is no criterion, or takes a name that another one has.
    """
    from porfiado.grading.criteria import BUILT_IN

    found = {one.name: one for one in BUILT_IN}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            added = entry.load()
        except Exception as error:
            raise CriterionError(
                f"entry point {entry.name!r} ({entry.value}) cannot be loaded: {error}"
            ) from error
        if not isinstance(added, Criterion):
            raise CriterionError(f"entry point {entry.name!r} ({entry.value}) is no function with @criterion")
        if added.name in found:
            raise CriterionError(
                f"entry point {entry.name!r} ({entry.value}): there is a criterion {added.name!r}"
            )
        found[added.name] = added
    return tuple(found.values())
