"""Reading files of recorded conversations, record by record; one bad record costs no other."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from porfiado.records import Conversation
from porfiado.traces.formats import Format, all_formats, format_of
from porfiado.traces.layout import Placed, Shapes, records
from porfiado.traces.problems import NotARecordError, RecordError, UnreadableRecordsError
from porfiado.traces.source import opened
from porfiado.traces.spool import Spool


class LoadedConversation(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation read from a file.

    Attributes:
        conversation: The record.
        file: The file as it was named.
        line: The line that it begins in, from 1.
        index: Which record of the file it is, from 0; records that could not be read count.
        format: The name of its format.
    """

    conversation: Conversation
    file: str
    line: int
    index: int
    format: str


def load_conversations(
    path: str | Path, *, as_format: Format | None = None, problems: list[RecordError] | None = None
) -> Iterator[LoadedConversation]:
    """The conversations of a file of any length, compressed with gzip or not.

    Records stand a line each (JSONL), in an array, in a long list within an object (`Format.slices`), or
    one after the other; of none is more than one record held. What a format scatters over many records
    (`Format.fragments`) is gathered on disk and handed out last. The format of each record is told by its
    content.

    Args:
        path: The file; `-` is standard input.
        as_format: Read every record as this format.
        problems: What could not be read is added to this list, and the rest is still handed out.

    Raises:
        UnreadableRecordsError: without `problems`, after the last record: those that could not be read.
    """
    return load_files((path,), as_format=as_format, problems=problems)


def load_files(
    paths: Iterable[str | Path], *, as_format: Format | None = None, problems: list[RecordError] | None = None
) -> Iterator[LoadedConversation]:
    """The conversations of several files, as `load_conversations` reads each.

    What is scattered over files of one folder, one after the other here, comes together.
    """
    found: list[RecordError] = [] if problems is None else problems
    for _, files in groupby(paths, lambda path: Path(path).parent):
        with closing(Spool()) as spool:
            reader = _Reader(as_format, found, spool)
            for file in files:
                yield from reader.file(file)
            yield from reader.gathered()
    if problems is None and found:
        raise UnreadableRecordsError(found)


class _Reader:
    """Reads the records of the files of a folder."""

    def __init__(self, form: Format | None, found: list[RecordError], spool: Spool) -> None:
        self._file = ""
        self._form = form
        self._found = found
        self._spool = spool
        self._scattered: dict[str, Format] = {}
        self._shapes = _shapes(form)
        quick = next((one for one in ([form] if form else all_formats()) if one.quick), None)
        self._quickly = (quick and quick.quick) or _never
        self._quick_name = quick.name if quick else ""

    def file(self, path: str | Path) -> Iterator[LoadedConversation]:
        """The conversations of a file, but for those that are scattered."""
        self._file = str(path)
        try:
            with opened(path) as stream:
                yield from self._conversations(records(stream, self._file, self._shapes))
        except OSError as error:
            self._found.append(RecordError(self._file, 0, "file", error.strerror or str(error)))
        except (EOFError, zlib.error, sqlite3.Error) as error:  # compressed and broken off; the disk is full
            self._found.append(RecordError(self._file, 0, "file", str(error)))

    def gathered(self) -> Iterator[LoadedConversation]:
        """The conversations that were scattered."""
        try:
            for group in self._spool.groups():
                self._file = group.file
                yield from self._read(self._scattered[group.format], group.values, group.line, group.index)
        except sqlite3.Error as error:
            self._found.append(RecordError(self._file, 0, "file", str(error)))

    def _conversations(self, placed: Iterable[Placed]) -> Iterator[LoadedConversation]:
        index = 0
        for line, value in placed:
            if (conversation := self._quickly(value)) is not None:
                yield LoadedConversation(
                    conversation=conversation,
                    file=self._file,
                    line=line,
                    index=index,
                    format=self._quick_name,
                )
                index += 1
                continue
            for form, record in self._recognised(line, value):
                if form is None:
                    pass
                elif form.fragments is None:
                    yield from self._read(form, record, line, index)
                else:
                    self._gather(form, record, line, index)
                index += 1

    def _recognised(self, line: int, value: Any) -> Iterator[tuple[Format | None, Any]]:
        """The records that a value holds, with their format; without one where it cannot be read."""
        if isinstance(value, RecordError):
            self._found.append(value)
            yield None, value
            return
        try:
            form = self._form or format_of(value)
        except NotARecordError as error:
            self._refuse(line, error)
            yield None, value
            return
        for record in in_slices(value, form.slices) if form.slices else (value,):
            yield form, record

    def _read(self, form: Format, record: Any, line: int, index: int) -> Iterator[LoadedConversation]:
        try:
            for conversation in form.read(record):
                if not (conversation.turns or form.fragments or self._is_own(record)):
                    raise NotARecordError("nothing of this format is in it")
                yield LoadedConversation(
                    conversation=conversation, file=self._file, line=line, index=index, format=form.name
                )
        except Exception as error:
            self._refuse(line, error, form, record)

    def _is_own(self, record: Any) -> bool:
        """Whether the format that was asked for would have been found without asking."""
        return self._form is None or self._form.recognises(record)

    def _gather(self, form: Format, record: Any, line: int, index: int) -> None:
        self._scattered[form.name] = form
        assert form.fragments is not None
        try:
            pieces = list(form.fragments(record))
            if not pieces and not self._is_own(record):
                raise NotARecordError("nothing of this format is in it")
            self._spool.add(form.name, self._file, line, index, pieces)
        except sqlite3.Error:  # the disk is full: no record is to blame
            raise
        except Exception as error:
            self._refuse(line, error, form, record)

    def _refuse(self, line: int, error: Exception, form: Format | None = None, record: Any = None) -> None:
        """Note what is wrong with a record. A format that breaks on it costs no more."""
        if isinstance(error, NotARecordError):
            code, detail = "shape", str(error)
        elif isinstance(error, RecursionError):
            code, detail = "shape", "nested too deeply"
        elif form is not None and not self._is_own(record):
            code, detail = "shape", f"not a record of the format {form.name}"
        else:
            code, detail = "format", f"{form.name if form else '?'}: {type(error).__name__}: {error}"
        self._found.append(RecordError(self._file, line, code, detail))


def _never(_: Any) -> None:
    return None


def in_slices(record: Any, keys: Iterable[str]) -> Iterator[Any]:
    """A record as one for each element of its long lists, the other keys as they are."""
    long = (
        [key for key in keys if record.get(key) and isinstance(record[key], list)]
        if isinstance(record, dict)
        else []
    )
    if not long:
        yield record
        return
    beside = {**record, **{key: [] for key in long}}
    for key in long:
        for item in record[key]:
            yield {**beside, key: [item]}


def _shapes(form: Format | None) -> Shapes:
    known = all_formats() if form is None else (form,)

    def is_record(values: list[Any]) -> bool:
        return any(one.recognises(values) for one in known if one.fragments is None)  # pieces are streamed

    def sliced(outline: dict[str, Any]) -> list[str]:
        try:
            found = form or format_of(outline)
        except NotARecordError:
            return []
        return [key for key in found.slices if isinstance(outline.get(key), list) and outline[key]]

    return Shapes(is_record, frozenset(key for one in known for key in one.slices), sliced)
