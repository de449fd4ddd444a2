# ruff: noqa: E501 - tables of cases, a case a line
from __future__ import annotations

import json
from typing import Annotated, Literal

import pytest
from cases_support import load
from msgspec import Struct, field

from porfiado.cases.lint_fit import misfits
from porfiado.cases.lint_world import check_against_world, steps
from porfiado.cases.loading import parse_suite
from porfiado.world import Needs, World, tool


class Booking(Struct):
    day: str
    seats: int = 1
    status: Literal["open", "cancelled"] = "open"
    note: str | None = None


def _bookings():
    return {"B-1": Booking("monday")}


class State(Struct):
    bookings: dict[str, Booking] = field(default_factory=_bookings)
    tags: list[str] = field(default_factory=list)


Code = Annotated[str, Needs("booking_number")]


class Bookings(World):
    state: State

    @tool(reads=True)
    def find(self, code: Code) -> Booking:
        """Find a booking.

        Args:
            code: its code.
        """
        return self.state.bookings[code]

    @tool(writes=True)
    def cancel(self, code: Code, reason: Literal["ill", "late"] = "ill") -> None:
        """Cancel a booking.

        Args:
            code: its code.
            reason: why.
        """
        self.state.bookings[code].status = "cancelled"


def checked(scenario):
    return check_against_world(load(f"  - {{id: a, persona: {{goal: g}}, {scenario}}}"), Bookings)


def test_a_good_scenario():
    assert not checked(
        "state: {bookings: {B-2: {day: friday}}}, success: {state: {bookings: {B-1: {status: cancelled, seats: {$gte: 1}}}}},"
        "limits: [{id: l, calls: cancel, state: {bookings: {B-2: {status: {$in: [cancelled]}}}}}],"
        "path: {must_call: [find, cancel], arguments: {cancel: {code: B-1, reason: {$in: [ill, late]}}}},"
        "faults: [{tool: find, error: timeout}]"
    )


@pytest.mark.parametrize(
    ("scenario", "code", "column", "hint"),
    [
        ("path: {must_call: [fnd]}", "world_tool", 52, "find"),
        ("path: {must_not_call: cancl}", "world_tool", 55, "cancel"),
        ("path: {order: [find, cancle]}", "world_tool", 54, "cancel"),
        ("path: {arguments: {cnacel: {}}}", "world_tool", 52, "cancel"),
        ("path: {overrides: {cancl: ignore}}", "world_tool", 52, "cancel"),
        ("limits: [{id: l, calls: [cancl]}]", "world_tool", 58, "cancel"),
        ("faults: [{tool: fnd, error: x}]", "world_tool", 49, "find"),
        ("path: {arguments: {cancel: {cod: x}}}", "world_argument", 61, "code"),
        ("path: {arguments: {cancel: {code: 4}}}", "world_argument_type", 67, None),
        ("path: {arguments: {cancel: {reason: il}}}", "world_argument_value", 69, "ill"),
        ("limits: [{id: l, calls: [refund]}]", "world_idle_ban", 58, None),
        ("path: {must_not_call: [refund]}", "world_idle_ban", 56, None),
        ("path: {must_call: [refund]}", "world_tool", 52, None),
        ("success: {state: {bookngs: {}}}", "world_field", 51, "bookings"),
        ("success: {state: {bookings: {B-1: {dya: x}}}}", "world_field", 68, "day"),
        ("success: {state: {bookings: {B-1: {status: gone}}}}", "world_value", 76, None),
        ("success: {state: {bookings: {B-1: {seats: '2'}}}}", "world_type", 75, None),
        ("limits: [{id: l, state: {tags: {a: 1}}}]", "world_type", 64, None),
        ("state: {bookings: {B-1: {dya: x}}}", "world_field", 58, "day"),
        ("state: {bookings: {B-1: {seats: x}}}", "world_type", 65, None),
        ("state: {bookings: {B-2: {seats: 2}}}", "world_state", 52, None),
    ],
)
def test_what_the_world_has_not(scenario, code, column, hint):
    found = checked(scenario)
    assert [(problem.code, problem.line, problem.column, problem.suggestion) for problem in found] == [
        (code, 4, column, hint)
    ]
    assert found[0].say("es") != found[0].say("en")


def test_a_change_of_mind_has_a_success_too():
    loaded = load(
        "  - id: a\n    persona: {goal: g, changes: [{after_turn: 1, goal: h, success: {state: {x: 1}}}]}"
    )
    (problem,) = check_against_world(loaded, Bookings)
    assert problem.path == "scenarios[0].persona.changes[0].success.state.x"


def test_a_world_without_a_type_of_state_takes_any_state():
    class Free(World):
        pass

    assert not check_against_world(
        load("  - {id: a, persona: {goal: g}, success: {state: {x: {y: 1}}}}"), Free
    )


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("$", ()),
        ("a.b[0].c", ("a", "b", 0, "c")),
        ('a["x.y"].b', ("a", "x.y", "b")),
        ("B-1.$gte", ("B-1", "$gte")),
    ],
)
def test_dotted_paths(path, keys):
    assert steps(path) == keys


@pytest.mark.parametrize(
    ("condition", "schema", "kinds"),
    [
        (1, {"anyOf": [{"type": "string"}, {"type": "integer"}]}, []),
        (True, {"type": "integer"}, ["type"]),
        (2.0, {"type": "integer"}, []),
        (2.5, {"type": "integer"}, ["type"]),
        (None, {"type": "string"}, ["type"]),
        ([1, "x"], {"type": "array", "items": {"type": "integer"}}, ["type"]),
        ({"$or": [{"$eq": "x"}, 2]}, {"type": "integer"}, ["type"]),
        ({"$in": ["x", 2]}, {"type": "integer"}, []),
        ({"$ne": "x"}, {"type": "integer"}, []),
        ({"a": 1}, {"type": "object", "additionalProperties": False}, ["field"]),
        ({"a": 1}, {"type": "object"}, []),
        ({"a": 1}, {}, []),
        ("x", {"const": "y"}, ["value"]),
    ],
)
def test_what_a_schema_never_holds(condition, schema, kinds):
    assert [miss.kind for miss in misfits(condition, schema)] == kinds


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_decimals_may_stand_in_conditions(form):
    """A number that remembers how it was written is a number to a condition."""
    scenario = {
        "id": "one",
        "persona": {"goal": "a refund", "opening": "hi"},
        "success": {"state": {"refunds": {"A1": {"amount": 12.5, "fee": {"$lte": 0.75}}}}},
        "limits": [{"id": "no-more", "state": {"refunds": {"A1": {"amount": {"$gt": 99.9}}}}}],
        "path": {"arguments": {"refund": {"amount": 12.50}}},
    }
    loaded = parse_suite(json.dumps({"suite": "x", "scenarios": [scenario]}), format=form)

    assert loaded.suite.scenarios[0].success.state == scenario["success"]["state"]
