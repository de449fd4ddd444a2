"""One span, in any spelling, to a `Span`."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from porfiado.traces.spans.span import Event, Span
from porfiado.traces.spans.values import looked_up
from porfiado.traces.tolerant import a_text, an_id, an_object, as_text, objects

TRACE_KEYS = ("traceId", "trace_id", "traceID", "context.trace_id", "context.traceId")
SPAN_KEYS = ("spanId", "span_id", "spanID", "context.span_id", "context.spanId")
_PARENT_KEYS = ("parentSpanId", "parent_span_id", "parentSpanID", "parent_id", "parentId", "parent")
_START_KEYS = (
    "startTimeUnixNano",
    "start_time_unix_nano",
    "start_time",
    "startTime",
    "start_timestamp",
    "start",
    "timeUnixNano",
    "time_unix_nano",
    "timestamp",
    "observedTimeUnixNano",
)
_END_KEYS = ("endTimeUnixNano", "end_time_unix_nano", "end_time", "endTime", "end_timestamp", "end")
_EVENT_KEYS = ("events", "span_events", "spanEvents", "logs")
_NAME_KEYS = ("name", "operationName", "span_name", "event_name", "eventName")
_EVENT_NAMES = ("name", "event_name", "eventName", "EventName")
_UNITS = ((10**11, 10**9), (10**14, 10**6), (10**17, 10**3))  # below which a time is in seconds, ms, µs
_NO_PARENT = frozenset({"", "0" * 16})
_KIND = "openinference.span.kind"
_HEX = frozenset("0123456789abcdef")
_ENCODED = {12: 8, 24: 16}  # characters of Base64, and the bytes that they stand for
_ERRORS = frozenset({"ERROR", "STATUS_CODE_ERROR", "2"})


def first(record: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """The value under the first of the keys that is there and not null."""
    return next(
        (value for key in keys if (value := looked_up(record, key)[0]) is not None),
        None,
    )


def span_of(raw: Mapping[str, Any], *, scope: str = "", resource: Mapping[str, Any] | None = None) -> Span:
    """A span out of its object; what it does not say stays empty."""
    attributes = _attributes_of(raw)
    failed, failure = _status(raw, attributes)
    start = nanoseconds(first(raw, _START_KEYS))
    return Span(
        trace=identity(first(raw, TRACE_KEYS)),
        id=identity(first(raw, SPAN_KEYS)),
        parent=_parent(raw),
        name=as_text(first(raw, _NAME_KEYS)) or "",
        start=start,
        end=nanoseconds(first(raw, _END_KEYS)) or start,
        attributes=attributes,
        events=tuple(_event(one) for key in _EVENT_KEYS for one in objects(raw.get(key))),
        failed=failed,
        failure=failure,
        scope=_scope(raw, attributes) or scope,
        resource={**(resource or {}), **attributes_of(an_object(raw.get("resource")).get("attributes"))},
    )


def log_of(raw: Mapping[str, Any], *, scope: str = "", resource: Mapping[str, Any] | None = None) -> Span:
    """A record of a log, as the events of the span that it belongs to."""
    span = span_of(raw, scope=scope, resource=resource)
    event = Event(
        name=_event_name(raw, span.attributes), attributes=span.attributes, body=plain(raw.get("body"))
    )
    return Span(
        trace=span.trace,
        id=span.id,
        name=event.name,
        start=span.start,
        end=span.start,
        events=(event, *span.events),
        scope=span.scope,
        resource=span.resource,
        log=True,
    )


def identity(value: Any) -> str:
    """An id as lower-case hexadecimal digits, also from Base64 or `0x…`; any other as it is."""
    text = an_id(value) or ""
    plainer = text.lower().removeprefix("0x")
    if _HEX.issuperset(plainer):
        return plainer
    if len(text) in _ENCODED:
        try:
            raw = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            return text
        if len(raw) == _ENCODED[len(text)]:
            return raw.hex()
    return text


def nanoseconds(value: Any) -> int:
    """A time as nanoseconds since 1970: a date in words, or a number, whose size tells its unit; else 0."""
    if isinstance(value, str):
        try:
            value = float(value) if "." in value else int(value)
        except ValueError:
            return _of_date(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 10**20:
        return 0
    factor = next((factor for below, factor in _UNITS if value < below), 1)
    return int(value * factor)


def _of_date(text: str) -> int:
    try:
        moment = datetime.fromisoformat(text.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        return 0
    return (since.days * 86_400 + since.seconds) * 10**9 + since.microseconds * 1_000


def attributes_of(given: Any) -> dict[str, Any]:
    """Attributes out of an object, or out of a list of keys and (typed) values."""
    if isinstance(given, dict):
        return {key: plain(value) for key, value in given.items()}
    return {key: _typed(one.get("value")) for one in objects(given) if isinstance(key := one.get("key"), str)}


def plain(value: Any, depth: int = 50) -> Any:
    """The value that a typed value of OTLP (`{"stringValue": …}`) holds; any other as it is."""
    if not isinstance(value, dict) or len(value) != 1 or not depth:
        return value
    ((kind, held),) = value.items()
    match kind:
        case "stringValue" | "string_value" | "boolValue" | "bool_value" | "doubleValue" | "double_value":
            return held
        case "bytesValue" | "bytes_value":
            return held
        case "intValue" | "int_value":
            return (
                int(held)
                if isinstance(held, str) and held.lstrip("-").isdecimal() and len(held) < 25
                else held
            )
        case "arrayValue" | "array_value":
            items = an_object(held).get("values", [])
            return [_typed(item, depth - 1) for item in items] if isinstance(items, list) else held
        case "kvlistValue" | "kvlist_value":
            pairs = objects(an_object(held).get("values"))
            return {as_text(one.get("key")) or "": _typed(one.get("value"), depth - 1) for one in pairs}
    return value


def _typed(value: Any, depth: int = 50) -> Any:
    """A typed value, where one without a type is null."""
    return None if value == {} else plain(value, depth)


def _attributes_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of a span; a table's columns name them `attributes.…`, Jaeger calls them tags."""
    found = attributes_of(raw.get("tags")) | attributes_of(raw.get("attributes"))
    for key, value in raw.items():
        if key.startswith("attributes.") and value is not None:
            found[key.removeprefix("attributes.")] = plain(value)
    kind = raw.get("span_kind")
    if isinstance(kind, str) and kind.isupper() and looked_up(found, _KIND)[1] is None:  # as Phoenix has it
        found[_KIND] = kind
    return found


def _parent(raw: Mapping[str, Any]) -> str | None:
    given = first(raw, _PARENT_KEYS)
    if isinstance(given, dict):
        given = first(given, SPAN_KEYS)
    if given is None:
        owners = [one for one in objects(raw.get("references")) if one.get("refType") != "FOLLOWS_FROM"]
        given = owners[0].get("spanID") if owners else None
    parent = identity(given)
    return None if parent in _NO_PARENT else parent


def _status(raw: Mapping[str, Any], attributes: Mapping[str, Any]) -> tuple[bool, str | None]:
    status = raw.get("status")
    code = an_object(status).get("code", an_object(status).get("status_code"))
    if code is None:
        code = status if isinstance(status, str | int) else raw.get("status_code", raw.get("statusCode"))
    if code is None:
        code = attributes.get("otel.status_code")
    failed = str(code).upper() in _ERRORS or attributes.get("error") in (True, "true")
    message = (
        first(an_object(status), ("message", "description"))
        or first(raw, ("status_message", "statusMessage"))
        or attributes.get("otel.status_description")
    )
    return failed, (a_text(message) or None) if failed else None


def _scope(raw: Mapping[str, Any], attributes: Mapping[str, Any]) -> str | None:
    for key in ("scope", "instrumentationScope", "instrumentation_scope", "instrumentation_info"):
        held = raw.get(key)
        name = held if isinstance(held, str) else an_object(held).get("name")
        if isinstance(name, str) and name:
            return name
    return a_text(first(attributes, ("otel.scope.name", "otel.library.name")))


def _event(raw: Mapping[str, Any]) -> Event:
    attributes = attributes_of(raw.get("attributes")) | attributes_of(raw.get("fields"))
    return Event(name=_event_name(raw, attributes), attributes=attributes, body=plain(raw.get("body")))


def _event_name(raw: Mapping[str, Any], attributes: Mapping[str, Any]) -> str:
    given = first(raw, _EVENT_NAMES) or first(attributes, ("event.name", "event", "name", "message"))
    return as_text(given) or ""
