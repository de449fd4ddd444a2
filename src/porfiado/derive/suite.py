"""Derived scenarios to suites, one for each language, as their files have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from porfiado.derive.case import Derived


def suite_of(name: str, derived: Iterable[Derived], *, world: str | None = None) -> dict[str, Any]:
    """The suite of all the scenarios. Its language is that of most of them; the others name theirs.

    Ids that come twice get a number.
    """
    cases = list(derived)
    counted = [one.language for one in cases]
    language = max(counted, key=counted.count) if counted else "en"
    suite: dict[str, Any] = {"suite": name, "language": language}
    if world:
        suite["world"] = world
    taken: dict[str, int] = {}
    suite["scenarios"] = [_numbered(one, language, taken) for one in cases]
    return suite


def _numbered(one: Derived, language: str, taken: dict[str, int]) -> dict[str, Any]:
    id_ = one.scenario["id"]
    taken[id_] = taken.get(id_, 0) + 1
    scenario = dict(one.scenario)
    if taken[id_] > 1:
        scenario["id"] = f"{id_}-{taken[id_]}"
    if one.language == language:
        return scenario
    return {"id": scenario.pop("id"), "language": one.language, **scenario}
