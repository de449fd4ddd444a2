"""What happened: messages, turns, steps, calls, endings, ledgers and verdicts."""

from porfiado.records.model import (
    Call,
    Conversation,
    Drift,
    Ending,
    FactLedger,
    Outcome,
    Step,
    Timing,
    Turn,
    UserAct,
    Verdict,
)

__all__ = [
    "Call",
    "Conversation",
    "Drift",
    "Ending",
    "FactLedger",
    "Outcome",
    "Step",
    "Timing",
    "Turn",
    "UserAct",
    "Verdict",
]
