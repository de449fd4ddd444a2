"""Differences between two states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from porfiado.world.jsonlike import json_equal
from porfiado.world.paths import Place, dotted

_SHOWN = 120  # characters of a value in a description


class Change(msgspec.Struct, frozen=True):
    """One difference. `old` is UNSET where the place is new, `new` where it is gone."""

    path: str
    old: Any | UnsetType = UNSET
    new: Any | UnsetType = UNSET

    def describe(self) -> str:
        """One line: `+ place = value`, `- place = value` or `place: old → new`."""
        if self.old is UNSET:
            return f"+ {self.path} = {_short(self.new)}"
        if self.new is UNSET:
            return f"- {self.path} = {_short(self.old)}"
        return f"{self.path}: {_short(self.old)} → {_short(self.new)}"


def difference(before: Any, after: Any) -> list[Change]:
    """The changes that lead from one JSON-like state to the other, sorted by place.

    Mappings are compared key by key, lists index by index; 1 and 1.0 are the same number.
    """
    return [Change(dotted(place), old, new) for place, old, new in _changes(before, after, ())]


def _changes(old: Any, new: Any, place: Place) -> Iterator[tuple[Place, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _changes(old.get(key, UNSET), new.get(key, UNSET), (*place, key))
    elif isinstance(old, list) and isinstance(new, list):
        for index in range(max(len(old), len(new))):
            yield from _changes(_item(old, index), _item(new, index), (*place, index))
    elif old is UNSET or new is UNSET or not json_equal(old, new):
        yield place, old, new


def _item(items: list[Any], index: int) -> Any:
    return items[index] if index < len(items) else UNSET


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
