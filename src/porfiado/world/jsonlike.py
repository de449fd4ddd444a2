"""JSON-like values: strict comparison, and reading what an agent passes without trusting it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from porfiado.patterns import scrub
from porfiado.world.errors import shown

MAX_BYTES = 1_000_000  # of one call's arguments; more would swell every record of the run
MAX_DEPTH = 64  # far below the interpreter's recursion limit, which later readers of the record would hit
_KEPT_CHARACTERS = 10_000  # of one text, where the arguments had to be cut to be recorded
_KEPT_ITEMS = 100  # of one list or mapping, likewise
_KEPT_DEPTH = 16

encode = msgspec.json.encode
decode = msgspec.json.decode


class NotJsonError(ValueError):
    """The arguments are no JSON value, or a monstrous one; the text says why."""


def json_type(value: object) -> str:
    """The name of `value`'s type in JSON Schema; `integer` for a number without a fraction."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "integer" if value.is_integer() else "number"
        case str():
            return "string"
        case Mapping():
            return "object"
        case Sequence():
            return "array"
        case _:
            return type(value).__name__


def is_of_type(value: object, names: Sequence[str]) -> bool:
    """Whether `value` is of one of these JSON types; an integer is a number too."""
    name = json_type(value)
    return name in names or (name == "integer" and "number" in names)


def json_equal(left: Any, right: Any) -> bool:
    """Whether two JSON values are equal: 1 = 1.0, but 1 ≠ true and 1 ≠ "1"; the order of keys is free."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(json_equal(left[key], right[key]) for key in left)
    if _is_list(left) and _is_list(right):
        return len(left) == len(right) and all(map(json_equal, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def encode_arguments(arguments: Mapping[str, Any]) -> bytes:
    """The arguments of a call as JSON. NaN and infinities become null, as JSON has neither.

    Raises:
        NotJsonError: not representable, larger than `MAX_BYTES` or deeper than `MAX_DEPTH`.
    """
    try:
        raw = encode(arguments)
    except UnicodeEncodeError:
        raise NotJsonError("the arguments hold text that is not valid Unicode (a lone surrogate)") from None
    except RecursionError:
        raise NotJsonError(f"the arguments are nested deeper than {MAX_DEPTH} levels") from None
    except Exception as error:
        raise NotJsonError(f"the arguments are not JSON: {shown(str(error))}") from None
    if len(raw) > MAX_BYTES:
        raise NotJsonError(f"the arguments take {len(raw)} bytes, more than {MAX_BYTES}")
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _deeper(decode(raw)):
        raise NotJsonError(f"the arguments are nested deeper than {MAX_DEPTH} levels")
    return raw


def _deeper(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [item for container in level for item in _items(container)]
        if not level:
            return False
    return True


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def record_safe(value: Any, depth: int = _KEPT_DEPTH) -> Any:
    """A JSON-like likeness of any object, cut to a size that can be recorded. Never raises."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return scrub(str(value[:_KEPT_CHARACTERS]))
    if isinstance(value, int | float):
        return _safe_number(value)
    if depth and type(value) is dict:
        pairs = list(value.items())[:_KEPT_ITEMS]
        return {safe_text(key): record_safe(item, depth - 1) for key, item in pairs}
    if depth and type(value) in (list, tuple):
        return [record_safe(item, depth - 1) for item in value[:_KEPT_ITEMS]]
    return scrub(shown(value))


def safe_text(value: object) -> str:
    """A text for anything that stands where a name or key should: valid Unicode, not too long."""
    text = value[:_KEPT_CHARACTERS] if type(value) is str else shown(value)
    return text if text.isascii() else scrub(text)


def _safe_number(value: float) -> Any:
    try:
        return decode(encode(value))
    except Exception:
        return shown(value)
