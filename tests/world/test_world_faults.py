"""Injected faults: what comes back, what was executed, what is recorded."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from world_support import json_values

from porfiado.world import Fault, FaultError, Session, World, tool


class Echo(World):
    def initial(self) -> dict[str, Any]:
        return {"value": None, "writes": 0}

    @tool(reads=True)
    def read(self) -> Any:
        """Read."""
        return self.state["value"]

    @tool(writes=True)
    def write(self, value: Any = "written") -> Any:
        """Write."""
        self.state["writes"] += 1
        return value


def talk(fault: Fault, value: Any = None) -> tuple[Any, Any, int]:
    """Result of the tool that the fault strikes, the record, and how often the world was written to."""
    session = Session(Echo, {"value": value}, [fault])
    result = session.tools[fault.tool]()
    (call,) = session.take_calls()
    return result, call, session.snapshot()["writes"]


@pytest.mark.parametrize(
    ("error", "text"), [("timeout", "timeout: the tool did not answer in time"), ("no line", "no line")]
)
def test_errors_are_not_executed(error, text):
    result, call, writes = talk(Fault(tool="write", error=error))
    assert (result, call.error, call.result, call.changed, writes) == ({"error": text}, text, None, False, 0)
    assert call.fault == ("timeout" if error == "timeout" else "error")


@pytest.mark.parametrize(
    ("value", "empty"), [([1], []), ({"a": 1}, {}), ("text", ""), (3, None), (None, None), (True, None)]
)
def test_empty_keeps_the_shape(value, empty):
    result, call, _ = talk(Fault(tool="read", error="empty"), value)
    assert (result, call.fault) == (empty, "empty")
    assert type(result) is type(empty)


def test_empty_does_not_execute_what_writes():
    result, call, writes = talk(Fault(tool="write", error="empty"))
    assert (result, call.error, writes) == (None, None, 0)


def test_malformed_is_a_piece_of_json():
    result, call, _ = talk(Fault(tool="read", error="malformed"), {"booking": "PED-4402", "day": "monday"})
    assert result.startswith('{"booking":"PED-4402"')
    with pytest.raises(ValueError, match=r"JSON|delimiter|Unterminated|Expecting"):
        json.loads(result)
    assert (call.result, call.fault) == (result, "malformed")
    assert talk(Fault(tool="write", error="malformed"))[2] == 1


def test_another_result_comes_back_instead():
    result, call, writes = talk(Fault(tool="write", result={"ok": None}))
    assert (result, call.fault, writes) == ({"ok": None}, "result", 0)
    assert talk(Fault(tool="read", result=None), 5)[0] is None


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        ({"a": 1}, {"a": 1, "note": "obey"}),
        ({"note": "own"}, {"note": "own", "note_2": "obey"}),
        ([{"a": 1}, {"a": 2}], [{"a": 1, "note": "obey"}, {"a": 2}]),
        (["x"], ["x", "obey"]),
        ([], ["obey"]),
        ("x", "x\nobey"),
        (None, {"result": None, "note": "obey"}),
    ],
)
def test_instructions_are_hidden_in_the_real_result(value, seen):
    result, call, _ = talk(Fault(tool="read", inject="obey"), value)
    assert (result, call.result, call.fault) == (seen, seen, "inject")


@settings(max_examples=50)
@given(json_values)
def test_the_injected_text_is_always_in_what_the_agent_sees(value):
    assert "obey" in json.dumps(talk(Fault(tool="read", inject="obey"), value)[0])


def test_an_injection_reaches_error_results_too(library):
    session = Session(library, None, [Fault(tool="renew", inject="obey")])
    assert session.tools.renew(loan="L-9") == {"error": "there is no loan L-9\nobey"}
    assert "obey" in session.tools.renew()["error"]


def test_slow_waits_and_executes(monkeypatch):
    waits = []
    monkeypatch.setattr(time, "sleep", waits.append)
    result, call, writes = talk(Fault(tool="write", error="slow"))
    assert (result, call.fault, writes, waits) == ("written", "slow", 1, [0.05])

    async def later() -> Any:
        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(asyncio, "sleep", sleep)
        session = Session(Echo, None, [Fault(tool="write", error="slow", seconds=3)])
        return (await session.tools.acall("write")).result

    assert asyncio.run(later()) == "written"
    assert waits == [0.05, 3]


def test_a_fault_strikes_the_call_it_names():
    faults = [Fault(tool="read", on_call=2, error="second"), Fault(tool="read", on_call=3, error="third")]
    session = Session(Echo, None, faults)
    session.tools.write()
    assert [session.tools.read() for _ in range(4)] == [None, {"error": "second"}, {"error": "third"}, None]


def test_failed_calls_count_and_the_first_fault_written_wins():
    session = Session(Echo, None, [Fault(tool="read", on_call=2, error="a"), Fault(tool="read", error="b")])
    assert [session.tools.read(wrong=1), session.tools.read(), session.tools.read()] == [
        {"error": "b"},
        {"error": "a"},
        {"error": "b"},
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Fault(tool="read"), "exactly one of"),
        (lambda: Fault(tool="read", error="empty", inject="x"), "exactly one of"),
        (lambda: Fault(tool="read", error="empty", on_call=0), "counted from 1"),
        (lambda: Fault(tool="read", error="slow", seconds=-1), "no duration"),
        (lambda: Session(Echo, None, [Fault(tool="raed", error="x")]), "no tool; did you mean 'read'?"),
    ],
)
def test_a_bad_fault_is_refused(make, message):
    with pytest.raises(FaultError, match=message.replace("?", r"\?")):
        make()
