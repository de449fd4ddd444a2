"""One conversation's world: calls, records, rollback, isolation."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from world_support import hostile

from porfiado.world import Session, StateError, ToolError, World, tool


class Scratch(World):
    """An untyped world whose tools misbehave."""

    def initial(self) -> dict[str, Any]:
        return {"items": [1], "n": 0}

    @tool(writes=True)
    def put(self, key: str, value: Any) -> Any:
        """Put a value."""
        self.state[key] = value
        return self.state

    @tool(writes=True)
    def put_then_refuse(self, key: str, value: Any = None) -> None:
        """Put a value, then refuse."""
        self.state[key] = value
        self.state["items"].append(value)
        raise ToolError("refused")

    @tool(writes=True)
    def crash(self) -> None:
        """Crash half way."""
        self.state["n"] += 1
        self.state["n"] /= 0

    @tool(writes=True)
    def spoil(self) -> None:
        """Put what is no JSON into the state."""
        self.state["n"] = object()

    @tool(reads=True)
    def sneak(self) -> None:
        """Change the state without having declared it."""
        self.state["n"] += 1

    @tool(reads=True)
    def odd(self) -> Any:
        """A result that is no JSON."""
        return object()

    @tool(writes=True)
    def forget(self) -> None:
        """Keep something outside the state."""
        self.other = 1

    @tool(writes=True)
    def count(self) -> int:
        """Count."""
        self.state["n"] += 1
        return self.state["n"]


class Span(msgspec.Struct, rename={"start": "from"}):
    start: Annotated[int, msgspec.Meta(ge=1)]


class Reader(World):
    @tool(reads=True)
    def read(self, pages: Span) -> int:
        """Read."""
        return pages.start


def test_a_call_returns_the_result_and_is_recorded(library):
    session = Session(library)
    assert session.tools.loans("C-7")[1] == {"loan": "L-2", "title": "Rayuela", "days": 3}
    assert session.tools["renew"](loan="L-2", days=4) is None
    read, write = session.take_calls()
    assert (read.name, read.arguments, read.error, read.changed) == ("loans", {"card": "C-7"}, None, False)
    assert (write.arguments, write.changed, write.fault) == ({"loan": "L-2", "days": 4}, True, UNSET)
    assert session.take_calls() == ()
    assert len(session.durations) == 2
    assert session.broken == ()


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("lones", {}, "unknown tool 'lones'; did you mean 'loans'?"),
        ("zzz", {}, "unknown tool 'zzz'; there are: loans, renew, shelf"),
        ("loans", None, "missing argument 'card'"),
        ("loans", {"card": 7}, "argument 'card': expected string, got integer"),
        ("loans", {"card": None}, "argument 'card': expected string, got null"),
        (
            "loans",
            {"crad": "C-7"},
            "missing argument 'card'; unexpected argument 'crad'; did you mean 'card'?",
        ),
        ("loans", ["C-7"], "the arguments are an object, not ['C-7']"),
        ("renew", {"loan": "L-1", "days": "7781"}, "argument 'days': expected integer, got string"),
        ("renew", {"loan": "L-1", "days": True}, "argument 'days': expected integer, got boolean"),
        ("renew", {"loan": "L-1", "days": 1.5}, "argument 'days': expected integer, got number"),
        ("renew", {"loan": "L-1", "how": "softly"}, "argument 'how': expected one of quiet, loud"),
        ("renew", {"loan": "L-9"}, "there is no loan L-9"),
    ],
)
def test_the_agents_mistakes_are_error_results(library, name, arguments, error):
    session = Session(library)
    before = session.snapshot()
    outcome = session.tools.call(name, arguments)
    assert (outcome.result, outcome.error) == (None, error)
    assert outcome.content == {"error": error}
    (call,) = session.take_calls()
    assert (call.name, call.error, call.changed) == (name, error, False)
    assert session.snapshot() == before
    assert session.broken == ()


@pytest.mark.parametrize(
    ("pages", "error"),
    [
        ({"from": 0}, "argument 'pages.from': expected int >= 1"),
        ({"from": "1"}, "argument 'pages.from': expected integer, got string"),
        ({}, "argument 'pages': object missing required field from"),
        ([], "argument 'pages': expected object, got array"),
    ],
)
def test_mistakes_inside_an_argument_are_located(pages, error):
    assert Session(Reader).tools.read({"from": 3}) == 3
    assert Session(Reader).tools.read(pages) == {"error": error}


def test_a_whole_number_will_do_for_a_float(library):
    assert Session(library).tools.shelf(number=0) == "Altazor"


def test_a_refusal_undoes_what_was_done():
    session = Session(Scratch)
    assert session.tools.put_then_refuse("a", 1) == {"error": "refused"}
    assert session.snapshot() == {"items": [1], "n": 0}
    assert session.tools.count() == 1


@pytest.mark.parametrize(
    ("name", "blame"),
    [
        ("crash", "crash: ZeroDivisionError: 'division by zero' (test_session.py, line"),
        ("spoil", "spoil: TypeError"),
        ("sneak", "sneak: RuntimeError: 'the tool is declared reads=True and changed the state'"),
        ("odd", "odd: TypeError"),
        ("forget", "forget: AttributeError"),
    ],
)
def test_a_bug_of_the_world_is_undone_and_blamed_on_the_world(name, blame):
    session = Session(Scratch)
    assert session.tools[name]() == {"error": f"internal error in tool {name!r}"}
    session.tools[name]()
    assert session.snapshot() == {"items": [1], "n": 0}
    (text,) = session.broken
    assert text.startswith(blame)


def test_a_state_that_no_longer_fits_its_type_is_a_bug_of_the_world():
    class Strict(World):
        state: dict[str, int]

        @tool(writes=True)
        def spoil(self) -> None:
            """Spoil."""
            self.state["n"] = "text"  # type: ignore[assignment]

    session = Session(Strict)
    session.tools.spoil()
    assert session.snapshot() == {}
    assert "ValidationError" in session.broken[0]


def test_the_worlds_own_rules_are_watched():
    class Ruled(Scratch):
        def broken(self, state: Any) -> list[str]:
            return ["more than two"] if state["n"] > 2 else []

    session = Session(Ruled, {"n": 2})
    assert session.tools.count() == 3
    assert session.tools.count() == 4
    assert session.broken == ("count: more than two",)
    with pytest.raises(StateError, match="state: more than two"):
        Session(Ruled, {"n": 3})
    with pytest.raises(StateError, match=r"Ruled.broken: TypeError"):
        Session(Ruled, {"n": None})


def test_results_arguments_and_snapshots_are_copies():
    session = Session(Scratch)
    value = {"deep": [1]}
    result = session.tools.put("a", value)
    value["deep"].append(2)
    result["a"]["deep"].append(3)
    result["items"].clear()
    session.snapshot()["items"].clear()
    (call,) = session.take_calls()
    assert call.arguments == {"key": "a", "value": {"deep": [1]}}
    assert call.result == session.snapshot() == {"items": [1], "n": 0, "a": {"deep": [1]}}


def test_the_order_of_keys_is_no_change():
    class Shuffle(World):
        def initial(self) -> dict[str, int]:
            return {"a": 1, "b": 2}

        @tool(writes=True)
        def shuffle(self) -> None:
            """Shuffle."""
            self.state = {"b": 2, "a": 1}

    session = Session(Shuffle)
    session.tools.shuffle()
    assert session.take_calls()[0].changed is False


def test_snapshots_are_taken_only_where_something_changed():
    session = Session(Scratch)
    assert session.state_changed()
    assert session.snapshot_if_changed() == {"items": [1], "n": 0}
    assert session.snapshot_if_changed() is UNSET
    session.tools.count()
    assert session.snapshot_if_changed() == {"items": [1], "n": 1}
    assert not session.state_changed()


def test_a_closed_session_changes_and_records_nothing():
    session = Session(Scratch)
    session.close()
    assert "over" in session.tools.count()["error"]
    assert session.take_calls() == ()
    assert session.snapshot()["n"] == 0


def test_many_threads_lose_no_call():
    session = Session(Scratch)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: session.tools.count(), range(200)))
    assert sorted(results) == list(range(1, 201))
    assert len(session.take_calls()) == len(session.durations) == 200


def test_many_sessions_share_nothing():
    sessions = [Session(Scratch, {"items": [i]}) for i in range(50)]
    gate = threading.Barrier(5)

    def work(part: int) -> None:
        gate.wait()
        for i in range(part, 50, 5):
            for _ in range(i % 7):
                sessions[i].tools.count()
            sessions[i].tools.put("mine", [i])

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(work, range(5)))
    for i, session in enumerate(sessions):
        assert session.snapshot() == {"items": [i], "mine": [i], "n": i % 7}
        assert len(session.take_calls()) == i % 7 + 1
    assert Session(Scratch).snapshot() == {"items": [1], "n": 0}


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.booleans(), st.text("ab", max_size=2), st.integers() | st.lists(st.integers())),
        max_size=8,
    )
)
def test_sessions_do_not_hear_of_each_other(steps):
    left, right, alone = Session(Scratch), Session(Scratch), Session(Scratch)
    for to_left, key, value in steps:
        (left if to_left else right).tools.put(key, value)
        if to_left:
            alone.tools.put(key, value)
    assert left.snapshot() == alone.snapshot()
    assert left.take_calls() == alone.take_calls()


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.text(max_size=3), st.recursive(st.integers() | st.text(max_size=3), st.lists, max_leaves=4)
    )
)
def test_a_refused_call_leaves_no_trace_in_the_state(values):
    session = Session(Scratch)
    before = session.snapshot()
    for key, value in values.items():
        session.tools.put_then_refuse(key=key, value=value)
    assert session.snapshot() == before
    assert not session.state_changed()


@settings(max_examples=150)
@given(st.sampled_from(["put", "count", "crash", "nope"]) | hostile, hostile)
def test_hostile_calls_never_raise_and_are_recorded(name, arguments):
    session = Session(Scratch)
    outcome = session.tools.call(name, arguments)
    (call,) = session.take_calls()
    msgspec.json.encode(call)
    msgspec.json.encode(outcome.content)
    assert call.error == outcome.error


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


class Evil:
    def __repr__(self) -> str:
        raise RuntimeError("no repr for you")


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (nested(70), "nested deeper than 64"),
        (nested(100_000), "nested deeper than 64"),
        ("x" * 1_000_001, "more than 1000000"),
        ("\ud800", "lone surrogate"),
        (object(), "not JSON"),
        (Evil(), "not JSON"),
        ({("a", "b"): 1}, "not JSON"),
    ],
)
def test_monstrous_arguments_are_refused_and_recorded_cut(value, error):
    session = Session(Scratch)
    assert error in session.tools.put("a", value)["error"]
    (call,) = session.take_calls()
    assert len(msgspec.json.encode(call)) < 100_000
    assert call.arguments["key"] == "a"


def test_a_mapping_of_the_agents_own_making():
    session = Session(Scratch)
    assert session.tools.call("put", MappingProxyType({"key": "a", "value": 1})).result["a"] == 1

    class Trap(dict):
        def items(self):
            raise RuntimeError

        __iter__ = items

    assert session.tools.call("put", Trap(key="b")).error is not None
    assert len(session.take_calls()) == 2


def test_nan_reads_as_null():
    session = Session(Scratch)
    session.tools.put("a", float("nan"))
    assert session.snapshot()["a"] is None


def test_asynchronous_calls():
    async def talk() -> Any:
        session = Session(Scratch)
        outcomes = await asyncio.gather(*(session.tools.acall("count", {}) for _ in range(5)))
        return [outcome.result for outcome in outcomes], len(session.take_calls())

    assert asyncio.run(talk()) == ([1, 2, 3, 4, 5], 5)
