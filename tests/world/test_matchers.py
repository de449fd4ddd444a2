"""Conditions on states and arguments."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from world_support import json_values

from porfiado.world import ConditionError, Mismatch, check_condition, matches

STATE = {
    "citas": {"PED-4402": {"dia": "jueves", "hora": "15:30", "cupos": 3, "nota": None, "ok": True}},
    "lista": [1, "dos", {"tres": 3}],
}
CITA = STATE["citas"]["PED-4402"]

HOLDS = [
    {},
    {"dia": "jueves"},
    {"cupos": 3.0},
    {"nota": None},
    {"hora": {"$gte": "12:00", "$lt": "16:00"}},
    {"cupos": {"$gt": 2.5}},
    {"cupos": {"$in": [1, 3]}, "dia": {"$nin": ["lunes"]}},
    {"dia": {"$ne": "lunes"}},
    {"dia": {"$regex": "^JUE"}},
    {"nota": {"$exists": True}, "otra": {"$exists": False}},
    {"otra": {"$not": {"$exists": True}}},
    {"otra": {"$or": [{"$exists": False}, {"$eq": None}]}},
    {"dia": {"$not": {"$regex": "lunes"}}},
    {"dia": {"$contains": "eve"}, "hora": {"$length": 5}},
    {"cupos": {"$type": "number"}, "nota": {"$type": ["string", "null"]}, "ok": {"$type": "boolean"}},
    {"$size": {"$gte": 5}},
    {"$any": "jueves"},
    {"$or": [{"dia": "lunes"}, {"cupos": 3}]},
    {"$and": [{"$any": "jueves"}, {"$any": True}]},
    {"hora": {"$eq": "15:30"}},
]
FAILS = [
    ({"dia": "lunes"}, "dia", "expected 'lunes', got 'jueves'"),
    ({"cupos": "3"}, "cupos", "expected string '3', got integer 3"),
    ({"ok": 1}, "ok", "expected integer 1, got boolean True"),
    ({"nota": False}, "nota", "expected boolean False, got null None"),
    ({"otra": None}, "otra", "is absent"),
    ({"otra": {"$ne": 1}}, "otra", "is absent"),
    ({"otra": {"$not": {"$eq": 1}}}, "otra", "is absent"),
    ({"nota": {"$exists": False}}, "nota", "expected to be absent"),
    ({"cupos": {"$gt": "2"}}, "cupos", "expected > '2', got integer 3"),
    ({"ok": {"$gte": 0}}, "ok", "got boolean True"),
    ({"hora": {"$gte": "16:00"}}, "hora", "expected ≥ '16:00'"),
    ({"nota": {"$lt": 1}}, "nota", "got null"),
    ({"cupos": {"$regex": "3"}}, "cupos", "got integer"),
    ({"cupos": {"$in": ["3", True]}}, "cupos", "expected one of"),
    ({"dia": {"$nin": ["jueves"]}}, "dia", "must not be 'jueves'"),
    ({"dia": {"$ne": "jueves"}}, "dia", "must not be"),
    ({"dia": {"$not": {"$regex": "jue"}}}, "dia", "meets what it must not"),
    ({"dia": {"$contains": "lun"}}, "dia", "expected to contain 'lun'"),
    ({"cupos": {"$contains": 3}}, "cupos", "expected to contain"),
    ({"cupos": {"$size": 1}}, "cupos", "something with a size"),
    ({"dia": {"$size": 5}}, "dia", "size: expected 5, got 6"),
    ({"ok": {"$type": "integer"}}, "ok", "expected integer, got boolean"),
    ({"$any": "lunes"}, "$", "none of its 5 elements meets 'lunes'"),
    ({"$all": {"$type": "string"}}, "cupos", "expected string, got integer"),
    ({"dia": {"$all": "x"}}, "dia", "expected an array or object"),
    ({"dia": {"$any": "x"}}, "dia", "expected an array or object"),
    ({"$or": [{"dia": "lunes"}, {"cupos": 4}]}, "$", "none of the 2 conditions"),
    ({"$and": [{"dia": "jueves"}, {"cupos": 4}]}, "cupos", "expected 4, got 3"),
    ({"$eq": {"dia": "jueves"}}, "$", "expected"),
    ({"dia": {"x": 1}}, "dia", "expected an object, got string"),
    ({"dia": ["x"]}, "dia", "expected an array, got string"),
]


@pytest.mark.parametrize("condition", HOLDS, ids=str)
def test_what_holds(condition):
    check_condition(condition)
    assert matches(condition, CITA) is None


@pytest.mark.parametrize(("condition", "path", "reason"), FAILS, ids=str)
def test_what_does_not(condition, path, reason):
    check_condition(condition)
    mismatch = matches(condition, CITA)
    assert mismatch.path == path
    assert reason in mismatch.reason


@pytest.mark.parametrize(
    ("condition", "mismatch"),
    [
        ([1, "dos", {}], None),
        ([1, "dos"], Mismatch("lista", "expected 2 items, got 3")),
        ([1, {}, "dos"], Mismatch("lista[1]", "expected an object, got string 'dos'")),
        ({"$size": 3, "$contains": {"tres": 3}}, None),
        ({"$contains": "1"}, Mismatch("lista", "expected to contain '1', got array [1, 'dos', {'tres': 3}]")),
        ({"$any": {"tres": {"$gte": 3}}}, None),
        ([], Mismatch("lista", "expected 0 items, got 3")),
    ],
    ids=str,
)
def test_lists_are_equal_in_length_and_order(condition, mismatch):
    assert matches({"lista": condition}, STATE) == mismatch


def test_a_mismatch_names_the_whole_way():
    mismatch = matches({"citas": {"PED-4402": {"dia": "lunes"}}}, STATE)
    assert mismatch.describe() == "citas.PED-4402.dia: expected 'lunes', got 'jueves'"
    assert matches({"a.b": 1}, {"a.b": 2}).path == '["a.b"]'


def test_keys_and_dates_as_yaml_reads_them():
    assert matches({4402: {"dia": datetime.date(2026, 1, 5)}}, {"4402": {"dia": "2026-01-05"}}) is None


def test_a_number_of_any_writing_is_the_same():
    assert matches({"n": 1}, {"n": 1.0}) is None
    assert matches({"n": 1}, {"n": True}) is not None
    assert matches({"n": True}, {"n": 1}) is not None
    assert matches({"n": [1]}, {"n": [True]}) is not None
    assert matches({"n": {"$eq": {"a": 1}}}, {"n": {"a": True}}) is not None


BAD = [
    ({"a": {"$gtee": 1}}, "a.$gtee: unknown operator; did you mean '$gte'?"),
    ({"a": {"$regex": "("}}, "a.$regex: bad pattern '('"),
    ({"a": {"$regex": 3}}, "expected a pattern, got integer"),
    ({"a": {"$in": "x"}}, "expected a list of values"),
    ({"a": {"$gt": None}}, "expected a number or a text, got null"),
    ({"a": {"$lte": True}}, "expected a number or a text, got boolean"),
    ({"a": {"$exists": "no"}}, "expected true or false"),
    ({"a": {"$type": "text"}}, "expected one of null, boolean"),
    ({"a": {"$type": []}}, "expected one of null, boolean"),
    ({"a": {"$size": -1}}, "expected a number or operators"),
    ({"a": {"$length": {"$gtx": 1}}}, "unknown operator"),
    ({"a": {"$or": {}}}, "expected a list of conditions"),
    ({"a": {"$and": [{"$nope": 1}]}}, "a.$and[0].$nope: unknown operator"),
    ({"a": {"$not": {"$all": {"$any": {"$x": 1}}}}}, "a.$not.$all.$any.$x"),
    ({"a": {"$gte": 1, "b": 2}}, "a.b: a key among operators"),
    ({"a": [{"$x": 1}]}, "a[0].$x: unknown operator"),
    ({"a": object()}, "not JSON-like"),
]


@pytest.mark.parametrize(("condition", "message"), BAD, ids=range(len(BAD)))
def test_what_cannot_mean_anything_is_said_to_its_author(condition, message):
    with pytest.raises(ConditionError) as caught:
        check_condition(condition)
    assert message in str(caught.value)


def test_all_problems_are_told_at_once():
    with pytest.raises(ConditionError) as caught:
        check_condition({"a": {"$x": 1}, "b": {"$in": 2}})
    assert [problem.path for problem in caught.value.problems] == ["a.$x", "b.$in"]


@pytest.mark.parametrize(
    "condition",
    [
        {"a": {"$x": 1}},
        {"a": {"$in": 2}},
        {"a": {"$regex": "("}},
        {"a": {"$or": 3}},
        {"a": {"$gte": 1, "b": 2}},
    ],
)
def test_a_bad_condition_is_an_error_also_without_a_check(condition):
    with pytest.raises(ConditionError):
        matches(condition, {"a": 1})


@settings(max_examples=100)
@given(json_values)
def test_every_value_meets_itself(value):
    assert matches(value, value) is None
    assert matches({"$eq": value}, value) is None
    assert matches({"$ne": value}, value) is not None


def strictly_equal(left, right):
    """Equality of JSON values by another way: types with values, numbers as numbers."""
    if isinstance(left, dict) and isinstance(right, dict):
        return sorted(left) == sorted(right) and all(strictly_equal(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(strictly_equal(a, b) for a, b in zip(left, right, strict=True))
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (left, right))
    return left == right and (numbers or type(left) is type(right))


@settings(max_examples=200)
@given(json_values, json_values)
def test_equality_is_strict(left, right):
    assert (matches({"$eq": left}, right) is None) == strictly_equal(left, right)
    assert (matches({"$in": [left]}, right) is None) == strictly_equal(left, right)


@settings(max_examples=100)
@given(json_values, st.sampled_from(["$gt", "$gte", "$lt", "$lte"]), st.integers() | st.text(max_size=2))
def test_comparing_never_raises_and_only_like_with_like(actual, sign, operand):
    held = matches({sign: operand}, actual) is None
    like = isinstance(actual, str) if isinstance(operand, str) else type(actual) in (int, float)
    assert like or not held


@settings(max_examples=100)
@given(st.sampled_from(HOLDS + [condition for condition, _, _ in FAILS]), json_values)
def test_matching_any_value_never_raises(condition, actual):
    matches(condition, actual)
    assert (matches({"$not": condition}, actual) is None) == (matches(condition, actual) is not None)
