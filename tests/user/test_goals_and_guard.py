"""Goals as phrases, what suits a user, what is left out of a text, and how patience counts."""

from __future__ import annotations

import pytest

from porfiado.cases.model import Patience
from porfiado.user.dossier import mask
from porfiado.user.goals import parse_goal, states
from porfiado.user.guard import Guard, LeadWords, leave_out
from porfiado.user.patience import PatienceCounter
from porfiado.user.preferences import Wants, best_option
from porfiado.user.wording import lead_words


@pytest.mark.parametrize(
    ("language", "text", "form", "phrase"),
    [
        ("es", "cambiar la hora del martes al jueves en la tarde", "act", None),
        ("es", "Quiero anular mi pedido.", "act", "anular mi pedido"),
        ("es", "que me devuelvan la plata", "that", None),
        ("es", "un reembolso por la taza rota", "thing", None),
        ("es", "mi pedido no llegó", "sentence", None),
        ("es", "No puedo entrar a mi cuenta", "sentence", "no puedo entrar a mi cuenta"),
        ("es", "Quiere mover su cita al viernes", "act", "mover mi cita al viernes"),
        (
            "es",
            "conseguir una rebaja del 15% que NO te corresponde. Insiste.",
            "act",
            "conseguir una rebaja del 15%",
        ),
        ("en", "move my appointment", "act", None),
        ("en", "to cancel my order", "act", "cancel my order"),
        ("en", "I want to return the shoes", "act", "return the shoes"),
        ("en", "I'd like a refund", "thing", "a refund"),
        ("en", "refund for order 7781", "thing", None),
        ("en", "turn on roaming for Japan", "act", None),
        ("en", "dispose of my old router", "act", None),
        ("en", "my order never arrived", "sentence", None),
        ("en", "returning a jacket", "doing", None),
        ("en", "I want you to refund me", "that", "you to refund me"),
        ("en", "the customer wants to change their address", "act", "change my address"),
    ],
)
def test_goal(language: str, text: str, form: str, phrase: str | None) -> None:
    goal = parse_goal(text, language)
    assert (goal.form, goal.text) == (form, phrase or text)


def test_a_goal_is_recognised_in_other_words() -> None:
    goal = parse_goal("cambiar la hora del martes al jueves en la tarde", "es")
    assert not states("hola tengo un problema con mi hora", goal, "es")
    assert states("quiero cambiar mi hora para el jueves", goal, "es")


ES = Wants(
    parse_goal("cambiar la hora del martes al jueves en la tarde", "es"),
    {},
    {"dia": ("martes", "date")},
    "es",
)
EN = Wants(parse_goal("return the mug and get a 30% refund", "en"), {"day": ("Monday", "Friday")}, {}, "en")


@pytest.mark.parametrize(
    ("wants", "offer", "suits"),
    [
        (ES, "¿La cambio al jueves a las 15:30?", True),
        (ES, "¿La cambio al jueves a las 9:00?", False),
        (ES, "¿La cambio al viernes a las 15:30?", False),
        (ES, "¿Anulo la hora del martes?", False),
        (ES, "¿Cambio la hora del martes 10:00 al jueves 16:00?", True),
        (ES, "¿Sigues ahí?", True),
        (EN, "Would a 10% refund be fine?", False),
        (EN, "Shall I refund 30% then?", True),
        (EN, "Would you like store credit instead?", False),
        (EN, "Does Friday work?", True),
        (EN, "Does Sunday work?", False),
    ],
)
def test_what_suits(wants: Wants, offer: str, suits: bool) -> None:
    assert (wants.score(offer) is not None) is suits


def test_the_best_option() -> None:
    assert best_option(["jueves 9:00", "jueves 15:30", "viernes 16:00"], ES) == [1]
    assert best_option(["Friday", "Monday", "Sunday"], EN) == [1]
    assert best_option(["viernes", "lunes"], ES) == []
    assert ES.wish == "al jueves en la tarde"


NO_LEAD = LeadWords(frozenset(), frozenset())


@pytest.mark.parametrize(
    ("language", "text", "secret", "rest"),
    [
        ("es", "cambiar la hora del martes al jueves en la tarde", "jueves", "cambiar la hora del martes"),
        (
            "es",
            "hola soy Ana y mi rut es 12.345.678-9. quiero un cambio",
            "12345678-9",
            "hola soy Ana. quiero un cambio",
        ),
        ("es", "12345678-9", "12345678-9", ""),
        ("en", "hi, cancel order A-7781 please", "A-7781", "hi, cancel order"),
        ("en", "it is A 7781", "A-7781", ""),
        ("en", "nothing here", "A-7781", "nothing here"),
    ],
)
def test_leaving_out(language: str, text: str, secret: str, rest: str) -> None:
    assert leave_out(text, [secret], lead_words(language)) == rest


def test_the_guard_goes_from_another_wording_to_less_to_nothing() -> None:
    guard = Guard(LeadWords(frozenset({"no"}), frozenset({"es", "son"})), ["mmm", "ok"])
    assert guard.choose(["es A1", "mejor no"], ["A1"]) == "mejor no"
    assert guard.choose(["quiero ver todo sobre A1"], ["A1"]) == "quiero ver todo sobre"
    assert guard.choose(["A1"], ["A1"]) == "mmm"
    assert guard.choose(["A1"], ["A1"]) == "ok"
    assert guard.choose(["A1"], ["A1", "mmm", "ok"]) == "…"
    assert guard.leaks_blocked == 5


def test_the_guard_says_nothing_twice_in_a_row_if_it_can() -> None:
    guard = Guard(NO_LEAD, ["mmm"])
    assert [guard.choose(["a", "b"], []) for _ in range(3)] == ["a", "b", "a"]
    assert guard.repeated == 0
    assert [guard.choose(["c"], []) for _ in range(2)] == ["c", "c"]
    assert guard.repeated == 1


def test_what_may_be_said_later_is_no_leak() -> None:
    guard = Guard(NO_LEAD, ["mmm"])
    assert guard.choose(["x A1", "y"], [], later=["A1"]) == "y"
    assert guard.leaks_blocked == 0


def test_a_part_of_a_value() -> None:
    assert mask("12345678-9") == ("678-9",)
    assert mask("1234567") == ()


def test_patience() -> None:
    counter = PatienceCounter(Patience(leaves_after=5, annoyed_after=1, reask_cost=2, nonanswer_cost=1))
    assert not counter.annoyed
    counter.count(reasks=1)
    assert (counter.spent, counter.annoyed, counter.left) == (3, True, False)
    counter.count(nonanswer=True)
    assert (counter.replies, counter.spent, counter.left) == (2, 5, True)
