"""Which calls of a trajectory agree with which of a reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from porfiado.grading.reference.arguments import Difference, Rule
from porfiado.grading.reference.trajectory import Trajectory
from porfiado.lazy import lazy

_BY_KEY = 8  # calls of one tool from which on looking them up by a key is quicker than comparing each


class Expected(NamedTuple):
    """The calls of a reference, for each the rule of its tool, and whether its arguments hold matchers."""

    calls: Trajectory
    rules: list[Rule]
    with_matchers: list[bool]


class Agreement:
    """Which calls made agree with which of the reference, each worked out when it is asked for."""

    def __init__(self, expected: Expected, made: Trajectory) -> None:
        self.expected = expected
        self.made = made
        self._rows: dict[int, Sequence[int]] = {}

    def agree(self, expected: int, made: int) -> bool:
        """Whether two calls agree: the same tool, and arguments that the tool's rule lets pass."""
        calls = self.expected.calls
        return calls.names[expected] == self.made.names[made] and self.expected.rules[expected].agrees(
            calls.arguments[expected],
            self.made.arguments[made],
            matchers=self.expected.with_matchers[expected],
        )

    def differences(self, expected: int, made: int) -> tuple[Difference, ...]:
        """Where the arguments of two calls of one tool do not agree."""
        found = self.expected.rules[expected].differences(
            self.expected.calls.arguments[expected],
            self.made.arguments[made],
            matchers=self.expected.with_matchers[expected],
        )
        return tuple(found)

    def row(self, expected: int) -> Sequence[int]:
        """The calls made that agree with one of the reference, ascending."""
        found = self._rows.get(expected)
        if found is None:
            found = self._rows[expected] = self._find(expected)
        return found

    def _find(self, expected: int) -> Sequence[int]:
        name, rule = self.expected.calls.names[expected], self.expected.rules[expected]
        among = self._by_name.get(name, ())
        if len(among) < _BY_KEY or not rule.equivalence or self.expected.with_matchers[expected]:
            return [made for made in among if self.agree(expected, made)]
        return self._by_key(name, rule).get(rule.key(self.expected.calls.arguments[expected]), ())

    @lazy
    def _by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index, name in enumerate(self.made.names):
            found.setdefault(name, []).append(index)
        return found

    @lazy
    def _keys(self) -> dict[str, dict[str, list[int]]]:
        return {}

    def _by_key(self, name: str, rule: Rule) -> dict[str, list[int]]:
        if name not in self._keys:
            found: dict[str, list[int]] = {}
            for index in self._by_name[name]:
                found.setdefault(rule.key(self.made.arguments[index]), []).append(index)
            self._keys[name] = found
        return self._keys[name]
