"""τ²-bench results and Inspect logs."""

import pytest
from damage import JSON, damaged, read_or_refuse
from hypothesis import HealthCheck, given, settings

from porfiado.records import Call, Ending, Kept, Step, ToolDefinition, Usage
from porfiado.traces import all_formats, format_of, inspect_log, tau2


def read(record):
    return list(format_of(record).read(record))


# ── τ²-bench

GREETING = {
    "role": "assistant",
    "content": "Hello, garage here.",
    "tool_calls": None,
    "turn_idx": 0,
    "cost": 0.0,
}
USER = {"role": "user", "content": "my car is a Twingo, plate KZ-PT-11", "tool_calls": None, "cost": 0.001}
ASKING = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {"id": "c1", "name": "find_car", "arguments": {"plate": "KZ-PT-11"}, "requestor": "assistant"},
        {"id": "c2", "name": "find_slot", "arguments": {"day": "friday"}, "requestor": "assistant"},
    ],
    "cost": 0.02,
    "usage": {"prompt_tokens": 812, "completion_tokens": 31},
}
RESULTS = {
    "role": "tool",
    "tool_messages": [
        {"id": "c2", "role": "tool", "content": "Error: no slot", "requestor": "assistant", "error": True},
        {"id": "c1", "role": "tool", "content": '{"car": 4}', "requestor": "assistant", "error": False},
    ],
}
TOGGLES = {
    "role": "user",
    "content": None,
    "tool_calls": [{"id": "u1", "name": "look_at_dashboard", "arguments": {}, "requestor": "user"}],
}
SEES = {"id": "u1", "role": "tool", "content": "oil light on", "requestor": "user", "error": False}
REPLY = {"role": "assistant", "content": "Is the oil light on?", "tool_calls": None}
BYE = {"role": "user", "content": "yes. thanks ###STOP###", "tool_calls": None}


def simulation(*messages, **changes):
    record = {
        "id": "s-1",
        "task_id": "7",
        "termination_reason": "user_stop",
        "messages": list(messages),
        "trial": 1,
        "seed": 300,
        "agent_cost": 0.05,
        "user_cost": 0.01,
        "reward_info": {"reward": 1.0},
    }
    return {**record, **changes}


def test_a_simulation_is_a_conversation():
    (one,) = read(
        {
            "info": {"environment_info": {"policy": "Be brief."}},
            "tasks": [{"id": "7", "x": 1}],
            "simulations": [simulation(GREETING, USER, ASKING, RESULTS, REPLY, TOGGLES, SEES, BYE)],
        }
    )

    assert [(turn.user, turn.agent) for turn in one.turns] == [
        ("", "Hello, garage here."),
        ("my car is a Twingo, plate KZ-PT-11", "Is the oil light on?"),
        ("yes. thanks", None),
    ]
    assert one.turns[1].steps[0] == Step(
        calls=(
            Call(name="find_car", arguments={"plate": "KZ-PT-11"}, result='{"car": 4}', id="c1"),
            Call(
                name="find_slot",
                arguments={"day": "friday"},
                result="Error: no slot",
                error="Error: no slot",
                id="c2",
            ),
        ),
        input_tokens=812,
        output_tokens=31,
        cost_usd=0.02,
    )
    assert (one.scenario, one.trial, one.system, one.closing) == ("7", 2, "Be brief.", "###STOP###")
    assert one.usage == Usage(cost_usd=0.05)
    assert one.origin["reward"] == 1.0
    assert one.origin["task"] == {"id": "7", "x": 1}
    assert [(kept.kind, kept.turn) for kept in one.kept] == [
        ("user_call", 3),
        ("user_result", 3),
        ("closing_message", 3),
    ]


def test_a_token_that_the_agent_answered_closes_nothing():
    (one,) = read(simulation(BYE, REPLY))

    assert one.turns[0].user == "yes. thanks ###STOP###"
    assert one.closing is None


def test_a_message_of_a_token_alone_is_no_turn():
    (one,) = read(simulation(USER, REPLY, {"role": "user", "content": "###TRANSFER###"}))

    assert len(one.turns) == 1
    assert one.closing == "###TRANSFER###"


@pytest.mark.parametrize(
    ("reason", "ending"),
    [
        ("max_steps", Ending.TURN_LIMIT),
        ("agent_error", Ending.AGENT_ERROR),
        ("infrastructure_error", Ending.SIMULATOR_ERROR),
        ("user_stop", None),
        ("of its own", None),
    ],
)
def test_why_it_stopped(reason, ending):
    (one,) = read(simulation(USER, REPLY, termination_reason=reason))

    assert one.ending is ending
    assert one.origin["termination_reason"] == reason


def test_a_message_of_an_unknown_role_is_kept():
    odd = {"role": "narrator", "content": "rain"}
    (one,) = read(simulation(USER, odd, REPLY))

    assert len(one.turns) == 1
    assert one.kept == (Kept(kind="message", content=odd),)


# ── Inspect


def model_event(id_, reason, usage, **more):
    choice = {"message": {"id": id_, "role": "assistant", "content": ""}, "stop_reason": reason}
    return {"event": "model", "output": {"model": "m-1", "choices": [choice], "usage": usage}, **more}


TOOLS = [
    {"name": "find_slot", "description": "Finds one.", "parameters": {"type": "object", "properties": {}}}
]


def sample(**changes):
    record = {
        "id": "brakes",
        "epoch": 2,
        "input": "my brakes squeak",
        "target": "friday",
        "messages": [
            {"id": "m0", "role": "system", "content": "attachment://h1"},
            {"id": "m1", "role": "user", "content": "my brakes squeak", "source": "input"},
            {
                "id": "m2",
                "role": "assistant",
                "content": [
                    {"type": "reasoning", "reasoning": "hm"},
                    {"type": "text", "text": "Let me look."},
                ],
                "tool_calls": [
                    {"id": "t1", "function": "find_slot", "arguments": {"day": "friday"}, "type": "function"},
                    {"id": "t2", "function": "find_slot", "arguments": {}, "parse_error": "not JSON"},
                ],
                "model": "m-1",
            },
            {"id": "m3", "role": "tool", "tool_call_id": "t1", "function": "find_slot", "content": "9:00"},
            {
                "id": "m4",
                "role": "tool",
                "tool_call_id": "t2",
                "function": "find_slot",
                "content": "",
                "error": {"type": "parsing", "message": "not JSON"},
            },
            {"id": "m5", "role": "assistant", "content": "Friday at nine?", "model": "m-1"},
        ],
        "output": {"model": "m-1", "choices": [], "usage": None},
        "events": [
            model_event(
                "m2",
                "tool_calls",
                {"input_tokens": 40, "output_tokens": 9, "reasoning_tokens": 4},
                tools=TOOLS,
            ),
            model_event(
                "m5", "stop", {"input_tokens": 60, "output_tokens": 5, "total_cost": 0.003}, tools=TOOLS
            ),
        ],
        "model_usage": {
            "m-1": {"input_tokens": 100, "output_tokens": 14, "total_tokens": 114},
            "grader": {"input_tokens": 7, "output_tokens": 1, "total_tokens": 8, "total_cost": 0.5},
        },
        "scores": {"includes": {"value": "C"}},
        "attachments": {"h1": "You are a garage."},
    }
    return {**record, **changes}


def test_a_sample_is_a_conversation():
    (one,) = read(
        {"version": 2, "status": "success", "eval": {"task": "cars", "model": "m-1"}, "samples": [sample()]}
    )

    assert (one.scenario, one.trial, one.system) == ("brakes", 2, "You are a garage.")
    (turn,) = one.turns
    assert (turn.user, turn.agent) == ("my brakes squeak", "Friday at nine?")
    first, last = turn.steps
    assert [(call.result, call.error) for call in first.calls] == [("9:00", None), ("", "not JSON")]
    assert (first.text, first.stop_reason, first.input_tokens) == ("Let me look.", "tool_calls", 40)
    assert first.other_tokens == {"reasoning": 4}
    assert (last.stop_reason, last.output_tokens, last.cost_usd, last.model) == ("stop", 5, 0.003, "m-1")
    assert one.tools == (ToolDefinition(**TOOLS[0]),)
    assert one.usage == Usage(input_tokens=107, output_tokens=15, total_tokens=122, cost_usd=0.5)
    assert [kept.kind for kept in one.kept] == ["reasoning", "parse_error"]
    assert one.origin["scores"] == {"includes": {"value": "C"}}


def test_a_sample_alone_is_read_as_in_its_log():
    (alone,) = read(sample())
    (logged,) = read({"eval": {}, "samples": [sample()]})

    assert alone == logged


def test_a_sample_that_broke_says_so():
    (one,) = read(sample(error={"message": "out of memory"}, messages=[]))

    assert one.error == "out of memory"
    assert one.turns == ()


def test_a_log_that_has_not_begun_has_no_conversation():
    assert read({"eval": {}, "plan": {}, "status": "started"}) == []


# ── any of it, damaged

WHOLE = {
    "info": {},
    "tasks": [{"id": "7"}],
    "simulations": [simulation(GREETING, USER, ASKING, RESULTS, TOGGLES, SEES, BYE)],
}


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(damaged(WHOLE))
def test_damaged_results_are_read_or_refused(record):
    read_or_refuse(tau2.FORMAT, record)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(damaged({"eval": {"task": "x"}, "samples": [sample()]}))
def test_damaged_logs_are_read_or_refused(record):
    read_or_refuse(inspect_log.FORMAT, record)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(JSON)
def test_no_format_breaks_on_any_json(value):
    for one in all_formats():
        if one.recognises(value) and one.fragments is None:
            read_or_refuse(one, value)
