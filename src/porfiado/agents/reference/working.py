"""Working at a job: plan, act, take in what came back, until the customer has to say something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from porfiado.agents.reference.blaming import blame
from porfiado.agents.reference.calling import Outcome, speaks_of
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.memory import Lookup
from porfiado.agents.reference.pending import (
    Action,
    Ask,
    Blocked,
    Call,
    Choose,
    Confirm,
    Open,
    Retry,
    is_stuck,
)
from porfiado.agents.reference.planning import key_of

if TYPE_CHECKING:
    from porfiado.agents.reference.clerk import Clerk

_MOST_CALLS = 10  # in one reply; a plan that needs more goes in a circle
_QUOTED = re.compile(r"'([^']+)'")


async def work(clerk: Clerk, job: Job, before: str = "") -> str:
    """Go on with `job` as far as possible; the text of the reply. `before` comes first in it."""
    for _ in range(_MOST_CALLS):
        action = clerk.plan(job)
        if not isinstance(action, Call):
            unsaid = isinstance(action, Blocked) or is_stuck(action)  # what was announced leads nowhere
            return clerk.voice.join("" if unsaid else before, clerk.word(job, action))
        outcome = await clerk.call(action.job, action.arguments)
        text = take_in(clerk, job, action, outcome)
        if text is not None:
            return text
        if outcome.kind == "refused":
            before = clerk.voice.error(outcome.error)
    clerk.memory.pending = Retry(job)
    return clerk.voice.say("failed")


def say_action(clerk: Clerk, job: Job, action: Action | None) -> str:
    """Word an action that waits for the customer, and remember that it does."""
    memory, voice = clerk.memory, clerk.voice
    if isinstance(action, Blocked):
        lookup = clerk.memory.lookups.get(action.job.name)
        arguments = lookup.arguments if lookup and not action.reason else clerk.planner.arguments(action.job)
        return blame(clerk, job, action.job, arguments, action.reason)
    if action is None or isinstance(action, Call):
        memory.pending = Open("instead")
        return voice.join(voice.say("cannot"), voice.say("instead"))
    memory.pending = action
    if isinstance(action, Ask):
        return voice.ask(action)
    if isinstance(action, Choose):
        return voice.choose(action, _told(clerk, action))
    return voice.confirm(action)


def _told(clerk: Clerk, choose: Choose) -> str:
    """What the lookup says of the options on offer, once."""
    lookup: Lookup | None = clerk.memory.lookups.get(choose.lookup.name)
    if lookup is None or choose.records:
        return ""
    key = f"told {choose.lookup.name} {key_of(lookup.arguments)}"
    clerk.memory.spoken[key] += 1
    told = clerk.voice.report(choose.lookup, lookup.arguments, lookup.records)
    return told if clerk.memory.spoken[key] == 1 and _says_more(told, choose) else ""


def _says_more(told: str, choose: Choose) -> bool:
    """Whether the report says more of the options than that they are there."""
    bare = told
    for option in choose.options:
        bare = bare.replace(option.label, "")
    sentences = {sentence.strip() for sentence in bare.split(".")}
    return len(sentences - {""}) > 1 or any(character.isdigit() for character in bare)


def ask_again(clerk: Clerk) -> str:
    """The pending question in other words."""
    pending, voice = clerk.memory.pending, clerk.voice
    if isinstance(pending, Ask):
        return voice.rephrase(pending.datum)
    if isinstance(pending, Choose):
        hint = "choice" if len(pending.options) > 1 else "boolean"
        return voice.join(voice.choose(pending), voice.words.hints[hint])
    if isinstance(pending, Confirm):
        return voice.confirm(pending)
    return voice.say("help")


def take_in(clerk: Clerk, goal: Job, call: Call, outcome: Outcome) -> str | None:
    """What a call means for the job: the reply where it ends here, None where it goes on."""
    job, arguments = call.job, call.arguments
    if outcome.kind == "down":
        clerk.memory.pending = Retry(goal)
        return clerk.voice.say("failed" if job.spec.writes else "failed_read")
    if outcome.kind == "misfit":
        return _misfit(clerk, goal, job, outcome.error)
    if outcome.kind == "refused":
        return _refused(clerk, goal, job, arguments, outcome.error)
    if job is goal:
        return clerk.finish(goal, arguments, outcome.records)
    if job.spec.reads and not outcome.records and clerk.planner.rests_on(goal, job):
        return blame(clerk, goal, job, arguments, "")
    return None


def finish(clerk: Clerk, job: Job, arguments: dict[str, Any], records: list[Any]) -> str:
    """The job is done: say what was done or found, and ask whether anything else is needed."""
    memory, voice = clerk.memory, clerk.voice
    if job.spec.writes:
        news = voice.success(job, arguments, records)
    elif records:
        news = voice.report(job, arguments, records) or voice.plain_report(records)
    else:
        news = voice.say("found_nothing")
    memory.done.append(job)
    memory.news = news
    memory.pending = Open("anything_else")
    return voice.join(news, voice.say("anything_else"))


def _misfit(clerk: Clerk, goal: Job, job: Job, error: str) -> str:
    """A value that the tool cannot read: ask for it again, more precisely."""
    names = [name for name in _QUOTED.findall(error) if name in job.data]
    if not names:
        clerk.memory.pending = Open("instead")
        return clerk.voice.join(clerk.voice.say("cannot"), clerk.voice.say("instead"))
    datum = job.data[names[0]]
    clerk.memory.drop(datum.name)
    clerk.memory.pending = Ask(datum)
    return clerk.voice.join(clerk.voice.say("not_understood"), clerk.voice.rephrase(datum))


def _refused(clerk: Clerk, goal: Job, job: Job, arguments: dict[str, Any], error: str) -> str | None:
    """A tool said no. Where an option is gone, the options are looked up anew; else see `blame`."""
    for name in job.payload:
        source = job.data[name].chosen_from
        if source is not None and name in arguments and speaks_of(error, arguments[name]):
            clerk.memory.drop(name)
            clerk.memory.lookups.pop(source.tool, None)
            clerk.memory.failures.pop((job.name, key_of(arguments)), None)
            return None
    return blame(clerk, goal, job, arguments, error)
