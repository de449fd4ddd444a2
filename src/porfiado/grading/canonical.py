"""Values as keys: two JSON values have the same key exactly when they are equal as JSON.

The order of keys does not matter at any depth; 1 = 1.0, but 1 ≠ "1" ≠ true.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

MAX_DEPTH = 100  # below it a value is compared by identity: arguments so deep come from no tool's schema
_SHOWN = 120  # characters of a value that a person is shown


def canonical(value: Any, depth: int = MAX_DEPTH) -> str:
    """The key of `value`. Never raises: what is not JSON is told apart by its type and `repr`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return ascii(str(value))
    if isinstance(value, int | float):
        return _number(value)
    if not isinstance(value, Mapping | list | tuple):
        return _foreign(value)
    if depth == 0:
        return f"<{id(value)}>"
    if isinstance(value, Mapping):
        pairs = sorted((_key(key), canonical(item, depth - 1)) for key, item in value.items())
        return "{" + ",".join(f"{key}:{item}" for key, item in pairs) + "}"
    return "[" + ",".join(canonical(item, depth - 1) for item in value) + "]"


def _key(key: Any) -> str:
    return ascii(key) if isinstance(key, str) else f"<{_foreign(key)}>"


def _number(value: float) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # exact, however large
    return hex(value) if isinstance(value, int) else repr(value)  # hex has no limit of digits


def _foreign(value: object) -> str:
    try:
        return f"<{type(value).__name__} {value!r}>"
    except Exception:
        return f"<{type(value).__name__} {id(value)}>"


def shown(value: Any, limit: int = _SHOWN) -> str:
    """`value` as compact JSON for a person, cut after `limit` characters. Never raises."""
    try:
        text = msgspec.json.encode(value).decode()
    except Exception:
        text = _foreign(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def shown_call(name: str, arguments: Any) -> str:
    """A call as a person writes it: `mover_cita({"reserva":"PED-4402"})`."""
    return f"{name}({shown(arguments) if arguments else ''})"


def quoted(text: str, limit: int = 160) -> str:
    """A quotation on one line, cut after `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
