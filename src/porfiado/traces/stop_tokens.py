"""The tokens with which benchmarks let their simulated user end a conversation: no message, and no turn."""

from __future__ import annotations

import re

import msgspec

from porfiado.records import Conversation, Kept

CLOSING_MESSAGE = "closing_message"
_TOKEN = re.compile(r"###[A-Z][A-Z_-]*###")


def end_with_token(conversation: Conversation) -> Conversation:
    """The conversation with the token of its last user message as its closing, and not in the message.

    A last message of nothing else is no turn. The message as it stood is kept. A token that the agent
    answered closed nothing, and stays.
    """
    if not conversation.turns:
        return conversation
    last = conversation.turns[-1]
    found = _TOKEN.search(last.user)
    if found is None or last.steps or last.agent is not None:
        return conversation
    number = len(conversation.turns)
    text = _TOKEN.sub("", last.user).strip()
    turns = conversation.turns[:-1]
    if text:
        turns += (msgspec.structs.replace(last, user=text),)
    whole = Kept(kind=CLOSING_MESSAGE, turn=number if text else None, content=last.user)
    return msgspec.structs.replace(
        conversation, turns=turns, closing=found.group(), kept=(*conversation.kept, whole)
    )
