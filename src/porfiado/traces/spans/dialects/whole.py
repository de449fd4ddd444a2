"""What spans of any dialect say of the whole: the conversation, the user, the agent."""

from __future__ import annotations

from typing import Any

from porfiado.traces.spans.reader import SpanReader

CONVERSATION_KEYS = (
    "gen_ai.conversation.id",
    "session.id",
    "gcp.vertex.agent.session_id",
    "langfuse.session.id",
    "langsmith.metadata.session_id",
    "langsmith.metadata.thread_id",
    "langsmith.trace.session_id",
    "traceloop.association.properties.session_id",
    "traceloop.association.properties.thread_id",
    "traceloop.association.properties.conversation_id",
    "traceloop.association.properties.chat_id",
    "ai.telemetry.metadata.sessionId",
    "ai.telemetry.metadata.threadId",
    "gen_ai.thread.id",
    "session_id",
    "thread_id",
    "conversation_id",
)
SCENARIO = "porfiado.scenario"  # as this product writes it
_USER_KEYS = ("user.id", "enduser.id", "langfuse.user.id", "gcp.vertex.agent.user_id", "user_id")
_PROVIDERS = ("gen_ai.provider.name", "gen_ai.system", "llm.system", "llm.provider")
_ABOUT = ("metadata", "tag.tags", "langfuse.trace.tags", "langfuse.trace.metadata", "langfuse.environment")
_AGENTS = ("gen_ai.agent.name", "agent.name", "agent_name", "graph.node.id", "lk.agent_name")


def origin_in(reader: SpanReader) -> dict[str, Any]:
    """The ids of the conversation and of the user, and what else is said of the whole."""
    found: dict[str, Any] = {
        "conversation": reader.identity(*CONVERSATION_KEYS),
        "user": reader.identity(*_USER_KEYS),
        "scenario": reader.identity(SCENARIO),
        "provider": reader.text(*_PROVIDERS),
    }
    found |= {key: reader.get(key) for key in _ABOUT}
    return {key: value for key, value in found.items() if value not in (None, "", [], {})}


def agent_in(reader: SpanReader) -> str | None:
    """The agent that a span names as its own."""
    return reader.text(*_AGENTS)
