"""When the arguments of a call agree with those of a reference's call, and where they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from porfiado.cases.nodes import steps
from porfiado.grading.canonical import MAX_DEPTH, canonical
from porfiado.world import matches
from porfiado.world.errors import shown
from porfiado.world.jsonlike import json_equal, json_type
from porfiado.world.matchers import has_operators
from porfiado.world.paths import Place, dotted

ArgumentMode = Literal["exact", "ignore", "subset", "superset"]
ArgumentRule = ArgumentMode | Sequence[str] | Callable[[dict[str, Any], dict[str, Any]], Any]
"""How arguments are compared.

`exact`: the same. `ignore`: not at all. `subset`: the call has nothing that the reference has not.
`superset`: it has all that the reference has. A list of fields (dotted paths): only these must agree.
A function: what it says of the call's arguments and the reference's, in this order.
"""

MODES: tuple[ArgumentMode, ...] = ("exact", "ignore", "subset", "superset")
UNEXPECTED = "was not expected, got "  # said in other languages by `differences` of grading.toml
_SCALARS = frozenset({str, int, float, bool, type(None)})


class Malformed(str):
    """The arguments of a call that were no JSON object, as they stood there. Equal only to the same text."""

    __slots__ = ()


class Difference(msgspec.Struct, frozen=True):
    """An argument that does not agree.

    Attributes:
        path: Where, as a dotted path; `$` is the whole.
        expected: What the reference has there; unset where it has nothing.
        got: What the call has there; unset where it has nothing.
        reason: The same in words.
    """

    path: str
    expected: Any = UNSET
    got: Any = UNSET
    reason: str = ""


class Rule:
    """One way of comparing arguments.

    Attributes:
        equivalence: Without matchers it sorts arguments into classes: `key` tells which.
    """

    equivalence = True

    def agrees(self, expected: Any, got: Any, *, matchers: bool) -> bool:
        """Whether a call's arguments agree with the reference's; `matchers`: these may hold some."""
        if isinstance(expected, Malformed) or isinstance(got, Malformed):
            return type(expected) is type(got) and bool(expected == got)
        return next(self.differences(expected, got, matchers=matchers), None) is None

    def differences(self, expected: Any, got: Any, *, matchers: bool) -> Iterator[Difference]:
        """Where they do not agree."""
        raise NotImplementedError

    def key(self, arguments: Any) -> str:
        """Arguments with the same key agree, others do not; only where the rule is an equivalence."""
        return f"?{arguments}" if isinstance(arguments, Malformed) else canonical(arguments)


class _Keys(Rule):
    """`exact`, `subset` and `superset`: which keys may be missing on which side. The values must be equal."""

    def __init__(self, *, may_lack: bool, may_add: bool) -> None:
        self.may_lack = may_lack
        self.may_add = may_add
        self.equivalence = not (may_lack or may_add)

    def agrees(self, expected: Any, got: Any, *, matchers: bool) -> bool:
        if matchers or type(expected) is not dict or type(got) is not dict:
            return super().agrees(expected, got, matchers=matchers)
        if self.equivalence and len(expected) != len(got):
            return False
        smaller, larger = (got, expected) if self.may_lack else (expected, got)
        for key, value in smaller.items():
            other = larger.get(key, UNSET)
            if value != other if type(value) is str else not same(value, other):
                return False
        return True

    def differences(self, expected: Any, got: Any, *, matchers: bool) -> Iterator[Difference]:
        if isinstance(expected, Malformed) or isinstance(got, Malformed):
            yield from _differences(expected, got, (), matchers=False)
            return
        for key, value in expected.items():
            if key in got or not self.may_lack:
                yield from _differences(value, got.get(key, UNSET), (key,), matchers=matchers)
        if not self.may_add:
            yield from (_difference(UNSET, got[key], (key,)) for key in got if key not in expected)


class _Ignore(Rule):
    def agrees(self, expected: Any, got: Any, *, matchers: bool) -> bool:
        return True

    def differences(self, expected: Any, got: Any, *, matchers: bool) -> Iterator[Difference]:
        return iter(())

    def key(self, arguments: Any) -> str:
        return ""


class _Fields(Rule):
    """Only these fields must agree. One that is null and one that is not there are the same."""

    def __init__(self, fields: Sequence[str]) -> None:
        self.paths = [steps(field) for field in fields]
        bad = [field for field, path in zip(fields, self.paths, strict=True) if not path]
        if bad:
            raise ValueError(f"{bad[0]!r} is no dotted path of a field")

    def differences(self, expected: Any, got: Any, *, matchers: bool) -> Iterator[Difference]:
        if isinstance(expected, Malformed) or isinstance(got, Malformed):
            yield from _differences(expected, got, (), matchers=False)
            return
        for path in self.paths:
            wanted, found = _at(expected, path), _at(got, path)
            if not (wanted in (None, UNSET) and found in (None, UNSET)):
                yield from _differences(wanted, found, path, matchers=matchers)

    def key(self, arguments: Any) -> str:
        if isinstance(arguments, Malformed):
            return super().key(arguments)
        found = [_at(arguments, path) for path in self.paths]
        return canonical([None if value is UNSET else value for value in found])


class _Function(Rule):
    equivalence = False

    def __init__(self, agree: Callable[[dict[str, Any], dict[str, Any]], Any]) -> None:
        self.agree = agree

    def differences(self, expected: Any, got: Any, *, matchers: bool) -> Iterator[Difference]:
        if isinstance(expected, Malformed) or isinstance(got, Malformed):
            yield from _differences(expected, got, (), matchers=False)
        elif not self.agree(got, expected):
            name = getattr(self.agree, "__name__", type(self.agree).__name__)
            yield Difference("$", expected, got, f"{name} says no")


_BY_MODE: dict[str, Rule] = {
    "exact": _Keys(may_lack=False, may_add=False),
    "ignore": _Ignore(),
    "subset": _Keys(may_lack=True, may_add=False),
    "superset": _Keys(may_lack=False, may_add=True),
}


def rule_of(rule: ArgumentRule) -> Rule:
    """The rule made ready.

    Raises:
        ValueError: no mode of that name, or an empty path of a field.
        TypeError: neither a mode, nor a list of fields, nor a function.
    """
    if isinstance(rule, str):
        if rule not in _BY_MODE:
            known = ", ".join(MODES)
            raise ValueError(f"arguments are compared by {known}, fields or a function; not {rule!r}")
        return _BY_MODE[rule]
    if callable(rule):
        return _Function(rule)
    if isinstance(rule, Sequence) and all(isinstance(field, str) for field in rule):
        return _Fields(rule)
    raise TypeError(f"a mode, a list of fields or a function is expected, not {rule!r}")


def same(left: Any, right: Any) -> bool:
    """Strict equality of JSON values. What is nested too deeply to compare is equal to nothing."""
    if type(left) is type(right) and type(left) in _SCALARS:
        return bool(left == right)
    try:
        return json_equal(left, right)
    except RecursionError:
        return False


def holds_matchers(expected: Any, depth: int = MAX_DEPTH) -> bool:
    """Whether a reference's arguments hold a matcher, at any depth that arguments have."""
    if not depth:
        return False
    if isinstance(expected, dict):
        for key, value in expected.items():
            if key[:1] == "$" or (type(value) not in _SCALARS and holds_matchers(value, depth - 1)):
                return True
        return False
    return isinstance(expected, list | tuple) and any(holds_matchers(item, depth - 1) for item in expected)


def _differences(expected: Any, got: Any, place: Place, *, matchers: bool) -> Iterator[Difference]:
    """The deepest places where a value is not the expected one. Unset: there is none."""
    if matchers and has_operators(expected):
        yield from _by_condition(expected, got, place)
    elif len(place) > MAX_DEPTH:
        if not same(expected, got):
            yield _difference(expected, got, place)
    elif isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from _differences(value, got.get(key, UNSET), (*place, key), matchers=matchers)
        yield from (_difference(UNSET, got[key], (*place, key)) for key in got if key not in expected)
    elif _is_list(expected) and _is_list(got) and len(expected) == len(got):
        for index, (value, other) in enumerate(zip(expected, got, strict=True)):
            yield from _differences(value, other, (*place, index), matchers=matchers)
    elif not same(expected, got):
        yield _difference(expected, got, place)


def _by_condition(expected: Any, got: Any, place: Place) -> Iterator[Difference]:
    """A matcher, which a value that is literally the same satisfies too (a tool may take such objects)."""
    if got is UNSET:
        miss = matches({"value": expected}, {})
    else:
        miss = None if same(expected, got) else matches(expected, got)
    if miss is not None:
        yield Difference(dotted(place), expected, got, miss.reason)


def _difference(expected: Any, got: Any, place: Place) -> Difference:
    if expected is UNSET:
        reason = f"{UNEXPECTED}{json_type(got)} {shown(got)}"
    elif got is UNSET:
        reason = "is absent"
    elif json_type(expected) != json_type(got):
        reason = f"expected {json_type(expected)} {shown(expected)}, got {json_type(got)} {shown(got)}"
    else:
        reason = f"expected {shown(expected)}, got {shown(got)}"
    return Difference(dotted(place), expected, got, reason)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _at(value: Any, path: Place) -> Any:
    """What stands at a path; unset where there is nothing."""
    for key in path:
        if isinstance(value, Mapping) and str(key) in value:
            value = value[str(key)]
        elif _is_list(value) and str(key).isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return UNSET
    return value
