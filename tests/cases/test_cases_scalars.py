# ruff: noqa: E501 - tables of cases, a case a line
from __future__ import annotations

import pytest
from cases_support import load

from porfiado.cases.loading import parse_suite
from porfiado.cases.read_yaml import plain_scalar


@pytest.mark.parametrize(
    "written",
    [
        "12345678-9",
        "0123",
        "2025-03-01",
        "12:00",
        "no",
        "yes",
        "on",
        "0x1F",
        "0o17",
        "1_000",
        "+5",
        ".5",
        ".inf",
    ],
)
def test_a_plain_scalar_that_json_would_not_write_so_stays_text(written):
    assert plain_scalar(written) == written


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("1.5", 1.5),
    ],
)
def test_the_plain_scalars_of_yaml_1_2(written, value):
    assert plain_scalar(written) == value
    assert type(plain_scalar(written)) in (type(value), float, plain_scalar(written).__class__)


@pytest.mark.parametrize(
    "written", ["7781", "1.50", "0123", "2025-03-01", "12345678-9", "1e3", "12:00", "-7"]
)
def test_a_fact_is_the_text_as_written(written):
    scenario = load(
        f"  - id: a\n    persona: {{goal: g, known: {{f: {written}}}, withheld: {{h: {{value: {written}}}}}}}"
    )
    persona = scenario.suite.scenarios[0].persona
    assert persona.known["f"].value == written
    assert persona.withheld["h"].value == written


def test_numbers_of_json_keep_their_writing_where_text_is_wanted():
    text = '{"suite": "s", "scenarios": [{"id": 1.10, "persona": {"goal": "g", "known": {"f": 1.50}}}]}'
    scenario = parse_suite(text, format="json").suite.scenarios[0]
    assert scenario.id == "1.10"
    assert scenario.persona.known["f"].value == "1.50"


def test_a_state_keeps_text_as_text_and_numbers_as_plain_numbers():
    loaded = load(
        "  - id: a\n    persona: {goal: g}\n"
        "    state: {rut: 12345678-9, code: 0123, day: 2025-03-01, at: 12:00, n: 3, price: 1.50, ok: true, off: no,"
        " 4402: [1, x]}"
    )
    state = loaded.suite.scenarios[0].state
    assert state == {
        "rut": "12345678-9",
        "code": "0123",
        "day": "2025-03-01",
        "at": "12:00",
        "n": 3,
        "price": 1.5,
        "ok": True,
        "off": "no",
        "4402": [1, "x"],
    }
    assert type(state) is dict
    assert type(state["price"]) is float
    assert type(state["4402"]) is list


def test_a_merge_key_copies_what_is_not_said():
    loaded = parse_suite(
        "suite: s\nscenarios:\n"
        "  - id: a\n    persona: &base {goal: g, tone: [dry], patience: 7}\n"
        "  - id: b\n    persona: {<<: *base, patience: 3}\n"
    )
    first, second = loaded.suite.scenarios
    assert first.persona.patience.leaves_after == 7
    assert second.persona.patience.leaves_after == 3
    assert second.persona.tone == ("dry",)
    assert first.persona.goal == second.persona.goal
