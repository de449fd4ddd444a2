"""Templates: enough of them, short, of visible tone, and true to the data in them."""

from __future__ import annotations

import re
from statistics import mean

import pytest
from user_support import play, user

from porfiado.cases.vocabulary import CONSTRAINTS
from porfiado.user.agenda_mind import known_constraints
from porfiado.user.dice import Dice
from porfiado.user.tactics import TACTICS
from porfiado.user.wording import (
    NEUTRAL,
    STYLES,
    known_tone,
    place_of,
    spoken,
    spread,
    style,
    table,
    templates,
)

LANGUAGES = ["es", "en"]
both = pytest.mark.parametrize("language", LANGUAGES)
OFTEN = [
    "open_act",
    "open_thing",
    "open_withholding",
    "open_confused",
    "state_act",
    "state_thing",
    "state_again_act",
    "change_act",
    "answer_code",
    "answer_when",
    "answer_text",
    "answer_name",
    "not_know",
    "not_remember",
    "found",
    "vague",
    "not_understand",
    "repeat",
    "complain",
    "confirm",
    "correct",
    "deny",
    "choose",
    "accept",
    "decline",
    "decline_wish",
    "set_right",
    "wait",
    "nudge",
    "protest",
    "close",
    "ask_to_retry",
    "ask_what_now",
    *(f"push_{tactic}" for tactic in TACTICS if tactic != "rewording"),
    "push_rewording_act",
]
TONES = ["formal", "dry", "colloquial", "anxious", "annoyed", "cordial", NEUTRAL]
FORMS = ["act", "thing", "that", "sentence"]


@both
@pytest.mark.parametrize("key", OFTEN)
def test_at_least_eight_ways_for_what_comes_often(language: str, key: str) -> None:
    assert len(templates(language, key, NEUTRAL, frozenset())) >= 8


def test_both_languages_have_the_same_keys() -> None:
    es, en = (
        {k for k in table(language)["templates"] if not k.startswith("volunteer_")} for language in LANGUAGES
    )
    assert {k for k in en if not k.endswith("_doing")} == es


@both
def test_all_forms_of_a_goal_have_their_words(language: str) -> None:
    forms = {row["form"] for row in table(language)["goal"]["forms"]} | {"thing"}
    for key in ("open", "state", "state_again", "change", "push_rewording"):
        assert all(f"{key}_{form}" in table(language)["templates"] for form in forms)


@both
def test_every_template_is_whole(language: str) -> None:
    for key, rows in table(language)["templates"].items():
        assert NEUTRAL in rows, key
        for tone in rows:
            for text in templates(language, key, tone, frozenset()):
                assert set(re.findall(r"\{(\w+)\}", text)) <= {"value", "goal", "Goal", "wish"}, text
                assert not re.search(r"[\[\]|]|\{\}|\s,", text), text
                assert text == " ".join(text.split()) != "", text
                assert len(re.findall(r"[.!?…]+(?=\s|$)", text)) <= 2, text


@both
def test_most_messages_have_less_than_six_words(language: str) -> None:
    lengths = [
        len(text.format(value="x", goal="x", Goal="X", wish="x").split())
        for key, rows in table(language)["templates"].items()
        for tone in rows
        for text in templates(language, key, tone, frozenset())
    ]
    assert mean(length < 6 for length in lengths) > 0.55


@both
@pytest.mark.parametrize(
    "key", ["state_act", "answer_code", "not_know", "accept", "close", "nudge", "confirm"]
)
def test_tones_differ(language: str, key: str) -> None:
    texts = {tone: set(templates(language, key, tone, frozenset())) for tone in TONES}
    for tone in TONES:
        others = set().union(*(texts[other] for other in TONES if other != tone))
        own = texts[tone] - others
        assert own or texts[tone] == {"{value}"}, (tone, key)
    assert all(text[0].isupper() or text[0] in "¿¡{" for text in texts["formal"])


@pytest.mark.parametrize(
    ("words", "tone", "styles"),
    [
        (("apurado, frases cortas, sin tildes",), NEUTRAL, {"hurried", "short", "no_accents"}),
        (("cordial al principio, molesto desde el cuarto turno",), "cordial", set()),
        (("hurried", "short", "no_accents"), NEUTRAL, {"hurried", "short", "no_accents"}),
        (("coloquial", "typos"), "colloquial", {"typos"}),
        (("kanarie",), NEUTRAL, set()),
        (("formal", "dry"), "formal", set()),
        (("friendly, in a hurry",), "cordial", {"hurried"}),
        (("lower_case", "annoyed"), "annoyed", {"lower_case"}),
    ],
)
def test_tones_are_known_by_name_and_in_words(words: tuple[str, ...], tone: str, styles: set[str]) -> None:
    assert known_tone(words) == (tone, frozenset(styles))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("opens_no_links", {"opens_no_links"}),
        ("no abre enlaces; pide que le confirmen", {"opens_no_links", "asks_for_confirmation"}),
        ("never gives her full phone", {"never_full_phone"}),
        ("collects stamps", set()),
    ],
)
def test_constraints_are_known_by_name_and_in_words(text: str, known: set[str]) -> None:
    found = known_constraints((text,), ("phone", "email"))
    assert found & {*CONSTRAINTS, "never_full_phone", "never_full_email"} == known


def test_styles_leave_codes_alone() -> None:
    everything = frozenset(STYLES)
    assert style("¿Quién? Ñandú PED-4402", everything) == "quien? ñandu PED-4402"
    for seed in range(20):
        move = play(
            user("es", seed, tone=["typos", "no_accents", "lower_case"]), ["¿Cuál es tu número de reserva?"]
        )[-1]
        assert "PED-4402" in move.text


@both
def test_hurried_people_write_less(language: str) -> None:
    calm = templates(language, "state_act", NEUTRAL, frozenset())
    short = templates(language, "state_act", NEUTRAL, frozenset({"short"}))
    assert mean(map(len, short)) < mean(map(len, calm))


def test_days_and_hours_in_a_sentence() -> None:
    assert spoken("jueves", "es") == "el jueves"
    assert spoken("Jueves 15:30", "es") == "el jueves 15:30"
    assert spoken("15:00", "es") == "a las 15:00"
    assert spoken("PED-4402", "es") == "PED-4402"
    assert spoken("15:00", "en") == "at 15:00"
    assert place_of(1, "es") == "la segunda"
    assert place_of(7, "en") == "number 8"


def test_choices_are_spread() -> None:
    assert spread("[a|b|]x [c|d]") == ["ax c", "ax d", "bx c", "bx d", "x c", "x d"]


def test_a_deck_comes_out_whole_before_it_repeats() -> None:
    for n in range(1, 30):
        dice = Dice(3, "scenario", 1)
        drawn = [dice.pick("key", n) for _ in range(2 * n)]
        assert sorted(drawn[:n]) == list(range(n))
        assert drawn[:n] == drawn[n:]


def test_draws_differ_by_seed_scenario_trial_and_key() -> None:
    draws = {
        tuple(Dice(seed, scenario, trial).pick(f"k{key}", 1000) for key in range(3))
        for seed in range(5)
        for scenario in "ab"
        for trial in (1, 2)
    }
    assert len(draws) == 20
    assert Dice(1, "x\ud800", 1).pick("k", 10) < 10


@both
def test_conversations_vary_with_the_seed(language: str) -> None:
    ask = {"es": "¿Cuál es tu número de reserva?", "en": "What is your booking number?"}[language]
    texts = {play(user(language, seed), [ask])[-1].text for seed in range(60)}
    assert len(texts) >= 8
