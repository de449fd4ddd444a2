"""Which calls were made, which changed the state, and which are the same call."""

import math

import pytest
from grading_support import call, flat, graded, scenario, stepped, turn
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from porfiado.grading.canonical import canonical, quoted, shown, shown_call
from porfiado.grading.stop_reasons import STOP_REASONS, Stop, normalise_stop
from porfiado.records import Step

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def changed(one, value):
    return structs.replace(one, changed=value)


def repeats(*turns, tools=None, **path):
    return flat(graded(scenario(path=path), *turns, tools=tools).criteria["no_repeated_calls"])


# ── canonical JSON


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 3, "c": 2}, "a": 1}),
        (1, 1.0),
        (0.0, -0.0),
        (2**70, float(2**70)),
        ([1, (2, 3)], [1.0, [2, 3]]),
    ],
)
def test_equal_values_have_one_key(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, "1"),
        (1, True),
        (0, False),
        (None, "null"),
        ("", None),
        ([], {}),
        ([1, 2], [2, 1]),
        ({"a": 1}, [1]),
    ],
)
def test_different_values_have_different_keys(one, other):
    assert canonical(one) != canonical(other)


class Silent:
    def __repr__(self):
        raise RuntimeError("no")


def cyclic():
    value = {}
    value["self"] = value
    return value


def nested(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "odd",
    [
        math.nan,
        math.inf,
        object(),
        {1: 2, "1": 3},
        {None: 1},
        b"x",
        {"a": {1, 2}},
        "\ud800",
        10**5000,
        Silent(),
    ],
    ids=lambda odd: type(odd).__name__,
)
def test_odd_content_never_raises(odd):
    assert canonical(odd) == canonical(odd)
    assert shown({"x": odd})


@pytest.mark.parametrize("deep", [cyclic(), nested(5000)], ids=["cyclic", "deep"])
def test_bottomless_content_never_raises(deep):
    assert canonical(deep) == canonical(deep)
    assert shown(deep)


@given(JSON, JSON)
def test_keys_agree_with_equality(one, other):
    from porfiado.world.jsonlike import json_equal

    assert (canonical(one) == canonical(other)) == json_equal(one, other)


def test_shown_is_cut():
    assert shown("x" * 500).endswith("…")
    assert len(shown("x" * 500)) == 120
    assert shown_call("go", {}) == "go()"
    assert shown_call("go", {"to": "Ñuñoa"}) == 'go({"to":"Ñuñoa"})'
    assert quoted(" a\n  b ") == "a b"


# ── repeats


def test_a_repeat_names_both_turns():
    result = graded(scenario(), turn(calls=(call("look", id=1),)), turn(calls=(call("look", id=1),)))

    verdict = result.criteria["no_repeated_calls"]
    assert verdict.evidence == 'look({"id":1}) in turn 1, and again in turn 2'
    assert verdict.turn == 2


def test_declared_writes_excuse():
    turns = [turn(calls=(call("look"),)), turn(calls=(call("move", to=1),)), turn(calls=(call("look"),))]

    assert repeats(*turns)["verdict"] == "fail"
    assert repeats(*turns, tools={"move": False})["verdict"] == "fail"
    assert repeats(*turns, tools={"move": True})["verdict"] == "pass"


def test_a_declared_write_that_failed_excuses_nothing():
    turns = [turn(calls=(call("look"), call("move", error="full"), call("look")))]

    assert repeats(*turns, tools={"move": True})["verdict"] == "fail"


def test_a_declared_write_that_left_the_state_alone_excuses_nothing():
    calls = (call("look"), call("move"), call("look"))

    assert (
        repeats(turn(state={"n": 0}), turn(calls=calls, state={"n": 0}), tools={"move": True})["value"] == 1
    )
    assert (
        repeats(turn(state={"n": 0}), turn(calls=calls, state={"n": 1}), tools={"move": True})["value"] == 0
    )


def test_the_record_outweighs_the_declaration():
    calls = (call("look"), changed(call("move"), False), call("look"))

    assert repeats(turn(calls=calls), tools={"move": True})["verdict"] == "fail"


def test_a_change_by_one_of_two_calls_excuses_only_what_stands_outside_both():
    between = turn(calls=(call("a"), call("b")), state={"n": 1})
    look = call("look")

    outside = [turn(calls=(look,), state={"n": 0}), between, turn(calls=(look,))]
    assert repeats(*outside)["verdict"] == "pass"
    inside = [turn(state={"n": 0}), turn(calls=(call("a"), look, call("b"), look), state={"n": 1})]
    assert repeats(*inside)["verdict"] == "fail"


def test_each_repeat_counts():
    assert repeats(turn(calls=(call("a"),) * 4))["value"] == 3


# ── steps


@pytest.mark.parametrize(("word", "stop"), sorted(STOP_REASONS.items()))
def test_every_word_of_the_table(word, stop):
    assert normalise_stop(word) is stop
    assert normalise_stop(word.upper()) is stop
    assert normalise_stop(word.replace("_", "-")) is stop


@pytest.mark.parametrize(
    ("word", "stop"),
    [
        ("endTurn", Stop.END),
        ("FinishReason.MAX_TOKENS", Stop.CUT_OFF),
        ("FinishReason.STOP", Stop.END),
        ("max pasos", Stop.OUT_OF_STEPS),
        ("toolUse", Stop.TOOLS),
        ("not_stop", Stop.OTHER),
        ("banana", Stop.OTHER),
        ("", None),
        ("  ", None),
        (None, None),
    ],
)
def test_words_of_providers(word, stop):
    assert normalise_stop(word) is stop


@pytest.mark.parametrize(
    ("stop", "verdict"),
    [("end_turn", "pass"), ("stop", "pass"), ("length", "fail"), ("max_turns", "fail"), ("refusal", "fail")],
)
def test_step_budget_by_last_stop(stop, verdict):
    result = graded(scenario(path={"max_steps": 3}), turn(steps=stepped(call("a"), stop=stop)))

    assert result.criteria["step_budget"].verdict == verdict


def test_a_step_without_a_reason_counts_as_an_end_where_the_agent_replied():
    path = scenario(path={"max_steps": 3})

    assert graded(path, turn(steps=(Step(),))).criteria["step_budget"].verdict == "pass"
    assert graded(path, turn(agent=None, steps=(Step(),))).criteria["step_budget"].verdict == "fail"


def test_steps_known_in_part():
    path = scenario(path={"max_steps": 3})
    uncounted = turn(calls=(call("a"),))

    few = graded(path, turn(steps=stepped()), uncounted).criteria["step_budget"]
    many = graded(path, turn(steps=stepped(call("a"), call("b"), call("c"))), uncounted).criteria[
        "step_budget"
    ]
    assert few.verdict == "not_applicable"
    assert many.verdict == "fail"
    assert many.evidence == "4 steps, at most 3 allowed"


def test_null_steps_are_unknown():
    result = graded(scenario(path={"max_steps": 3, "must_call": []}), turn(steps=None))

    assert result.criteria["step_budget"].verdict == "not_applicable"
    assert result.criteria["required_tools"].reason.startswith("the trajectory is unknown")


def test_evidence_of_a_cut_reply():
    result = graded(scenario(path={"max_steps": 3}), turn(steps=stepped(stop="max_tokens")), lang="es")

    assert (
        result.criteria["step_budget"].evidence == "el último paso se detuvo con «max_tokens»: quedó cortado"
    )


def test_forbidden_calls_block_and_show_the_call():
    result = graded(
        scenario(path={"must_not_call": ["refund"]}), turn(steps=stepped(call("refund", amount=5)))
    )

    verdict = result.criteria["forbidden_tools"]
    assert verdict.blocking
    assert verdict.evidence == 'turn 1 calls refund({"amount":5})'
    assert result.failed == ("forbidden_tools",)


def test_wrong_arguments_show_what_differs():
    expected = scenario(path={"arguments": {"find": {"id": "7781"}}})
    result = graded(expected, turn(steps=stepped(call("find", id=7781))))

    assert result.criteria["tool_arguments"].evidence.startswith('find({"id":7781}): id: expected string')
