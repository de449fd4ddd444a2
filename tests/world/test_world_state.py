"""Default states and what is laid over them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

import msgspec
import pytest
from hypothesis import given, settings
from world_support import json_values

from porfiado.world import Session, StateError, World, tool


class Line(msgspec.Struct):
    item: str
    count: int = 1


class Order(msgspec.Struct):
    lines: list[Line] = []
    status: Literal["open", "sent"] = "open"
    by_day: dict[int, str] = {}


class Shop(msgspec.Struct):
    orders: dict[str, Order] = {}
    owner: str | None = "ida"


class Orders(World):
    state: Shop

    def initial(self) -> Shop:
        return Shop({"A.1": Order([Line("tea")]), "B": Order()})


@dataclass
class Data:
    names: list[str] = field(default_factory=list)
    inner: dict[str, Line] = field(default_factory=dict)


class Table(TypedDict, total=False):
    rows: dict[str, int]
    title: str


class Loose(World):
    """No annotation: a plain dict."""


def over(world: type[World], overlay: Any) -> Any:
    return Session(world, overlay).snapshot()


def test_mappings_merge_and_all_else_is_replaced():
    state = over(
        Orders, {"orders": {"A.1": {"lines": [{"item": "cup"}]}, "C": {"status": "sent"}}, "owner": None}
    )
    assert state["orders"]["A.1"] == {"lines": [{"item": "cup", "count": 1}], "status": "open", "by_day": {}}
    assert state["orders"].keys() == {"A.1", "B", "C"}
    assert state["owner"] is None


def test_keys_of_other_types_come_as_text():
    assert over(Orders, {"orders": {"B": {"by_day": {3: "x", "4": "y"}}}})["orders"]["B"]["by_day"] == {
        "3": "x",
        "4": "y",
    }


@pytest.mark.parametrize(
    ("annotation", "overlay", "state"),
    [
        (Data, {"inner": {"a": {"item": "x"}}}, {"names": [], "inner": {"a": {"item": "x", "count": 1}}}),
        (Table, {"rows": {"a": 1}}, {"rows": {"a": 1}}),
        (dict[str, int], {"a": 1}, {"a": 1}),
        (dict, {"a": [None]}, {"a": [None]}),
    ],
)
def test_the_types_a_state_may_have(annotation, overlay, state):
    world = type("Made", (World,), {"__annotations__": {"state": annotation}})
    assert over(world, overlay) == state


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"order": {}}, "state: order: there is no field 'order'; did you mean 'orders'?"),
        (
            {"orders": {"B": {"stauts": "sent"}}},
            "orders.B.stauts: there is no field 'stauts'; did you mean 'status'?",
        ),
        ({"orders": {"B": {"lines": [{"item": "x", "cuont": 1}]}}}, "orders.B.lines[0].cuont: there is no"),
        ({"a": 1, "b": 2}, "a: there is no field 'a'; there are: orders, owner; b: there is no field"),
        ({"orders": {"B": {"status": 3}}}, "orders.B.status: expected `str`, got `int`"),
        ({"orders": {"B": {"status": "gone"}}}, "orders.B.status: invalid enum value 'gone'"),
        (
            {"orders": {"A.1": {"lines": [{"item": "x"}, {"item": None}]}}},
            'orders["A.1"].lines[1].item: expected `str`',
        ),
        (
            {"orders": {"B": {"lines": [{"count": 1}]}}},
            "orders.B.lines[0]: object missing required field `item`",
        ),
        ({"orders": {"B": {"by_day": {"x": "y"}}}}, "orders.B.by_day: expected `int`"),
        ({"orders": None}, "orders: expected `object`, got `null`"),
        ([1], "is a mapping, not [1]"),
        ({"owner": object()}, "not JSON-like"),
    ],
)
def test_a_bad_overlay_names_the_place(overlay, message):
    with pytest.raises(StateError) as caught:
        Session(Orders, overlay)
    assert message in str(caught.value)


def test_a_typed_mapping_has_no_unknown_fields_either():
    with pytest.raises(StateError, match="rws: there is no field 'rws'"):
        over(type("Made", (World,), {"__annotations__": {"state": Table}}), {"rws": {}})


def test_a_tagged_struct_keeps_its_tag():
    tagged = msgspec.defstruct("Tagged", [("x", int, 1)], tag="t")
    world = type("Made", (World,), {"__annotations__": {"state": tagged}})
    assert over(world, {"x": 2}) == {"type": "t", "x": 2}


@pytest.mark.parametrize(
    ("annotation", "initial", "message"),
    [
        (Line, None, "initial: TypeError: \"Missing required argument 'item'"),
        (Line, Line(3), "item: expected `str`, got `int`"),  # type: ignore[arg-type]
        (dict, {"a": object()}, "the default state is not JSON-like"),
        (dict, [1], "expected `object`, got `array`"),
    ],
)
def test_a_bad_default_is_the_worlds_error(annotation, initial, message):
    body: dict[str, Any] = {"__annotations__": {"state": annotation}}
    if initial is not None:
        body["initial"] = lambda self: initial
    with pytest.raises(StateError) as caught:
        Session(type("Made", (World,), body))
    assert message in str(caught.value)


def test_a_state_type_without_a_json_form_is_refused_at_once():
    with pytest.raises(TypeError, match="world Made: the type of its state has no JSON form"):
        type("Made", (World,), {"__annotations__": {"state": dict[str, complex]}})


def test_the_default_is_asked_for_once_and_never_shared():
    asked = []
    shared = {"list": [1]}

    class Once(World):
        def initial(self) -> Any:
            asked.append(1)
            return shared

        @tool(writes=True)
        def add(self) -> None:
            """Add."""
            self.state["list"].append(2)

    first, second = Session(Once), Session(Once, {"more": 1})
    first.tools.add()
    assert (len(asked), shared) == (1, {"list": [1]})
    assert second.snapshot() == {"list": [1], "more": 1}
    assert Session(Once).snapshot() == {"list": [1]}


@settings(max_examples=60)
@given(json_values)
def test_what_is_laid_over_nothing_is_the_state(value):
    assert over(Loose, {"a": value}) == {"a": value}
    once = over(Loose, {"a": value})
    assert over(Loose, once) == once
