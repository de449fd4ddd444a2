"""`porfiado grade`: judge conversations and trajectories that were recorded elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from porfiado.cases import Scenario
from porfiado.cli.language import Speaker
from porfiado.cli.outcome import Outputs
from porfiado.cli.output import WRONG_USE, UsageProblem, check_writable, make_console, reader_may_leave
from porfiado.cli.recorded import Problems, chosen_format, trace_files
from porfiado.cli.suites import Prepared, load
from porfiado.grading import Grader
from porfiado.grading.recorded import UNASKED, pair, unasked
from porfiado.grading.results import conversation_result
from porfiado.runs.collect import suite_names
from porfiado.runs.runner import grader_for
from porfiado.traces import load_files


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
    form = chosen_format(format_, say)
    prepared = load(cases, say) if cases is not None else []
    inputs = trace_files(files, say, but=json)
    scenarios = [scenario for one in prepared for scenario in one.suite.scenarios]
    grader_of = _graders(prepared, say.language)
    problems = Problems()
    name = suite_names(one.suite for one in prepared) if prepared else _name(inputs)
    head = {"run": "", "suite": name, "agent": "recorded", "user": "recorded", "seed": None}
    console = make_console(quiet=quiet)
    with Outputs.open(json, head, scenarios, say.language) as outputs:
        loaded = load_files(inputs, as_format=form, problems=problems)
        for one in pair(loaded, scenarios, problems) if prepared else unasked(loaded):
            graded = grader_of(one.scenario).grade(one.conversation)
            outputs.add(one.conversation, graded, conversation_result(one.conversation, graded))
    with reader_may_leave():
        outputs.report(console)
        if json is not None:
            console.print(say("run.wrote", path=json))
    if problems.total:
        problems.complain(say, "error.bad_lines")
        return WRONG_USE
    if not outputs.collector.results:  # a gate that has seen nothing must not open
        raise UsageProblem(say("error.nothing_graded"))
    return outputs.collector.exit_code(max_errors)


def _graders(prepared: Sequence[Prepared], lang: str) -> Callable[[Scenario], Grader]:
    """Finds the grader of a scenario."""
    graders = {
        scenario.id: grader_for(one.suite, scenario, one.world, lang, prompt=prompt)
        for one, prompt in ((one, one.prompt) for one in prepared)
        for scenario in one.suite.scenarios
    }
    plain = Grader(UNASKED, lang, lang=lang)
    return lambda scenario: graders.get(scenario.id, plain)


def _name(files: Sequence[Path]) -> str:
    """What the report is called where there is no suite."""
    return files[0].name if len(files) == 1 else f"{files[0].name} +{len(files) - 1}"
