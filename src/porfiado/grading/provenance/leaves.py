"""The scalars of a JSON value."""

from __future__ import annotations

from typing import Any

_DEPTH = 32  # arguments nested deeper come from no tool's schema

Leaf = tuple[str, str, Any]


def leaves(value: Any) -> list[Leaf]:
    """The scalars of a JSON value: where each stands, the nearest key above it, and the scalar."""
    found: list[Leaf] = []
    _collect(value, "", "", _DEPTH, found)
    return found


def _collect(value: Any, path: str, key: str, depth: int, found: list[Leaf]) -> None:
    if depth and isinstance(value, dict):
        for name, item in value.items():
            inner = f"{path}.{name}" if path else str(name)
            if isinstance(item, dict | list | tuple):
                _collect(item, inner, str(name), depth - 1, found)
            else:
                found.append((inner, str(name), item))
    elif depth and isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _collect(item, f"{path}[{index}]", key, depth - 1, found)
    else:
        found.append((path, key, value))
