"""`elicitation`: did the agent ask for what it was not told?"""

from __future__ import annotations

from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.records import FactLedger


@criterion("elicitation")
def elicitation(evidence: Evidence) -> Finding:
    """The share of the withheld facts that were asked for before they were delivered. Passes at 1."""
    withheld = {name: entry for name, entry in evidence.ledger.items() if entry.withheld}
    if not withheld:
        return not_applicable(say("nothing_withheld"))
    asked = [name for name, entry in withheld.items() if asked_in_time(entry)]
    value = len(asked) / len(withheld)
    if len(asked) == len(withheld):
        return passed(value)
    missed = {name: entry for name, entry in withheld.items() if not asked_in_time(entry)}
    handed = [entry.delivered for entry in missed.values() if entry.delivered is not None]
    return failed(
        value,
        *(
            say("never_asked", fact=name)
            if entry.delivered is None
            else say("handed_over", fact=name, turn=entry.delivered)
            for name, entry in missed.items()
        ),
        turn=min(handed, default=None),
        settled=bool(handed),
    )


def asked_in_time(entry: FactLedger) -> bool:
    """Whether the agent asked for the fact before the user said it."""
    return bool(entry.asked) and (entry.delivered is None or entry.asked[0] < entry.delivered)
