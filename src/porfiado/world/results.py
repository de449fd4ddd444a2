"""What is known beforehand about a tool's result, from its return annotation."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

_LISTS = (list, tuple, Sequence, set, frozenset)


def missing_field(returns: Any, path: str) -> list[str] | None:
    """None where a record of the result may have a field at the dotted `path`, else the fields it has."""
    record = _record_type(returns)
    for name in path.split("."):
        fields = _fields(record)
        if fields is None:
            return None
        if name not in fields:
            return sorted(fields)
        record = _record_type(fields[name])
    return None


def _record_type(annotation: Any) -> Any:
    """The type of one record: without Annotated, None and list; Any where it is not one type."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return _record_type(arguments[0])
    if origin in (typing.Union, types.UnionType):
        choices = [choice for choice in arguments if choice is not types.NoneType]
        return _record_type(choices[0]) if len(choices) == 1 else Any
    if origin in _LISTS or annotation in _LISTS:
        return _record_type(arguments[0]) if arguments else Any
    return annotation


def _fields(record: Any) -> dict[str, Any] | None:
    """Name → type of a record's fields; None where they are unknown; `result` for a bare value."""
    if record is Any or (typing.get_origin(record) or record) in (dict, Mapping):
        return None
    if record in (None, types.NoneType):
        return {}
    if isinstance(record, type) and issubclass(record, msgspec.Struct):
        return {field.encode_name: field.type for field in msgspec.structs.fields(record)}
    if typing.is_typeddict(record) or dataclasses.is_dataclass(record):
        return typing.get_type_hints(record)
    return {"result": Any}
