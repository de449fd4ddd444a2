"""Suites as commands take them: a file or a bundled name; loaded, and checked against their worlds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from porfiado.cases import Suite
from porfiado.cases.lint_world import IDLE_BAN, check_against_world
from porfiado.cases.loading import LoadedSuite, load_suites
from porfiado.cases.problems import SuiteError
from porfiado.cli.language import Speaker
from porfiado.cli.output import UsageProblem
from porfiado.grading.reference import reference_fault
from porfiado.suites import bundled
from porfiado.world import World, WorldError, load_world


@dataclass(frozen=True)
class Prepared:
    """A suite that can be run: it loads, its world imports, and the two fit each other."""

    loaded: LoadedSuite
    world: type[World] | None

    @property
    def suite(self) -> Suite:
        """The suite itself."""
        return self.loaded.suite

    @property
    def prompt(self) -> str | None:
        """What the suite tells agents; None where it tells nothing, or the file cannot be read."""
        return prompt_of(self.loaded)


def prompt_of(loaded: LoadedSuite) -> str | None:
    """The text of a suite's `agent_prompt`; None where it has none, or the file cannot be read."""
    if loaded.suite.agent_prompt is None:
        return None
    path = loaded.base / loaded.suite.agent_prompt
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return None  # a finding of lint says so


def find(name: str, say: Speaker) -> Path:
    """The file that `name` means: a path, or the name of a bundled suite.

    Raises:
        UsageProblem: it is neither.
    """
    path, known = Path(name), bundled()
    if path.exists():
        return path
    if name in known:
        return known[name]
    raise UsageProblem(say("error.no_suite", path=name, bundled=", ".join(known)))


def load(name: str, say: Speaker) -> list[Prepared]:
    """The suites in a file (or the bundled one of that name), with their worlds.

    Raises:
        UsageProblem: there is no such suite.
        SuiteError: with all its problems, each with file, line and column.
    """
    return [
        prepare(loaded)
        for loaded in load_suites(find(name, say), world_fault=world_fault, reference_fault=reference_fault)
    ]


def world_fault(reference: str, base: Path) -> str | None:
    """Why the world of a suite in the folder `base` cannot be used, in one line; None where it can."""
    try:
        load_world(reference, base)
    except WorldError as error:
        return str(error)
    return None


def prepare(loaded: LoadedSuite) -> Prepared:
    """The suite with its world, each checked against the other.

    Raises:
        SuiteError: the suite names what its world has not.
        WorldError: the world cannot be imported.
    """
    reference = loaded.suite.world
    world = load_world(reference, loaded.base) if reference else None
    found = check_against_world(loaded, world) if world is not None else ()
    problems = [problem for problem in found if problem.code != IDLE_BAN]
    if problems:
        raise SuiteError(problems)
    return Prepared(loaded, world)


def load_all(names: Sequence[str], say: Speaker) -> list[Prepared]:
    """The suites of all the files named; their names must differ.

    Raises:
        UsageProblem: two suites have the same name, or as `load`.
    """
    prepared = [one for name in names for one in load(name, say)]
    seen: set[str] = set()
    for one in prepared:
        if one.suite.suite in seen:
            raise UsageProblem(say("error.duplicate_suites", suite=one.suite.suite))
        seen.add(one.suite.suite)
    return prepared


def worlds(prepared: Iterable[Prepared]) -> dict[str, type[World]]:
    """Their worlds by suite name."""
    return {one.suite.suite: one.world for one in prepared if one.world is not None}


def prompts(prepared: Iterable[Prepared]) -> dict[str, str]:
    """What they tell agents, by suite name."""
    return {one.suite.suite: one.prompt for one in prepared if one.prompt is not None}
