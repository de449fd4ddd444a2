"""`porfiado demo`: the bundled suites, the good agent and every planted defect; no key, no network."""

from __future__ import annotations

from time import perf_counter

from porfiado.agents.reference import DEFECTS
from porfiado.cli.language import Speaker
from porfiado.cli.mutants import conversations_of, hold_survey, rows
from porfiado.cli.outcome import Outputs
from porfiado.cli.output import INTERRUPTED, OK, make_console
from porfiado.cli.suites import load_all
from porfiado.grading.results import conversation_result
from porfiado.reports.defects import print_defects
from porfiado.runs.collect import run_head
from porfiado.runs.mutants import BASELINE, Status, Survey
from porfiado.runs.plan import Job, make_plan
from porfiado.suites import bundled


def command(*, seed: int, say: Speaker, quiet: bool) -> int:
    """Run the command; 0 when it ran."""
    started = perf_counter()
    prepared = load_all(list(bundled()), say)
    jobs = make_plan([one.suite for one in prepared])
    console = make_console(quiet=quiet)
    total = conversations_of(jobs)
    console.print(say("demo.intro", scenarios=len(jobs), defects=len(DEFECTS), conversations=total))
    console.print()
    survey = hold_survey(prepared, jobs, say, seed=seed, quiet=quiet)
    if survey is None:
        return INTERRUPTED
    head = run_head([one.suite for one in prepared], agent=BASELINE, seed=seed)
    _baseline(survey, jobs, head, say, quiet=quiet)
    console.print()
    print_defects(console, rows(survey.defects, say.language), say.language)
    caught = sum(report.status is Status.CAUGHT for report in survey.defects)
    tally = {"caught": caught, "total": len(survey.defects), "conversations": survey.conversations}
    console.print(
        say("demo.tally", **tally, turns=survey.turns, seconds=perf_counter() - started), style="bold"
    )
    console.print(say("demo.next"))
    return OK


def _baseline(survey: Survey, jobs: list[Job], head: dict[str, object], say: Speaker, *, quiet: bool) -> None:
    """The report of the good agent's run."""
    with Outputs.open(None, head, [job.scenario for job in jobs], say.language) as outputs:
        for finished in survey.baseline:
            suite = finished.job.suite.suite
            result = conversation_result(finished.conversation, finished.graded, suite=suite)
            outputs.add(finished.conversation, finished.graded, result)
    outputs.report(make_console(quiet=quiet))
