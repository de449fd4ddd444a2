"""What the trajectory criteria have in common: they need an expectation, and a known trajectory."""

from __future__ import annotations

from porfiado.cases import Path
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, not_applicable, say

NO_PATH = Path()


def path_of(evidence: Evidence) -> Path:
    """The scenario's expectations of the path; all absent where it has none."""
    return evidence.scenario.path or NO_PATH


def not_expected(*keys: str) -> Finding:
    """The scenario expects nothing of the kind."""
    return not_applicable(say("no_expectation", keys=", ".join(f"path.{key}" for key in keys)))


def trajectory_unknown() -> Finding:
    """Nobody recorded the calls, which is not the same as that there were none."""
    return not_applicable(say("no_trajectory"))
