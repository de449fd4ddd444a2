"""Facts: what is said when it is asked for, again, vaguely, wrongly, in part, or not at all."""

from __future__ import annotations

import pytest
from user_support import play, user

from porfiado.user import Act

ASK = {"es": "¿Me das tu RUT?", "en": "What is your booking number?"}
ASK_AGAIN = {"es": "Necesito tu RUT.", "en": "Please give me your booking number."}
NAME = {"es": "rut", "en": "booking"}
VALUE = {"es": "12345678-9", "en": "BK-4402"}
TYPE = {"es": "rut", "en": "booking_number"}

both = pytest.mark.parametrize("language", ["es", "en"])


def one(language: str, **fact: object) -> dict[str, dict[str, object]]:
    return {NAME[language]: {"value": VALUE[language], "type": TYPE[language], **fact}}


@both
def test_a_fact_is_said_when_asked_and_only_that_one(language: str) -> None:
    for seed in range(20):
        move = play(user(language, seed), [ASK[language]])[-1]
        assert VALUE[language] in move.text
        assert move.act.kind == Act.ANSWER
        assert move.act.facts == (NAME[language],)


@pytest.mark.parametrize(
    ("language", "message", "later"),
    [
        ("es", "Indícame tu RUT y tu número de reserva, por favor.", "Gracias."),
        ("en", "Please give me your email and your booking number.", "Thanks."),
    ],
)
def test_one_fact_a_message_oldest_ask_first(language: str, message: str, later: str) -> None:
    first, second = play(user(language), [message, later])[1:]
    assert [m.act.kind for m in (first, second)] == [Act.ANSWER, Act.ANSWER]
    assert first.act.facts != second.act.facts
    expected = ("rut", "reserva") if language == "es" else ("email", "booking")
    assert first.act.facts + second.act.facts == expected


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("es", "Indícame tu RUT y tu número de reserva."),
        ("en", "Please give me your email and your booking number."),
    ],
)
def test_as_many_as_the_persona_says(language: str, message: str) -> None:
    move = play(user(language, facts_per_message=2), [message])[-1]
    assert len(move.act.facts) == 2
    assert all(
        v in move.text for v in ({"es": ["12345678-9", "PED-4402"], "en": ["BK-4402", "ana@"]}[language])
    )


@both
def test_a_form_is_said_sometimes(language: str) -> None:
    said = {
        "un rut"
        in (
            play(user(language, seed, withheld=one(language, forms=["un rut raro 77"])), [ASK[language]])[
                -1
            ].text
        )
        for seed in range(30)
    }
    assert said == {True, False}


@both
def test_never_the_whole_value(language: str) -> None:
    constraint = f"never_full_{NAME[language]}"
    for seed in range(10):
        someone = user(language, seed, constraints=[constraint])
        moves = play(someone, [ASK[language], ASK_AGAIN[language], ASK[language]])
        assert [m.act.kind for m in moves[1:]] == [Act.GIVE_PART] * 3
        assert all(VALUE[language] not in m.text for m in moves)
        part = "678-9" if language == "es" else None  # too short a value has no part that could be said
        assert part is None or part in moves[1].text


@both
def test_never_the_whole_value_but_its_first_form(language: str) -> None:
    facts = one(language, forms=["4402", VALUE[language].lower()])
    move = play(
        user(language, withheld=facts, constraints=[f"never_full_{NAME[language]}"]), [ASK[language]]
    )[-1]
    assert "4402" in move.text
    assert VALUE[language] not in move.text


@both
def test_vague_first_then_the_value_when_asked_which(language: str) -> None:
    vague = {"es": "la del martes", "en": "the Tuesday one"}[language]
    which = {"es": "¿Cuál de las dos?", "en": "Which one of the two?"}[language]
    moves = play(user(language, withheld=one(language, vague=vague)), [ASK[language], which])
    assert moves[1].act.kind == Act.ANSWER_VAGUELY
    assert vague in moves[1].text
    assert moves[2].act.kind == Act.ANSWER
    assert VALUE[language] in moves[2].text


@both
def test_an_agent_that_assumes_is_not_told(language: str) -> None:
    vague = {"es": "la del martes", "en": "the Tuesday one"}[language]
    go_on = {"es": "Perfecto, ya la encontré.", "en": "Great, let me open it."}[language]
    moves = play(user(language, withheld=one(language, vague=vague)), [ASK[language], go_on, go_on])
    assert all(VALUE[language] not in m.text for m in moves)


@both
def test_remembers_at_the_second_ask(language: str) -> None:
    facts = one(language, remembers="second_ask")
    moves = play(user(language, withheld=facts), [ASK[language], ASK_AGAIN[language]])
    assert [m.act.kind for m in moves[1:]] == [Act.NOT_REMEMBER, Act.ANSWER]
    assert VALUE[language] not in moves[1].text
    assert VALUE[language] in moves[2].text


@both
def test_asked_again_it_repeats(language: str) -> None:
    move = play(user(language), [ASK[language], ASK_AGAIN[language]])[-1]
    assert move.act.kind == Act.REPEAT
    assert VALUE[language] in move.text


@both
def test_asked_again_it_complains_and_repeats(language: str) -> None:
    someone = user(language, constraints=["complains_when_asked_again"])
    move = play(someone, [ASK[language], ASK_AGAIN[language]])[-1]
    assert move.act.kind == Act.COMPLAIN
    assert VALUE[language] in move.text
    assert move.text != VALUE[language]


@both
def test_it_refuses_once_to_repeat(language: str) -> None:
    someone = user(language, constraints=["does_not_repeat"])
    moves = play(someone, [ASK[language], ASK_AGAIN[language], ASK[language]])
    assert moves[2].act.kind == Act.REFUSE_REPEAT
    assert VALUE[language] not in moves[2].text
    assert moves[3].act.kind == Act.COMPLAIN
    assert VALUE[language] in moves[3].text


@both
def test_asked_again_after_a_failure_it_does_not_complain(language: str) -> None:
    failed = {
        "es": "No encontré nada con ese RUT. ¿Me lo das de nuevo? ¿Cuál es tu RUT?",
        "en": "I couldn't find that booking. What is your booking number?",
    }[language]
    someone = user(language, constraints=["complains_when_asked_again"])
    assert play(someone, [ASK[language], failed])[-1].act.kind == Act.REPEAT


@both
def test_a_guess_at_a_fact_that_was_asked_is_set_right(language: str) -> None:
    guess = {"es": "¿Tu RUT es 9876543-3?", "en": "Is your booking number BK-9999?"}[language]
    move = play(user(language), [ASK[language], guess])[-1]
    assert move.act.kind == Act.CORRECT
    assert VALUE[language] in move.text


@both
def test_a_guess_is_no_ask(language: str) -> None:
    guess = {"es": "¿Tu RUT es 9876543-3?", "en": "Is your booking number BK-9999?"}[language]
    move = play(user(language), [guess])[-1]
    assert move.act.kind == Act.DENY
    assert VALUE[language] not in move.text


@both
@pytest.mark.parametrize("then", ["self", "when_failed", "when_confirmed", None])
def test_gets_it_wrong_and_sets_it_right(language: str, then: str | None) -> None:
    wrong = {"es": "12345687-9", "en": "BK-4420"}[language]
    own = f"ah no, {VALUE[language]}"
    trigger = {
        "self": {"es": "Perfecto.", "en": "Great."},
        "when_failed": {"es": "No encontré nada con ese dato.", "en": "I couldn't find anything under that."},
        "when_confirmed": {"es": f"¿Tu RUT es {wrong}?", "en": f"Is your booking number {wrong}?"},
        None: {"es": "Perfecto.", "en": "Great."},
    }[then][language]
    confusion = {"fact": NAME[language], "says_first": wrong, "then": then or own}
    someone = user(language, confusions=[confusion])
    moves = play(someone, [ASK[language]])
    assert moves[1].act.kind == Act.MISTAKE
    assert wrong in moves[1].text
    assert someone.pending
    move = someone.reply(trigger, progressed=True)
    assert move.act.kind == Act.SET_RIGHT
    assert VALUE[language] in move.text
    assert then is not None or move.text == own
    assert not someone.pending


@both
def test_never_closes_with_a_mistake_in_the_air(language: str) -> None:
    wrong = {"es": "12345687-9", "en": "BK-4420"}[language]
    done = {
        "es": "Listo, tu hora quedó para el jueves a las 16:00.",
        "en": "Done, your appointment has been moved.",
    }
    someone = user(
        language,
        kind="cooperative",
        opening=None,
        confusions=[{"fact": NAME[language], "says_first": wrong, "then": "when_failed"}],
    )
    moves = play(someone, [ASK[language], done[language], done[language]])
    assert [m.act.kind for m in moves[1:]] == [Act.MISTAKE, Act.SET_RIGHT, Act.CLOSE]


@both
def test_unknown_facts(language: str) -> None:
    ask = {"es": "¿Cuál es tu número de póliza?", "en": "What is your policy number?"}[language]
    again = {"es": "Necesito tu número de póliza.", "en": "I need your policy number."}[language]
    name = {"es": "numero_de_poliza", "en": "policy_number"}[language]
    first, second = play(user(language), [ask, again])[1:]
    assert first.act.kind == second.act.kind == Act.NOT_KNOW
    assert first.act.facts == second.act.facts == (name,)
    assert first.text != second.text
