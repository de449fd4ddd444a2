"""Sentences with placeholders."""

from __future__ import annotations

import pytest

from porfiado.world import fill, records_of, value_at
from porfiado.world.templates import placeholders


def test_a_field_goes_before_an_argument_and_dots_lead_inside():
    record = {"day": "thursday", "at": {"hour": 9}}
    assert fill("{day}, {at.hour}, {name}.", {"day": "monday", "name": "Ida"}, record) == "thursday, 9, Ida."


@pytest.mark.parametrize("record", [None, {}, {"day": None}, {"day": {"x": 1}}])
def test_a_sentence_with_a_gap_is_not_said(record):
    assert fill("on {day.y}", {}, record) is None


def test_bare_results():
    assert fill("It is {result}.", {}, "sent") == "It is sent."
    assert fill("It is {result}.", {}, {"result": 3}) == "It is 3."
    assert value_at("sent", "day") is None


def test_what_is_filled_in_is_not_read_again():
    assert fill("{a} {b}", {"a": "{b}", "b": "x"}) == "{b} x"


def test_placeholders():
    assert placeholders("{día} y {a.b_2}") == ("día", "a.b_2")
    for bad in ("{", "{}", "{a b}", "{{a}}", "{1}"):
        with pytest.raises(TypeError, match="placeholder"):
            placeholders(bad)


@pytest.mark.parametrize(
    ("result", "records"), [(None, []), ([], []), ([1], [1]), ({"a": 1}, [{"a": 1}]), ("x", ["x"])]
)
def test_records(result, records):
    assert records_of(result) == records
