"""Pieces of conversations, gathered on disk: in by the file's order, out by conversation."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

import msgspec

from porfiado.traces.formats import Fragment

_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE groups (id INTEGER PRIMARY KEY, format TEXT, name TEXT, file TEXT, line INTEGER,
                     record INTEGER, leader INTEGER, UNIQUE (format, name));
CREATE TABLE pieces (id INTEGER PRIMARY KEY, group_id INTEGER, position REAL, value TEXT);
CREATE TABLE wholes (format TEXT, name TEXT, group_id INTEGER, UNIQUE (format, name, group_id));
"""
_LEAD = """
WITH leaders AS (SELECT w.format, w.name, MIN(g.leader) AS leader
                 FROM wholes w JOIN groups g ON g.id = w.group_id GROUP BY w.format, w.name),
     led AS (SELECT w.group_id AS id, MIN(l.leader) AS leader
             FROM wholes w JOIN leaders l ON l.format = w.format AND l.name = w.name GROUP BY w.group_id)
UPDATE groups SET leader = led.leader FROM led WHERE led.id = groups.id AND led.leader < groups.leader
"""


class Gathered(msgspec.Struct, frozen=True):
    """The pieces of one conversation, in their order.

    Attributes:
        format: The name of their format.
        file: The file with the first of them.
        line: Where in the file the first stood, from 1.
        index: In which of its records, from 0.
        values: The pieces.
    """

    format: str
    file: str
    line: int
    index: int
    values: list[Any]


class Spool:
    """A temporary SQLite database, which the system removes whatever happens; memory stays flat."""

    def __init__(self) -> None:
        self._base: sqlite3.Connection | None = None  # most files scatter nothing

    def add(self, form: str, file: str, line: int, index: int, pieces: Iterable[Fragment]) -> None:
        """Take in the pieces of a record.

        Raises:
            RecursionError: a piece is nested too deeply to be written.
        """
        if self._base is None:
            self._base = sqlite3.connect("")  # on disk, without a name
            self._base.executescript(_SCHEMA)
        for piece in pieces:
            value = json.dumps(piece.value)
            name = _storable(piece.group)
            self._base.execute(
                "INSERT OR IGNORE INTO groups (format, name, file, line, record) VALUES (?, ?, ?, ?, ?)",
                (form, name, _storable(file), line, index),
            )
            ((group,),) = self._base.execute(
                "SELECT id FROM groups WHERE format = ? AND name = ?", (form, name)
            )
            self._base.execute(
                "INSERT INTO pieces (group_id, position, value) VALUES (?, ?, ?)", (group, piece.order, value)
            )
            if piece.whole is not None:
                whole = (form, _storable(piece.whole), group)
                self._base.execute("INSERT OR IGNORE INTO wholes VALUES (?, ?, ?)", whole)

    def groups(self) -> Iterator[Gathered]:
        """Each conversation's pieces, conversations by their first piece in the file."""
        if self._base is None:
            return
        self._join()
        self._base.execute("CREATE INDEX by_group ON pieces (group_id, position, id)")
        self._base.execute("CREATE INDEX by_leader ON groups (leader)")
        leaders = "SELECT id, format, file, line, record FROM groups WHERE id = leader ORDER BY id"
        with closing(self._base.execute(leaders)) as rows:
            for id_, form, file, line, index in rows:
                pieces = self._base.execute(
                    "SELECT value FROM pieces WHERE group_id IN (SELECT id FROM groups WHERE leader = ?) "
                    "ORDER BY position, id",
                    (id_,),
                )
                yield Gathered(form, file, line, index, [json.loads(value) for (value,) in pieces])

    def _join(self) -> None:
        """Let the first of the groups that belong to one whole lead the others."""
        if self._base is None:
            return
        self._base.execute("UPDATE groups SET leader = id")
        while self._base.execute(_LEAD).rowcount > 0:
            pass

    def close(self) -> None:
        """Let go of the database."""
        if self._base is not None:
            self._base.close()


def _storable(name: str) -> str:
    """A name without the lone surrogates that SQLite refuses."""
    return name.encode("utf-8", "backslashreplace").decode()
