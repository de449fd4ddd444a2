"""`grounded_arguments`: did the agent invent what it called tools with?"""

from __future__ import annotations

from porfiado.grading.canonical import quoted, shown
from porfiado.grading.criteria.paths import trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, Say, failed, not_applicable, passed, say
from porfiado.grading.provenance import Argument, Source, count_sources
from porfiado.grading.registry import criterion


@criterion("grounded_arguments")
def grounded_arguments(evidence: Evidence) -> Finding:
    """The identifiers, codes, amounts, days, times and names in arguments that come from nowhere.

    That is: from no message of the user so far, no earlier result, no prompt and no schema, and not to be
    worked out from those. The same value of the same parameter counts once. Passes at 0; with the number of
    values from each source.
    """
    tracer = evidence.tracer
    if tracer is None:
        return trajectory_unknown()
    if not evidence.placed_calls:
        return not_applicable(say("no_calls"), settled=False)
    if not any(turn.user for turn in evidence.turns):
        return not_applicable(say("user_unknown"))
    arguments = tracer.arguments
    sources = count_sources(arguments)
    invented = {
        (one.call.name, one.path, repr(one.value)): one for one in arguments if one.source is Source.NOWHERE
    }
    if not invented:
        return passed(0, sources=sources)
    found = list(invented.values())
    return failed(len(found), *map(_shown, found), turn=found[0].turn, settled=True, sources=sources)


def _shown(one: Argument) -> Say:
    value = quoted(shown(one.value), 80)
    return say("invented_argument", turn=one.turn, tool=one.call.name, argument=one.path, value=value)
