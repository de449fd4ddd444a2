"""Whether a condition could ever hold: its names and values against a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from porfiado.cases.nodes import Where
from porfiado.world.jsonlike import is_of_type
from porfiado.world.matchers import has_operators

_WALKED = ("$and", "$or")  # operators whose operands are conditions on the same value


class Misfit(NamedTuple):
    """A part of a condition that nothing can meet.

    `kind` is `field` (no such name), `value` (not one of the few that there are) or `type`.
    """

    kind: str
    path: Where
    given: Any
    choices: tuple[str, ...]


def misfits(condition: Any, schema: dict[str, Any]) -> list[Misfit]:
    """What in `condition` no value of `schema` can meet."""
    return list(_walk(condition, schema, schema, ()))


def _resolve(schema: Any, root: dict[str, Any]) -> dict[str, Any]:
    while isinstance(schema, dict) and "$ref" in schema:
        schema = root.get("$defs", {}).get(schema["$ref"].rpartition("/")[2], {})
    return schema if isinstance(schema, dict) else {}


def _walk(condition: Any, schema: Any, root: dict[str, Any], path: Where) -> Iterator[Misfit]:
    schema = _resolve(schema, root)
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches:
        found = [list(_walk(condition, branch, root, path)) for branch in branches]
        # The branch that goes wrong deepest is the one that was meant.
        if all(found):
            yield from max(found, key=lambda misses: max(len(miss.path) for miss in misses))
    elif has_operators(condition):
        yield from _operators(condition, schema, root, path)
    elif isinstance(condition, dict):
        yield from _mapping(condition, schema, root, path)
    elif isinstance(condition, list):
        yield from _list(condition, schema, root, path)
    else:
        yield from _scalar(condition, schema, path)


def _operators(
    condition: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], path: Where
) -> Iterator[Misfit]:
    for name, operand in condition.items():
        if name in _WALKED and isinstance(operand, list):
            for number, part in enumerate(operand):
                yield from _walk(part, schema, root, (*path, name, number))
        elif name == "$eq":
            yield from _walk(operand, schema, root, (*path, name))
        elif name == "$in" and isinstance(operand, list):
            found = [list(_walk(value, schema, root, (*path, name))) for value in operand]
            if found and all(found):
                yield from found[0]


def _mapping(
    condition: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], path: Where
) -> Iterator[Misfit]:
    if not _is_type(condition, schema):
        yield Misfit("type", path, condition, _type_names(schema))
        return
    fields = schema.get("properties", {})
    others = schema.get("additionalProperties", not fields)
    for key, part in condition.items():
        if key in fields:
            yield from _walk(part, fields[key], root, (*path, key))
        elif isinstance(others, dict):
            yield from _walk(part, others, root, (*path, key))
        elif not others:
            yield Misfit("field", (*path, key), key, tuple(fields))


def _list(
    condition: list[Any], schema: dict[str, Any], root: dict[str, Any], path: Where
) -> Iterator[Misfit]:
    if not _is_type(condition, schema):
        yield Misfit("type", path, condition, _type_names(schema))
        return
    for number, part in enumerate(condition):
        yield from _walk(part, schema.get("items", {}), root, (*path, number))


def _scalar(value: Any, schema: dict[str, Any], path: Where) -> Iterator[Misfit]:
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is not None and value not in allowed:
        yield Misfit("value", path, value, tuple(map(str, allowed)))
    elif allowed is None and not _is_type(value, schema):
        yield Misfit("type", path, value, _type_names(schema))


def _type_names(schema: dict[str, Any]) -> tuple[str, ...]:
    names = schema.get("type", ())
    return (names,) if isinstance(names, str) else tuple(names)


def _is_type(value: Any, schema: dict[str, Any]) -> bool:
    names = _type_names(schema)
    return not names or is_of_type(value, names)
