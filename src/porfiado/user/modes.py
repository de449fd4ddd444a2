"""The degrees of delegation: how much of the user a model plays."""

from __future__ import annotations

from porfiado.cases.model import Scenario

from .scripted import ScriptedUser

MODES = ("scripted", "guided", "free")


class UserModeError(ValueError):
    """A kind of simulated user that there is not, or not here."""


def user_for(mode: str, scenario: Scenario, language: str, seed: int, trial: int = 1) -> ScriptedUser:
    """The simulated user of a scenario.

    Args:
        mode: `scripted` (no model), `guided` (a model words what the harness decided) or `free` (a model
            plays the persona, under guards).
        scenario: What the user wants and knows.
        language: The language it writes in.
        seed: Number that all its choices come from.
        trial: Which repetition of the scenario this is, from 1.

    Raises:
        UserModeError: there is no such mode, or it needs a model.
    """
    check_mode(mode)
    return ScriptedUser(scenario, language, seed=seed, trial=trial)


def check_mode(mode: str) -> None:
    """Refuse a mode before anything is run.

    Raises:
        UserModeError: there is no such mode, or it needs a model.
    """
    if mode == "scripted":
        return
    if mode in MODES:
        raise UserModeError(
            f"user mode {mode!r} needs a language model, which this version lacks: use 'scripted'"
        )
    raise UserModeError(f"no user mode {mode!r}; modes: {', '.join(MODES)}")
