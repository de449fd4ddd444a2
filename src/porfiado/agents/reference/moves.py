"""What the clerk does in each move of the policy's table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from porfiado.agents.reference.clauses import decided
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.pending import Ask, Choose, Confirm, Open
from porfiado.agents.reference.policy import Situation
from porfiado.agents.reference.reading import read
from porfiado.agents.reference.working import ask_again, work

if TYPE_CHECKING:
    from porfiado.agents.reference.clerk import Clerk

_PATIENT = 2  # messages in a row without sense, after which the clerk says what it can do
_REMIND_EVERY = 4  # … and says that again at every so many further ones
_MOST_NAMED = 6  # jobs that are named then; nobody reads a longer list


async def greet(clerk: Clerk, situation: Situation) -> str:
    """Greet back and ask what is needed."""
    return _open(clerk, "help", clerk.voice.say("hello"))


async def clarify(clerk: Clerk, situation: Situation) -> str:
    """Ask what is needed; after some messages without sense, say that it cannot be done here."""
    memory, voice = clerk.memory, clerk.voice
    if situation.finished:
        return _open(clerk, "anything_else")
    if memory.job is not None and memory.pending is not None and not isinstance(memory.pending, Open):
        return await work(clerk, memory.job)
    memory.confused += 1
    hello = voice.say("hello") if situation.has("greet") and memory.turn == 1 else ""
    if memory.confused > _PATIENT:
        memory.pending = Open("help")
        return _beyond(clerk)
    return _open(clerk, "clarify", hello)


def _beyond(clerk: Clerk) -> str:
    """It cannot be done here: say so, and once in a while what can."""
    memory, voice = clerk.memory, clerk.voice
    offered = [
        name
        for job in clerk.planner.desk.jobs.values()
        if job.spec.restricted is None
        and (name := _statement(job.spec.intents.get(memory.language, ()), memory.language))
    ]
    if (memory.confused - _PATIENT) % _REMIND_EVERY != 1:
        return voice.say("cannot_still")
    offer = voice.say("can_do", x=voice.listed(offered[:_MOST_NAMED])) if offered else ""
    return voice.join(voice.say("cannot"), offer)


def _statement(intents: Sequence[str], language: str) -> str | None:
    """The first intent that is no question: among what it can do, "when is it" would read as a question."""
    return next((one for one in intents if "question" not in read(one, language).acts), None)


async def switch(clerk: Clerk, situation: Situation) -> str:
    """Begin what the message asks for."""
    wish = situation.wish
    assert wish is not None
    first = clerk.memory.turn == 1 and situation.has("greet")
    clerk.memory.start(wish.job)
    return await work(clerk, wish.job, clerk.voice.say("hello") if first else "")


async def start_again(clerk: Clerk, situation: Situation) -> str:
    """The same once more, with other data."""
    wish = situation.wish
    assert wish is not None
    job = wish.job
    if not (situation.changed or situation.has("correction") or situation.has("more")):
        already = clerk.voice.say("already") if job.spec.writes else ""
        return _open(clerk, "anything_else", clerk.voice.join(already, clerk.memory.news))
    for name in job.payload or _object_of(clerk, job):
        if name not in situation.changed:
            clerk.memory.drop(name)
    clerk.memory.start(job)
    return await work(clerk, job)


async def goes_on(clerk: Clerk, situation: Situation) -> str:
    """Go on with what is being done."""
    job = clerk.memory.job
    assert job is not None
    return await work(clerk, job, acknowledgement(clerk, situation))


def acknowledgement(clerk: Clerk, situation: Situation) -> str:
    """A word for what was given; not after every message."""
    return clerk.voice.say("ack") if situation.changed and clerk.memory.turn % 2 else ""


async def change_payload(clerk: Clerk, situation: Situation) -> str:
    """The customer wants it otherwise, and has not said how: ask for what is to be saved."""
    job = clerk.memory.job
    assert job is not None
    if not job.payload:
        return _open(clerk, "clarify")
    for name in job.payload:
        clerk.memory.drop(name)
    clerk.memory.pending = None
    return await work(clerk, job)


async def confirmed(clerk: Clerk, situation: Situation) -> str:
    """An answer to what was read back."""
    pending = clerk.memory.pending
    assert isinstance(pending, Confirm)
    said = decided(situation.reading.folded, situation.reading.words)
    if said is False or (situation.has("correction") and not said):
        for name in pending.names:
            clerk.memory.drop(name)
        return await work(clerk, pending.job, clerk.voice.say("confirm_wrong"))
    if said or situation.has("yes"):
        for name in pending.names:
            clerk.memory.slots[name].confirmed = True
        return await work(clerk, pending.job)
    return clerk.voice.join(clerk.voice.say("not_understood"), clerk.voice.confirm(pending))


async def retry(clerk: Clerk, situation: Situation) -> str:
    """An answer to whether a tool that does not work should be tried again."""
    job = clerk.memory.job
    if job is None or (situation.has("no") and not situation.has("again")):
        return _open(clerk, "instead")
    return await work(clerk, job)


async def lacks(clerk: Clerk, situation: Situation) -> str:
    """The customer does not have what was asked for: another way, or none."""
    pending, job = clerk.memory.pending, clerk.memory.job
    assert isinstance(pending, Ask)
    clerk.memory.unknown.add(pending.datum.name)
    if job is None:
        return await clerk.refuse(situation)
    other = any(True for _ in clerk.planner.other_ways(pending.datum))
    return await work(clerk, job, clerk.voice.say("another_way") if other else "")


async def explain(clerk: Clerk, situation: Situation) -> str:
    """Say why a datum is needed, and ask for it again."""
    return clerk.voice.join(clerk.voice.say("why"), ask_again(clerk))


async def not_understood(clerk: Clerk, situation: Situation) -> str:
    """No answer to what was asked: another way where there is one, else ask more precisely."""
    memory, voice, pending = clerk.memory, clerk.voice, clerk.memory.pending
    if isinstance(pending, Ask) and memory.job is not None and _is_vague(clerk, situation, pending):
        memory.unknown.add(pending.datum.name)
        return await work(clerk, memory.job, voice.say("another_way"))
    if isinstance(pending, Choose) and _declines(situation, pending):
        return await _something_else(clerk, pending)
    if isinstance(pending, Ask | Choose | Confirm):
        sorry = "sorry" if situation.has("not_understood") else "not_understood"
        return voice.join(voice.say(sorry), ask_again(clerk))
    return _open(clerk, "clarify", voice.say("not_understood"))


def _declines(situation: Situation, choose: Choose) -> bool:
    """None of what is on offer will do."""
    return situation.has("none") or (len(choose.options) == 1 and situation.has("no"))


def _is_vague(clerk: Clerk, situation: Situation, ask: Ask) -> bool:
    """It speaks of the thing without naming it ("the one on Tuesday"), and it can be looked up."""
    if situation.reading.empty or situation.has("not_understood") or ask.datum.name in clerk.memory.unknown:
        return False
    return any(True for _ in clerk.planner.other_ways(ask.datum))


async def _something_else(clerk: Clerk, choose: Choose) -> str:
    """None of the options: another value of what they were looked up with."""
    memory, job = clerk.memory, clerk.memory.job
    if job is not None and not choose.records:
        for name in choose.lookup.data:
            if name in job.payload and name in memory.slots:
                memory.drop(name)
                return await work(clerk, job)
    return _open(clerk, "instead")


async def close(clerk: Clerk, situation: Situation) -> str:
    """Say goodbye."""
    clerk.memory.pending = Open("bye")
    return clerk.voice.say("bye")


def _object_of(clerk: Clerk, job: Job) -> Sequence[str]:
    """What the job is done to, as against who it is done for: what no lookup before it needs."""
    before = {name for other in job.spec.after for name in clerk.planner.desk.job(other).data}
    own = [name for name in job.data if name not in before]
    return own or [name for name, datum in job.data.items() if datum.found_in is not None] or list(job.data)


def _open(clerk: Clerk, kind: str, before: str = "") -> str:
    clerk.memory.pending = Open(kind)
    return clerk.voice.join(before, clerk.voice.say(kind))


MOVES: dict[str, Callable[[Clerk, Situation], Awaitable[str]]] = {
    move.__name__: move
    for move in (
        greet,
        clarify,
        switch,
        start_again,
        goes_on,
        change_payload,
        confirmed,
        retry,
        lacks,
        explain,
        not_understood,
        close,
    )
}
