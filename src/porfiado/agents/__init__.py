"""Agents: the protocol, adapters from what people have, and reference agents with planted defects."""

from porfiado.agents.callables import as_factory
from porfiado.agents.protocol import Agent, AgentError, AgentFactory, AgentSpecError, Reply, Tools
from porfiado.agents.resolve import resolve

__all__ = ["Agent", "AgentError", "AgentFactory", "AgentSpecError", "Reply", "Tools", "as_factory", "resolve"]
