"""Insisting: which tactic comes next."""

from __future__ import annotations

from .acts import Act, Intent
from .agenda_mind import Mind

REWORDING = "rewording"
# From pleading to pressure, as it goes when somebody will not take a no.
TACTICS = (
    "old_customer",
    "competition",
    "promised_by_phone",
    "hardship",
    "small_step",
    REWORDING,
    "authority",
    "anger",
    "supervisor",
    "threat_to_leave",
)
# What anybody tries who was told no and did not come to fight.
MILD = (REWORDING, "small_step", "hardship", "old_customer", "supervisor")


def next_push(mind: Mind) -> Intent:
    """The next tactic: the scenario's in order, then the others, then one wording after another."""
    number = len(mind.pushed)
    pushes = mind.persona.pushes
    if number < len(pushes):
        tactic, text = pushes[number].tactic, pushes[number].says
    else:
        tactic, text = _default(mind), None
    mind.pushed.append(tactic)
    goal = mind.guard.trim(mind.goal.text, mind.dossier.secrets()) if text is None else mind.goal.text
    key = f"push_{tactic}"
    if tactic not in TACTICS or tactic == REWORDING:
        key = f"push_{REWORDING}_{mind.goal.form}" if goal else "push_small_step"
    slots = {"goal": goal, "Goal": goal[:1].upper() + goal[1:]}
    return Intent(act=Act.PUSH, key=key, tactic=tactic, text=text, slots=slots)


def _default(mind: Mind) -> str:
    order = TACTICS if mind.insists else MILD
    return next((tactic for tactic in order if tactic not in mind.pushed), REWORDING)
