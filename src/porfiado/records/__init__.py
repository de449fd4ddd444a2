"""What happened: messages, turns, steps, calls, endings, ledgers and verdicts."""

from porfiado.records.model import (
    Call,
    Conversation,
    Drift,
    Ending,
    FactLedger,
    Kept,
    Outcome,
    Step,
    Timing,
    ToolDefinition,
    Turn,
    Usage,
    UserAct,
    Verdict,
)

__all__ = [
    "Call",
    "Conversation",
    "Drift",
    "Ending",
    "FactLedger",
    "Kept",
    "Outcome",
    "Step",
    "Timing",
    "ToolDefinition",
    "Turn",
    "Usage",
    "UserAct",
    "Verdict",
]
