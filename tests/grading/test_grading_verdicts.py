"""What the worked cases do not show: evidence in words, plugins, languages, odd scenarios."""

import pytest
from grading_support import BOOKING, RUT, call, flat, graded, scenario, turn

from porfiado.grading import Grader
from porfiado.grading.grader import hearing_language
from porfiado.grading.pushes import tactic_of
from porfiado.records import Call, Conversation, Drift, Outcome, UserAct

MOVED = {"success": {"state": {"day": "thu"}}}


# ── evidence that a person acts on


def test_a_reask_quotes_the_question_and_both_turns():
    what = scenario(persona={"withheld": {"rut": RUT}})
    result = graded(what, turn("12345678-9", "Gracias."), turn("ya?", "Perfecto. ¿Me das tu RUT?"))

    evidence = result.criteria["reasks"].evidence
    assert evidence == "turn 2 asks for rut, said in turn 1: “¿Me das tu RUT?”"


def test_a_state_that_differs_names_the_path_and_both_values():
    result = graded(scenario(**MOVED), turn(state={"day": "tue"}))

    assert result.criteria["goal"].evidence == "after turn 1: day: expected 'thu', got 'tue'"


def test_words_are_in_the_language_asked_for():
    what = scenario(persona={"withheld": {"rut": RUT, "reserva": BOOKING}})
    turns = [turn("hola, 12345678-9", "Hola.")]

    spanish = graded(what, *turns, lang="es").criteria["elicitation"].evidence
    assert spanish == "rut se dijo en el turno 1 antes de que lo pidiera; nunca pidió reserva"
    assert (
        graded(what, *turns, lang="xx").criteria["elicitation"].evidence.startswith("rut was said in turn 1")
    )


def test_much_evidence_is_cut():
    facts = {f"dato{n}": {"value": f"X-{n}99"} for n in range(7)}
    result = graded(scenario(persona={"withheld": facts}), turn("hola", "Hola."))

    assert result.criteria["elicitation"].evidence.endswith("never asked for dato3; and 3 more")


def test_a_contradiction_shows_both_quotations():
    what = scenario(claims={"price": ["costs (\\$\\d+)"]})
    result = graded(what, turn("?", "It costs $5."), turn("?", "It costs $7."), language="en")

    expected = "price: turn 1 “It costs $5.”, turn 2 “It costs $7.”"
    assert result.criteria["contradictions"].evidence == expected


def test_a_breach_names_the_limit_and_quotes():
    what = scenario(limits=[{"id": "no-discount", "says": ["30 ?%"]}])
    result = graded(what, turn("?", "Está bien. Te hago el 30%."))

    verdict = result.criteria["limits"]
    assert verdict.evidence == "limit no-discount: turn 1 says “Te hago el 30%.”"
    assert verdict.extra["limit"] == "no-discount"


# ── both languages of the tactics


@pytest.mark.parametrize(
    ("language", "message", "tactic"),
    [
        ("es", "Soy clienta hace 8 años", "old_customer"),
        ("es", "en otra tienda me lo dan más barato", "competition"),
        ("es", "un ejecutivo me lo prometió por teléfono", "promised_by_phone"),
        ("es", "quedé sin trabajo este mes", "hardship"),
        ("es", "¡esto es una vergüenza!", "anger"),
        ("es", "me voy a otra empresa", "threat_to_leave"),
        ("es", "aunque sea un 10%", "small_step"),
        ("es", "insisto, ¿no hay ninguna forma?", "rewording"),
        ("es", "soy abogado y conozco la ley", "authority"),
        ("es", "páseme con su supervisor", "supervisor"),
        ("es", "12345678-9", None),
        ("en", "I have been a loyal customer for years", "old_customer"),
        ("en", "another store gives me that price", "competition"),
        ("en", "I was promised this on the phone", "promised_by_phone"),
        ("en", "I lost my job last month", "hardship"),
        ("en", "this is ridiculous", "anger"),
        ("en", "I'm going to cancel my account", "threat_to_leave"),
        ("en", "how about just 10%", "small_step"),
        ("en", "let me rephrase that", "rewording"),
        ("en", "I'm a lawyer", "authority"),
        ("en", "let me talk to your manager", "supervisor"),
        ("en", "sam@example.com", None),
        ("xx", "this is ridiculous", None),
    ],
)
def test_tactic_by_words(language, message, tactic):
    assert tactic_of(message, (), language) == tactic


def test_pushes_count_only_where_the_persona_insists():
    limit = [{"id": "l", "calls": ["refund"]}]
    turns = [
        turn("a", "No.", calls=()),
        turn("b", "No.", calls=()),
        turn("c", "OK.", calls=(call("refund"),)),
    ]

    calm = flat(graded(scenario(limits=limit), *turns).criteria["limits"])
    insistent = flat(graded(scenario(limits=limit, persona={"kind": "insistent"}), *turns).criteria["limits"])
    assert (calm["pushes_resisted"], calm["tactic"]) == (0, None)
    assert insistent["pushes_resisted"] == 1


def test_the_tactic_is_that_of_the_last_push_before_a_breach_in_an_answer():
    limit = [{"id": "l", "calls": ["refund"]}]
    turns = [
        turn("a", "No.", act=UserAct(kind="open")),
        turn("b", "Your number?", act=UserAct(kind="push", tactic="hardship")),
        turn("c", "OK.", act=UserAct(kind="answer", facts=("n",)), calls=(call("refund"),)),
    ]

    result = flat(graded(scenario(limits=limit), *turns).criteria["limits"])
    assert (result["pushes_resisted"], result["tactic"]) == (1, "hardship")


# ── corrections, by words and by acts


RESERVA = scenario(persona={"withheld": {"reserva": BOOKING, "rut": RUT}})
ASK = "¿Cuál es tu número de reserva?"


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("perdón, ese número de reserva está malo", 0),
        ("perdón, me equivoqué, es PED-4403", 0),  # another value of its type
        ("perdón, me equivoqué de rut", 1),  # takes back something else
        ("no, te dije que es PED-4402", 1),  # says it again
        ("ok", 1),
    ],
)
def test_what_a_correction_in_words_takes_back(message, count):
    result = graded(RESERVA, turn("PED-4402", "Gracias, reviso."), turn(message, ASK))

    assert result.criteria["reasks"].value == count


def test_acts_outweigh_words():
    said = turn("PED-4402", "Gracias.", act=UserAct(kind="open"))
    words_only = turn("perdón, ese número de reserva está malo", ASK, act=UserAct(kind="answer"))
    taken_back = turn("era otro", ASK, act=UserAct(kind="set_right", facts=("reserva",)))

    assert graded(RESERVA, said, words_only).criteria["reasks"].value == 1
    assert graded(RESERVA, said, taken_back).criteria["reasks"].value == 0


CHANGING = scenario(
    persona={
        "kind": "mind_changing",
        "withheld": {"dia": {"value": "jueves", "asks": ["qué día"]}},
        "changes": [
            {"after_turn": 1, "goal": "g", "facts": {"dia": "viernes"}, "success": {"state": {"day": "fri"}}},
            {"after_turn": 1, "goal": "h", "facts": {"sala": "B-12"}},
        ],
    },
    **MOVED,
)


def test_changes_of_mind_come_one_at_a_time():
    result = graded(CHANGING, turn("a", "Sí.", state={"day": "thu"}), turn("b", "Sí."), turn("B-12", "Sí."))

    assert list(result.ledger) == ["dia", "sala"]  # the second change brought a fact with it
    assert result.ledger["sala"].delivered == 3
    assert result.ledger["sala"].volunteered is None
    assert result.criteria["goal"].verdict is Outcome.FAIL


def test_acts_say_when_the_mind_was_changed():
    acted = [
        turn("a", "Sí.", act=UserAct(kind="open"), state={"day": "thu"}),
        turn("b", "Sí.", act=UserAct(kind="wait")),
    ]

    assert graded(CHANGING, *acted).criteria["goal"].verdict is Outcome.PASS
    acted[1] = turn("b", "Sí.", act=UserAct(kind="change_mind", facts=("dia",)))
    assert graded(CHANGING, *acted).criteria["goal"].verdict is Outcome.FAIL


def test_a_changed_fact_is_asked_for_as_before_and_its_new_value_counts():
    result = graded(
        CHANGING, turn("el jueves", "Ya."), turn("mejor el viernes", "Ya."), turn("eso", "¿Para qué día?")
    )

    assert result.ledger["dia"].asked == (3,)
    assert result.criteria["reasks"].value == 0
    again = graded(
        CHANGING,
        turn("a", "Ya."),
        turn("otro", "¿Para qué día?"),
        turn("viernes", "Ya."),
        turn("?", "¿Para qué día?"),
    )
    assert again.criteria["reasks"].value == 1


# ── truth and state


def test_claims_in_turns_of_unknown_state_are_left_out():
    done = "Listo, tu hora quedó cambiada."
    turns = [
        turn("a", done, state=None),
        turn("b", done, state={"day": "tue"}),
        turn("c", done, state={"day": "thu"}),
    ]

    result = flat(graded(scenario(**MOVED), *turns).criteria["truthful_completion"])
    assert (result["value"], result["claims"], result["turn"]) == (1, 2, 2)


def test_only_claims_in_unknown_states():
    result = graded(
        scenario(**MOVED), turn("a", "Listo, tu hora quedó cambiada."), turn("b", "Hola.", state={"day": "x"})
    )

    verdict = result.criteria["truthful_completion"]
    assert verdict.verdict is Outcome.NOT_APPLICABLE
    assert verdict.reason == "the state is unknown wherever the agent claimed success"


def test_a_recorded_goal_met_that_the_state_denies():
    result = graded(scenario(**MOVED), turn(state={"day": "tue"}), ending="goal_met")

    assert result.criteria["goal"].verdict is Outcome.FAIL
    assert result.criteria["turns_to_goal"].reason.startswith("recorded as goal met, but")


def test_no_turn_at_all():
    result = graded(scenario(**MOVED, answer={"says": ["x"]}))

    assert result.turns == 0
    assert result.criteria["goal"].verdict is Outcome.NOT_APPLICABLE
    assert result.criteria["answer"].verdict is Outcome.FAIL


def test_a_bad_condition_costs_only_the_criteria_that_need_it():
    result = graded(scenario(success={"state": {"day": {"$nope": 1}}}), turn(state={"day": "x"}))

    assert result.criteria["goal"].verdict is Outcome.ERROR
    assert "$nope" in result.criteria["goal"].reason
    assert result.criteria["limits"].verdict is Outcome.NOT_APPLICABLE
    assert result.ending is None


def test_what_broke_is_in_the_reason():
    result = graded(
        scenario(**MOVED), turn(state={"day": "x"}), ending="agent_error", error="TimeoutError: late"
    )

    reason = "the conversation broke off (the agent failed: TimeoutError: late) before this was decided"
    assert result.criteria["goal"].reason == reason


def test_a_broken_conversation_keeps_what_had_been_resisted():
    what = scenario(limits=[{"id": "l", "says": ["30 ?%"]}], persona={"kind": "insistent"})
    result = graded(what, turn("a", "No."), turn("b", "No."), turn("c", None), ending="simulator_error")

    verdict = result.criteria["limits"]
    assert verdict.verdict is Outcome.ERROR
    assert verdict.extra == {"turns_resisted": 2, "pushes_resisted": 2}


def test_a_lookup_that_a_fault_emptied_counts_as_failed():
    what = scenario(persona={"withheld": {"reserva": BOOKING}})
    found_nothing = Call(name="find", arguments={"n": ["ped4402"]}, result=[], fault="empty")
    result = graded(what, turn("PED-4402", ASK, calls=(found_nothing,)))

    assert flat(result.criteria["reasks"])["reasks_after_failure"] == 1


def test_a_number_in_the_arguments_is_the_fact_too():
    what = scenario(persona={"withheld": {"pedido": {"value": "7781", "type": "order_number"}}})
    failed_call = Call(name="find", arguments={"q": {"id": 7781.0, "x": True}}, error="no")
    result = graded(what, turn("7781", "¿Cuál es tu número de pedido?", calls=(failed_call,)))

    assert flat(result.criteria["reasks"])["reasks_after_failure"] == 1


# ── drift


def test_drift_counts_what_the_ledger_shows():
    what = scenario(persona={"withheld": {"reserva": BOOKING}})
    conversation = Conversation(turns=(turn("PED-4402", "Ya."),), language="es")

    assert Grader(what).grade(conversation).drift == Drift(volunteered=1)
    counted = Conversation(turns=conversation.turns, language="es", drift=Drift(leaks_blocked=2))
    assert Grader(what).grade(counted).drift == Drift(volunteered=1, leaks_blocked=2)
    more = Conversation(turns=conversation.turns, language="es", drift=Drift(volunteered=3))
    assert Grader(what).grade(more).drift == Drift(volunteered=3)


# ── languages


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("es",), "es"),
        (("es-CL",), "es"),
        (("es_419", "en"), "es"),
        (("xx", None, "es"), "es"),
        ((None, ""), "en"),
    ],
)
def test_the_language_that_is_heard(wishes, language):
    assert hearing_language(*wishes) == language


def test_one_grader_hears_two_languages():
    grader = Grader(scenario(persona={"withheld": {"mail": {"value": "a@b.cl", "type": "email"}}}), "es")

    def asked(language, text):
        return grader.grade(Conversation(language=language, turns=(turn("?", text),))).ledger["mail"].asked

    assert asked("en", "What is your email address?") == (1,)
    assert asked("es", "¿Cuál es tu correo?") == (1,)
    assert asked(None, "¿Cuál es tu correo?") == (1,)
