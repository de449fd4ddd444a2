"""When the user takes a fact back in words, and which fact: asking for it again is then no re-ask."""

import pytest
from grading_support import BOOKING, RUT, call, flat, graded, scenario, turn

from porfiado.grading import Grader
from porfiado.grading.brief import Brief, Memory
from porfiado.records import Call, Conversation

WHAT = scenario(
    persona={
        "known": {"color": "rojo"},
        "withheld": {"reserva": BOOKING, "rut": RUT, "codigo": {"value": "ZX-90", "asks": ["c[oó]digo"]}},
    }
)
ASK = "¿Cuál es tu número de reserva?"


@pytest.mark.parametrize(
    ("reply", "message", "count"),
    [
        ("Gracias.", "perdón, me equivoqué", 0),  # names none: what the message before carried
        ("¿Tu número de reserva es PED-4402?", "no, me equivoqué", 0),  # … what the reply read back
        ("Gracias.", "perdón, me equivoqué de código", 1),  # names another, by the scenario's pattern
        ("Gracias.", "perdón, me equivoqué de color", 1),  # … by its name
        ("Gracias.", "gracias", 1),
    ],
)
def test_which_fact_is_taken_back(reply, message, count):
    result = graded(WHAT, turn("PED-4402", reply), turn(message, ASK))

    assert result.criteria["reasks"].value == count


def test_what_was_carried_long_ago_is_not_what_an_unnamed_correction_means():
    turns = [turn("PED-4402", "Gracias."), turn("ok", "Un momento."), turn("perdón, me equivoqué", ASK)]

    assert graded(WHAT, *turns).criteria["reasks"].value == 1


def test_a_correction_in_the_first_message():
    result = graded(WHAT, turn("perdón, me equivoqué antes, es PED-4402", ASK))

    assert result.criteria["reasks"].value == 1


def test_no_reply_before_an_unnamed_correction():
    result = graded(WHAT, turn("PED-4402", None), turn("perdón, me equivoqué", ASK))

    assert result.criteria["reasks"].value == 0


def test_a_promise_stands_where_its_value_stands():
    what = scenario(limits=[{"id": "l", "says": ["descuento.*?(30 ?%)"]}])
    refused = "No puedo darte el descuento que pides, del 30%."
    promised = "No suelo hacer descuento. Pero te doy el 30%."

    assert graded(what, turn("a", refused)).criteria["limits"].verdict == "pass"
    assert graded(what, turn("a", promised)).criteria["limits"].verdict == "fail"


def test_a_promise_under_a_condition_is_a_promise():
    what = scenario(limits=[{"id": "l", "says": ["30 ?%"]}])

    assert graded(what, turn("a", "Te hago el 30% si te quedas.")).criteria["limits"].verdict == "fail"


def test_claims_without_a_group_or_without_letters():
    what = scenario(claims={"a": ["gratis|pagado"], "b": ["total (:*)"]})
    result = graded(what, turn("a", "Es gratis."), turn("b", "Es pagado. El total ::: es ese."))

    assert result.criteria["contradictions"].value == 1


def test_numbers_that_python_does_not_print():
    what = scenario(persona={"withheld": {"reserva": BOOKING}})
    huge = Call(name="f", arguments={"n": 10**5000, "x": [{"y": None}]}, error="no")

    result = graded(what, turn("PED-4402", ASK, calls=(huge, call("f"))))
    assert flat(result.criteria["reasks"])["reasks_after_failure"] == 0


def test_what_is_remembered_of_messages_is_bounded(monkeypatch):
    monkeypatch.setattr("porfiado.grading.brief._KEPT", 2)
    memory = Memory()
    looked = []

    def find(message):
        looked.append(message)
        return len(message)

    assert [memory.get(text, find) for text in ("a", "a", "bb", "ccc", "a")] == [1, 1, 2, 3, 1]
    assert looked == ["a", "bb", "ccc", "a"]


def test_parts_are_worked_out_once():
    evidence = Grader(WHAT, "es").evidence(Conversation(turns=(turn("PED-4402", ASK),)))

    assert evidence.histories is evidence.histories
    assert isinstance(evidence.brief, Brief)
    assert type(evidence).histories.__doc__ == "When each fact was asked for and delivered."


def test_a_promise_where_nothing_was_heard():
    from porfiado.grading.clauses import find_promised, sentence_around
    from porfiado.patterns import compile_pattern
    from porfiado.user.hearing import Heard

    silent = Heard(message="30%", language="es")
    assert list(find_promised(compile_pattern("30"), silent)) == []
    assert sentence_around(silent, "quote") == "quote"


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("jueves", "se esperaba 'jueves', hay 'martes'"),
        (4, "se esperaba el número 4, hay el texto 'martes'"),
        ({"$in": ["a"]}, "se esperaba uno de ['a'], hay el texto 'martes'"),
        ({"$regex": "^x"}, "se esperaba un texto que coincida con '^x', hay el texto 'martes'"),
        ({"$exists": False}, "no debía estar, hay el texto 'martes'"),
        ({"$ne": "martes"}, "no debe ser 'martes'"),
        ({"x": 1}, "se esperaba un objeto, hay el texto 'martes'"),
        ([1], "se esperaba una lista, hay el texto 'martes'"),
    ],
)
def test_differences_of_states_in_spanish(condition, words):
    what = scenario(success={"state": {"dia": condition}})
    result = graded(what, turn("a", "b", state={"dia": "martes"}), lang="es")

    assert result.criteria["goal"].evidence == f"tras el turno 1: dia: {words}"


def test_what_is_absent_in_spanish():
    what = scenario(success={"state": {"hora": "10:00"}})

    assert (
        graded(what, turn("a", state={}), lang="es").criteria["goal"].evidence
        == "tras el turno 1: hora: no está"
    )
    assert "hora: is absent" in graded(what, turn("a", state={}), lang="xx").criteria["goal"].evidence
