"""Differences between states."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from msgspec import UNSET
from world_support import json_values

from porfiado.world import Change, difference
from porfiado.world.jsonlike import json_equal


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ({"a": 1}, {"a": 1.0}, []),
        ({"a": 1}, {"a": True}, ["a: 1 → true"]),
        ({"b": {"x": "martes"}}, {"b": {"x": "jueves"}}, ["b.x: martes → jueves"]),
        ({"b": 1}, {"a": [1], "b": 1}, ["+ a = [1]"]),
        ({"z": None, "a": 1}, {}, ["- a = 1", "- z = null"]),
        ([1, 2], [1, 3, 4], ["[1]: 2 → 3", "+ [2] = 4"]),
        ({"a.b": {"c d": 1}}, {"a.b": {"c d": 2}}, ['["a.b"]["c d"]: 1 → 2']),
        ({"a": {}}, {"a": []}, ["a: {} → []"]),
        (1, None, ["$: 1 → null"]),
        ({}, {"a": "x" * 200}, ["+ a = " + "x" * 120 + "…"]),
    ],
)
def test_changes_in_words(before, after, lines):
    assert [change.describe() for change in difference(before, after)] == lines


def test_absent_is_not_null():
    assert difference({}, {"a": None}) == [Change("a", UNSET, None)]
    assert difference({"a": None}, {}) == [Change("a", None, UNSET)]


def steps(path):
    found = re.findall(r'\["(.*?)"\]|\[(\d+)\]|([^.\[\]"]+)', path)
    return [key if key else int(index) if index else name for key, index, name in found]


@settings(max_examples=200)
@given(json_values, json_values)
def test_the_changes_lead_from_one_state_to_the_other(before, after):
    before, after = {"k": before}, {"k": after}
    changes = difference(before, after)
    removed = [change for change in changes if change.new is UNSET][::-1]
    others = [change for change in changes if change.new is not UNSET]
    result = before
    for change in [*others, *removed]:
        result = apply(result, change)
    assert json_equal(result, after)
    assert difference(after, after) == []


def apply(state, change):
    """Another way from a change to the state: over its written path."""
    *way, last = steps(change.path)
    holder = state
    for step in way:
        holder = holder[step]
    if change.new is UNSET:
        del holder[last]
    elif isinstance(holder, list) and last == len(holder):
        holder.append(change.new)
    else:
        holder[last] = change.new
    return state
