"""Spans of any dialect in any envelope, as a format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from porfiado.records import Conversation
from porfiado.traces.formats import Format, Fragment
from porfiado.traces.problems import NotARecordError
from porfiado.traces.spans.dialects import told_by
from porfiado.traces.spans.dialects.whole import CONVERSATION_KEYS
from porfiado.traces.spans.envelopes import SLICES, holds_spans, spans_in
from porfiado.traces.spans.otel_write import write
from porfiado.traces.spans.rebuild import conversation_of
from porfiado.traces.spans.span import Span
from porfiado.traces.spans.values import looked_up
from porfiado.traces.tolerant import an_id


def pieces(record: Any) -> Iterator[Fragment]:
    """Each span, with its trace, at its start; and the conversation that it says it belongs to."""
    for span in spans_in(record):
        yield Fragment(span.trace, float(span.start), msgspec.to_builtins(span), conversation_in(span))


def conversation_in(span: Span) -> str | None:
    """The conversation that a span names."""
    return next(
        (found for key in CONVERSATION_KEYS if (found := an_id(looked_up(span.attributes, key)[0]))), None
    )


def read(values: Any) -> Iterator[Conversation]:
    """The conversation of the spans of one group.

    Raises:
        NotARecordError: they tell of none.
    """
    try:
        spans = [msgspec.convert(value, Span) for value in values]
    except msgspec.ValidationError as error:
        raise NotARecordError(str(error)) from None
    whole = list(with_logs(spans))
    yield conversation_of([told_by(span) for span in whole], _resource(whole))


def with_logs(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, each with the events that a log holds of it; what a log holds of others is a span itself."""
    events: dict[str, list[Span]] = {}
    known: list[Span] = []
    for span in spans:
        if span.log and span.id:
            events.setdefault(span.id, []).append(span)
        else:
            known.append(span)
    for span in known:
        logs = events.pop(span.id, []) if span.id else []
        yield _joined(span, logs) if logs else span
    for logs in events.values():
        yield _joined(logs[0], logs[1:], attributes=logs[0].events[0].attributes)


def _joined(span: Span, logs: Sequence[Span], **changes: Any) -> Span:
    events = (*span.events, *(event for log in logs for event in log.events))
    return msgspec.structs.replace(span, events=events, **changes)


def _resource(spans: Sequence[Span]) -> dict[str, Any]:
    """What is said of the program and of the libraries that recorded the spans."""
    scopes = list(dict.fromkeys(span.scope for span in spans if span.scope))
    resource = next((span.resource for span in spans if span.resource), {})
    found = {"scopes": scopes, "resource": resource}
    return {key: value for key, value in found.items() if value}


FORMAT = Format("otel", holds_spans, read, write, slices=SLICES, fragments=pieces)
