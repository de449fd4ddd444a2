"""Values within values: JSON in a text, a literal of Python in a text, keys with dots."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

_LONGEST_LITERAL = 100_000
_JSON_STARTS = ("{", "[", '"')


def decoded(value: Any) -> Any:
    """What a JSON text of an object, a list or a text holds; any other value as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(_JSON_STARTS):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value


def structure(value: Any) -> Any:
    """The object or the list that a value is, or that its JSON holds; None where there is none."""
    found = decoded(value)
    return found if isinstance(found, dict | list) else None


def object_of(value: Any) -> dict[str, Any] | None:
    """The object that a value is, also as JSON or as Python writes it."""
    found = decoded(value)
    if isinstance(found, str) and found.lstrip().startswith("{") and len(found) < _LONGEST_LITERAL:
        try:
            found = ast.literal_eval(found.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            return None
    return plain_keys(found) if isinstance(found, dict) else None


def plain_keys(value: dict[Any, Any]) -> dict[str, Any] | None:
    """An object of JSON; None where a literal of Python holds what JSON has not."""
    try:
        found = msgspec.to_builtins(value, str_keys=True)
        json.dumps(found)
    except (TypeError, ValueError, RecursionError):
        return None
    return found if all(isinstance(key, str) for key in found) else None


def looked_up(attributes: Mapping[str, Any], key: str) -> tuple[Any, str | None]:
    """The value under a dotted key, however the levels are nested, and the outermost key that it is in."""
    if key in attributes:
        return attributes[key], key
    head = key
    while "." in head:
        head = head.rpartition(".")[0]
        inner = attributes.get(head)
        if isinstance(inner, dict):
            found, where = looked_up(inner, key[len(head) + 1 :])
            if where is not None:
                return found, head
    return None, None


def under(attributes: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """The dotted keys that begin with `prefix.`, without it, and their values."""
    start = prefix + "."
    for key, value in attributes.items():
        if key.startswith(start):
            yield key[len(start) :], value
    whole, where = looked_up(attributes, prefix)
    if where is not None and isinstance(whole, dict):
        yield from whole.items()


def gathered(attributes: Mapping[str, Any], prefix: str) -> Any:
    """What stands under a prefix: a value, or numbered and named keys put together to lists and objects."""
    whole, where = looked_up(attributes, prefix)
    if where is not None and not isinstance(whole, dict):
        return whole
    tree: dict[str, Any] = {}
    for key, value in under(attributes, prefix):
        _put(tree, key.split("."), value)
    return _lists(tree) if tree else None


def _put(tree: dict[str, Any], path: list[str], value: Any) -> None:
    for step in path[:-1]:
        inner = tree.get(step)
        if not isinstance(inner, dict):
            inner = tree[step] = {} if inner is None else {"": inner}
        tree = inner
    if isinstance(tree.get(path[-1]), dict):
        tree[path[-1]][""] = value
    else:
        tree[path[-1]] = value


def _lists(tree: Any) -> Any:
    """Objects whose keys are all numbers are lists."""
    if not isinstance(tree, dict):
        return tree
    if tree and all(key.isascii() and key.isdigit() and len(key) < 10 for key in tree):
        return [_lists(tree[key]) for key in sorted(tree, key=int)]
    return {key: _lists(value) for key, value in tree.items()}
