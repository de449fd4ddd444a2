"""The commands. Each one's work is in a module of its own, loaded when it runs: `--help` answers at once."""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from porfiado import __version__
from porfiado.cli import options as o
from porfiado.cli.language import OFFERED, Speaker, pick_language
from porfiado.cli.output import INTERRUPTED, OK, WRONG_USE, UsageProblem

# Mistakes of the person at the keyboard, by name: importing their classes here would load everything.
_FULL = (errno.ENOSPC, errno.EDQUOT)
_MISTAKES = {
    "AgentSpecError",
    "CriterionError",
    "SelectionError",
    "SuiteError",
    "UnreadableRecordsError",
    "UsageProblem",
    "UserModeError",
    "WorldError",
}

app = typer.Typer(
    name="porfiado",
    help="help.app",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _work(context: typer.Context, module: str, **values: Any) -> None:
    """Run a command's module and leave with its exit code."""
    raise typer.Exit(import_module(f"porfiado.cli.{module}").command(say=context.obj, **values))


def _version(value: bool) -> None:
    if value:
        typer.echo(f"porfiado {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="help.version", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


@app.command(help="help.demo")
def demo(context: typer.Context, seed: o.Seed = 1, lang: o.Lang = None, quiet: o.Quiet = False) -> None:
    _work(context, "demo", seed=seed, quiet=quiet)


@app.command(help="help.init")
def init(context: typer.Context, directory: o.Directory, lang: o.Lang = None, quiet: o.Quiet = False) -> None:
    _work(context, "init", directory=directory, quiet=quiet)


@app.command(help="help.lint")
def lint(
    context: typer.Context, suites: o.Suites, json: o.Json = None, lang: o.Lang = None, quiet: o.Quiet = False
) -> None:
    _work(context, "lint", names=suites, json=json, quiet=quiet)


@app.command(help="help.run")
def run(
    context: typer.Context,
    suites: o.Suites,
    agent: o.AgentSpec,
    user: o.User = "scripted",
    trials: o.Trials = 1,
    seed: o.Seed = 1,
    concurrency: o.Concurrency = 10,
    only: o.Only = None,
    json: o.Json = None,
    export: o.Export = None,
    timeout: o.Timeout = None,
    agent_retries: o.Retries = 0,
    max_errors: o.MaxErrors = 0,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
) -> None:
    _work(
        context,
        "run",
        names=suites,
        agent=agent,
        user=user,
        trials=trials,
        seed=seed,
        concurrency=concurrency,
        only=tuple(only or ()),
        json=json,
        export=export,
        timeout=timeout,
        agent_retries=agent_retries,
        max_errors=max_errors,
        quiet=quiet,
    )


@app.command(help="help.grade")
def grade(
    context: typer.Context,
    files: o.Files,
    cases: o.Cases = None,
    format_: o.Format = "auto",
    json: o.Json = None,
    max_errors: o.MaxErrors = 0,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
) -> None:
    _work(
        context,
        "grade",
        files=files,
        cases=cases,
        format_=format_,
        json=json,
        max_errors=max_errors,
        quiet=quiet,
    )


@app.command(name="import", help="help.import")
def import_(
    context: typer.Context,
    files: o.Files,
    out: o.Out,
    to: o.To = "conversations",
    format_: o.Format = "auto",
    world: o.WorldOf = None,
    keep_personal_data: o.KeepPersonal = False,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
) -> None:
    _work(
        context,
        "importing",
        files=files,
        to=to,
        out=out,
        format_=format_,
        world=world,
        keep_personal_data=keep_personal_data,
        quiet=quiet,
    )


@app.command(help="help.mutants")
def mutants(
    context: typer.Context,
    suite: o.OneSuite,
    only: o.Only = None,
    seed: o.Seed = 1,
    json: o.Json = None,
    timeout: o.HangingLimit = 0.2,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
) -> None:
    _work(
        context,
        "mutants",
        name=suite,
        only=tuple(only or ()),
        seed=seed,
        json=json,
        timeout=timeout,
        quiet=quiet,
    )


@app.command(help="help.chat")
def chat(
    context: typer.Context,
    suite: o.OneSuite,
    scenario: o.ScenarioId,
    agent: o.AgentSpec,
    export: o.Export = None,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
) -> None:
    _work(context, "chat", name=suite, scenario_id=scenario, agent=agent, export=export, quiet=quiet)


@app.command(help="help.schema")
def schema(context: typer.Context, what: o.What, lang: o.Lang = None) -> None:
    _work(context, "schema", what=what)


def run_command_line(arguments: Sequence[str]) -> int:
    """Run the command line on `arguments`: the exit code of the contracts page.

    A mistake of the person at the keyboard is a line on standard error and code 2, never a traceback.
    """
    _fill_closed_streams()
    say = Speaker(pick_language(arguments))
    try:
        _refuse_language(arguments, say)
        command = _translated(typer.main.get_command(app), say)
        code = command(args=list(arguments), prog_name="porfiado", standalone_mode=False, obj=say)
        return OK if code is None else int(code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the exit flush is silent
        return OK
    except Exception as error:
        return _explain(error, say)


def _fill_closed_streams() -> None:
    """Give what was started without an output (`>&-`) one that leads nowhere: no file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - for good


def _translated(command: Any, say: Speaker) -> Any:
    """`command`, and what it holds, with its help texts in the speaker's language instead of their keys."""
    for holder in (command, *command.params):
        key = getattr(holder, "help", None)
        if key and key.startswith("help."):
            holder.help = say(key)
    for inner in getattr(command, "commands", {}).values():
        _translated(inner, say)
    return command


def _refuse_language(arguments: Sequence[str], say: Speaker) -> None:
    for index, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else None
        if argument == "--lang" and index + 1 < len(arguments):
            value = arguments[index + 1]
        if value is not None and value not in OFFERED:
            raise UsageProblem(say("error.unknown_language", language=value, offered=", ".join(OFFERED)))


def _explain(error: Exception, say: Speaker) -> int:
    """Tell a person what was wrong; the exit code."""
    show = getattr(error, "show", None)
    if show is not None and hasattr(error, "exit_code"):  # Typer's own: wrong use of a command
        show()
        return WRONG_USE
    if type(error).__name__ == "Abort":
        return INTERRUPTED
    if not _MISTAKES.isdisjoint(cls.__name__ for cls in type(error).__mro__):
        render = getattr(error, "render", None)
        for line in (render(say.language) if render else str(error)).splitlines():
            _to_stderr(f"{say('error.prefix')} {line}")
        return WRONG_USE
    if isinstance(error, OSError) and error.errno in _FULL:
        _to_stderr(f"{say('error.prefix')} {error.strerror}")
        return WRONG_USE
    if os.environ.get("PORFIADO_TRACEBACK"):
        raise error
    _to_stderr(say("error.internal", error=f"{type(error).__name__}: {error}"))
    return WRONG_USE


def _to_stderr(line: str) -> None:
    from porfiado.reports.safe import escaped

    sys.stderr.write(escaped(line) + "\n")
