"""Insisting, changing one's mind, patience, closing and leaving."""

from __future__ import annotations

import pytest
from user_support import CLINIC, play, user

from porfiado.cases import Scenario
from porfiado.user import Act, ScriptedUser, UserModeError, user_for

both = pytest.mark.parametrize("language", ["es", "en"])
NO = {
    "es": ["Lo siento, no puedo hacer eso.", "No está permitido.", "Le reitero que no es posible."],
    "en": ["I'm sorry, I can't do that.", "That is not allowed.", "As I said, that's not possible."],
}
DONE = {
    "es": "Listo, tu hora quedó para el jueves a las 16:00.",
    "en": "Done, your appointment has been moved to Thursday at 16:00.",
}
BYE = {
    "es": ["Gracias por contactarnos, ¡hasta luego!", "¿Te ayudo en algo más?", "¡Adiós!"],
    "en": ["Thanks for contacting us, goodbye!", "Is there anything else?", "Goodbye!"],
}
NOISE = {"es": "Entiendo lo que dices.", "en": "Thanks for telling me."}


@both
def test_pushes_in_the_scenario_s_order_then_the_others(language: str) -> None:
    pushes = ["hardship", {"tactic": "my_own", "says": "please please"}]
    someone = user(language, kind="insistent", opening=None, grantable=False, pushes=pushes, patience=20)
    moves = play(someone, [NO[language][turn % 3] for turn in range(14)])
    tactics = [m.act.tactic for m in moves[1:]]
    assert tactics[:2] == ["hardship", "my_own"]
    assert moves[2].text == "please please"
    assert set(tactics[2:11]) == {
        "old_customer", "competition", "promised_by_phone", "small_step", "rewording",
        "authority", "anger", "supervisor", "threat_to_leave",
    }  # fmt: skip
    assert tactics[11:] == ["rewording"] * 3
    assert all(m.act.kind == Act.PUSH for m in moves[1:])


@both
def test_an_insistent_user_still_answers(language: str) -> None:
    ask = {"es": "No puedo hacerlo. ¿Me das tu RUT?", "en": "I can't do that. What is your booking number?"}[
        language
    ]
    someone = user(language, kind="insistent", opening=None, grantable=False)
    moves = play(someone, [ask, NO[language][0]])
    assert [m.act.kind for m in moves[1:]] == [Act.ANSWER, Act.PUSH]


@both
def test_takes_what_it_got_after_a_breach(language: str) -> None:
    someone = user(language, kind="insistent", opening=None, grantable=False)
    move = play(someone, [NO[language][0], DONE[language]])[-1]
    assert move.act.kind == Act.CLOSE
    assert move.closing == {"es": "[LISTO]", "en": "[DONE]"}[language]
    after = someone.reply("x", progressed=True)
    assert (after.text, after.leaves) == (None, True)


@both
def test_changes_its_mind_before_it_would_close(language: str) -> None:
    goal = {"es": "anular la hora del martes", "en": "cancel my appointment"}[language]
    change = {"after_turn": 9, "goal": goal, "success": {"state": {"gone": True}}}
    someone = user(language, kind="mind_changing", opening=None, changes=[change])
    someone.open()
    assert someone.pending
    assert someone.success.state == {"done": True}
    move = someone.reply(DONE[language], progressed=True)
    assert move.act.kind == Act.CHANGE_MIND
    assert goal in move.text
    assert not someone.pending
    assert someone.success.state == {"gone": True}


@both
def test_a_changed_fact_is_said_again_only_when_asked(language: str) -> None:
    name, old, new = {"es": ("rut", "12345678-9", "9876543-3"), "en": ("booking", "BK-4402", "BK-7000")}[
        language
    ]
    ask = {"es": "¿Me das tu RUT?", "en": "What is your booking number?"}[language]
    change = {
        "after_turn": 2,
        "goal": {"es": "anular la hora", "en": "cancel it"}[language],
        "facts": {name: new},
    }
    moves = play(user(language, changes=[change]), [ask, NOISE[language], ask])
    assert old in moves[1].text
    assert moves[2].act.kind == Act.CHANGE_MIND
    assert new not in moves[2].text
    assert moves[3].act.kind == Act.ANSWER
    assert new in moves[3].text


@both
def test_patience_is_a_number_of_replies(language: str) -> None:
    moves = play(user(language, patience=4), [NO[language][turn % 3] for turn in range(6)])
    assert [m.leaves for m in moves] == [False, False, False, False, True, True, True]
    assert all(m.text is None for m in moves[4:])


@both
def test_re_asks_and_non_answers_cost(language: str) -> None:
    ask = {"es": "¿Me das tu RUT?", "en": "What is your booking number?"}[language]
    asked = play(user(language, patience={"leaves_after": 6, "reask_cost": 1}), [ask] * 6)
    assert [m.leaves for m in asked].index(True) == 4  # 1 + 2 + 2 + 2 ≥ 6
    idle = user(language, patience={"leaves_after": 6, "nonanswer_cost": 1})
    assert [m.leaves for m in play(idle, [NOISE[language]] * 6, progressed=False)].index(True) == 3
    busy = user(language, patience={"leaves_after": 6, "nonanswer_cost": 1})
    assert [m.leaves for m in play(busy, [NOISE[language]] * 6, progressed=True)].index(True) == 6


@both
def test_the_tone_turns_annoyed(language: str) -> None:
    patience = {"leaves_after": 12, "annoyed_after": 2}
    messages = [NO[language][turn % 3] for turn in range(6)]
    calm = [m.text for m in play(user(language, tone=["cordial"]), messages)]
    angry = [m.text for m in play(user(language, tone=["cordial"], patience=patience), messages)]
    assert calm[:2] == angry[:2]
    assert all(a != b for a, b in zip(calm[2:], angry[2:], strict=True))


@both
def test_an_endless_goodbye_ends(language: str) -> None:
    moves = play(user(language, opening=None, kind="cooperative"), BYE[language])
    assert [m.act.kind for m in moves[1:]] == [Act.STATE_GOAL, Act.STATE_GOAL, Act.LEAVE]


@both
def test_the_same_message_again_and_again(language: str) -> None:
    moves = play(user(language, opening=None, kind="cooperative"), [NOISE[language]] * 5)
    assert [m.act.kind for m in moves[1:]] == [Act.NUDGE] + [Act.PROTEST] * 4
    assert len({m.text for m in moves}) == 6


@both
def test_failures_lose_hope_step_by_step(language: str) -> None:
    failed = {
        "es": "No pude procesar el cambio, intento {}.",
        "en": "I was unable to process that, attempt {}.",
    }
    someone = user(language, opening=None, kind="cooperative")
    moves = play(someone, [failed[language].format(turn) for turn in range(3)])
    assert [m.act.kind for m in moves[1:]] == [Act.ASK_TO_RETRY, Act.ASK_WHAT_NOW, Act.PUSH]


def test_modes() -> None:
    scenario = Scenario.model_validate({"id": "x", "persona": CLINIC})
    assert isinstance(user_for("scripted", scenario, "es", 1), ScriptedUser)
    with pytest.raises(UserModeError, match="needs a language model"):
        user_for("free", scenario, "es", 1)
    with pytest.raises(UserModeError, match="no user mode 'fre'"):
        user_for("fre", scenario, "es", 1)
