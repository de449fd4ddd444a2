"""Where a command writes: people read standard output, machines read the files that were asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from porfiado.files import atomic_file

if TYPE_CHECKING:
    from rich.console import Console

OK, FAILED, WRONG_USE, BROKEN, INTERRUPTED = 0, 1, 2, 3, 130


class UsageProblem(Exception):
    """Something the person at the keyboard can mend: one line each, exit code 2."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        super().__init__("\n".join(lines))


def make_console(*, quiet: bool = False, stderr: bool = False) -> Console:
    """A console: colour where it is a terminal, none with NO_COLOR, silent with `quiet`."""
    from rich.console import Console

    class _Console(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # Rich would end the program with code 1, before files are written

    stream = sys.stderr if stderr else sys.stdout
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a message with a lone surrogate must not end a run
    width = None if stream.isatty() or os.environ.get("COLUMNS") else 110
    # NO_COLOR turns all styles off, bold and dim too: what follows must be free of escape codes.
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return _Console(
        file=stream,
        quiet=quiet,
        color_system=colours,
        highlight=False,
        markup=False,
        width=width,
        soft_wrap=False,
    )


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """While inside, a reader of standard output who stops reading (`| head`) changes only the output."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the exit flush is silent


@contextmanager
def output_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears whole or not at all.

    Raises:
        UsageProblem: it cannot be written there.
    """
    try:
        with atomic_file(path) as stream:
            yield stream
    except OSError as error:
        raise UsageProblem(f"{path}: {error.strerror}") from None


def check_writable(*paths: Path | None) -> None:
    """Refuse an output that cannot be written before the work is done, not after.

    Raises:
        UsageProblem: a folder is missing, or the path is a folder.
    """
    for path in paths:
        if path is None:
            continue
        if path.is_dir():
            raise UsageProblem(f"{path}: is a directory")
        if not path.parent.is_dir():
            raise UsageProblem(f"{path}: there is no directory {path.parent}")


def open_stream(path: Path) -> IO[bytes]:
    """A file that is written while the work goes on, so that what was finished is there whatever happens.

    Raises:
        UsageProblem: it cannot be written there.
    """
    try:
        return path.open("wb")
    except OSError as error:
        raise UsageProblem(f"{path}: {error.strerror}") from None
