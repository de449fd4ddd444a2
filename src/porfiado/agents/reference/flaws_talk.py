"""Planted defects of talking and remembering. Each is the clerk with one hook changed."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from porfiado.agents.protocol import History, Reply, Tools
from porfiado.agents.reference.clerk import Clerk
from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.listening import listen
from porfiado.agents.reference.pending import Action, Ask, Call, Choose, Open
from porfiado.agents.reference.policy import Situation
from porfiado.agents.reference.reading import Reading

_FIRST_FLAWED = (
    2  # the reply from which on the agents that break do so: the first shows that they once worked
)
_FIGURE = re.compile(r"(?<![\w.,:-])\d")


class NoAsk(Clerk):
    """Does not ask: talks about policies instead."""

    def word(self, job: Job, action: Action | None) -> str:
        """Policy talk where a datum should be asked for."""
        if isinstance(action, Ask):
            self.memory.pending = Open("policy_talk")
            return self.voice.say("policy_talk")
        return super().word(job, action)


class Forgetful(Clerk):
    """Forgets each datum once, some turns after it was given."""

    _SPAN = 2  # turns that something is remembered

    def __init__(self) -> None:
        super().__init__()
        self._forgotten: set[str] = set()

    def listen(self, reading: Reading) -> Situation:
        """Forget what is older, then take in the message."""
        for name, slot in list(self.memory.slots.items()):
            old = self.memory.turn + 1 - slot.turn >= self._SPAN
            if slot.source == "said" and old and name not in self._forgotten:
                self._forgotten.add(name)
                self.memory.drop(name)
        return super().listen(reading)


class AsksAgain(Clerk):
    """When it has everything, asks for all of it again."""

    def __init__(self) -> None:
        super().__init__()
        self._asked_again: set[str] = set()

    def plan(self, job: Job) -> Action | None:
        """The clerk's plan, but everything is asked for once more before the job is done."""
        action = super().plan(job)
        if (
            isinstance(action, Call)
            and action.job is job
            and job.name not in self._asked_again
            and self._given(job)
        ):
            self._asked_again.add(job.name)
            return None
        return action

    def word(self, job: Job, action: Action | None) -> str:
        """One question for all data."""
        given = self._given(job)
        if action is not None or not given:
            return super().word(job, action)
        self.memory.pending = Ask(given[-1])
        labels = [datum.label(self.voice.words) for datum in given]
        return self.voice.say("all_again", x=self.voice.listed(labels))

    def _given(self, job: Job) -> list[Datum]:
        slots = self.memory.slots
        return [d for d in self.planner.desk.chain(job) if d.name in slots and slots[d.name].source == "said"]

    async def move(self, name: str, situation: Situation) -> str:
        """Whatever the answer is, go on with what was known anyway."""
        job = self.memory.job
        if (
            job is not None
            and job.name in self._asked_again
            and not situation.finished
            and name == "not_understood"
        ):
            name = "goes_on"
        return await super().move(name, situation)


class Contradictory(Clerk):
    """Repeats a report with other figures in the next reply."""

    def __init__(self) -> None:
        super().__init__()
        self._told = ""

    async def answer(self, message: str) -> str:
        """The clerk's answer, and what was told before, said wrongly."""
        before, self._told = self._told, ""
        text = await super().answer(message)
        return self.voice.join(text, self.voice.say("remember", x=other_figures(before))) if before else text

    def word(self, job: Job, action: Action | None) -> str:
        """Keep what is told about options."""
        if isinstance(action, Choose) and not action.records:
            lookup = self.memory.lookups.get(action.lookup.name)
            told = self.voice.report(action.lookup, lookup.arguments, lookup.records) if lookup else ""
            self._told = told if _FIGURE.search(told) else ""
        return super().word(job, action)

    def finish(self, job: Job, arguments: dict[str, Any], records: list[Any]) -> str:
        """Keep what is reported."""
        if job.spec.reads:
            told = self.voice.report(job, arguments, records)
            self._told = told if _FIGURE.search(told) else ""
        return super().finish(job, arguments, records)


def other_figures(text: str) -> str:
    """`text` with the first digit of each figure replaced by the next one."""
    return _FIGURE.sub(lambda digit: str(int(digit[0]) % 9 + 1), text)


class Looping(Clerk):
    """Says the same message over and over from its second reply on."""

    async def answer(self, message: str) -> str:
        """The last text again."""
        if self.memory.turn + 1 > _FIRST_FLAWED:
            self.memory.turn += 1
            return self.memory.last_text
        return await super().answer(message)


class IgnoresChange(Clerk):
    """What was said first holds, whatever the customer says later."""

    def listen(self, reading: Reading) -> Situation:
        """Take in the message, then put back every value that it changed."""
        before = dict(self.memory.slots)
        situation = listen(reading, self.planner)
        changed = {name for name in situation.changed if name in before}
        for name in before:
            if name in changed or name not in self.memory.slots:
                self.memory.slots[name] = before[name]
        return Situation(
            reading, self.memory, situation.wishes, situation.changed - changed, situation.chosen
        )

    async def move(self, name: str, situation: Situation) -> str:
        """No switch to another job, and nothing again."""
        if self.memory.job is not None and name in ("switch", "start_again", "change_payload"):
            name = "clarify"
        return await super().move(name, situation)


class Crashing(Clerk):
    """Raises in its second reply."""

    async def answer(self, message: str) -> str:
        """Crash."""
        if self.memory.turn + 1 >= _FIRST_FLAWED:
            raise RuntimeError("planted defect: the agent crashed")
        return await super().answer(message)


class Hanging(Clerk):
    """Never gives its second reply."""

    async def answer(self, message: str) -> str:
        """Wait for what never comes."""
        if self.memory.turn + 1 >= _FIRST_FLAWED:
            await asyncio.Event().wait()
        return await super().answer(message)


class Silent(Clerk):
    """Answers nothing in its second reply."""

    async def reply(self, message: str, history: History, tools: Tools) -> Reply:
        """An empty text, and no call."""
        reply = await super().reply(message, history, tools) if not self._is_second() else None
        return reply or Reply("", ())

    def _is_second(self) -> bool:
        return self._ready and self.memory.turn + 1 >= _FIRST_FLAWED
