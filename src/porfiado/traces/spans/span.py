"""A span, whatever envelope it came in."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened within a span.

    Attributes:
        name: What happened.
        attributes: What is said of it.
        body: What it carries, where it was a record of a log.
    """

    name: str = ""
    attributes: dict[str, Any] = {}
    body: Any = None


class Span(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One operation of a trace.

    Attributes:
        trace: The id of its trace.
        id: Its own id.
        parent: The id of the span that it is part of.
        name: What the operation is called.
        start: Nanoseconds since 1970; likewise `end`.
        attributes: What is said of it; keys may be dotted or nested, lists and objects stand as values.
        events: In their order.
        failed: Whether its status is an error; `failure` says which.
        scope: The library that recorded it.
        resource: What is said of the program that recorded it.
        log: It is no span but events of one, which a log holds apart.
    """

    trace: str = ""
    id: str = ""
    parent: str | None = None
    name: str = ""
    start: int = 0
    end: int = 0
    attributes: dict[str, Any] = {}
    events: tuple[Event, ...] = ()
    failed: bool = False
    failure: str | None = None
    scope: str = ""
    resource: dict[str, Any] = {}
    log: bool = False

    def exception(self) -> str | None:
        """What broke, in words: the status's message, else the exception's, else its kind."""
        if self.failure:
            return self.failure
        for event in self.events:
            if event.name == "exception":
                found = event.attributes.get("exception.message") or event.attributes.get("exception.type")
                if isinstance(found, str) and found:
                    return found
        kind = self.attributes.get("error.type")
        return kind if isinstance(kind, str) and kind else None
