"""What was read from a file, with the place of everything: mappings, lists and the source text.

Places are offsets in characters; line and column are found only when somebody wants to see them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

MAX_DEPTH = 64  # deeper nesting is a mistake, or an attack on the stack
MAX_NODES = 2_000_000  # values in one file, aliases counted as often as they are used
MAX_BYTES = 64 << 20

Key = str | int
Where = tuple[Key, ...]  # the keys and indexes that lead to a part of a suite


class Map(dict[str, Any]):
    """A mapping that knows where its keys and values stand."""

    __slots__ = ("keys_at", "start", "values_at")

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start
        self.keys_at: dict[str, int] = {}
        self.values_at: dict[str, int] = {}

    def put(self, key: str, value: Any, key_at: int, value_at: int) -> None:
        """Set `key`, with the places of the key and of the value."""
        self[key] = value
        self.keys_at[key] = key_at
        self.values_at[key] = value_at

    def take(self, other: Map, key: str, as_key: str | None = None) -> None:
        """Copy `key` from `other`, with its places."""
        self.put(as_key or key, other[key], other.keys_at[key], other.values_at[key])


class Seq(list[Any]):
    """A list that knows where its items stand."""

    __slots__ = ("items_at", "start")

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start
        self.items_at: list[int] = []

    def add(self, value: Any, at: int) -> None:
        """Append `value`, which stands at `at`."""
        self.append(value)
        self.items_at.append(at)


class Written(float):
    """A number that remembers how it was written: as text, `1.50` stays `1.50`."""

    text: str

    def __new__(cls, text: str) -> Written:
        """Read `text`, a JSON number."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __str__(self) -> str:
        return self.text


class Source:
    """A file's name and text."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._lines: list[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        if self._lines is None:
            self._lines = [0]
            self._lines += [i + 1 for i, c in enumerate(self.text) if c == "\n"]
        line = bisect_right(self._lines, max(0, min(offset, len(self.text))))
        return line, max(0, min(offset, len(self.text))) - self._lines[line - 1] + 1


_STEP = re.compile(r'\["(.*?)"\]|\[(\d+)\]|([^.\[\]]+)')


def steps(path: str) -> tuple[Key, ...]:
    """The keys of a dotted path; `$`, the whole, has none."""
    found = (match.groups() for match in _STEP.finditer(path) if match[0] != "$")
    return tuple(int(number) if number else quoted or name for quoted, number, name in found)


def child(node: Any, key: Key) -> tuple[bool, Any]:
    """Whether `node` has the item `key`, and the item."""
    if isinstance(node, Map) and isinstance(key, str) and key in node:
        return True, node[key]
    if isinstance(node, Seq) and isinstance(key, int) and 0 <= key < len(node):
        return True, node[key]
    return False, None


def offset_of(node: Any, path: Sequence[Key], *, of_key: bool = False, default: int = 0) -> int:
    """Where the value at `path` stands (or its key), or the nearest thing above it that is there."""
    at = node.start if isinstance(node, Map | Seq) else default
    for key in path:
        there, below = child(node, key)
        if not there:
            break
        if isinstance(node, Map) and isinstance(key, str):
            at = node.keys_at[key] if of_key else node.values_at[key]
        elif isinstance(node, Seq) and isinstance(key, int):
            at = node.items_at[key]
        node = below
    return at


class Positions:
    """Where the parts of a loaded suite stand, by their path of English keys: ("scenarios", 0, "id")."""

    def __init__(self, source: Source, tree: Map) -> None:
        self.source = source
        self.tree = tree

    def at(self, *path: Key) -> tuple[int, int]:
        """Line and column (from 1) of the value at `path`, or of the nearest thing above it."""
        return self.source.place(offset_of(self.tree, path))

    def key_at(self, *path: Key) -> tuple[int, int]:
        """Line and column (from 1) of the key at `path`, or of the nearest thing above it."""
        return self.source.place(offset_of(self.tree, path, of_key=True))
