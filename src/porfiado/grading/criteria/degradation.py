"""`degradation`: do the replies get worse as the conversation goes on?"""

from __future__ import annotations

from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, not_applicable, say
from porfiado.grading.registry import criterion


@criterion("degradation")
def degradation(evidence: Evidence) -> Finding:
    """Needs a judge that scores each reply alone; there is none here."""
    return not_applicable(say("needs_judge"))
