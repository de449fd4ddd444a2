"""Reading files of recorded conversations, record by record; one bad record costs no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from porfiado.records import Conversation
from porfiado.traces.formats import Format, Fragment, format_of
from porfiado.traces.problems import NotARecordError, RecordError, UnreadableRecordsError

_BOM = b"\xef\xbb\xbf"


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
    """The conversations of a JSONL file (read line by line, however long), or of a JSON file (read whole).

    A JSON file holds one record or an array of them. The format of each record is told by its keys.

    Args:
        path: The file.
        as_format: Read every record as this format.
        problems: What could not be read is added to this list, and the rest is still handed out.

    Raises:
        UnreadableRecordsError: without `problems`, after the last record: those that could not be read.
    """
    found: list[RecordError] = [] if problems is None else problems
    name = str(path)
    try:
        with Path(path).open("rb") as stream:
            yield from _conversations(_records(stream, name), name, as_format, found)
    except OSError as error:
        found.append(RecordError(name, 0, "file", error.strerror or str(error)))
    if problems is None and found:
        raise UnreadableRecordsError(found)


def _conversations(
    records: Iterator[tuple[int, Any]], file: str, as_format: Format | None, found: list[RecordError]
) -> Iterator[LoadedConversation]:
    scattered: dict[tuple[str, str], list[tuple[Format, int, int, Fragment]]] = {}
    for index, (line, raw) in enumerate(records):
        if isinstance(raw, RecordError):
            found.append(raw)
            continue
        try:
            one = format_of(raw) if as_format is None else as_format
            if one.fragments is None:
                yield from _loaded(one, raw, file, line, index)
                continue
            for piece in one.fragments(raw):
                scattered.setdefault((one.name, piece.group), []).append((one, line, index, piece))
        except NotARecordError as error:
            found.append(RecordError(file, line, "shape", str(error)))
    for pieces in scattered.values():
        one, line, index, _ = pieces[0]
        values = [piece.value for *_, piece in sorted(pieces, key=lambda item: item[3].order)]
        try:
            yield from _loaded(one, values, file, line, index)
        except NotARecordError as error:
            found.append(RecordError(file, line, "shape", str(error)))


def _loaded(one: Format, raw: Any, file: str, line: int, index: int) -> Iterator[LoadedConversation]:
    for conversation in one.read(raw):
        yield LoadedConversation(
            conversation=conversation, file=file, line=line, index=index, format=one.name
        )


def _records(stream: BinaryIO, file: str) -> Iterator[tuple[int, Any]]:
    """Each record with its line, as a JSON value, or the problem that stands in its place."""
    first = _first_line(stream)
    stream.seek(0)
    if _is_whole_document(first, file):
        yield from _from_document(stream.read(), file)
        return
    for line, raw in enumerate(stream, 1):
        text = raw.removeprefix(_BOM) if line == 1 else raw
        if text.strip():
            yield line, _decode(text.rstrip(b"\r\n"), file, line)


def _first_line(stream: BinaryIO) -> bytes:
    for raw in stream:
        text = raw.removeprefix(_BOM).strip()
        if text:
            return text
    return b""


def _is_whole_document(first: bytes, file: str) -> bool:
    """Whether the file is one JSON value: an array, or an object that goes on after its first line."""
    if Path(file).suffix.lower() in (".jsonl", ".ndjson"):
        return False
    if first.startswith(b"["):
        return True
    return first.startswith(b"{") and isinstance(_decode(first, file, 1), RecordError)


def _from_document(raw: bytes, file: str) -> Iterator[tuple[int, Any]]:
    try:
        text = raw.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        yield raw.count(b"\n", 0, error.start) + 1, _bad_encoding(raw, file, error)
        return
    if text.lstrip().startswith("["):
        yield from _from_array(text, file)
        return
    line = text[: len(text) - len(text.lstrip())].count("\n") + 1
    value = _decode(text.encode(), file, line)
    yield line, _at_its_line(text, value) if isinstance(value, RecordError) else value


def _at_its_line(text: str, problem: RecordError) -> RecordError:
    """The problem of a document, at the line where it is and not at the one where the document begins."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return _bad_json(problem.file, error.lineno, error)
    except (RecursionError, ValueError):
        pass
    return problem


def _from_array(text: str, file: str) -> Iterator[tuple[int, Any]]:
    """The elements one by one: where the text breaks off, those before are still read."""
    decoder = json.JSONDecoder()
    at = _skip(text, text.index("[") + 1)
    line, counted = 1, 0
    while at < len(text) and text[at] != "]":
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError) as error:
            yield line, _bad_json(file, getattr(error, "lineno", line), error)
            return
        yield line, value
        at = _skip(text, at)
        if at < len(text) and text[at] not in ",]":
            missing = json.JSONDecodeError("',' or ']' expected", text, at)
            yield missing.lineno, _bad_json(file, missing.lineno, missing)
            return
        if at < len(text) and text[at] == ",":
            at = _skip(text, at + 1)
    if at >= len(text):
        last = text.rstrip().count("\n") + 1
        yield last, RecordError(file, last, "json", "the array is not closed")


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _decode(raw: bytes, file: str, line: int) -> Any:
    """The JSON value of a line, or what is wrong with it. NaN and lone surrogates are let through."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return json.loads(raw.decode())
    except UnicodeDecodeError as error:
        return _bad_encoding(raw, file, error, line)
    except (json.JSONDecodeError, RecursionError, ValueError) as error:
        return _bad_json(file, line, error)


def _bad_json(file: str, line: int, error: Exception) -> RecordError:
    if isinstance(error, json.JSONDecodeError):
        return RecordError(file, line, "json", f"{error.msg} (column {error.colno})")
    return RecordError(
        file, line, "json", "nested too deeply" if isinstance(error, RecursionError) else str(error)
    )


def _bad_encoding(raw: bytes, file: str, error: UnicodeDecodeError, line: int | None = None) -> RecordError:
    where = line or raw.count(b"\n", 0, error.start) + 1
    return RecordError(file, where, "encoding", f"byte {error.object[error.start]:#04x}")
