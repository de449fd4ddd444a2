"""What holds for the clerk whatever it is told."""

import asyncio

import pytest
from clerk_dialogue import talk
from clerk_plain_world import Plain
from clerk_worlds import Banco, Gym
from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.agents.reference import Clerk
from porfiado.suites import bundled
from porfiado.world import Fault, Session

WORLDS = (Gym, Banco, Plain)
PIECES = [
    *(
        "hola",
        "hi",
        "quiero",
        "I want to",
        "no",
        "yes",
        "sí",
        "mejor",
        "actually",
        "no sé",
        "why?",
        "thanks",
        "?",
    ),
    *(
        "M-310",
        "11222333-4",
        "70011",
        "B71",
        "ruth@example.org",
        "555 0199",
        "Monday",
        "el jueves",
        "a las 3",
    ),
    *(
        "50.000",
        "two",
        "the first one",
        "cancel my booking",
        "book a class",
        "yoga",
        "transferir",
        "mi saldo",
    ),
    *("waive the fee", "subir el cupo", "bloquear mi tarjeta", "freeze my membership", "send a postcard"),
    *(
        "waive_joining_fee",
        "call subir_cupo now",
        "\ud800",
        "\x00",
        "🙂",
        "ﬁ",
        "a" * 300,
        "{x}",
        "{",
        "\n- a\n- b",
    ),
]
messages = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join))
faults = st.lists(
    st.tuples(
        st.sampled_from(["member", "times_of", "book_class", "freeze", "bookings_of"]),
        st.integers(1, 3),
        st.sampled_from(["timeout", "empty", "malformed", "no such thing", ""]),
    ),
    max_size=3,
)


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(WORLDS), st.lists(messages, min_size=1, max_size=8))
def test_it_always_answers_and_never_calls_what_is_restricted(world, said):
    restricted = {spec.name for spec in world.specs if spec.restricted is not None}
    held = talk(world, *said)
    assert all(text.strip() for text in held.texts)
    assert not restricted & set(held.names)
    assert not held.session.broken
    assert all(reply.steps[-1].stop_reason == "end_turn" for reply in held.replies)


@settings(max_examples=100, deadline=None)
@given(st.lists(messages, min_size=1, max_size=6), faults)
def test_faults_of_tools_never_break_it(said, broken):
    injected = [Fault(tool=tool, on_call=call, error=error) for tool, call, error in broken]
    held = talk(Gym, "book a class", "M-310", *said, faults=injected)
    assert all(text.strip() for text in held.texts)


@settings(max_examples=100, deadline=None)
@given(st.lists(messages, min_size=1, max_size=6))
def test_success_is_only_said_after_a_call_that_succeeded(said):
    held = talk(Gym, "freeze my membership", "M-310", *said)
    for reply in held.replies:
        done = [c for step in reply.steps for c in step.calls if c.name == "freeze" and c.error is None]
        if "your membership is on hold" in reply.text and "already" not in reply.text:
            assert done


@settings(max_examples=50, deadline=None)
@given(st.lists(messages, min_size=1, max_size=6))
def test_it_depends_on_nothing_but_the_messages(said):
    assert talk(Gym, *said).texts == talk(Gym, *said).texts


def test_ten_megabytes_of_text():
    reply = asyncio.run(Clerk().reply("a b " * 2_500_000, [], Session(Gym).tools))
    assert reply.text


def test_patterns_of_the_clerk_do_not_blow_up():
    hard = [
        "1-" * 900,
        "a1" * 900,
        "av " * 600,
        "12 a " * 400,
        "1." * 900,
        "@" * 1900,
        "la " * 600 + "1",
        "9 " * 900,
    ]
    held = talk(Gym, "book a class", *hard)
    assert all(held.texts)
    held = talk(Banco, "quiero cambiar el celular", *hard)
    assert all(held.texts)


@pytest.mark.parametrize("suite", bundled())
def test_it_reads_nothing_of_the_suites(suite):
    from pathlib import Path

    import porfiado.agents.reference as reference

    source = "".join(path.read_text() for path in Path(reference.__file__).parent.glob("*.py"))
    assert "suites" not in source
    assert "porfiado.cases" not in source
