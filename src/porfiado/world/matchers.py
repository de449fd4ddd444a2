"""Conditions on a state or on arguments: a part of the value, with operators where equality is not enough."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from porfiado.patterns import PatternError, compile_pattern
from porfiado.world.errors import shown, suggest
from porfiado.world.jsonlike import is_of_type, json_equal, json_type
from porfiado.world.paths import Place, dotted

_Miss = tuple[Place, str]  # where the condition fails, and why
_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


class Mismatch(msgspec.Struct, frozen=True):
    """Where a value does not meet a condition (dotted path, `$` for the whole), and why."""

    path: str
    reason: str

    def describe(self) -> str:
        """Place and reason in one line."""
        return f"{self.path}: {self.reason}"


class ConditionError(ValueError):
    """A condition that cannot mean anything; `problems` lists all that is wrong with it."""

    def __init__(self, problems: tuple[Mismatch, ...]) -> None:
        super().__init__("; ".join(problem.describe() for problem in problems))
        self.problems = problems


def matches(expected: Any, actual: Any) -> Mismatch | None:
    """None where the JSON-like value `actual` meets the condition, else the first place where it does not.

    A mapping names the keys that must match, others are free. A list is equal in length and order. JSON types
    are strict, but 1 and 1.0 are the same number. A mapping whose keys begin with `$` is a set of operators,
    all of which must hold.

    Raises:
        ConditionError: on meeting an operator that does not exist or cannot be applied; `check_condition`
            finds every such mistake beforehand.
    """
    try:
        found = _match(_plain(expected), actual, ())
    except (KeyError, TypeError, AttributeError, PatternError):
        check_condition(expected)
        raise
    return None if found is None else Mismatch(dotted(found[0]), found[1])


def check_condition(expected: Any) -> None:
    """Check a condition as its author wrote it, before anything is matched.

    Raises:
        ConditionError: an unknown operator, a bad pattern, an operand of a wrong type; with all of them.
    """
    problems = tuple(Mismatch(dotted(place), reason) for place, reason in _problems(_plain(expected), ()))
    if problems:
        raise ConditionError(problems)


def _plain(expected: Any) -> Any:
    """The condition as JSON: YAML reads `4402:` as a number and `2026-01-05` as a date, a state has texts."""
    try:
        return msgspec.to_builtins(expected, str_keys=True)
    except Exception as error:
        raise ConditionError((Mismatch("$", f"not JSON-like: {shown(str(error))}"),)) from None


# ── matching ──


def _match(expected: Any, actual: Any, place: Place) -> _Miss | None:
    if has_operators(expected):
        tests = (_OPERATORS[name].test(operand, actual, place) for name, operand in expected.items())
        return next((miss for miss in tests if miss), None)
    if isinstance(expected, dict):
        return _match_mapping(expected, actual, place)
    if isinstance(expected, list):
        return _match_list(expected, actual, place)
    return _equal(expected, actual, place)


def has_operators(expected: Any) -> bool:
    """Whether a condition is a set of operators, such as `{"$gte": 2}`."""
    return isinstance(expected, dict) and any(key.startswith("$") for key in expected)


def _match_mapping(expected: dict[str, Any], actual: Any, place: Place) -> _Miss | None:
    if not isinstance(actual, dict):
        return place, f"expected an object, got {_named(actual)}"
    for key, condition in expected.items():
        if key in actual:
            miss = _match(condition, actual[key], (*place, key))
        else:
            miss = None if _allows_absence(condition) else ((*place, key), "is absent")
        if miss:
            return miss
    return None


def _allows_absence(condition: Any) -> bool:
    """Only `$exists: false` speaks of an absent key. `$ne` does not: a misspelt key must not pass."""
    if not has_operators(condition):
        return False
    return (
        condition.get("$exists") is False
        or condition.get("$not") == {"$exists": True}
        or any(map(_allows_absence, condition.get("$or", ())))
        or ("$and" in condition and all(map(_allows_absence, condition["$and"])))
    )


def _match_list(expected: list[Any], actual: Any, place: Place) -> _Miss | None:
    if not _is_list(actual):
        return place, f"expected an array, got {_named(actual)}"
    if len(actual) != len(expected):
        return place, f"expected {len(expected)} items, got {len(actual)}"
    misses = (_match(expected[i], actual[i], (*place, i)) for i in range(len(expected)))
    return next((miss for miss in misses if miss), None)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _named(value: Any) -> str:
    return f"{json_type(value)} {shown(value)}"


def _equal(operand: Any, actual: Any, place: Place) -> _Miss | None:
    if json_equal(operand, actual):
        return None
    if json_type(operand) != json_type(actual):
        return place, f"expected {_named(operand)}, got {_named(actual)}"
    return place, f"expected {shown(operand)}, got {shown(actual)}"


def _unequal(operand: Any, actual: Any, place: Place) -> _Miss | None:
    return (place, f"must not be {shown(operand)}") if json_equal(operand, actual) else None


def _among(operand: list[Any], actual: Any, place: Place) -> _Miss | None:
    if any(json_equal(item, actual) for item in operand):
        return None
    return place, f"expected one of {shown(operand)}, got {_named(actual)}"


def _not_among(operand: list[Any], actual: Any, place: Place) -> _Miss | None:
    return (
        (place, f"must not be {shown(actual)}") if any(json_equal(item, actual) for item in operand) else None
    )


def _comparison(sign: str, holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any, Place], _Miss | None]:
    def compare(operand: Any, actual: Any, place: Place) -> _Miss | None:
        if _order_of(operand) == _order_of(actual) and holds(actual, operand):
            return None
        return place, f"expected {sign} {shown(operand)}, got {_named(actual)}"

    return compare


def _order_of(value: Any) -> object:
    """What a value can be compared with: numbers with numbers, texts with texts, all else with nothing."""
    if isinstance(value, str):
        return "text"
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else object()


def _regex(operand: str, actual: Any, place: Place) -> _Miss | None:
    pattern = compile_pattern(operand)
    if isinstance(actual, str) and pattern.search(actual):
        return None
    return place, f"expected text that matches {shown(operand)}, got {_named(actual)}"


def _exists(operand: bool, actual: Any, place: Place) -> _Miss | None:
    return None if operand else (place, f"expected to be absent, got {_named(actual)}")


def _not(operand: Any, actual: Any, place: Place) -> _Miss | None:
    return None if _match(operand, actual, place) else (place, f"{shown(actual)} meets what it must not")


def _elements(value: Any) -> list[tuple[str | int, Any]] | None:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if _is_list(value) else None


def _some(operand: Any, actual: Any, place: Place) -> _Miss | None:
    elements = _elements(actual)
    if elements is None:
        return place, f"expected an array or object, got {_named(actual)}"
    if any(_match(operand, item, place) is None for _, item in elements):
        return None
    return place, f"none of its {len(elements)} elements meets {shown(operand)}"


def _every(operand: Any, actual: Any, place: Place) -> _Miss | None:
    elements = _elements(actual)
    if elements is None:
        return place, f"expected an array or object, got {_named(actual)}"
    misses = (_match(operand, item, (*place, key)) for key, item in elements)
    return next((miss for miss in misses if miss), None)


def _contains(operand: Any, actual: Any, place: Place) -> _Miss | None:
    if isinstance(actual, str):
        found = isinstance(operand, str) and operand in actual
    else:
        found = _is_list(actual) and any(_match(operand, item, place) is None for item in actual)
    return None if found else (place, f"expected to contain {shown(operand)}, got {_named(actual)}")


def _size(operand: Any, actual: Any, place: Place) -> _Miss | None:
    if not isinstance(actual, str | dict | list | tuple):
        return place, f"expected something with a size, got {_named(actual)}"
    miss = _match(operand, len(actual), place)
    return (place, f"size: {miss[1]}") if miss else None


def _type(operand: Any, actual: Any, place: Place) -> _Miss | None:
    wanted = operand if isinstance(operand, list) else [operand]
    if is_of_type(actual, wanted):
        return None
    return place, f"expected {' or '.join(wanted)}, got {_named(actual)}"


def _and(operand: list[Any], actual: Any, place: Place) -> _Miss | None:
    return next((miss for condition in operand if (miss := _match(condition, actual, place))), None)


def _or(operand: list[Any], actual: Any, place: Place) -> _Miss | None:
    if any(_match(condition, actual, place) is None for condition in operand):
        return None
    return place, f"meets none of the {len(operand)} conditions of $or, got {_named(actual)}"


# ── checking what the author wrote ──


def _problems(expected: Any, place: Place) -> Iterator[_Miss]:
    if has_operators(expected):
        for name, operand in expected.items():
            if name in _OPERATORS:
                yield from _OPERATORS[name].problems(operand, (*place, name))
            elif name.startswith("$"):
                yield (*place, name), f"unknown operator{suggest(name, _OPERATORS)}"
            else:
                yield (*place, name), "a key among operators: put it and them into one $and"
    elif isinstance(expected, dict | list):
        for key, item in _elements(expected) or ():
            yield from _problems(item, (*place, key))


def _nothing(_operand: Any, _place: Place) -> Iterator[_Miss]:
    return iter(())


def _wants(what: str, good: Callable[[Any], bool]) -> Callable[[Any, Place], Iterator[_Miss]]:
    def problems(operand: Any, place: Place) -> Iterator[_Miss]:
        if not good(operand):
            yield place, f"expected {what}, got {_named(operand)}"

    return problems


def _pattern_problems(operand: Any, place: Place) -> Iterator[_Miss]:
    if not isinstance(operand, str):
        yield place, f"expected a pattern, got {_named(operand)}"
        return
    try:
        compile_pattern(operand)
    except PatternError as error:
        yield place, f"bad pattern {shown(operand)}: {error}"


def _size_problems(operand: Any, place: Place) -> Iterator[_Miss]:
    if has_operators(operand):
        yield from _problems(operand, place)
    elif json_type(operand) != "integer" or operand < 0:
        yield place, f"expected a number or operators like {{$gte: 2}}, got {_named(operand)}"


def _list_problems(operand: Any, place: Place) -> Iterator[_Miss]:
    if not isinstance(operand, list) or not operand:
        yield place, f"expected a list of conditions, got {_named(operand)}"
        return
    for index, condition in enumerate(operand):
        yield from _problems(condition, (*place, index))


class _Operator(NamedTuple):
    test: Callable[[Any, Any, Place], _Miss | None]
    problems: Callable[[Any, Place], Iterator[_Miss]]


def _is_type(operand: Any) -> bool:
    wanted = operand if isinstance(operand, list) else [operand]
    return bool(wanted) and all(name in _TYPES for name in wanted)


_LIST = _wants("a list of values", lambda operand: isinstance(operand, list))
_COMPARABLE = _wants("a number or a text", lambda operand: isinstance(_order_of(operand), str))

_OPERATORS = {
    "$eq": _Operator(_equal, _nothing),
    "$ne": _Operator(_unequal, _nothing),
    "$in": _Operator(_among, _LIST),
    "$nin": _Operator(_not_among, _LIST),
    "$gt": _Operator(_comparison(">", operator.gt), _COMPARABLE),
    "$gte": _Operator(_comparison("≥", operator.ge), _COMPARABLE),
    "$lt": _Operator(_comparison("<", operator.lt), _COMPARABLE),
    "$lte": _Operator(_comparison("≤", operator.le), _COMPARABLE),
    "$regex": _Operator(_regex, _pattern_problems),
    "$exists": _Operator(_exists, _wants("true or false", lambda operand: isinstance(operand, bool))),
    "$type": _Operator(_type, _wants(f"one of {', '.join(_TYPES)}", _is_type)),
    "$size": _Operator(_size, _size_problems),
    "$length": _Operator(_size, _size_problems),
    "$contains": _Operator(_contains, _problems),
    "$any": _Operator(_some, _problems),
    "$all": _Operator(_every, _problems),
    "$not": _Operator(_not, _problems),
    "$and": _Operator(_and, _list_problems),
    "$or": _Operator(_or, _list_problems),
}
