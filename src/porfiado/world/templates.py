"""Sentences with placeholders over a call's arguments and a record of its result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_PLACEHOLDER = re.compile(r"\{([^\W\d][\w.]*)\}")


def placeholders(template: str) -> tuple[str, ...]:
    """The names in braces, in order.

    Raises:
        TypeError: a brace that belongs to no placeholder.
    """
    if re.search(r"[{}]", _PLACEHOLDER.sub("", template)):
        raise TypeError(f"a placeholder is a name in braces, like {{day}}: {template!r}")
    return tuple(_PLACEHOLDER.findall(template))


def fill(template: str, arguments: Mapping[str, Any], record: Any = None) -> str | None:
    """`template` with its placeholders replaced; None where one has no value.

    A field of the record goes before an argument of the same name: it is what really happened.
    """
    filled: dict[str, str] = {}
    for name in placeholders(template):
        value = value_at(record, name)
        if value is None:
            value = value_at(arguments, name)
        if value is None:
            return None
        filled[name] = str(value)
    return _PLACEHOLDER.sub(lambda match: filled[match.group(1)], template)


def value_at(record: Any, path: str) -> Any:
    """The value at a dotted path of mappings; None where there is none. A bare value is at `result`."""
    if path == "result" and not isinstance(record, Mapping):
        return record
    for name in path.split("."):
        if not isinstance(record, Mapping):
            return None
        record = record.get(name)
    return record


def records_of(result: Any) -> list[Any]:
    """The records of a result: the items of a list, none for null, else the result itself."""
    if result is None:
        return []
    return list(result) if isinstance(result, list | tuple) else [result]
