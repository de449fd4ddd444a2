"""`porfiado grade`: judge conversations and trajectories that were recorded elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porfiado.cli.language import Speaker
from porfiado.cli.outcome import Outputs
from porfiado.cli.output import WRONG_USE, UsageProblem, check_writable, make_console, reader_may_leave
from porfiado.cli.suites import Prepared, load
from porfiado.grading import Grader
from porfiado.grading.recorded import PairedConversation, pair
from porfiado.grading.results import conversation_result
from porfiado.reports.safe import escaped
from porfiado.runs.collect import suite_names
from porfiado.runs.runner import grader_for
from porfiado.traces import RecordError, load_conversations
from porfiado.traces.formats import Format, all_formats, named_format

_SHOWN = 20  # unreadable lines named one by one


def command(
    *,
    files: Sequence[Path],
    cases: str | None,
    format_: str,
    json: Path | None,
    max_errors: int,
    say: Speaker,
    quiet: bool,
) -> int:
    """Run the command; the exit code."""
    check_writable(json)
    if cases is None:
        raise UsageProblem(say("error.grade_needs_cases"))
    form = _format(format_, say)
    prepared = load(cases, say)
    graders = _graders(prepared, say.language)
    scenarios = [scenario for one in prepared for scenario in one.suite.scenarios]
    problems: list[RecordError] = []
    head = {
        "run": "",
        "suite": suite_names(one.suite for one in prepared),
        "agent": "recorded",
        "user": "recorded",
        "seed": None,
    }
    console = make_console(quiet=quiet)
    with Outputs.open(json, head, scenarios, say.language) as outputs:
        for file in files:
            loaded = load_conversations(file, as_format=form, problems=problems)
            for one in pair(loaded, scenarios, problems):
                _grade(one, graders[one.scenario.id], outputs)
    with reader_may_leave():
        outputs.report(console)
        if json is not None:
            console.print(say("run.wrote", path=json))
    if problems:
        _complain(problems, say)
        return WRONG_USE
    if not outputs.collector.results:  # a gate that has seen nothing must not open
        raise UsageProblem(say("error.nothing_graded"))
    return outputs.collector.exit_code(max_errors)


def _grade(one: PairedConversation, grader: Grader, outputs: Outputs) -> None:
    graded = grader.grade(one.conversation)
    outputs.add(one.conversation, graded, conversation_result(one.conversation, graded))


def _graders(prepared: Sequence[Prepared], lang: str) -> dict[str, Grader]:
    """A grader for each scenario, by its id."""
    return {
        scenario.id: grader_for(one.suite, scenario, one.world, lang, prompt=prompt)
        for one, prompt in ((one, one.prompt) for one in prepared)
        for scenario in one.suite.scenarios
    }


def _format(name: str, say: Speaker) -> Format | None:
    if name == "auto":
        return None
    try:
        return named_format(name)
    except KeyError:
        offered = ", ".join(["auto", *(form.name for form in all_formats())])
        raise UsageProblem(say("error.unknown_format", format=name, offered=offered)) from None


def _complain(problems: Sequence[RecordError], say: Speaker) -> None:
    """Say on standard error what could not be graded."""
    console = make_console(stderr=True)
    for problem in problems[:_SHOWN]:
        console.print(f"{say('error.prefix')} {escaped(problem.render(say.language))}", soft_wrap=True)
    console.print(say("error.bad_lines", count=len(problems)))
