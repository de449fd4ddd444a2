"""Grading: what a conversation was worth, one verdict for each criterion.

A criterion is a pure function of the evidence: a conversation beside its scenario. Write your own with
`@criterion("name")` and name it under the entry point group `porfiado.criteria`.
"""

from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, Say, failed, not_applicable, passed, plain, say, undecided
from porfiado.grading.grader import Graded, Grader, grade
from porfiado.grading.reference import Reference, TrajectoryError, TrajectoryMatch, match_trajectories
from porfiado.grading.registry import Criterion, CriterionError, all_criteria, criterion
from porfiado.grading.states import UNKNOWN

__all__ = [
    "UNKNOWN",
    "Criterion",
    "CriterionError",
    "Evidence",
    "Finding",
    "Graded",
    "Grader",
    "Reference",
    "Say",
    "TrajectoryError",
    "TrajectoryMatch",
    "all_criteria",
    "criterion",
    "failed",
    "grade",
    "match_trajectories",
    "not_applicable",
    "passed",
    "plain",
    "say",
    "undecided",
]
