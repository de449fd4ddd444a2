"""How a file lays out its records: a line each, an array, a long list within an object, or one document."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO

import msgspec

from porfiado.traces.problems import RecordError
from porfiado.traces.scanner import BOM, BrokenJsonError, Scanner

Placed = tuple[int, Any]  # a line, from 1, and the value that begins there or the problem in its place

LONG_LINE = 8 << 20  # bytes: a longer first line is no record of a file of lines
_FIRST = 5  # so many elements of an array show whether it is a record itself
_LINES = (".jsonl", ".ndjson")
_PAIRS = {b"{": b"}", b"[": b"]"}


class Shapes(msgspec.Struct, frozen=True):
    """What the formats know of layouts.

    Attributes:
        is_record: Whether an array that begins with these elements is itself one record.
        slices: The keys that may hold a long list.
        sliced: Those of an object's keys whose lists are to be read element by element; it is given with
            no more than the first element of each.
    """

    is_record: Callable[[list[Any]], bool]
    slices: frozenset[str]
    sliced: Callable[[dict[str, Any]], Sequence[str]]


def records(stream: BinaryIO, file: str, shapes: Shapes) -> Iterator[Placed]:
    """Each record with its line, as a JSON value, or the `RecordError` that stands in its place.

    Nothing but one record is held, however long the file is.

    Args:
        stream: The file, which can be gone back in.
        file: Its name, whose ending may tell that it has a record a line.
        shapes: What the formats know of layouts.
    """
    lines = _has_lines(stream, file)
    _rewind(stream)
    if lines:
        yield from _lines(stream, file)
        return
    try:
        yield from _documents(stream, shapes)
    except BrokenJsonError as error:
        yield error.line, RecordError(file, error.line, error.code, error.detail)


def _rewind(stream: BinaryIO) -> None:
    stream.seek(0)
    if stream.read(len(BOM)) != BOM:
        stream.seek(0)


def _has_lines(stream: BinaryIO, file: str) -> bool:
    """Whether the file has a record a line: so its name says, or its first two lines are whole."""
    _rewind(stream)
    first, whole = _next_line(stream)
    opening, closing = first[:1], first[-1:]
    if file.lower().removesuffix(".gz").endswith(_LINES):
        return first not in (b"{", b"[")
    if opening not in _PAIRS:
        return True
    if not whole or closing != _PAIRS[opening]:
        return False
    second, _ = _next_line(stream)
    return second[:1] in _PAIRS or (opening == b"{" and not second)


def _next_line(stream: BinaryIO) -> tuple[bytes, bool]:
    """The next line that is not empty, without white space; and whether it is whole and not just a part."""
    while raw := stream.readline(LONG_LINE):
        if text := raw.strip():
            return text, len(raw) < LONG_LINE
    return b"", True


# ── a record a line


def _lines(stream: BinaryIO, file: str) -> Iterator[Placed]:
    decode = msgspec.json.decode
    for line, raw in enumerate(stream, 1):
        try:
            value = decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if not raw.strip():
                continue
            value = _decode_leniently(raw, file, line)
        yield line, value


def _decode_leniently(raw: bytes, file: str, line: int) -> Any:
    """The JSON value of a line, or what is wrong with it. NaN and lone surrogates are let through."""
    try:
        return json.loads(raw.rstrip(b"\r\n").decode())
    except UnicodeDecodeError as error:
        return RecordError(file, line, "encoding", f"byte {error.object[error.start]:#04x}")
    except json.JSONDecodeError as error:
        return RecordError(file, line, "json", f"{error.msg} (column {error.colno})")
    except RecursionError:
        return RecordError(file, line, "json", "nested too deeply")
    except ValueError as error:  # a number with more digits than Python converts
        return RecordError(file, line, "json", str(error))


# ── documents: one, or several one after the other


def _documents(stream: BinaryIO, shapes: Shapes) -> Iterator[Placed]:
    start = stream.tell()
    scanner = Scanner(stream)

    def again() -> Scanner:
        stream.seek(start)
        return Scanner(stream)

    if scanner.peek() == "{":
        scanner = yield from _object(scanner, again, shapes)
    while opening := scanner.peek():
        if opening == "[":
            yield from _array(scanner, shapes)
        else:
            line = scanner.line
            yield line, scanner.value()


def _array(scanner: Scanner, shapes: Shapes) -> Iterator[Placed]:
    """The elements, or all of them as one record. Where the text breaks off, those before are still read."""
    line = scanner.line
    items = _items(scanner)
    head, broken = _held(items, _FIRST)
    if head and shapes.is_record([value for _, value in head]):
        rest, broken = ([], broken) if broken else _held(items)
        yield line, [value for _, value in head + rest]
    else:
        yield from head
        yield from items
    if broken is not None:
        raise broken


def _held(items: Iterator[Placed], most: int | None = None) -> tuple[list[Placed], BrokenJsonError | None]:
    """The next items, and what breaks them off."""
    held: list[Placed] = []
    try:
        for item in islice(items, most):
            held.append(item)  # noqa: PERF402 - those before the break are wanted too
    except BrokenJsonError as error:
        return held, error
    return held, None


def _items(scanner: Scanner) -> Iterator[Placed]:
    """The elements of the list that begins here, with their lines."""
    scanner.take("[")
    if scanner.peek() == "]":
        scanner.take("]")
        return
    while scanner.peek():
        line = scanner.line
        yield line, scanner.value()
        if scanner.peek() == "]":
            scanner.take("]")
            return
        if scanner.peek():
            scanner.take(",")
    raise scanner.broken("the list is not closed")


def _object(
    scanner: Scanner, again: Callable[[], Scanner], shapes: Shapes
) -> Generator[Placed, None, Scanner]:
    """An object: one record for each element of its long lists, or one record. Returns where to read on.

    It is walked through twice: what stands beside a list may come after it.
    """
    line = scanner.line
    outline: dict[str, Any] = {}
    broken: BrokenJsonError | None = None
    try:
        _read_outline(scanner, shapes.slices, outline)
    except BrokenJsonError as error:
        broken = error
    keys = shapes.sliced(outline)
    if keys:
        scanner = again()
        yield from _slices(scanner, outline, keys)
    elif broken is not None:
        raise broken
    elif shapes.slices.isdisjoint(outline):
        yield line, outline
    else:  # a list was cut down that is no long list of this format
        scanner = again()
        yield line, scanner.value()
    return scanner


def _read_outline(scanner: Scanner, slices: Collection[str], outline: dict[str, Any]) -> None:
    """The object's members into `outline`, of long lists the first element only."""
    for key in _members(scanner):
        if key in slices and scanner.peek() == "[":
            outline[key] = []
            for _, value in _items(scanner):
                if not outline[key]:
                    outline[key] = [value]
        else:
            outline[key] = scanner.value()


def _slices(scanner: Scanner, outline: dict[str, Any], keys: Collection[str]) -> Iterator[Placed]:
    beside = {**outline, **{key: [] for key in keys}}
    for key in _members(scanner):
        if key in keys and scanner.peek() == "[":
            for line, value in _items(scanner):
                yield line, {**beside, key: [value]}
        else:
            scanner.value()


def _members(scanner: Scanner) -> Iterator[str]:
    """The keys of the object that begins here; whoever asks for the next has read the value."""
    scanner.take("{")
    if scanner.peek() == "}":
        scanner.take("}")
        return
    while opening := scanner.peek():
        if opening != '"':
            raise scanner.broken("Expecting property name enclosed in double quotes")
        key = scanner.value()
        scanner.take(":")
        yield key
        if scanner.peek() == "}":
            scanner.take("}")
            return
        if scanner.peek():
            scanner.take(",")
    raise scanner.broken("the object is not closed")
