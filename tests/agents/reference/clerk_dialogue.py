"""Holding a conversation with an agent in a world, and a small fake user."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from porfiado.agents.reference import Clerk
from porfiado.world import Session


@dataclass
class Talk:
    """A conversation that was held."""

    session: Session
    replies: list = field(default_factory=list)

    @property
    def texts(self):
        return [reply.text for reply in self.replies]

    @property
    def last(self):
        return self.texts[-1]

    @property
    def calls(self):
        return [call for reply in self.replies for step in reply.steps for call in step.calls]

    @property
    def names(self):
        return [call.name for call in self.calls]

    @property
    def state(self):
        return self.session.snapshot()


async def _talk(agent, session, messages):
    talk, history = Talk(session), []
    for message in messages:
        reply = await agent.reply(message, list(history), session.tools)
        talk.replies.append(reply)
        history += [{"role": "user", "content": message}, {"role": "assistant", "content": reply.text}]
    return talk


def talk(world, *messages, agent=None, overlay=None, faults=()):
    """What `agent` (the clerk) answers to these messages."""
    return asyncio.run(_talk(agent or Clerk(), Session(world, overlay, faults), messages))


async def _converse(agent, session, opening, answers, turns):
    talk, message, history = Talk(session), opening, []
    for _ in range(turns):
        reply = await agent.reply(message, list(history), session.tools)
        talk.replies.append(reply)
        history += [{"role": "user", "content": message}, {"role": "assistant", "content": reply.text}]
        question = reply.text[max(reply.text.rfind(". "), 0) :]
        message = next((said for asked, said in answers.items() if re.search(asked, question, re.I)), None)
        if message is None:
            break
    return talk


def converse(world, opening, answers, *, agent=None, overlay=None, faults=(), turns=15):
    """A fake user that answers by what it is asked: pattern → answer. It goes where it has none."""
    return asyncio.run(_converse(agent or Clerk(), Session(world, overlay, faults), opening, answers, turns))
