"""`porfiado lint`: the suite's own faults, before money is spent on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from porfiado.cases.lint import Finding, lint
from porfiado.cases.loading import LoadedSuite, load_suites
from porfiado.cli.language import Speaker
from porfiado.cli.output import FAILED, OK, check_writable, make_console, output_file, reader_may_leave
from porfiado.cli.suites import find, prompt_of, world_fault
from porfiado.grading.reference import reference_fault
from porfiado.reports.safe import escaped
from porfiado.world import load_world

FORMAT = "porfiado.lint/1"
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


class Linted(msgspec.Struct, frozen=True):
    """One finding, as `--json` writes it."""

    suite: str
    file: str
    line: int
    severity: str
    code: str
    scenario: str | None
    message: str
    advice: str


def command(*, say: Speaker, names: Sequence[str], json: Path | None, quiet: bool) -> int:
    """Print every finding of the suites named; 1 where there is any."""
    check_writable(json)
    loaded = [one for name in names for one in _load(name, say)]
    found = [(suite, _lint(suite, say)) for suite in loaded]
    console = make_console(quiet=quiet)
    with reader_may_leave():
        for suite, findings in found:
            _print(console, suite, findings, say)
    if json is not None:
        _write(json, found)
    return FAILED if any(findings for _, findings in found) else OK


def _load(name: str, say: Speaker) -> list[LoadedSuite]:
    return load_suites(
        find(name, say), language=say.language, world_fault=world_fault, reference_fault=reference_fault
    )


def _lint(loaded: LoadedSuite, say: Speaker) -> list[Finding]:
    """The findings of one suite."""
    suite = loaded.suite
    world = load_world(suite.world, loaded.base) if suite.world else None
    return lint(loaded, world, prompt_of(loaded), say.language)


def _print(console: Console, loaded: LoadedSuite, findings: Sequence[Finding], say: Speaker) -> None:
    scenarios = len(loaded.suite.scenarios)
    name = escaped(loaded.suite.suite)
    if not findings:
        console.print(Text(f"✔ {say('lint.clean', suite=name, scenarios=scenarios)}", style="green"))
        return
    for one in findings:
        console.print(_line(loaded, one, say), soft_wrap=True)
        advice = Text(f"{say('lint.advice')} {escaped(one.advice)}", style="dim")
        console.print(Padding(advice, (0, 0, 0, 4)))
    console.print(Text(say("lint.found", suite=name, count=len(findings), scenarios=scenarios), style="bold"))


def _line(loaded: LoadedSuite, one: Finding, say: Speaker) -> Text:
    """`file:line: severity: scenario: what is wrong [code]`, as editors and people read it."""
    place = f"{escaped(str(loaded.path))}:{one.line}: "
    text = Text.assemble(place, (f"{say(f'lint.{one.severity}')}: ", _STYLES[one.severity]))
    if one.scenario is not None:
        text.append(f"{escaped(one.scenario)}: ", style="bold")
    return text.append(escaped(one.message)).append(f" [{one.code}]", style="dim")


def _write(path: Path, found: Sequence[tuple[LoadedSuite, Sequence[Finding]]]) -> None:
    listed = [
        Linted(
            loaded.suite.suite,
            str(loaded.path),
            one.line,
            one.severity,
            one.code,
            one.scenario,
            one.message,
            one.advice,
        )
        for loaded, findings in found
        for one in findings
    ]
    with output_file(path) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode({"format": FORMAT, "findings": listed})) + b"\n")
