"""Refusing what is restricted: as often as it is asked for, in other words, and looking into the case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.pending import Ask, Open
from porfiado.agents.reference.policy import Situation
from porfiado.agents.reference.working import ask_again

if TYPE_CHECKING:
    from porfiado.agents.reference.clerk import Clerk

_REASON_EVERY = 3  # the world's own reason is given at the first and then at every third refusal


async def refuse(clerk: Clerk, situation: Situation) -> str:
    """Refuse; where the customer's case can be looked up, ask for what that needs, each datum once."""
    memory = clerk.memory
    job = _restricted(situation)
    if job is not None and job is not memory.refused:
        memory.refused, memory.refusals = job, 0
    if memory.job is not None and not situation.finished:
        return _meanwhile(clerk)
    memory.job = None
    if isinstance(memory.pending, Ask) and situation.has("dont_know"):
        memory.unknown.add(memory.pending.datum.name)
    gave = isinstance(memory.pending, Ask) and memory.pending.datum.name in situation.changed
    return await _with_case(clerk, gave)


def _restricted(situation: Situation) -> Job | None:
    return next((wish.job for wish in situation.wishes if wish.job.spec.restricted is not None), None)


def refusal(clerk: Clerk) -> str:
    """The next refusal in words."""
    memory, voice = clerk.memory, clerk.voice
    memory.refusals += 1
    assert memory.refused is not None
    reason = memory.refused.spec.refuses.get(memory.language)
    if memory.refusals == 1:
        return reason or voice.say("refuse")
    again = voice.say("refuse_again")
    return voice.join(again, reason) if memory.refusals % _REASON_EVERY == 1 else again


def _meanwhile(clerk: Clerk) -> str:
    """In the middle of another job: refuse, and go on with the question that is open."""
    text = clerk.voice.join(refusal(clerk), ask_again(clerk))
    clerk.memory.refused = None
    return text


async def _with_case(clerk: Clerk, gave: bool) -> str:
    memory, voice = clerk.memory, clerk.voice
    case = case_lookup(clerk)
    missing = _missing(clerk, case) if case is not None else []
    if missing:
        first = voice.say("ack") if gave else voice.join(refusal(clerk), voice.say("refuse_look"))
        memory.pending = Ask(missing[0])
        return voice.join(first, voice.ask(memory.pending))
    memory.pending = Open("refused")
    if case is not None and not _looked(clerk, case) and _complete(clerk, case):
        arguments = clerk.planner.arguments(case)
        outcome = await clerk.call(case, arguments)
        memory.spoken[f"case {case.name}"] += 1
        memory.refusals += 1
        if outcome.kind == "ok":
            return voice.join(voice.report(case, arguments, outcome.records), voice.say("refuse_looked"))
        return voice.join(voice.say("found_nothing"), refusal(clerk))
    rest = voice.say("refuse_rest") if memory.refusals % 2 == 1 else ""
    return voice.join(refusal(clerk), rest)


def case_lookup(clerk: Clerk) -> Job | None:
    """The lookup of the customer's case: one that yields what the restricted job works on, else takes it."""
    refused = clerk.memory.refused
    if refused is None:
        return None
    jobs = [job for job in clerk.planner.desk.jobs.values() if job.spec.reads and job.spec.restricted is None]
    jobs = [job for job in jobs if not job.spec.after]
    yields = {source.tool for datum in refused.data.values() if (source := datum.found_in) is not None}

    def rank(job: Job) -> tuple[bool, int]:
        shared = len(refused.data.keys() & job.data.keys())
        return shared > 0 and job.name in yields, shared

    jobs = [job for job in jobs if any(rank(job)) or job.name in yields]
    return max(jobs, key=rank, default=None)


def _missing(clerk: Clerk, case: Job) -> list[Datum]:
    """What may still be asked for: not known, not asked before."""
    memory = clerk.memory
    return [
        datum
        for name, datum in case.data.items()
        if not (datum.optional or name in memory.slots or name in memory.unknown or memory.asked[name])
    ]


def _complete(clerk: Clerk, case: Job) -> bool:
    return all(datum.optional or name in clerk.memory.slots for name, datum in case.data.items())


def _looked(clerk: Clerk, case: Job) -> bool:
    return clerk.memory.spoken[f"case {case.name}"] > 0 or clerk.planner.satisfied(case.name)
