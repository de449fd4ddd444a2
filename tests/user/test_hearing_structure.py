"""Clauses: where they begin and end, what hostile text does to them, and what always holds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porfiado.user.hearing import MAX_HEARD, FactProbe, Listener, hear, hear_user


def texts(message: str, language: str = "en") -> list[str]:
    return [clause.text for clause in hear(message, language).clauses]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("It costs 3.990 in all. Bye.", ["It costs 3.990 in all.", "Bye."]),
        ("Come at 3 p.m. on Monday.", ["Come at 3 p.m. on Monday."]),
        ("Come at 3 p.m. Bring your card.", ["Come at 3 p.m.", "Bring your card."]),
        ("Dr. Soto is in.", ["Dr. Soto is in."]),
        (
            "Write to a.b@c.com or see www.x.com/a?b=1 now.",
            ["Write to a.b@c.com or see www.x.com/a?b=1 now."],
        ),
        ("Done.Do you need more?", ["Done.", "Do you need more?"]),
        ("Sure 😊 what's your name?", ["Sure 😊", "what's your name?"]),
        ("- one\n- two", ["one", "two"]),
        ("1. one\n2) two", ["one", "two"]),
        ("", []),
        ("?!…", []),
    ],
)
def test_splitting(message: str, expected: list[str]) -> None:
    assert texts(message) == expected


def test_an_opening_mark_begins_a_clause() -> None:
    assert texts("Claro, ¿me das tu RUT?", "es") == ["Claro", "¿me das tu RUT?"]


def test_a_purpose_is_not_what_is_asked() -> None:
    probes = [FactProbe("email", None, "email"), FactProbe("order", None, None, ("order",))]
    listener = Listener(probes, "en")
    assert listener.listen("To look up your order I need your email").asks == ("email",)
    assert listener.listen("I need your email so I can find your order").asks == ("email",)


ASK = {
    "es": [
        "¿Me das tu número de reserva?",
        "¿Me das tu nu\u0301mero de reserva?",
        "¿Me das tu nú\u200bmero de re\u00adserva?",
    ],
    "en": [
        "What's your booking number?",
        "What\u2019s your **booking number**?",
        "What's your boo\u200bking\x00number?",
    ],
}


@pytest.mark.parametrize("language", ["es", "en"])
def test_marks_accents_and_invisible_characters_change_nothing(language: str) -> None:
    listener = Listener([FactProbe("it", None, "booking_number")], language)
    assert all(listener.listen(message).asks == ("it",) for message in ASK[language])


def test_head_and_tail_of_a_huge_message_are_heard() -> None:
    listener = Listener([FactProbe("name", None, "name"), FactProbe("email", None, "email")], "en")
    hearing = listener.listen("What's your name? " + "x " * 5_000_000 + "And your email?")
    assert hearing.asks == ("name", "email")
    assert len(hearing.heard.message) <= MAX_HEARD


def test_unknown_language() -> None:
    with pytest.raises(KeyError, match="xx"):
        hear("hello", "xx")


def test_the_same_message_is_heard_once() -> None:
    assert hear("Your name, please.", "en") is hear("Your name, please.", "en")


def test_a_message_without_any_act() -> None:
    assert not hear("The shop opens at nine.", "en").acts
    assert hear("What's your name?", "en").acts
    assert not hear("Un momento.", "es").acts
    assert hear("Listo, quedó cambiada.", "es").acts


SPANISH = "¿ ? ! . , : - 1. ** no si tu RUT correo necesito quieres o jueves 12.345.678-9"
ENGLISH = "please your email send what is Friday or thanks 😊 é"
WORDS = [*SPANISH.split(), *ENGLISH.split(), "\n", "me das", "could you", "\u0301", "\ud800"]
anything = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
LISTENERS = {
    language: Listener(
        [
            FactProbe("a", "12.345.678-9", "rut"),
            FactProbe("b", "jueves", "date", ("d[ií]a", "day")),
            FactProbe("some_name"),
        ],
        language,
    )
    for language in ("es", "en")
}


@given(message=anything, language=st.sampled_from(["es", "en"]))
def test_positions_are_right_whatever_the_text(message: str, language: str) -> None:
    heard = hear(message, language)
    last = 0
    for clause in heard.clauses:
        assert heard.message[clause.start : clause.end] == clause.text
        assert len(clause.folded) == len(clause.text) > 0
        assert last <= clause.start < clause.end
        last = clause.end


@given(message=anything, language=st.sampled_from(["es", "en"]))
def test_what_always_holds(message: str, language: str) -> None:
    heard = hear(message, language)
    for clause in heard.clauses:
        assert not (clause.asserts and (clause.question or clause.request or clause.refuses or clause.denies))
        assert not (clause.succeeds and clause.fails)
    assert heard.claims_success == bool(heard.success_quote)
    assert heard.reports_failure == bool(heard.failure_quote)
    assert heard.refuses == bool(heard.refusal_quote)
    assert hear.__wrapped__(message, language) == heard


@given(message=anything, language=st.sampled_from(["es", "en"]))
def test_a_fact_is_asked_or_confirmed_or_guessed(message: str, language: str) -> None:
    hearing = LISTENERS[language].listen(message)
    assert len(set(hearing.asks)) == len(hearing.asks)
    assert not set(hearing.asks) & set(hearing.guesses)
    assert not set(hearing.confirms) & set(hearing.guesses)


@given(message=anything, language=st.sampled_from(["es", "en"]))
def test_hearing_the_user_never_raises(message: str, language: str) -> None:
    assert hear_user(message, language).language == language


def test_what_is_heard_does_not_depend_on_what_was_heard_before():
    """An automaton that outgrows its memory finds nothing, silently."""
    sample = [
        "By law we have to wait 48 hours, so no, not tomorrow.",
        "Done, I moved it to Friday.",
        "What's your email?",
    ]
    plain = getattr(hear, "__wrapped__", hear)
    before = [plain(message, "en") for message in sample]
    source = random.Random(5)
    words = [
        "we",
        "can't",
        "your",
        "order",
        "is",
        "moved",
        "not",
        "if",
        "you",
        "please",
        "send",
        "law",
        "so",
        "no",
        "it",
    ]
    for _ in range(1500):
        plain(" ".join(source.choices(words, k=14)) + "?", "en")

    assert [plain(message, "en") for message in sample] == before
