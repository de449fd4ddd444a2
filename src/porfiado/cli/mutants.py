"""`porfiado mutants`: which planted defects of the reference agent does a suite catch?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from porfiado.agents import resolve
from porfiado.agents.reference import DEFECTS
from porfiado.cli.language import Speaker
from porfiado.cli.output import (
    FAILED,
    INTERRUPTED,
    OK,
    check_writable,
    make_console,
    output_file,
    reader_may_leave,
)
from porfiado.cli.suites import Prepared, load, prompts, worlds
from porfiado.records import Outcome
from porfiado.reports.defects import DefectRow, print_defects
from porfiado.reports.progress import Progress
from porfiado.reports.safe import escaped
from porfiado.runs.execute import run_interruptible
from porfiado.runs.mutants import BASELINE, HANGING_LIMIT, DefectReport, Survey, survey_defects
from porfiado.runs.plan import Job, make_plan
from porfiado.runs.runner import Runner, Settings


def command(
    *,
    name: str,
    only: Sequence[str],
    seed: int,
    json: Path | None,
    timeout: float,
    say: Speaker,
    quiet: bool,
) -> int:
    """Run the command; the exit code is 1 when a defect escapes."""
    check_writable(json)
    prepared = load(name, say)
    jobs = make_plan([one.suite for one in prepared], only=only)
    survey = hold_survey(prepared, jobs, say, seed=seed, quiet=quiet, hanging_limit=timeout)
    if survey is None:
        return INTERRUPTED
    with reader_may_leave():
        show(survey, ", ".join(one.suite.suite for one in prepared), say, quiet=quiet)
    if json is not None:
        write(survey, json)
    return FAILED if survey.escaped else OK


def hold_survey(
    prepared: Sequence[Prepared],
    jobs: Sequence[Job],
    say: Speaker,
    *,
    seed: int,
    quiet: bool,
    hanging_limit: float = HANGING_LIMIT,
) -> Survey | None:
    """Hold `jobs` with the good agent and with every defect, showing how far it is; None: interrupted."""
    settings = Settings(seed=seed, report_language=say.language)
    runner = Runner(resolve(BASELINE), worlds(prepared), settings, prompts=prompts(prepared))
    survey = Survey()
    total = conversations_of(jobs)
    with Progress(total, console=make_console(stderr=True), lang=say.language, quiet=quiet) as progress:
        interrupted = run_interruptible(
            lambda: survey_defects(
                jobs,
                runner,
                survey,
                hanging_limit=hanging_limit,
                on_finished=lambda finished: progress.advance(finished.conversation.ending),
            )
        )
    return None if interrupted else survey


def conversations_of(jobs: Sequence[Job]) -> int:
    """How many conversations a survey of `jobs` holds."""
    return len(jobs) * (1 + len(DEFECTS))


def show(survey: Survey, suite: str, say: Speaker, *, quiet: bool) -> None:
    """Print the table, what the good agent itself failed, and the tally."""
    console = make_console(quiet=quiet)
    console.print(say("mutants.title", suite=suite), style="bold")
    failed = [
        (finished, criterion, verdict)
        for finished in survey.baseline
        for criterion, verdict in finished.graded.criteria.items()
        if verdict.verdict is Outcome.FAIL and verdict.blocking
    ]
    broken = {finished.job.index for finished, _, _ in failed}
    total = len(survey.baseline)
    console.print(say("mutants.baseline", passed=total - len(broken), total=total))
    for finished, criterion, verdict in failed:
        values = {
            "criterion": criterion,
            "scenario": finished.job.scenario.id,
            "evidence": escaped(verdict.evidence or ""),
        }
        console.print(say("mutants.clerk_fails", **values), style="red")
    print_defects(console, rows(survey.defects, say.language), say.language)


def rows(reports: Sequence[DefectReport], lang: str) -> list[DefectRow]:
    """The reports as rows of the table."""
    return [
        DefectRow(
            defect=report.defect.name,
            description=report.defect.description[lang],
            status=report.status.value,
            found_by=dict(report.found_by),
            expected=tuple(report.defect.expected),
            collateral=dict(report.also_red),
            acted=report.acted,
            scenarios=report.conversations,
        )
        for report in reports
    ]


def write(survey: Survey, path: Path) -> None:
    """Write the table for machines."""
    table = [msgspec.to_builtins(row) for row in rows(survey.defects, "en")]
    with output_file(path) as stream:
        stream.write(
            msgspec.json.format(msgspec.json.encode({"baseline": BASELINE, "defects": table}), indent=1)
        )
        stream.write(b"\n")
