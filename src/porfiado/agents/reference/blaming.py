"""When a call came to nothing: which datum that is down to, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from porfiado.agents.reference.calling import speaks_of
from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.pending import Ask, Open
from porfiado.agents.reference.words import tokens
from porfiado.text import fold

if TYPE_CHECKING:
    from porfiado.agents.reference.clerk import Clerk


def blame(clerk: Clerk, goal: Job, job: Job, arguments: dict[str, Any], error: str) -> str:
    """Say that a call with these data came to nothing, and ask for the datum that it is down to."""
    voice, memory = clerk.voice, clerk.memory
    datum = culprit(clerk, goal, job, arguments, error)
    news = _news(clerk, goal, job, arguments, error, datum)
    if datum is None:
        memory.pending = Open("instead")
        return voice.join(news, voice.say("instead"))
    if len(clerk.planner.records(datum)) > 1:  # it is one of those that were found, and not this one
        memory.drop(datum.name)
        return voice.join(news, clerk.word(goal, clerk.plan(goal)))
    check = "" if datum.name in goal.payload or offers(clerk, goal, job) else voice.say("check")
    memory.drop(datum.name)
    memory.pending = Ask(datum)
    memory.asked[datum.name] += 1
    return voice.join(news, check, voice.question(datum))


def _news(
    clerk: Clerk, goal: Job, job: Job, arguments: dict[str, Any], error: str, datum: Datum | None
) -> str:
    voice = clerk.voice
    if datum is not None and not error and offers(clerk, goal, job):
        return voice.say("offer_none", x=str(arguments[datum.name]))
    if datum is not None and (datum.name not in goal.payload or not error):
        return voice.say("not_found_value", x=str(arguments[datum.name]))
    if not error:
        return voice.say("found_nothing")
    if datum is not None and not speaks_of(error, arguments[datum.name]):
        return voice.say("refused_value", x=str(arguments[datum.name]), why=voice.error(error))
    return voice.say("refused_why", why=voice.error(error)) if job.spec.writes else voice.error(error)


def culprit(clerk: Clerk, goal: Job, job: Job, arguments: dict[str, Any], error: str) -> Datum | None:
    """The datum with which it can be tried otherwise; None where the whole wish cannot be met like this."""
    spoken = [name for name in arguments if speaks_of(error, arguments[name])]
    spoken += [name for name in arguments if name not in spoken and _is_named(clerk, job, name, error)]
    open_ = [name for name in arguments if name in goal.payload and job.data[name].chosen_from is None]
    doubtful = [name for name in spoken if _is_doubtful(clerk, goal, job, name, arguments)]
    lone = open_ if len(open_) == 1 or offers(clerk, goal, job) else []
    for names in ([name for name in open_ if name in spoken], doubtful, lone):
        if names:
            return job.data[names[0]]
    if job.spec.writes or any(job.data[name].chosen_from is not None for name in spoken):
        return None
    slots, offered = clerk.memory.slots, offers(clerk, goal, job)
    known = [
        name for name in (spoken or arguments) if name in slots and (offered or job.data[name].kind != "enum")
    ]
    return job.data[max(known, key=lambda name: slots[name].turn)] if known else None


def offers(clerk: Clerk, goal: Job, job: Job) -> bool:
    """`job` gives the values that are on offer for a datum of `goal`: with none, other data must be tried."""
    chain = clerk.planner.desk.chain(goal)
    return any(datum.chosen_from is not None and datum.chosen_from.tool == job.name for datum in chain)


def _is_doubtful(clerk: Clerk, goal: Job, job: Job, name: str, arguments: dict[str, Any]) -> bool:
    """The customer gave it, and no lookup has shown yet that it exists."""
    slot, datum = clerk.memory.slots.get(name), job.data[name]
    if job.spec.reads or slot is None or slot.source != "said" or datum.chosen_from is not None:
        return False
    if any(option.value == arguments[name] for option in clerk.planner.records(datum)):
        return False
    return not any(
        lookup.records and lookup.arguments.get(name) == arguments[name]
        for lookup in clerk.memory.lookups.values()
    )


def _is_named(clerk: Clerk, job: Job, name: str, error: str) -> bool:
    """The error speaks of the datum: a word of its name stands in it."""
    words = clerk.voice.words
    return bool(job.data[name].called(words) & set(words.stems(tokens(fold(error)))))
