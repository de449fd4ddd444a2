"""`porfiado run`: hold a suite's conversations with an agent, and grade them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from porfiado.agents import resolve
from porfiado.cli.language import Speaker
from porfiado.cli.outcome import Outputs
from porfiado.cli.output import INTERRUPTED, Lines, check_writable, make_console, reader_may_leave
from porfiado.cli.suites import Prepared, load_all, prompts, worlds
from porfiado.grading.results import conversation_result
from porfiado.reports.progress import Progress
from porfiado.runs.collect import run_head
from porfiado.runs.execute import execute, run_interruptible
from porfiado.runs.plan import make_plan
from porfiado.runs.runner import Finished, Runner, Settings
from porfiado.traces.native import dumps
from porfiado.user.modes import check_mode


def command(
    *,
    names: Sequence[str],
    agent: str,
    user: str,
    trials: int,
    seed: int,
    concurrency: int,
    only: Sequence[str],
    json: Path | None,
    export: Path | None,
    timeout: float | None,
    agent_retries: int,
    max_errors: int,
    say: Speaker,
    quiet: bool,
) -> int:
    """Run the command; the exit code."""
    check_writable(json, export)
    check_mode(user)
    prepared = load_all(names, say)
    jobs = make_plan([one.suite for one in prepared], trials=trials, only=only)
    settings = Settings(
        user=user, seed=seed, agent_retries=agent_retries, reply_timeout=timeout, report_language=say.language
    )
    runner = Runner(resolve(agent), worlds(prepared), settings, prompts=prompts(prepared))
    suites = [one.suite for one in prepared]
    head = run_head(suites, agent=agent, user=user, seed=seed, trials=trials, only=only)
    exported = Lines(export) if export else None
    with ExitStack() as stack:
        outputs = stack.enter_context(Outputs.open(json, head, [job.scenario for job in jobs], say.language))
        progress = stack.enter_context(
            Progress(len(jobs), console=make_console(stderr=True), lang=say.language, quiet=quiet)
        )
        interrupted = run_interruptible(
            lambda: execute(
                jobs,
                runner.hold,
                concurrency=concurrency,
                on_result=lambda finished: _keep(finished, outputs, exported, several=len(suites) > 1),
                on_finished=lambda finished: progress.advance(finished.conversation.ending),
            )
        )
    with reader_may_leave():
        outputs.report(make_console(quiet=quiet), not_enforced=_not_enforced(prepared), stopped=interrupted)
        _name_files(make_console(quiet=quiet), (json, export), say)
    if exported is not None:
        exported.close()
    if interrupted:
        _say_interrupted(len(outputs.collector.results), len(jobs), say)
        return INTERRUPTED
    return outputs.collector.exit_code(max_errors)


def _say_interrupted(done: int, total: int, say: Speaker) -> None:
    make_console(stderr=True).print(say("run.interrupted", done=done, total=total))


def _name_files(console: Console, paths: Sequence[Path | None], say: Speaker) -> None:
    for path in paths:
        if path is not None:
            console.print(say("run.wrote", path=path))


def _keep(finished: Finished, outputs: Outputs, exported: Lines | None, *, several: bool) -> None:
    """Take a conversation into the outputs; its suite is named where there are `several`."""
    suite = finished.job.suite.suite if several else None
    result = conversation_result(finished.conversation, finished.graded, suite=suite)
    outputs.add(finished.conversation, finished.graded, result)
    if exported is not None:
        exported.add(dumps(finished.conversation))


def _not_enforced(prepared: Sequence[Prepared]) -> dict[str, tuple[str, ...]]:
    """Scenario → the words of its tone and constraints that nothing enforces."""
    scenarios = [scenario for one in prepared for scenario in one.suite.scenarios]
    return {scenario.id: scenario.not_enforced for scenario in scenarios if scenario.not_enforced}
