"""Reading values of JSON that others wrote, where any of them may be missing or of another kind."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

_ABSENT: dict[str, Any] = {}


def an_object(value: Any) -> Mapping[str, Any]:
    """`value` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else _ABSENT


def objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """The objects of a list; nothing where it is none."""
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())


def a_text(value: Any) -> str | None:
    """`value` if it is a text."""
    return value if isinstance(value, str) else None


def an_id(value: Any) -> str | None:
    """A name or a number as a text; None where it is empty or neither."""
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def a_count(value: Any) -> int | None:
    """`value` if it is a whole number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) else None


def an_amount(value: Any) -> float | None:
    """`value` if it is a number."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def counts(given: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, int]:
    """The counts that are there and not zero, by their new names."""
    found = {new: a_count(given.get(old)) for old, new in names.items()}
    return {name: count for name, count in found.items() if count}


def present(**values: Any) -> dict[str, Any]:
    """The values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def as_text(value: Any) -> str | None:
    """A text as it is, anything else as JSON."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=repr)
