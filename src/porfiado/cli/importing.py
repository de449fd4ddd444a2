"""`porfiado import`: read other people's traces, and write them as one's own or in another format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from rich.table import Table

from porfiado.cli.importing_cases import CasesWriter
from porfiado.cli.language import Speaker
from porfiado.cli.output import (
    OK,
    WRONG_USE,
    UsageProblem,
    check_writable,
    make_console,
    output_file,
    reader_may_leave,
)
from porfiado.cli.recorded import Problems, chosen_format, trace_files
from porfiado.records import Conversation
from porfiado.reports.safe import escaped
from porfiado.traces import LoadedConversation, all_formats, dumps, load_files
from porfiado.traces.counting import Counts
from porfiado.traces.native import encoded

CONVERSATIONS = "conversations"
CASES = "cases"

Encode = Callable[[Conversation], bytes]


class _NothingRead(Exception):
    """So that no file appears where there is nothing to stand in it."""


def command(
    *,
    files: Sequence[Path],
    to: str,
    out: Path,
    format_: str,
    world: str | None,
    keep_personal_data: bool,
    say: Speaker,
    quiet: bool,
) -> int:
    """Run the command; the exit code."""
    check_writable(out)
    writer = _writer(to, out, world, keep_personal_data, say)
    form = chosen_format(format_, say)
    inputs = trace_files(files, say, but=out)
    problems, counts = Problems(), Counts()
    with suppress(_NothingRead), output_file(out) as stream:
        for loaded in load_files(inputs, as_format=form, problems=problems):
            stream.write(writer.add(loaded))
            counts.add(loaded)
        if not counts.conversations:
            raise _NothingRead
        stream.write(writer.end())
    console = make_console(quiet=quiet)
    with reader_may_leave():
        if counts.conversations:
            console.print(_table(counts, len(inputs), say))
            console.print(say("run.wrote", path=escaped(str(out))))
            if to == CASES:
                console.print(say("import.review", path=escaped(str(out))))
    if problems.total:
        problems.complain(say, "import.bad")
        return WRONG_USE
    if not counts.conversations:
        raise UsageProblem(say("error.nothing_imported"))
    return OK


class _Lines:
    """Writes each conversation as a line."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode

    def add(self, loaded: LoadedConversation) -> bytes:
        """What a conversation adds to the file."""
        return self._encode(loaded.conversation) + b"\n"

    def end(self) -> bytes:
        """What ends the file."""
        return b""


def _writer(
    to: str, out: Path, world: str | None, keep_personal_data: bool, say: Speaker
) -> _Lines | CasesWriter:
    if to == CASES:
        return CasesWriter(out, world, keep_personal_data=keep_personal_data, say=say)
    if world is not None or keep_personal_data:
        option = "--world" if world is not None else "--keep-personal-data"
        raise UsageProblem(say("error.not_for_cases", option=option))
    return _Lines(_encoder(to, say))


def _encoder(to: str, say: Speaker) -> Encode:
    """What makes a line of a conversation.

    Raises:
        UsageProblem: nothing is written under that name.
    """
    if to == CONVERSATIONS:
        return dumps
    written = {form.name: form.write for form in all_formats() if form.write is not None}
    if to not in written:
        offered = ", ".join([CONVERSATIONS, CASES, *written])
        raise UsageProblem(say("error.unknown_target", to=to, offered=offered))
    write = written[to]
    return lambda conversation: encoded(write(conversation))


def _table(counts: Counts, files: int, say: Speaker) -> Table:
    """What was read, and below it what of it is marked."""
    formats = ", ".join(f"{escaped(name)} {count}" for name, count in counts.formats.most_common())
    kept = ", ".join(f"{escaped(kind)} {count}" for kind, count in counts.kept.most_common())
    rows = [
        ("files", files, ""),
        ("conversations", counts.conversations, formats),
        ("turns", counts.turns, ""),
        ("calls", counts.calls, ""),
    ]
    marked = [
        ("unanswered", counts.unanswered, ""),
        ("malformed", counts.malformed, ""),
        ("unmatched", counts.unmatched, ""),
        ("kept", counts.kept.total(), kept),
    ]
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    for name, count, more in [*rows, *(row for row in marked if row[1])]:
        table.add_row(say(f"import.{name}"), str(count), more)
    return table
