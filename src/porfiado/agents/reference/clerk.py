"""`reference:clerk`: a small slot-filling dialogue agent that works any world from its declarations."""

from __future__ import annotations

from typing import Any

from porfiado.agents.protocol import History, Reply, Tools
from porfiado.agents.reference import moves
from porfiado.agents.reference.calling import Caller, Outcome
from porfiado.agents.reference.jobs import Job, desk_of
from porfiado.agents.reference.listening import listen
from porfiado.agents.reference.memory import Lookup, Memory
from porfiado.agents.reference.pending import Action
from porfiado.agents.reference.planning import Planner, key_of
from porfiado.agents.reference.policy import Situation, decide
from porfiado.agents.reference.reading import Reading, read
from porfiado.agents.reference.refusing import refuse
from porfiado.agents.reference.speaking import Voice
from porfiado.agents.reference.working import finish, say_action


class Clerk:
    """One conversation's clerk. Its methods are the hooks that the planted defects change.

    It understands a message (`listen`), decides by a table (`policy`), acts (`moves`, `plan`, `call`),
    and words what came of it (`voice`).
    """

    memory: Memory
    planner: Planner
    voice: Voice
    caller: Caller

    def __init__(self) -> None:
        self._ready = False

    def _set_up(self, tools: Tools) -> None:
        desk = desk_of(tools.specs)
        self.memory = Memory(desk.language)
        self.planner = Planner(desk, self.memory)
        self.voice = Voice(self.memory)
        self._ready = True

    async def reply(self, message: str, history: History, tools: Tools) -> Reply:
        """The reply to `message`, with the steps it took."""
        if not self._ready:
            self._set_up(tools)
        self.caller = Caller(tools, lambda: self.memory.language)
        text = await self.answer(message)
        self.memory.last_text = text
        return Reply(text, self.caller.end())

    async def answer(self, message: str) -> str:
        """The text of the reply."""
        situation = self.listen(read(message, self.memory.language, first=self.memory.turn == 0))
        text = await self.move(decide(situation), situation)
        if text == self.memory.last_text:  # nobody says the same twice in a row
            text = self.voice.join(self.voice.say("sorry"), text)
        return text

    def listen(self, reading: Reading) -> Situation:
        """Take in a message."""
        return listen(reading, self.planner)

    async def move(self, name: str, situation: Situation) -> str:
        """Make a move of the policy's table."""
        if name == "refuse":
            return await self.refuse(situation)
        return await moves.MOVES[name](self, situation)

    async def refuse(self, situation: Situation) -> str:
        """Refuse what is restricted."""
        return await refuse(self, situation)

    def plan(self, job: Job) -> Action | None:
        """The next action for `job`."""
        return self.planner.next(job)

    def word(self, job: Job, action: Action | None) -> str:
        """Word an action that waits for the customer."""
        return say_action(self, job, action)

    def finish(self, job: Job, arguments: dict[str, Any], records: list[Any]) -> str:
        """Word the end of a job."""
        return finish(self, job, arguments, records)

    async def call(self, job: Job, arguments: dict[str, Any]) -> Outcome:
        """Call a tool, and remember what came of it."""
        outcome = await self.caller.call(job, arguments)
        self.remember(job, arguments, outcome)
        return outcome

    def remember(self, job: Job, arguments: dict[str, Any], outcome: Outcome) -> None:
        """Keep a success for later, and a refusal so that it is not asked for again."""
        memory = self.memory
        if outcome.kind == "ok":
            memory.lookups[job.name] = Lookup(arguments, outcome.records)
            if job.spec.writes:
                self._forget_offers()
        elif outcome.kind in ("refused", "misfit"):
            memory.failures[job.name, key_of(arguments)] = outcome.error

    def _forget_offers(self) -> None:
        """What was on offer may be gone after a change."""
        for datum in self.planner.desk.data.values():
            source = datum.chosen_from
            if source is not None:
                self.memory.lookups.pop(source.tool, None)
        self.memory.failures.clear()
