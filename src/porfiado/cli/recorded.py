"""What `grade` and `import` have in common: files of traces, their format, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from porfiado.cli.language import Speaker
from porfiado.cli.output import UsageProblem, make_console
from porfiado.reports.safe import escaped
from porfiado.traces import RecordError
from porfiado.traces.formats import Format, all_formats, named_format

_SHOWN = 20  # unreadable records named one by one
_ENDINGS = (".json", ".jsonl", ".ndjson")


def trace_files(paths: Sequence[Path], say: Speaker, *, but: Path | None = None) -> list[Path]:
    """The files meant: of a directory, all JSON files in it, compressed or not, in the order of their names.

    Args:
        paths: Files, directories, `-`.
        say: Words errors.
        but: The output, which is no input even where it stands among them.

    Raises:
        UsageProblem: a directory has no such file.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = [one for one in sorted(path.rglob("*")) if _is_trace(one, path) and not _same(one, but)]
        if not inside:
            raise UsageProblem(say("error.no_traces", path=path))
        found += inside
    return found


def _is_trace(file: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return not hidden and file.name.lower().removesuffix(".gz").endswith(_ENDINGS) and file.is_file()


def _same(file: Path, other: Path | None) -> bool:
    return other is not None and file.resolve() == other.resolve()


def chosen_format(name: str, say: Speaker) -> Format | None:
    """The format to read as; None where each record tells its own.

    Raises:
        UsageProblem: there is none of that name.
    """
    if name == "auto":
        return None
    try:
        return named_format(name)
    except KeyError:
        offered = ", ".join(["auto", *(form.name for form in all_formats())])
        raise UsageProblem(say("error.unknown_format", format=name, offered=offered)) from None


class Problems(list[RecordError]):
    """What could not be read: counted all, kept as many as are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.total = 0

    def append(self, problem: RecordError) -> None:
        """Take one in."""
        self.total += 1
        if self.total <= _SHOWN:
            super().append(problem)

    def complain(self, say: Speaker, key: str) -> None:
        """Say on standard error what they are; the text `key` says what became of the rest."""
        console = make_console(stderr=True)
        for line in self._lines(say.language):
            console.print(f"{say('error.prefix')} {escaped(line)}", soft_wrap=True)
        console.print(say(key, count=self.total))

    def _lines(self, language: str) -> Iterator[str]:
        return (problem.render(language) for problem in self)
