"""Scripted users for tests: a small scenario, and what the user does after a list of agent messages."""

from __future__ import annotations

from typing import Any

from porfiado.cases import Scenario
from porfiado.user import ScriptedUser, UserMove

CLINIC: dict[str, Any] = {
    "kind": "withholding",
    "goal": "cambiar la hora del martes al jueves en la tarde",
    "opening": "hola, tengo un problema",
    "withheld": {
        "rut": {"value": "12345678-9", "type": "rut"},
        "reserva": {"value": "PED-4402", "type": "booking_number"},
    },
    "unknown": ["numero_de_poliza"],
    "patience": 12,
}
SHOP: dict[str, Any] = {
    "kind": "withholding",
    "goal": "move my appointment from Tuesday to Thursday afternoon",
    "opening": "hi, I have a problem",
    "withheld": {
        "booking": {"value": "BK-4402", "type": "booking_number"},
        "email": {"value": "ana@example.com", "type": "email"},
    },
    "unknown": ["policy_number"],
    "patience": 12,
}
PERSONAS = {"es": CLINIC, "en": SHOP}
SUCCESS = {"state": {"done": True}}


def user(
    language: str, seed: int = 1, *, success: bool = True, trial: int = 1, **persona: Any
) -> ScriptedUser:
    body = {"id": "case", "persona": {**PERSONAS[language], **persona}}
    if success:
        body["success"] = SUCCESS
    return ScriptedUser(Scenario.model_validate(body), language, seed=seed, trial=trial)


def play(someone: ScriptedUser, messages: list[str], *, progressed: bool = True) -> list[UserMove]:
    """All moves: the opening, and one after each message."""
    moves = [someone.open()]
    moves += [someone.reply(message, progressed=progressed) for message in messages]
    return moves


def last(language: str, messages: list[str], **persona: Any) -> UserMove:
    return play(user(language, **persona), messages)[-1]
