"""One case for each row of the agenda's table, in both languages: the rule that decides, and the act."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from user_support import play, user

from porfiado.user import Act
from porfiado.user.agenda import TABLE


class Case(NamedTuple):
    language: str
    rule: str
    act: Act
    messages: list[str]
    persona: dict[str, Any]
    success: bool = True


GOAL_SAID = {"opening": None, "kind": "cooperative"}
PUSHY = {"kind": "insistent", "opening": None, "grantable": False}


def case(language: str, rule: str, act: Act, *messages: str, success: bool = True, **persona: Any) -> Case:
    return Case(language, rule, act, list(messages), persona, success)


CASES = [
    case("es", "nothing was said", Act.CHECK_PRESENCE, " … "),
    case("en", "nothing was said", Act.CHECK_PRESENCE, "..."),
    case(
        "es",
        "time to change its mind",
        Act.CHANGE_MIND,
        "¿Me das tu RUT?",
        "Gracias.",
        changes=[{"after_turn": 2, "goal": "anular la hora"}],
    ),
    case(
        "en",
        "time to change its mind",
        Act.CHANGE_MIND,
        "Let me look at the calendar.",
        changes=[{"when": "calendar", "goal": "cancel the appointment"}],
    ),
    case(
        "es",
        "notices that it got something wrong",
        Act.SET_RIGHT,
        "¿Me das tu RUT?",
        "Gracias.",
        confusions=[{"fact": "rut", "says_first": "12345687-9", "then": "self"}],
    ),
    case(
        "en",
        "notices that it got something wrong",
        Act.SET_RIGHT,
        "What is your booking number?",
        "I couldn't find that booking.",
        confusions=[{"fact": "booking", "says_first": "BK-4420", "then": "when_failed"}],
    ),
    case("es", "insists, and is told no", Act.PUSH, "Lo siento, no puedo hacer eso.", **PUSHY),
    case("en", "insists, and is told no", Act.PUSH, "I'm sorry, I can't do that.", **PUSHY),
    case("es", "a wrong guess", Act.DENY, "¿Tu RUT es 9876543-3?"),
    case("en", "a wrong guess", Act.CORRECT, "What is your booking number?", "Is it BK-4401?"),
    case(
        "es",
        "options, one of them what it wants",
        Act.CHOOSE,
        "¿Cuál prefieres?\n- martes 9:00\n- jueves 9:00\n- jueves 16:00",
        **GOAL_SAID,
    ),
    case(
        "en",
        "options, one of them what it wants",
        Act.CHOOSE,
        "Which one do you prefer?\n- Tuesday at 9:00\n- Thursday at 9:00\n- Thursday at 16:00",
        **GOAL_SAID,
    ),
    case(
        "es",
        "does not follow",
        Act.NOT_UNDERSTAND,
        "Para poder continuar con la gestión que nos solicita y validar su identidad en nuestros registros, "
        "le pido que me indique su RUT.",
        kind="confused",
    ),
    case(
        "en",
        "does not follow",
        Act.NOT_UNDERSTAND,
        "In order to go on with what you are asking for and to validate the reservation in our records, "
        "could you please tell me your booking number?",
        kind="confused",
    ),
    case(
        "es",
        "done, but not as it wanted",
        Act.DECLINE,
        "Listo, cambié tu hora al viernes a las 10:00.",
        **GOAL_SAID,
    ),
    case(
        "en",
        "done, but not as it wanted",
        Act.DECLINE,
        "Done, your appointment has been moved to Friday at 10:00.",
        **GOAL_SAID,
    ),
    case(
        "es",
        "done, and it wants to be sure",
        Act.ASK_TO_CONFIRM,
        "Listo, tu hora quedó para el jueves a las 16:00.",
        **GOAL_SAID,
        constraints=["asks_for_confirmation"],
    ),
    case(
        "en",
        "done, and it wants to be sure",
        Act.ASK_TO_CONFIRM,
        "Done, your appointment has been moved to Thursday at 16:00.",
        **GOAL_SAID,
        constraints=["asks_for_confirmation"],
    ),
    case(
        "es",
        "what it wanted is done",
        Act.CLOSE,
        "Listo, tu hora quedó para el jueves a las 16:00.",
        **GOAL_SAID,
    ),
    case(
        "en",
        "what it wanted is done",
        Act.CLOSE,
        "Done, your appointment has been moved to Thursday at 16:00.",
        **GOAL_SAID,
    ),
    case("es", "asked for a fact, or one waits", Act.ANSWER, "¿Me das tu RUT?"),
    case("en", "asked for a fact, or one waits", Act.ANSWER, "Could you give me your booking number?"),
    case("es", "asked for what it does not know", Act.NOT_KNOW, "¿Cuál es tu número de póliza?"),
    case("en", "asked for what it does not know", Act.NOT_KNOW, "What is your policy number?"),
    case("es", "asked again for what it said", Act.REPEAT, "¿Me das tu RUT?", "¿Cuál es tu RUT?"),
    case(
        "en",
        "asked again for what it said",
        Act.COMPLAIN,
        "What is your email?",
        "Your email, please?",
        constraints=["complains_when_asked_again"],
    ),
    case(
        "es",
        "the same message again",
        Act.PROTEST,
        "Entiendo lo que dices.",
        "Entiendo lo que dices.",
        **GOAL_SAID,
    ),
    case(
        "en",
        "the same message again",
        Act.PROTEST,
        "Thanks for telling me.",
        "Thanks for telling me.",
        **GOAL_SAID,
    ),
    case(
        "es",
        "insists, and is offered it",
        Act.ACCEPT,
        "¿Quieres que cambie la hora al jueves en la tarde?",
        **PUSHY,
    ),
    case(
        "en",
        "insists, and is offered it",
        Act.ACCEPT,
        "Shall I move your appointment to Thursday afternoon?",
        **PUSHY,
    ),
    case("es", "insists, and is not given it", Act.PUSH, "De eso se ocupa otra oficina.", **PUSHY),
    case("en", "insists, and is not given it", Act.PUSH, "Another office deals with that.", **PUSHY),
    case("es", "options", Act.CHOOSE, "¿Prefieres pagar con tarjeta o transferencia?", **GOAL_SAID),
    case("en", "options", Act.CHOOSE, "Would you like to pay by card or by transfer?", **GOAL_SAID),
    case("es", "its value is read back", Act.CONFIRM, "¿Me das tu RUT?", "¿Tu RUT es 12345678-9?"),
    case(
        "en", "its value is read back", Act.CONFIRM, "What is your email?", "Is your email ana@example.com?"
    ),
    case(
        "es",
        "a link, and it opens none",
        Act.REFUSE_LINK,
        "Complete el formulario en https://clinica.example/f",
        **GOAL_SAID,
        constraints=["opens_no_links"],
    ),
    case(
        "en",
        "a link, and it opens none",
        Act.REFUSE_LINK,
        "Please fill in https://clinic.example/form",
        **GOAL_SAID,
        constraints=["opens_no_links"],
    ),
    case(
        "es", "an offer, a yes-or-no question", Act.DECLINE, "¿La cambio al viernes a las 16:00?", **GOAL_SAID
    ),
    case(
        "en",
        "an offer, a yes-or-no question",
        Act.ACCEPT,
        "Shall I move it to Thursday at 16:00?",
        **GOAL_SAID,
    ),
    case(
        "es",
        "it failed",
        Act.ASK_TO_RETRY,
        "No pude procesar el cambio, hubo un error en el sistema.",
        **GOAL_SAID,
    ),
    case(
        "en",
        "it failed",
        Act.ASK_TO_RETRY,
        "I wasn't able to process that, there was a system error.",
        **GOAL_SAID,
    ),
    case("es", "told no", Act.PUSH, "Lo siento, no puedo hacer ese cambio.", **GOAL_SAID),
    case("en", "told no", Act.PUSH, "I'm sorry, that is not allowed.", **GOAL_SAID),
    case(
        "es",
        "was told what it wanted to know",
        Act.CLOSE,
        "Los sábados abrimos de 10:00 a 14:00.",
        **GOAL_SAID,
        success=False,
        goal="saber a qué hora abren los sábados",
    ),
    case(
        "en",
        "was told what it wanted to know",
        Act.CLOSE,
        "On Saturdays we open at 10:00.",
        **GOAL_SAID,
        success=False,
        goal="find out when you open on Saturdays",
    ),
    case(
        "es",
        "goodbye, with nothing done",
        Act.STATE_GOAL,
        "Gracias por contactarnos. ¡Hasta luego!",
        **GOAL_SAID,
    ),
    case(
        "en",
        "goodbye, with nothing done",
        Act.STATE_GOAL,
        "Is there anything else I can help you with?",
        **GOAL_SAID,
    ),
    case("es", "asked how to help", Act.STATE_GOAL, "¡Hola! ¿En qué te puedo ayudar?"),
    case("en", "asked how to help", Act.STATE_GOAL, "Hello! How can I help you?"),
    case(
        "es",
        "asked for what it has a preference in",
        Act.CHOOSE,
        "¿Para qué día la quieres?",
        opening=None,
        kind="cooperative",
        goal="pedir hora con el dentista",
        prefers={"dia": ["lunes"]},
    ),
    case(
        "en",
        "asked for what it has a preference in",
        Act.CHOOSE,
        "What day would you like?",
        opening=None,
        kind="cooperative",
        goal="see a dentist",
        prefers={"day": ["Monday"]},
    ),
    case(
        "es",
        "asked which one",
        Act.ANSWER_VAGUELY,
        "¿Cuál de ellas es?",
        withheld={"reserva": {"value": "PED-4402", "type": "booking_number", "vague": "la de la mañana"}},
    ),
    case(
        "en",
        "asked which one",
        Act.ANSWER_VAGUELY,
        "Which one is it?",
        withheld={"booking": {"value": "BK-4402", "type": "booking_number", "vague": "the morning one"}},
    ),
    case("es", "asked something, and has not said what it wants", Act.STATE_GOAL, "¿Quién te atendió?"),
    case("en", "asked something, and has not said what it wants", Act.STATE_GOAL, "Who did you talk to?"),
    case("es", "asked about what it wants", Act.STATE_GOAL, "¿Para qué día la quieres?", **GOAL_SAID),
    case("en", "asked about what it wants", Act.STATE_GOAL, "What day would you like?", **GOAL_SAID),
    case(
        "es", "asked for what is all the same to it", Act.NOT_KNOW, "¿De qué color lo quieres?", **GOAL_SAID
    ),
    case(
        "en", "asked for what is all the same to it", Act.NOT_KNOW, "What color would you like?", **GOAL_SAID
    ),
    case("es", "asked for what it keeps to itself", Act.KEEP_BACK, "¿Cuál es tu número de teléfono?"),
    case("en", "asked for what it keeps to itself", Act.KEEP_BACK, "What is your phone number?"),
    case(
        "es", "asked for a datum that it has not", Act.NOT_KNOW, "¿Cuál es el número de serie?", **GOAL_SAID
    ),
    case("en", "asked for a datum that it has not", Act.NOT_KNOW, "What is the serial number?", **GOAL_SAID),
    case("es", "has not said yet what it wants", Act.STATE_GOAL, "Buenas tardes."),
    case("en", "has not said yet what it wants", Act.STATE_GOAL, "Good afternoon."),
    case("es", "asked to wait", Act.WAIT, "Un momento, por favor.", **GOAL_SAID),
    case("en", "asked to wait", Act.WAIT, "One moment, please.", **GOAL_SAID),
    case("es", "anything else", Act.NUDGE, "Entiendo lo que dices.", **GOAL_SAID),
    case("en", "anything else", Act.NUDGE, "Thanks for telling me.", **GOAL_SAID),
]


@pytest.mark.parametrize("row", CASES, ids=lambda c: f"{c.language}-{c.rule}")
def test_rule(row: Case) -> None:
    for seed in range(12):
        someone = user(row.language, seed, success=row.success, **row.persona)
        moves = play(someone, row.messages)
        if row.act is Act.NOT_UNDERSTAND and moves[-1].act.kind == Act.ANSWER:
            continue  # a confused user loses the thread now and then, not always
        assert (someone.rule, moves[-1].act.kind) == (row.rule, row.act), moves[-1].text
        return
    pytest.fail("no seed showed the act")


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_row_has_a_case(language: str) -> None:
    covered = {c.rule for c in CASES if c.language == language}
    assert [row.rule for row in TABLE if row.rule not in covered] == []
