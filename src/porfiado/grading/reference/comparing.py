"""Comparing a trajectory with a reference: whether it matches, which calls are pairs, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from porfiado.grading.reference.agreement import Agreement, Expected
from porfiado.grading.reference.arguments import ArgumentRule, Difference, holds_matchers, rule_of
from porfiado.grading.reference.deciding import (
    DECIDE,
    MATCH_MODES,
    MatchMode,
    align_calls,
    begins_like,
    both_messages,
    pair_calls,
    pair_messages,
)
from porfiado.grading.reference.pairing import Pairs, maximum_pairing
from porfiado.grading.reference.trajectory import Trajectory, TrajectoryError, read_trajectory
from porfiado.lazy import lazy
from porfiado.world import check_condition

ORDERED = frozenset({"strict", "exact", "in_order"})
MAY_ADD = frozenset({"in_order", "any_order", "superset"})
MAY_LACK = frozenset({"subset"})
_NEAREST_AMONG = 50  # calls, and at most so many searches: a person reads the first few


class Missing(NamedTuple):
    """A call of the reference without a partner.

    `expected` is its index. `nearest` is the index of the call of the same tool, without a partner too, that
    differs least, None where there is none; `differences` says where.
    """

    expected: int
    nearest: int | None
    differences: tuple[Difference, ...]


class RoleDifference(NamedTuple):
    """The first message, from 1, whose role is not the reference's; None where a side has no message left."""

    number: int
    expected: str | None
    got: str | None


class Reference:
    """A reference trajectory made ready to be compared with many.

    Args:
        source: A `Conversation`, a list of calls, or messages in any shape that imports.
        mode: How the trajectories are compared.
        arguments: How arguments are compared, of tools without a rule of their own.
        overrides: Tool → how its arguments are compared.
        matchers: Whether `{"$in": […]}` and the like in the reference's arguments are conditions.

    Raises:
        TrajectoryError: `source` cannot be read, or has no messages and `mode` is `strict`.
        ConditionError: a matcher that cannot mean anything.
        ValueError, TypeError: an unknown mode or rule.
    """

    def __init__(
        self,
        source: Any,
        *,
        mode: MatchMode = "in_order",
        arguments: ArgumentRule = "exact",
        overrides: Mapping[str, ArgumentRule] | None = None,
        matchers: bool = True,
    ) -> None:
        if mode not in MATCH_MODES:
            raise ValueError(f"trajectories are compared by {', '.join(MATCH_MODES)}; not {mode!r}")
        self.mode = mode
        self.calls = read_trajectory(source)
        if mode == "strict" and self.calls.messages is None:
            raise TrajectoryError("'strict' compares messages, and the reference is only calls; use 'exact'")
        default = rule_of(arguments)
        own = {tool: rule_of(rule) for tool, rule in (overrides or {}).items()}
        self._expected = Expected(
            self.calls,
            [own.get(name, default) for name in self.calls.names] if own else [default] * len(self.calls),
            [matchers and holds_matchers(given) for given in self.calls.arguments],
        )
        for given, has in zip(self.calls.arguments, self._expected.with_matchers, strict=True):
            if has:
                check_condition(given)

    def compare(self, source: Any) -> TrajectoryMatch:
        """Compare a trajectory: anything that can be a reference can be one.

        Raises:
            TrajectoryError: it cannot be read, or has no messages and the mode is `strict`.
        """
        made = read_trajectory(source)
        if self.mode == "strict" and made.messages is None:
            raise TrajectoryError(
                "'strict' compares messages, and of the trajectory only the calls are known"
            )
        agreement = Agreement(self._expected, made)
        return TrajectoryMatch(self, agreement, DECIDE[self.mode](agreement))


class TrajectoryMatch:
    """What comparing a trajectory with a reference gave. Calls are indexes into the two, from 0.

    Attributes:
        matched: Whether the trajectory matches.
        reference: What it was compared with.
        made: The trajectory.
    """

    def __init__(self, reference: Reference, agreement: Agreement, whole: Pairs | None) -> None:
        self.matched = whole is not None
        self.reference = reference
        self.made: Trajectory = agreement.made
        self._agreement = agreement
        self._whole = whole

    @lazy
    def pairs(self) -> Pairs:
        """Call of the reference → call made. As many as there can be, in an order that the mode allows."""
        if self._whole is not None:
            return self._whole
        if self.reference.mode == "strict":
            return pair_messages(self._agreement)
        if self.reference.mode in ORDERED:
            return align_calls(self._agreement)
        return pair_calls(self._agreement)

    @lazy
    def out_of_order(self) -> Pairs:
        """Call of the reference → call made that agrees with it, and does not stand where it should."""
        if self.reference.mode not in ORDERED or self.matched:
            return {}
        taken = set(self.pairs.values())
        lefts = [index for index in range(len(self.reference.calls)) if index not in self.pairs]
        rights = [index for index in range(len(self.made)) if index not in taken]
        return maximum_pairing(lefts, rights, self._agreement.row)

    @lazy
    def missing(self) -> tuple[Missing, ...]:
        """The calls of the reference that nothing agrees with. No fault where the mode is `subset`."""
        unpaired = self._without_partner
        found: list[Missing] = []
        for index in range(len(self.reference.calls)):
            if index not in self.pairs and index not in self.out_of_order:
                nearest, differences = self._nearest(index, unpaired if len(found) < _NEAREST_AMONG else [])
                unpaired = [made for made in unpaired if made != nearest]
                found.append(Missing(index, nearest, differences))
        return tuple(found)

    @lazy
    def extra(self) -> tuple[int, ...]:
        """The calls made beyond the reference. No fault in `in_order` and `any_order` (`superset`)."""
        return tuple(self._without_partner)

    @lazy
    def role_difference(self) -> RoleDifference | None:
        """Of `strict`: the first message with another role."""
        if self.reference.mode != "strict" or self.matched:
            return None
        expected, got = (messages.roles for messages in both_messages(self._agreement))
        for number, (left, right) in enumerate(zip_longest(expected, got), 1):
            if left != right:
                return RoleDifference(number, left, right)
        return None

    @lazy
    def first_fault_turn(self) -> int | None:
        """The turn of the first call that is out of order or too many; None without one, or where unknown."""
        if self.matched:
            return None
        beyond = () if self.reference.mode in MAY_ADD else self.extra
        turns = [self.made.turns[index] for index in (*self.out_of_order.values(), *beyond)]
        return min((turn for turn in turns if turn), default=None)

    @lazy
    def beyond_repair(self) -> bool:
        """Whether it would not match whatever calls came after."""
        if self.matched or self.reference.mode in MAY_ADD:
            return False
        if self.reference.mode in ORDERED:
            return not begins_like(self.reference.mode, self._agreement)
        return len(self.pairs) < len(self.made)

    @property
    def precision(self) -> float | None:
        """Pairs / calls made; None where none was made."""
        return len(self.pairs) / len(self.made) if len(self.made) else None

    @property
    def recall(self) -> float | None:
        """Pairs / calls of the reference; None where it has none."""
        return len(self.pairs) / len(self.reference.calls) if len(self.reference.calls) else None

    def explain(self, language: str = "en") -> str:
        """What is wrong, a fault a line, in `language`; an empty text where it matches."""
        from porfiado.grading.reference.telling import explain

        return explain(self, language)

    @lazy
    def _without_partner(self) -> list[int]:
        taken = {*self.pairs.values(), *self.out_of_order.values()}
        return [index for index in range(len(self.made)) if index not in taken]

    def _nearest(self, expected: int, among: Sequence[int]) -> tuple[int | None, tuple[Difference, ...]]:
        name = self.reference.calls.names[expected]
        alike = [made for made in among if self.made.names[made] == name][:_NEAREST_AMONG]
        best: tuple[int | None, tuple[Difference, ...]] = (None, ())
        for made in alike:
            differences = self._agreement.differences(expected, made)
            if best[0] is None or len(differences) < len(best[1]):
                best = made, differences
        return best


def match_trajectories(
    trajectory: Any,
    reference: Any,
    *,
    mode: MatchMode = "in_order",
    arguments: ArgumentRule = "exact",
    overrides: Mapping[str, ArgumentRule] | None = None,
    matchers: bool = True,
) -> TrajectoryMatch:
    """Compare a trajectory with a reference; see `Reference` for the arguments and the errors."""
    ready = Reference(reference, mode=mode, arguments=arguments, overrides=overrides, matchers=matchers)
    return ready.compare(trajectory)
