"""What holds of the scripted user whatever the agent says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.cases import Scenario
from porfiado.text import compose, contains_value, fold
from porfiado.user import Act, ScriptedUser, UserMove

ASKS = {
    "es": [
        "¿Me das tu RUT?",
        "¿Cuál es tu número de reserva?",
        "Indícame tu correo y tu RUT, por favor.",
        "¿La cambio al viernes a las 9:00?",
        "¿Tu RUT es 12345678-9?",
        "¿Tu reserva es la PED-4401?",
        "Tengo:\n- jueves 9:00\n- jueves 16:00\n¿Cuál prefieres?",
        "¿Cuál de las dos?",
        "¿Tienes seguro?",
        "Listo, tu hora quedó para el jueves.",
        "No pude encontrar tu reserva.",
        "No puedo hacer eso.",
        "¿Te ayudo en algo más?",
        "¡Hasta luego!",
        "Un momento.",
        "¿En qué te puedo ayudar?",
        "Anoté el RUT 12345678-9, ¿está bien?",
        "¿Prefieres PED-4402 o PED-4410?",
        "Abre https://x.example",
    ],
    "en": [
        "Could you give me your id?",
        "What is your booking number?",
        "Please give me your email and your id.",
        "Shall I move it to Friday at 9:00?",
        "Is your booking number PED-4402?",
        "Is it PED-4401?",
        "I have:\n- Thursday 9:00\n- Thursday 16:00\nWhich one do you prefer?",
        "Which one of the two?",
        "Do you have insurance?",
        "Done, it has been moved to Thursday.",
        "I couldn't find your booking.",
        "I can't do that.",
        "Anything else?",
        "Goodbye!",
        "One moment.",
        "How can I help you?",
        "I noted PED-4402, is that right?",
        "Do you prefer PED-4402 or PED-4410?",
        "Open https://x.example",
    ],
}
GOALS = {
    "es": [
        "cambiar la hora del martes al jueves en la tarde",
        "que me devuelvan el pedido PED-4402",
        "un 30 % de descuento",
        "mi hora con el RUT 12345678-9 no aparece",
        "12345678-9",
        "saber si es no",
    ],
    "en": [
        "move my appointment from Tuesday to Thursday afternoon",
        "you to refund booking PED-4402",
        "a 30% discount",
        "my booking PED-4402 is gone",
        "12345678-9",
        "returning ana@example.com",
        "know if no",
    ],
}
KINDS = ["cooperative", "withholding", "confused", "mind_changing", "insistent"]
TONES = [
    "formal",
    "dry",
    "colloquial",
    "anxious",
    "annoyed",
    "cordial",
    "hurried",
    "short",
    "no_accents",
    "typos",
    "lower_case",
]
CONSTRAINTS = [
    "opens_no_links",
    "complains_when_asked_again",
    "does_not_repeat",
    "never_full_rut",
    "asks_for_confirmation",
]


@st.composite
def personas(draw: st.DrawFn, language: str) -> dict[str, Any]:
    rut = {"value": "12345678-9", "type": "rut", "asks": ["RUT", r"\bid\b"], "forms": ["12.345.678-9"]}
    fact = st.fixed_dictionaries({}, optional={"vague": st.just("ese"), "remembers": st.just("second_ask")})
    withheld = {
        "rut": {**rut, **draw(fact)},
        "reserva": {"value": "PED-4402", "type": "booking_number", **draw(fact)},
        "correo": {"value": "ana@example.com", "type": "email", **draw(fact)},
        "seguro": {
            "value": draw(st.sampled_from(["no", "sí", "yes", "a", "ok"])),
            "asks": ["seguro", "insurance"],
        },
    }
    goal = st.sampled_from(GOALS[language])
    return {
        "kind": draw(st.sampled_from(KINDS)),
        "goal": draw(goal),
        "opening": draw(st.none() | st.sampled_from(["hola", "hi", "ok no", "hi I am ana@example.com"])),
        "withheld": withheld,
        "known": {"dia": {"value": "martes", "type": "date"}},
        "unknown": ["poliza"],
        "tone": draw(st.lists(st.sampled_from(TONES), max_size=3)),
        "constraints": draw(st.lists(st.sampled_from(CONSTRAINTS), max_size=3)),
        "facts_per_message": draw(st.integers(1, 3)),
        "patience": {
            "leaves_after": draw(st.integers(1, 14)),
            "annoyed_after": draw(st.none() | st.integers(0, 6)),
            "reask_cost": draw(st.integers(0, 2)),
            "nonanswer_cost": draw(st.integers(0, 2)),
        },
        "changes": draw(st.lists(st.builds(_change, goal, st.integers(1, 6)), max_size=2)),
        "confusions": draw(st.lists(st.just({"fact": "rut", "says_first": "12345687-9"}), max_size=1)),
        "pushes": draw(
            st.lists(st.sampled_from(["anger", "mine", {"tactic": "x", "says": "PED-4402 now"}]), max_size=3)
        ),
        "grantable": draw(st.booleans()),
    }


def _change(goal: str, turn: int) -> dict[str, Any]:
    return {
        "after_turn": turn,
        "goal": goal,
        "facts": {"reserva": "PED-7777"},
        "success": {"state": {"b": 1}},
    }


def messages(language: str) -> st.SearchStrategy[list[str]]:
    noise = st.text(max_size=60) | st.text("abc ¿?¡!.,:-\n0123456789", max_size=80)
    joined = st.lists(st.sampled_from(ASKS[language]), min_size=1, max_size=3).map(" ".join)
    return st.lists(st.sampled_from(ASKS[language]) | joined | noise, max_size=16)


@st.composite
def talks(draw: st.DrawFn) -> tuple[str, dict[str, Any], list[str], int, bool]:
    language = draw(st.sampled_from(["es", "en"]))
    persona = draw(personas(language))
    return language, persona, draw(messages(language)), draw(st.integers(0, 3)), draw(st.booleans())


def hold(talk: tuple[str, dict[str, Any], list[str], int, bool]) -> tuple[ScriptedUser, list[UserMove]]:
    language, persona, said, seed, progressed = talk
    body = {"id": "any", "persona": persona, "success": {"state": {"a": 1}}}
    user = ScriptedUser(Scenario.model_validate(body), language, seed=seed)
    moves = [user.open()]
    for message in said:
        moves.append(user.reply(message, progressed=progressed))
        assert user.pending in (True, False)
    return user, moves


def asked_before(talk: tuple[str, dict[str, Any], list[str], int, bool], name: str, turn: int) -> bool:
    """Whether the agent asked for the fact before the user's message of that number (from 0)."""
    from porfiado.user.hearing import FactProbe, Listener

    language, persona, said, *_ = talk
    fact = persona["withheld"][name]
    facts = {**persona["withheld"], "dia": persona["known"]["dia"], "poliza": {"asks": ()}}
    probes = [
        FactProbe(n, f.get("value"), f.get("type"), tuple(f.get("asks", ())), tuple(f.get("forms", ())))
        for n, f in facts.items()
    ]
    assert fact
    values = [
        {},
        {"rut": "12345687-9"},
        {"reserva": "PED-7777"},
        {"rut": "12345687-9", "reserva": "PED-7777"},
    ]
    return any(name in Listener(probes, language).listen(m, v).asks for m in said[:turn] for v in values)


@settings(max_examples=80, deadline=None)
@given(talks())
def test_no_withheld_value_before_it_was_asked_for(talk: Any) -> None:
    _, moves = hold(talk)
    for turn, move in enumerate(moves):
        folded = fold(compose(move.text or ""))
        for name, fact in talk[1]["withheld"].items():
            for value in (
                fact["value"],
                *fact.get("forms", ()),
                *(["PED-7777"] if name == "reserva" else []),
            ):
                if contains_value(folded, value):
                    assert asked_before(talk, name, turn), (name, move.text)
                    never = f"never_full_{name}" in talk[1]["constraints"]
                    assert not never, move.text


@settings(max_examples=80, deadline=None)
@given(talks())
def test_messages_are_short_and_carry_only_so_many_facts(talk: Any) -> None:
    _, moves = hold(talk)
    delivered: set[str] = set()
    for move in moves:
        text = move.text or ""
        assert len([s for s in re.split(r"[.!?…]+(?:\s|$)", text) if s.strip()]) <= 2, text
        assert "{" not in text
        assert "  " not in text
        folded = fold(compose(text))
        new = {n for n, f in talk[1]["withheld"].items() if contains_value(folded, f["value"])} - delivered
        assert len(new) <= talk[1]["facts_per_message"], text
        delivered |= new


@settings(max_examples=50, deadline=None)
@given(talks())
def test_the_same_seed_is_the_same_conversation(talk: Any) -> None:
    one, other = hold(talk), hold(talk)
    assert one[1] == other[1]
    assert one[0].drift == other[0].drift


@settings(max_examples=50, deadline=None)
@given(talks())
def test_it_ends_and_then_says_nothing(talk: Any) -> None:
    user, moves = hold(talk)
    patience = talk[1]["patience"]["leaves_after"]
    for message in ["Entiendo.", "I see."] * 8:
        moves.append(user.reply(message, progressed=False))
    over = next(i for i, m in enumerate(moves) if m.leaves or m.closing)
    assert over <= patience
    assert all(m.text is None and m.leaves and m.act.kind == Act.LEAVE for m in moves[over + 1 :])
    for move in moves[: over + 1]:
        assert move.leaves == (move.text is None)
        assert not move.closing or move.act.kind == Act.CLOSE


@settings(max_examples=50, deadline=None)
@given(talks())
def test_it_never_closes_with_something_pending(talk: Any) -> None:
    user, moves = hold(talk)
    if any(m.closing for m in moves):
        assert not user.pending


@settings(max_examples=30, deadline=None)
@given(talks(), st.integers(0, 3))
def test_words_do_not_depend_on_unrelated_ones(talk: Any, seed: int) -> None:
    """What is answered to one question is worded alike, whatever noise came before it."""
    language, persona, *_ = talk
    plain = {**persona, "patience": 20, "kind": "cooperative", "opening": "x", "changes": [], "pushes": []}
    plain["withheld"] = {"correo": {"value": "ana@example.com", "type": "email"}}
    plain["confusions"], plain["constraints"], plain["grantable"] = [], [], True
    ask = {"es": "¿Cuál es tu correo?", "en": "What is your email?"}[language]
    wait = {"es": "Un momento.", "en": "One moment."}[language]
    one = hold((language, plain, [ask], seed, True))[1][-1].text
    other = hold((language, plain, [wait, ask], seed, True))[1][-1].text
    assert one == other


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_field_of_the_persona_reaches_the_agent(language: str) -> None:
    """A canary in every field that is not meant to be said."""
    canary = "kanarie77"
    persona = {
        "name": canary,
        "goal": GOALS[language][0],
        "withheld": {canary: {"value": canary, "asks": [canary], "forms": [canary], "vague": canary}},
        "unknown": {f"{canary}2": {"asks": [canary]}},
        "tone": [canary],
        "constraints": [canary],
        "pushes": [canary],
        "prefers": {canary: [f"{canary} {canary}"]},
        "confusions": [{"fact": canary, "says_first": canary, "then": canary}],
    }
    for seed in range(10):
        said = hold((language, persona, ASKS[language], seed, True))[1]
        assert all(canary not in (move.text or "") for move in said)
