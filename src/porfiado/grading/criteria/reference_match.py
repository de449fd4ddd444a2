"""`reference_match`: is the path the reference's?"""

from __future__ import annotations

from porfiado.grading.criteria.paths import path_of
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, not_applicable, say
from porfiado.grading.registry import criterion


@criterion("reference_match")
def reference_match(evidence: Evidence) -> Finding | None:
    """Shown only where the scenario has a reference trajectory; it is not compared in this version."""
    return None if path_of(evidence).reference is None else not_applicable(say("no_reference_match"))
