"""`grounded_replies`: did the agent say only what it could know?"""

from __future__ import annotations

from porfiado.grading.canonical import quoted
from porfiado.grading.criteria.paths import trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.grading.said import Fault, empty_claims, strays


@criterion("grounded_replies")
def grounded_replies(evidence: Evidence) -> Finding:
    """What the agent told without the call that would have told it. Passes at 0.

    Counted are data (codes, mail addresses, amounts, days, times) in assertions of its replies that come from
    nowhere while no result so far has any of the kind; and claims of success before which no call was made
    that may write, where no state tells. What differs from a result is `misread_results`.
    """
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    if not (placed or evidence.brief.tools or evidence.conversation.tools):
        return not_applicable(say("no_tools"))
    data = [one for one in strays(evidence) if one.fault is Fault.UNSUPPORTED]
    told = {(one.turn, one.datum.quote) for one in data}
    claims = [
        one for one in empty_claims(evidence) if not one.after_error and (one.turn, one.quote) not in told
    ]
    if not data and not claims:
        return passed(0)
    return failed(
        len(data) + len(claims),
        *(
            say("unsupported_datum", turn=one.turn, value=one.datum.text, quote=quoted(one.datum.quote))
            for one in data
        ),
        *(say("unsupported_claim", turn=one.turn, quote=quoted(one.quote)) for one in claims),
        turn=min([one.turn for one in data] + [one.turn for one in claims]),
        settled=True,
        data=len(data),
        claims=len(claims),
    )
