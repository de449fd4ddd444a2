"""Reference trajectories: does a trajectory match another, which calls are pairs, and what is wrong?

found = match_trajectories(messages, reference, mode="any_order", overrides={"search": "ignore"})
found.matched, found.pairs, found.explain("en")
"""

from porfiado.grading.reference.arguments import ArgumentMode, ArgumentRule, Difference
from porfiado.grading.reference.checking import reference_fault
from porfiado.grading.reference.comparing import (
    Missing,
    Reference,
    RoleDifference,
    TrajectoryMatch,
    match_trajectories,
)
from porfiado.grading.reference.deciding import MatchMode
from porfiado.grading.reference.trajectory import Messages, Trajectory, TrajectoryError, read_trajectory

__all__ = [
    "ArgumentMode",
    "ArgumentRule",
    "Difference",
    "MatchMode",
    "Messages",
    "Missing",
    "Reference",
    "RoleDifference",
    "Trajectory",
    "TrajectoryError",
    "TrajectoryMatch",
    "match_trajectories",
    "read_trajectory",
    "reference_fault",
]
