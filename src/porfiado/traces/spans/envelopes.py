"""What spans are sent and stored in: OTLP, Tempo, Jaeger, logs, lists, objects by trace, spans alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from porfiado.traces.spans.normal import SPAN_KEYS, TRACE_KEYS, attributes_of, first, log_of, span_of
from porfiado.traces.spans.span import Span
from porfiado.traces.tolerant import a_text, an_object, objects

RESOURCE_KEYS = ("resourceSpans", "resource_spans", "batches", "resourceLogs", "resource_logs")
SLICES = (*RESOURCE_KEYS, "spans", "data")
_SCOPE_KEYS = (
    "scopeSpans",
    "scope_spans",
    "instrumentationLibrarySpans",
    "instrumentation_library_spans",
    "scopeLogs",
    "scope_logs",
)
_LOG_KEYS = ("logRecords", "log_records")
_WRAPPERS = ("trace", "result", "traces")
_STARTS = ("startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime", "start_timestamp", "start")
_DEPTH = 6


def holds_spans(record: Any, depth: int = _DEPTH) -> bool:
    """Whether a JSON value holds spans, or records of a log that belong to spans; looks at its beginning."""
    if not depth:
        return False
    if isinstance(record, list):
        return bool(record) and holds_spans(record[0], depth - 1)
    if not isinstance(record, dict):
        return False
    if any(isinstance(record.get(key), list) for key in RESOURCE_KEYS):
        return True
    if _is_span(record):
        return True
    spans = record.get("spans")
    if isinstance(spans, list) and spans and _is_span(spans[0]) | _has(spans[0], SPAN_KEYS):
        return True
    inside = [record[key] for key in (*_WRAPPERS, "data") if isinstance(record.get(key), dict | list)]
    if any(holds_spans(one, depth - 1) for one in inside):
        return True
    return _is_by_trace(record)


def _has(record: Any, keys: tuple[str, ...]) -> bool:
    return isinstance(record, dict) and first(record, keys) is not None


def _is_span(record: Any) -> bool:
    return _has(record, SPAN_KEYS) and _has(record, TRACE_KEYS)


def _is_by_trace(record: Mapping[str, Any]) -> bool:
    """Whether an object has the spans of a trace under each of its keys."""
    return bool(record) and all(
        isinstance(value, list) and bool(value) and _has(value[0], SPAN_KEYS) for value in record.values()
    )


def spans_in(record: Any, depth: int = _DEPTH) -> Iterator[Span]:
    """Every span that a JSON value holds, in its order."""
    if not depth:
        return
    if isinstance(record, list):
        for item in record:
            yield from spans_in(item, depth - 1)
    elif isinstance(record, dict):
        yield from _in_object(record, depth)


def _in_object(record: Mapping[str, Any], depth: int) -> Iterator[Span]:
    groups = [one for key in RESOURCE_KEYS for one in objects(record.get(key))]
    if groups or any(isinstance(record.get(key), list) for key in RESOURCE_KEYS):
        for group in groups:
            yield from _of_resource(group)
    elif _is_span(record):
        yield _alone(record)
    elif isinstance(record.get("spans"), list):
        yield from _of_trace(record)
    elif _is_by_trace(record):
        for name, spans in record.items():
            yield from _of_trace({"trace_id": name, "spans": spans})
    else:
        for key in (*_WRAPPERS, "data"):
            if isinstance(record.get(key), dict | list):
                yield from spans_in(record[key], depth - 1)


def _alone(record: Mapping[str, Any]) -> Span:
    """A span by itself; what has no start but a body, or is named an event, is a record of a log."""
    is_log = not _has(record, _STARTS) and (
        "body" in record or _has(record, ("eventName", "EventName", "timeUnixNano"))
    )
    return log_of(record) if is_log else span_of(record)


def _of_resource(group: Mapping[str, Any]) -> Iterator[Span]:
    resource = attributes_of(an_object(group.get("resource")).get("attributes"))
    for key in _SCOPE_KEYS:
        for part in objects(group.get(key)):
            held = an_object(part.get("scope")) or an_object(part.get("instrumentationLibrary"))
            scope = a_text(held.get("name")) or ""
            for raw in objects(part.get("spans")):
                yield span_of(raw, scope=scope, resource=resource)
            for log_key in _LOG_KEYS:
                for raw in objects(part.get(log_key)):
                    yield log_of(raw, scope=scope, resource=resource)


def _of_trace(record: Mapping[str, Any]) -> Iterator[Span]:
    """The spans of a trace; those of Jaeger name the process that they belong to."""
    trace = first(record, TRACE_KEYS)
    processes = an_object(record.get("processes"))
    for raw in objects(record.get("spans")):
        process = an_object(raw.get("process")) or an_object(
            processes.get(a_text(raw.get("processID")) or "")
        )
        resource = attributes_of(process.get("tags"))
        if isinstance(process.get("serviceName"), str):
            resource["service.name"] = process["serviceName"]
        whole = raw if _has(raw, TRACE_KEYS) else {**raw, "trace_id": trace}
        yield span_of(whole, resource=resource)
