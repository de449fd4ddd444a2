"""Where a command writes: people read standard output, machines read the files that were asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    wanted = os.environ.get("COLUMNS", "").lstrip("0")  # a width of 0 is what some shells say for "unknown"
    width = None if stream.isatty() or wanted else 110
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
        UsageProblem: a folder is missing, the path is a folder, or two outputs are the same file.
    """
    taken: set[Path] = set()
    for path in paths:
        if path is None:
            continue
        place = path.resolve()
        if place in taken and (place.is_file() or not place.exists()):
            raise UsageProblem(f"{path}: is named for two outputs")
        taken.add(place)
        if path.is_dir():
            raise UsageProblem(f"{path}: is a directory")
        if not path.parent.is_dir():
            raise UsageProblem(f"{path}: there is no directory {path.parent}")


class Lines:
    """A file of lines that is written while the work goes on: what was finished is there whatever happens.

    A line that cannot be written (the disk is full) leaves the lines before it whole and does not stop the
    work, which may have cost money: it is told by `close`.

    Raises:
        UsageProblem: nothing can be written there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._problem: str | None = None
        self._whole = 0
        try:
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise UsageProblem(f"{path}: {error.strerror}") from None

    def add(self, line: bytes) -> None:
        """Write one line, and its end."""
        if self._problem is not None:
            return
        left = memoryview(line + b"\n")
        try:
            while left:
                left = left[self._file.write(left) :]
            self._whole += len(line) + 1
        except OSError as error:
            self._problem = error.strerror
            with suppress(OSError):  # a pipe cannot be cut
                self._file.truncate(self._whole)

    def close(self) -> None:
        """Close the file.

        Raises:
            UsageProblem: a line was not written.
        """
        self._file.close()
        if self._problem is not None:
            raise UsageProblem(f"{self._path}: {self._problem}")
