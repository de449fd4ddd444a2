"""From a recorded conversation to a case, and back: a case that is run again comes to the same verdicts."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import LOOK, MOVE, PRIVATE, VISIT, turn

from porfiado.cases.loading import parse_suite
from porfiado.derive import Pseudonyms, derive, suite_of
from porfiado.derive.language import guess_language
from porfiado.derive.private import private_data
from porfiado.derive.shapes import like_code, luhn_check_digit, rut_check_digit, with_check_digit, with_luhn
from porfiado.records import Call, Conversation, Ending, Turn
from porfiado.traces import dumps


def scenario_of(conversation, **more):
    return derive(conversation, "visit", **more).scenario


def test_what_was_given_after_an_ask_is_withheld():
    persona = scenario_of(VISIT)["persona"]

    assert persona["kind"] == "withholding"
    assert persona["opening"] == "hi, i need to move my dog's visit"
    assert persona["withheld"] == {
        "visit": {"value": "VET-2210", "type": "booking_number"},
        "day": {"value": "friday", "type": "date"},
    }


def test_what_was_volunteered_is_known():
    told = Conversation(turns=(turn("move visit VET-2210 to friday", "Done, moved.", MOVE),))

    persona = scenario_of(told)["persona"]
    assert set(persona["known"]) == {"visit", "day"}
    assert "withheld" not in persona


def test_the_path_demands_writes_and_leaves_reads_free():
    path = scenario_of(VISIT)["path"]

    assert path == {
        "must_call": ["move_visit"],
        "must_not_call": ["cancel_visit"],
        "arguments": {"move_visit": {"visit": "VET-2210", "day": "friday"}},
    }


def test_where_nothing_was_written_the_reads_are_demanded():
    asked = Conversation(turns=(turn("when is VET-2210?", "On Monday.", LOOK),))

    assert scenario_of(asked)["path"] == {"must_call": ["find_visit"]}


def test_declared_tools_need_no_guess():
    guessed = scenario_of(VISIT)["to_review"]
    declared = scenario_of(VISIT, tools={"find_visit": False, "move_visit": True, "cancel_visit": True})

    assert any("which tools write" in note for note in guessed)
    assert not any("which tools write" in note for note in declared["to_review"])


def test_words_of_ones_own_are_no_expectation():
    """Another good agent would word the note in another way."""
    noted = MOVE.arguments | {"note": "the owner would rather come in the late afternoon of that day"}
    told = Conversation(
        turns=(turn("move VET-2210 to friday", "Done, moved.", Call(name="move_visit", arguments=noted)),)
    )

    assert "note" not in scenario_of(told)["path"]["arguments"]["move_visit"]


def test_the_state_that_changed_is_the_success():
    before = {"visits": {"VET-2210": {"day": "monday", "dog": "Tilo"}}}
    after = {
        "visits": {"VET-2210": {"day": "friday", "dog": "Tilo"}, "VET-7781": {"day": "friday", "dog": "Tilo"}}
    }
    told = Conversation(
        turns=(
            turn("move VET-2210", "Which day would you like?", state=before),
            turn("friday", "Done, moved.", MOVE, state=after),
        )
    )

    scenario = scenario_of(told)
    assert scenario["state"] == before
    assert scenario["success"] == {"state": {"visits": {"VET-2210": {"day": "friday"}}}}  # not the id made up


def test_a_value_set_right_at_once_was_a_mistake():
    told = Conversation(
        turns=(
            turn("i need to move my visit", "Which day would you like?"),
            turn("thursday", "Let me see. At ten?"),
            turn("sorry, I meant friday", "Done, moved.", MOVE),
        )
    )

    persona = scenario_of(told)["persona"]
    assert persona["kind"] == "confused"
    assert persona["confusions"] == [{"fact": "day", "says_first": "thursday", "then": "self"}]
    assert persona["withheld"]["day"]["value"] == "friday"


def test_a_value_that_changed_later_is_a_change_of_mind():
    told = Conversation(
        turns=(
            turn("i need to move my visit", "Which day would you like?"),
            turn("thursday", "Thursday is free. What's your booking number?"),
            turn("VET-2210", "Thanks. At ten or at eleven?"),
            turn("actually, make it friday instead", "Done, moved.", MOVE),
        )
    )

    persona = scenario_of(told)["persona"]
    assert persona["kind"] == "mind_changing"
    assert [(c["after_turn"], c["facts"]) for c in persona["changes"]] == [(3, {"day": {"value": "friday"}})]


def test_who_left_had_that_much_patience():
    left = Conversation(turns=VISIT.turns[:2], ending=Ending.USER_LEFT)

    assert scenario_of(left)["persona"]["patience"] == 2
    assert "patience" not in scenario_of(VISIT)["persona"]


def test_what_the_user_did_not_know_is_unknown():
    told = Conversation(
        turns=(
            turn("hola quiero mover la hora de mi perro", "¿Me das tu correo?"),
            turn("no lo sé", "No importa. ¿Qué día te acomoda?"),
        )
    )

    assert scenario_of(told)["persona"]["unknown"] == {"email": {"type": "email"}}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("hola, quiero cambiar la hora de mi hija para el jueves", "es"),
        ("hi, I want to move the visit to another day", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_told_by_its_words(text, language):
    assert guess_language(text) == language


def test_notes_are_in_the_language_asked_for():
    assert any("se dedujo" in note for note in scenario_of(VISIT, lang="es")["to_review"])


@pytest.mark.parametrize("conversation", [Conversation(), Conversation(turns=(Turn(user=""),)), VISIT])
def test_every_case_is_a_valid_one(conversation):
    suite = suite_of("x", [derive(conversation, "same"), derive(conversation, "same")])

    loaded = parse_suite(json.dumps(suite), format="json")
    assert [scenario.id for scenario in loaded.suite.scenarios] == ["same", "same-2"]


TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)


@given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), max_size=4))
def test_any_conversation_gives_a_valid_case(told):
    conversation = Conversation(turns=tuple(Turn(user=user, agent=agent) for user, agent in told))

    parse_suite(json.dumps(suite_of("x", [derive(conversation, "one")])), format="json")


# ── personal data

SECRETS = (
    "Rosa",
    "Melo",
    "12345678",
    "12.345.678",
    "gmail",
    "8123",
    "4455",
    "Aromos",
    "1423",
    "4471",
    "1984",
)


def test_no_personal_datum_is_left():
    replaced, count = Pseudonyms().replace(PRIVATE)
    text = dumps(replaced).decode()

    assert count >= 8
    assert not [secret for secret in SECRETS if secret.lower() in text.lower() and secret != "4111"]


def test_the_same_datum_is_replaced_alike_however_it_is_written():
    replaced, _ = Pseudonyms().replace(PRIVATE)
    call = replaced.turns[1].steps[0].calls[0]

    bare = call.arguments["rut"].replace("-", "")
    assert bare in replaced.turns[0].user.replace(".", "").replace("-", "")
    assert call.arguments["rut"] in replaced.turns[1].state["people"]
    assert call.arguments["first_name"] in replaced.turns[0].agent


def test_the_next_conversation_of_the_same_person_gets_the_same_values():
    pseudonyms = Pseudonyms()

    assert pseudonyms.replace(PRIVATE)[0] == pseudonyms.replace(PRIVATE)[0]


def test_a_replaced_rut_and_card_check():
    rut = with_check_digit("12.345.678-5", random.Random(3)).replace("-", "")
    card = with_luhn("4111 1111 1111 1111", random.Random(3))

    assert rut_check_digit(rut[:-1]) == rut[-1]
    assert luhn_check_digit(card[:-1]) == card[-1]


@given(st.text("ABcd0189-_", max_size=12), st.integers())
def test_a_code_keeps_its_shape(code, seed):
    def shape(text):
        return ["d" if c.isdigit() else "u" if c.isupper() else "l" if c.islower() else c for c in text]

    assert shape(like_code(code, random.Random(seed))) == shape(code)


def test_what_identifies_nobody_stays():
    told = Conversation(
        turns=(turn("two seats for 18:30 on friday, $45", "Which city?"), turn("Lima", "Done."))
    )

    assert list(private_data(told)) == []
    assert Pseudonyms().replace(told)[0].turns == told.turns
