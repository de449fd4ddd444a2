"""The formats of recorded conversations: which one a record has, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import msgspec

from porfiado.records import Conversation
from porfiado.traces.problems import NotARecordError

GROUP = "porfiado.traces"


class Format(msgspec.Struct, frozen=True):
    """A format of recorded conversations.

    Attributes:
        name: As `--format` takes it.
        marks: Keys of which a record of this format has at least one, and no other format does.
        read: A record to a conversation; raises `NotARecordError`, which says what is wrong.
        tokens: The record's total of tokens, where it has one that no step holds.
    """

    name: str
    marks: frozenset[str]
    read: Callable[[Mapping[str, Any]], Conversation]
    tokens: Callable[[Mapping[str, Any]], int | None] = lambda record: None


@cache
def all_formats() -> tuple[Format, ...]:
    """The product's own format, those of the lessons, and those of the entry points `porfiado.traces`.

    Raises:
        TypeError: an entry point is no `Format`.
    """
    from porfiado.traces import native, spanish

    found = [native.FORMAT, spanish.CONVERSATION, spanish.TRAJECTORY]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        added = entry.load()
        if not isinstance(added, Format):
            raise TypeError(f"entry point {entry.name!r} ({entry.value}) is no Format")
        found.append(added)
    return tuple(found)


def format_of(record: Any) -> Format:
    """The format that a record's keys show.

    Raises:
        NotARecordError: they show none.
    """
    if not isinstance(record, dict):
        raise NotARecordError(f"an object is expected, not {_kind(record)}")
    for one in all_formats():
        if not one.marks.isdisjoint(record):
            return one
    keys = ", ".join(map(repr, list(record)[:6])) or "none"
    wanted = ", ".join(repr(mark) for one in all_formats() for mark in sorted(one.marks))
    raise NotARecordError(f"no key tells its format: it has {keys}; one of {wanted} is expected")


def named_format(name: str) -> Format:
    """The format called `name`.

    Raises:
        KeyError: there is none.
    """
    return {one.name: one for one in all_formats()}[name]


def _kind(value: Any) -> str:
    names = {list: "an array", str: "a text", bool: "a truth value", type(None): "null"}
    return names.get(type(value), "a number")
