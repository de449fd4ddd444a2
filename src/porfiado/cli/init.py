"""`porfiado init`: a small suite and an agent to start from."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from rich.text import Text

from porfiado.cli.language import Speaker
from porfiado.cli.output import OK, UsageProblem, make_console
from porfiado.reports.safe import escaped
from porfiado.suites import template

_SUITE = "suite.yaml"
_AGENT = "agent:reply"


def command(*, say: Speaker, directory: Path, quiet: bool) -> int:
    """Copy the template of the speaker's language into `directory`, and say what to type next."""
    created = _copy(template(say.language), directory, say)
    console = make_console(quiet=quiet)
    console.print(Text(say("init.created", path=escaped(str(directory)))), soft_wrap=True)
    for path in created:
        what = say(f"init.{path.stem.lower()}")
        console.print(Text.assemble("  ", (path.name.ljust(12), "bold"), what))
    console.print(Text("\n" + say("init.next")))
    for line in next_commands(directory):
        console.print(Text.assemble("  ", (line, "cyan")), soft_wrap=True)
    return OK


def next_commands(directory: Path) -> tuple[str, ...]:
    """The commands to type next, as they work from the present working directory."""
    from porfiado.cases.loading import load_suite

    scenario = load_suite(directory / _SUITE).scenarios[0].id
    return (
        f"cd {shlex.quote(str(directory))}",
        f"porfiado lint {_SUITE}",
        f"porfiado run {_SUITE} --agent {_AGENT}",
        f"porfiado mutants {_SUITE}",
        f"porfiado chat {_SUITE} {shlex.quote(scenario)} --agent {_AGENT}",
    )


def _copy(source: Path, directory: Path, say: Speaker) -> list[Path]:
    """The files created.

    Raises:
        UsageProblem: the directory holds something already, or cannot be written.
    """
    if directory.exists() and not directory.is_dir():
        raise UsageProblem(say("error.not_folder", path=directory))
    try:
        if directory.is_dir() and any(directory.iterdir()):
            raise UsageProblem(say("error.not_empty", path=directory))
        directory.mkdir(parents=True, exist_ok=True)
        files = sorted(path for path in source.iterdir() if path.is_file())
        return [Path(shutil.copyfile(path, directory / path.name)) for path in files]
    except OSError as error:
        raise UsageProblem(f"{directory}: {error.strerror}") from None
