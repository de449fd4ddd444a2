"""The formats of recorded conversations: which one a record has, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import msgspec

from porfiado.records import Conversation
from porfiado.traces.problems import NotARecordError

GROUP = "porfiado.traces"


class Fragment(msgspec.Struct, frozen=True):
    """A piece of a conversation that a file scatters over many records, such as a span.

    Attributes:
        group: What the pieces of one conversation have in common, such as the id of the trace.
        order: The pieces of a group are read in this order (time of start), whatever theirs in the file.
        value: The piece, as a JSON value.
        whole: What several groups have in common, such as the id of the session that their traces belong to:
            groups with a piece of the same whole are read as one.
    """

    group: str
    order: float
    value: Any
    whole: str | None = None


class Format(msgspec.Struct, frozen=True):
    """A format of recorded conversations.

    Attributes:
        name: As `--format` takes it.
        recognises: Whether a JSON value is a record of this format; cheap, and never raises.
        read: A record to its conversations; raises `NotARecordError`, which says what is wrong. Of a format
            with `fragments` it gets the list of the values of one group instead, in their order.
        write: A conversation to a record of this format, where that can be done.
        slices: Keys of long lists: a record is read as one record for each element of such a list, with the
            other keys as they are, so that a file of any size is never held whole.
        fragments: The pieces of conversations in a record, where a file scatters them.
        quick: The conversation of a record that is surely of this format and has nothing unusual, as `read`
            gives it; None for any other value, at once. It spares a large file the search for its format.
    """

    name: str
    recognises: Callable[[Any], bool]
    read: Callable[[Any], Iterable[Conversation]]
    write: Callable[[Conversation], Any] | None = None
    slices: tuple[str, ...] = ()
    fragments: Callable[[Any], Iterable[Fragment]] | None = None
    quick: Callable[[Any], Conversation | None] | None = None


def has_any(*keys: str) -> Callable[[Any], bool]:
    """Recognises an object by one of its keys."""
    marks = frozenset(keys)
    return lambda record: isinstance(record, dict) and not marks.isdisjoint(record)


@cache
def all_formats() -> tuple[Format, ...]:
    """The product's own format, those of the lessons, and those of the entry points `porfiado.traces`.

    Raises:
        TypeError: an entry point is no `Format`.
    """
    from porfiado.traces import (
        adk,
        anthropic_messages,
        bedrock,
        inspect_log,
        langchain,
        native,
        openai_chat,
        openai_responses,
        spanish,
        tau,
        tau2,
    )
    from porfiado.traces.spans import langfuse, langsmith, otel

    found = [
        native.FORMAT,
        spanish.CONVERSATION,
        spanish.TRAJECTORY,
        otel.FORMAT,
        langsmith.FORMAT,
        langfuse.FORMAT,
        tau.FORMAT,
        tau2.FORMAT,
        inspect_log.FORMAT,
        adk.FORMAT,
        openai_responses.FORMAT,
        anthropic_messages.FORMAT,
        bedrock.FORMAT,
        bedrock.SESSION,
        langchain.FORMAT,
        openai_chat.FORMAT,
    ]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        added = entry.load()
        if not isinstance(added, Format):
            raise TypeError(f"entry point {entry.name!r} ({entry.value}) is no Format")
        found.append(added)
    return tuple(found)


def format_of(record: Any) -> Format:
    """The format that a record's content shows.

    Raises:
        NotARecordError: it shows none.
    """
    for one in all_formats():
        if one.recognises(record):
            return one
    if not isinstance(record, dict | list):
        raise NotARecordError(f"an object is expected, not {_kind(record)}")
    if isinstance(record, list):
        raise NotARecordError("a list of none of the known kinds of message or record")
    keys = ", ".join(map(repr, list(record)[:6])) or "none"
    wanted = ", ".join(one.name for one in all_formats())
    raise NotARecordError(f"no key tells its format: it has {keys}; the known formats are {wanted}")


def named_format(name: str) -> Format:
    """The format called `name`.

    Raises:
        KeyError: there is none.
    """
    return {one.name: one for one in all_formats()}[name]


def _kind(value: Any) -> str:
    names = {list: "an array", str: "a text", bool: "a truth value", type(None): "null"}
    return names.get(type(value), "a number")
