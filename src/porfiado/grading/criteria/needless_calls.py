"""`needless_calls`: did the agent look up what it did not need?"""

from __future__ import annotations

from porfiado.grading.canonical import shown_call
from porfiado.grading.criteria.paths import trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, failed, not_applicable, passed, say
from porfiado.grading.registry import criterion
from porfiado.grading.use import Use, judge_use


@criterion("needless_calls")
def needless_calls(evidence: Evidence) -> Finding:
    """The look-ups whose result was known already from another call, or was used nowhere. Passes at 0.

    Used is a result of which anything stands in a later reply or in the arguments of a later call. Never
    counted: calls that write, that came to nothing, that the path names, that other tools require before
    them, and results of which no use could be seen. The same call made twice is `no_repeated_calls`.
    """
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    uses = judge_use(evidence)
    if not uses:
        return not_applicable(say("no_lookups"), settled=False)
    needless = {index: use for index, use in uses.items() if use is not Use.USED}
    unused = sum(use is Use.UNUSED for use in needless.values())
    if not needless:
        return passed(0, of=len(uses))
    return failed(
        len(needless),
        *(
            say(
                f"needless_{use}",
                turn=placed[index].turn,
                call=shown_call(placed[index].call.name, placed[index].call.arguments),
            )
            for index, use in needless.items()
        ),
        turn=placed[min(needless)].turn,
        of=len(uses),
        unused=unused,
        known=len(needless) - unused,
    )
