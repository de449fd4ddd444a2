"""Faults of a suite as a whole: who is missing from it, and what is there twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from porfiado.cases.lint_context import Case, Found, folded
from porfiado.cases.loading import LoadedSuite
from porfiado.cases.model import Kind

MIX = {
    Kind.COOPERATIVE: 0.40,
    Kind.WITHHOLDING: 0.25,
    Kind.CONFUSED: 0.15,
    Kind.MIND_CHANGING: 0.10,
    Kind.INSISTENT: 0.10,
}
SEVERAL = 3  # scenarios; from here on one of them could be somebody uncomfortable
SMALLEST_MIX = 5  # scenarios; below that no mix can be near
LARGE = 10  # scenarios; from here on a mix that is far off is a choice, not an accident of rounding
FAR = 0.20  # share of the scenarios that would have to change their kind
FAR_WHEN_SMALL = 0.35
MANY = 20  # conversations: too many for each pull request where nothing tells them apart


def suite_rules(loaded: LoadedSuite, cases: list[Case]) -> Iterator[Found]:
    """All faults of the suite as a whole."""
    talks = [case for case in cases if case.conversation]
    yield from _kinds(loaded, talks)
    yield from _withholding(loaded, talks)
    yield from _openings(cases)
    yield from _tags(loaded, talks)
    yield from _prompt(loaded)


def _whole(loaded: LoadedSuite, code: str, severity: str, **values: object) -> Found:
    line, _ = loaded.positions.key_at("scenarios")
    return Found(code, severity, None, line, values)


def distance(counts: Counter[Kind]) -> float:
    """The share of scenarios that would have to change their kind to reach the mix (total variation)."""
    total = counts.total()
    return sum(abs(counts[kind] / total - share) for kind, share in MIX.items()) / 2


def _kinds(loaded: LoadedSuite, talks: list[Case]) -> Iterator[Found]:
    """Nobody uncomfortable, or a mix far from 40/25/15/10/10.

    A rule and no test of significance: a suite is chosen, not drawn.
    """
    counts = Counter(case.persona.kind for case in talks)
    if len(talks) >= SEVERAL and set(counts) == {Kind.COOPERATIVE}:
        yield _whole(loaded, "only_cooperative", "warning", count=len(talks))
        return
    if len(talks) < SMALLEST_MIX:
        return
    severity = "warning" if len(talks) >= LARGE else "note"
    limit = FAR if len(talks) >= LARGE else FAR_WHEN_SMALL
    # A kind of which two are due and none is there leaves its whole criterion unmeasured.
    missing = [kind for kind, share in MIX.items() if not counts[kind] and share * len(talks) >= 2]
    if distance(counts) > limit or missing:
        have = "/".join(str(round(100 * counts[kind] / len(talks))) for kind in MIX)
        absent = ", ".join(kind for kind in MIX if not counts[kind]) or "-"
        yield _whole(loaded, "mix", severity, have=have, count=len(talks), absent=absent)


def _withholding(loaded: LoadedSuite, talks: list[Case]) -> Iterator[Found]:
    if talks and not any(case.persona.withheld for case in talks):
        yield _whole(loaded, "suite_withholds_nothing", "warning", count=len(talks))


def _openings(cases: list[Case]) -> Iterator[Found]:
    first: dict[tuple[str, str], str] = {}
    for case in cases:
        if not case.persona.opening:
            continue
        key = (case.language, " ".join(folded(case.persona.opening).split()))
        if key in first:
            yield case.found("opening_twice", "warning", "persona", "opening", other=first[key])
        first.setdefault(key, case.scenario.id)


def _tags(loaded: LoadedSuite, talks: list[Case]) -> Iterator[Found]:
    """Nothing tells the few that guard each pull request from the many that run at night."""
    if len(talks) >= MANY and not any({"pr", "nightly"} & set(case.scenario.tags) for case in talks):
        yield _whole(loaded, "no_tiers", "note", count=len(talks))


def _prompt(loaded: LoadedSuite) -> Iterator[Found]:
    """The file for the model agents is not there: other agents need none, so a run may do without."""
    name = loaded.suite.agent_prompt
    if name is None or not loaded.path.is_file():
        return
    try:
        found = (loaded.base / name).is_file()
    except (OSError, ValueError):  # too long, or with a null character
        found = False
    if not found:
        line, _ = loaded.positions.key_at("agent_prompt")
        yield Found("prompt_missing", "warning", None, line, {"file": name})
