"""A property that is worked out at its first use: `functools.cached_property` without its lock.

The lock (taken at each first use until Python 3.12) is slow, and there are dozens of first uses in each
conversation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class lazy(Generic[Value]):  # noqa: N801 - used as a decorator, like `property`
    """Works a value out once and leaves it in the object's `__dict__`, where later reads find it."""

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> lazy[Value]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> Value: ...
    def __get__(self, owner: object | None, kind: type) -> lazy[Value] | Value:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._compute(owner)
        return value
