"""A span's attributes and events, read by name; what nobody read is known in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from porfiado.records import Kept
from porfiado.traces.spans.span import Event, Span
from porfiado.traces.spans.values import gathered, looked_up
from porfiado.traces.tolerant import a_count, a_text, an_amount, an_id

LEFT, LEFT_EVENT = "span", "event"
_MEANT_FOR_MACHINES = frozenset({"logfire.json_schema", "logfire.msg_template", "logfire.span_type"})


class SpanReader:
    """Reads a span once, for several dialects."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self._read: set[str] = set()
        self._heard: set[int] = set()

    def get(self, *keys: str) -> Any:
        """The value of the first attribute that is there, however its key is nested."""
        found = None
        for key in keys:
            value, where = looked_up(self.span.attributes, key)
            if where is not None:
                self._read.add(where)
                found = value if found is None else found
        return found

    def text(self, *keys: str) -> str | None:
        """The first of the attributes if it is a text that is not empty."""
        return a_text(self.get(*keys)) or None

    def identity(self, *keys: str) -> str | None:
        """The first of the attributes as an id."""
        return next((found for key in keys if (found := an_id(self.get(key)))), None)

    def count(self, *keys: str) -> int | None:
        """The first of the attributes that is a whole number, also one in words."""
        for value in map(self.get, keys):
            found = a_count(int(value) if isinstance(value, str) and _digits(value) else value)
            if found is not None:
                return found
        return None

    def amount(self, *keys: str) -> float | None:
        """The first of the attributes that is a number."""
        return next((found for key in keys if (found := an_amount(self.get(key))) is not None), None)

    def gathered(self, prefix: str) -> Any:
        """What stands under a prefix, numbered keys put together to lists."""
        found = gathered(self.span.attributes, prefix)
        if found is not None:
            self.seen(prefix)
        return found

    def seen(self, *prefixes: str) -> None:
        """Count attributes as read: those of these names, and those under them."""
        for prefix in prefixes:
            _, where = looked_up(self.span.attributes, prefix)
            self._read |= {where} if where else set()
            self._read |= {key for key in self.span.attributes if key.startswith(prefix + ".")}

    def has(self, *keys: str) -> bool:
        """Whether one of the attributes is there."""
        return any(looked_up(self.span.attributes, key)[1] is not None for key in keys)

    def events(self, *names: str) -> Iterator[Event]:
        """The events of these names, in their order; they count as read."""
        for place, event in enumerate(self.span.events):
            if event.name in names:
                self._heard.add(place)
                yield event

    def unheard(self) -> Iterator[tuple[int, Event]]:
        """The events that nobody read so far, with their places."""
        return ((place, event) for place, event in enumerate(self.span.events) if place not in self._heard)

    def hear(self, place: int) -> None:
        """Count an event as read."""
        self._heard.add(place)

    def left(self) -> Iterator[Kept]:
        """What nobody read."""
        span = self.span
        rest = {
            key: value
            for key, value in span.attributes.items()
            if key not in self._read and key not in _MEANT_FOR_MACHINES and value not in (None, "", [], {})
        }
        if rest:
            yield Kept(kind=LEFT, content={"id": span.id, "name": span.name, "attributes": rest})
        for _, event in self.unheard():
            content = {
                "span": span.id,
                "name": event.name,
                "attributes": event.attributes,
                "body": event.body,
            }
            yield Kept(kind=LEFT_EVENT, content={key: value for key, value in content.items() if value})


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20
