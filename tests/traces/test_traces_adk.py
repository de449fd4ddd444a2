"""ADK: sessions, eval sets, their results, and the older lists of queries."""

import pytest
from damage import damaged, read_or_refuse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porfiado.records import Call, Conversation, Step, ToolDefinition, Turn
from porfiado.traces import adk, format_of
from porfiado.traces.genai_content import camel


def read(record):
    return list(format_of(record).read(record))


def in_camel(value):
    if isinstance(value, dict):
        return {camel(key): in_camel(item) for key, item in value.items()}
    return [in_camel(item) for item in value] if isinstance(value, list) else value


def said(text):
    return {"role": "model", "parts": [{"text": text}]}


CALL = {"id": "f1", "name": "find_room", "args": {"nights": 2}}
EVENTS = [
    {"author": "user", "content": {"role": "user", "parts": [{"text": "a room for two nights"}]}},
    {"author": "desk", "content": {"parts": [{"text": "Let"}]}, "partial": True},
    {
        "author": "desk",
        "content": {
            "parts": [
                {"text": "they want a room", "thought": True},
                {"text": "Let me look."},
                {"function_call": CALL},
            ]
        },
        "usage_metadata": {"prompt_token_count": 50, "candidates_token_count": 8, "thoughts_token_count": 3},
        "finish_reason": "STOP",
        "model_version": "g-1",
    },
    {
        "author": "desk",
        "content": {
            "role": "user",
            "parts": [{"function_response": {"id": "f1", "name": "find_room", "response": {"rooms": [12]}}}],
        },
    },
    {"author": "desk", "content": said("Room 12 is free.")},
]
SESSION = {"id": "s1", "app_name": "inn", "user_id": "u", "state": {"room": 12}, "events": EVENTS}


@pytest.mark.parametrize("spelled", [lambda record: record, in_camel])
def test_a_session_is_a_conversation(spelled):
    (one,) = read(spelled(SESSION))

    (turn,) = one.turns
    assert (turn.user, turn.agent, turn.state) == ("a room for two nights", "Room 12 is free.", {"room": 12})
    assert turn.steps[0] == Step(
        calls=(Call(name="find_room", arguments={"nights": 2}, result={"rooms": [12]}, id="f1"),),
        stop_reason="STOP",
        input_tokens=50,
        output_tokens=8,
        text="Let me look.",
        other_tokens={"reasoning": 3},
        model="g-1",
        agent="desk",
    )
    assert [kept.kind for kept in one.kept] == ["reasoning", "partial"]
    assert one.origin == {"id": "s1", "app": "inn", "user": "u"}


def test_a_response_with_an_error_failed():
    failing = {"function_response": {"name": "find_room", "response": {"error": "closed"}}}
    (one,) = read({**SESSION, "events": [*EVENTS[:3], {"author": "desk", "content": {"parts": [failing]}}]})

    assert one.turns[0].steps[0].calls[0].error == "closed"


def test_an_event_with_an_error_is_the_conversations():
    (one,) = read(
        {**SESSION, "events": [*EVENTS, {"author": "desk", "error_code": "500", "error_message": "down"}]}
    )

    assert one.error == "down"


INVOCATION = {
    "invocation_id": "i1",
    "user_content": {"role": "user", "parts": [{"text": "a room for two nights"}]},
    "final_response": said("Room 12 is free."),
}
FLAT = {
    "tool_uses": [CALL],
    "tool_responses": [{"id": "f1", "name": "find_room", "response": {"rooms": [12]}}],
    "intermediate_responses": [["scout", [{"text": "looking"}]]],
}
DETAILS = {
    "agent_details": {
        "desk": {
            "instructions": "Be kind.",
            "tool_declarations": [
                {"function_declarations": [{"name": "find_room", "parameters": {"type": "OBJECT"}}]}
            ],
        }
    }
}


def case(*invocations, **more):
    return {"eval_id": "room", "conversation": list(invocations), **more}


@pytest.mark.parametrize("spelled", [lambda record: record, in_camel])
def test_a_case_with_flat_intermediate_data(spelled):
    whole = case(
        {**INVOCATION, "intermediate_data": FLAT, "app_details": DETAILS}, final_session_state={"room": 12}
    )
    (one,) = read(spelled({"eval_set_id": "inn", "eval_cases": [whole]}))

    (turn,) = one.turns
    assert (one.scenario, one.system) == ("room", "Be kind.")
    assert one.tools == (ToolDefinition(name="find_room", parameters={"type": "OBJECT"}),)
    assert [step.text for step in turn.steps] == ["looking", None, "Room 12 is free."]
    assert turn.steps[0].agent == "scout"
    assert turn.steps[1].calls[0].result == {"rooms": [12]}
    assert (turn.agent, turn.state) == ("Room 12 is free.", {"room": 12})


def test_a_final_response_that_the_events_hold_is_said_once():
    (one,) = read(case({**INVOCATION, "intermediate_data": {"invocation_events": EVENTS[2:]}}))

    assert [step.text for step in one.turns[0].steps] == ["Let me look.", "Room 12 is free."]


def test_the_result_of_a_case_is_what_the_agent_did():
    per_turn = [
        {"actual_invocation": {**INVOCATION, "intermediate_data": FLAT}, "expected_invocation": INVOCATION}
    ]
    result = {"eval_id": "room", "final_eval_status": 1, "eval_metric_result_per_invocation": per_turn}
    (bare,) = read({"eval_case_results": [result]})
    (with_session,) = read({"eval_case_results": [{**result, "session_details": SESSION}]})

    assert bare.turns[0].agent == with_session.turns[0].agent == "Room 12 is free."
    assert bare.scenario == with_session.scenario == "room"
    assert bare.origin["status"] == 1


QUERIES = [
    {
        "query": "a room",
        "expected_tool_use": [
            {"tool_name": "find_room", "tool_input": {"nights": 1}, "mock_tool_output": "12"}
        ],
        "reference": "Room 12.",
    },
    {"query": "thanks", "expected_tool_use": [], "reference": "Bye."},
]


@pytest.mark.parametrize("record", [QUERIES, {"name": "old", "data": QUERIES, "initial_session": {}}])
def test_the_older_lists_of_queries(record):
    (one,) = read(record)

    assert [(turn.user, turn.agent) for turn in one.turns] == [("a room", "Room 12."), ("thanks", "Bye.")]
    assert one.turns[0].steps[0].calls == (Call(name="find_room", arguments={"nights": 1}, result="12"),)


# ── written and read again

NAMES = st.sampled_from(["find", "book", "pay"])
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
CALLS = st.builds(
    Call,
    name=NAMES,
    arguments=st.dictionaries(TEXTS, st.integers() | TEXTS, max_size=2),
    result=st.dictionaries(st.sampled_from(["a", "b"]), TEXTS, max_size=2),
    id=st.uuids().map(str),
)
ACTING = st.builds(
    Step,
    calls=st.lists(CALLS, min_size=1, max_size=2).map(tuple),
    text=st.none() | TEXTS,
    agent=st.just("agent"),
)


@st.composite
def turns(draw):
    reply = draw(TEXTS)
    steps = (*draw(st.lists(ACTING, max_size=2)), Step(text=reply, agent="agent"))
    return Turn(user=draw(TEXTS), agent=reply, steps=steps)


@given(st.lists(turns(), min_size=1, max_size=3))
def test_what_is_written_reads_as_it_was(told):
    conversation = Conversation(scenario="x", turns=tuple(told))
    (again,) = read(adk.write(conversation))

    assert again.turns == conversation.turns


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    damaged(SESSION)
    | damaged(case({**INVOCATION, "intermediate_data": FLAT, "app_details": DETAILS}))
    | damaged(QUERIES)
)
def test_damaged_records_are_read_or_refused(record):
    read_or_refuse(adk.FORMAT, record)
