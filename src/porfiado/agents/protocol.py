"""What an agent is to the loop: something that answers a message, made fresh for each conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from porfiado.records.model import Step

Tools = Any  # a conversation's mocked tools: callables by name, `.schemas`, `.specs`, `acall`
History = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Reply:
    """An agent's whole reply to one message.

    `text` is empty where the agent gave no answer. `steps` are the calls of its model with the tools each
    asked for; None = unknown: the tool calls are then known from the world, the number of steps is not.
    """

    text: str
    steps: tuple[Step, ...] | None = None


class AgentError(Exception):
    """The agent broke during a conversation: it raised what is no ordinary error, or returned no reply."""


class AgentSpecError(ValueError):
    """An agent cannot be had from what was given; the text says why, for the person who wrote it."""


class Agent(Protocol):
    """One side of one conversation. Never receives anything of the persona."""

    async def reply(self, message: str, history: History, tools: Tools) -> Reply:
        """The reply to `message`.

        Args:
            message: what the user just said.
            history: the messages before it, oldest first: `{"role": "user" | "assistant", "content": text}`.
            tools: this conversation's mocked tools.
        """
        ...


@runtime_checkable
class AgentFactory(Protocol):
    """Makes a fresh agent for each conversation, so that no two conversations share one."""

    @property
    def name(self) -> str:
        """How reports call the agent."""
        ...

    def new(self) -> Agent:
        """A fresh agent."""
        ...
