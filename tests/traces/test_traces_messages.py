"""Formats made of messages: OpenAI chat and Responses, Anthropic, Bedrock, LangChain."""

import pytest
from damage import JSON, damaged, read_or_refuse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from same import CHAT, LANGCHAIN, RESPONSE, SAME

from porfiado.records import Call, Kept, ToolDefinition, Usage
from porfiado.traces import all_formats, format_of

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
SCHEMA = {"type": "object", "properties": {"plate": {"type": "string"}}}
TOOL = ToolDefinition(name="find_car", description="Finds a car.", parameters=SCHEMA)


def read(record, name):
    form = format_of(record)
    assert form.name == name
    (conversation,) = form.read(record)
    return conversation


def calls_of(conversation):
    return [call for turn in conversation.turns for step in turn.steps for call in step.calls]


# ── the same conversation in each of them


@pytest.mark.parametrize("name", SAME)
def test_the_same_conversation(name):
    one = read(SAME[name], name)

    assert one.system == "You mend cars."
    (turn,) = one.turns
    assert (turn.user, turn.agent) == ("my brakes", "It is here.")
    assert [step.text for step in turn.steps] == ["Let me look.", "It is here."]
    assert [(call.name, call.arguments, call.result, call.error, call.id) for call in calls_of(one)] == [
        ("find_car", {"plate": "KZ"}, '{"car": 1}', None, "a"),
        ("find_car", {}, "Error: no plate", "Error: no plate", "b"),
    ]
    assert calls_of(one)[1].raw_arguments == '{"plate": '
    assert [(kept.kind, kept.turn) for kept in one.kept if kept.kind != "field"] == [("part", 1)]


def as_constructors(messages):
    kinds = {
        "system": "SystemMessage",
        "human": "HumanMessage",
        "ai": "AIMessageChunk",
        "tool": "ToolMessage",
    }
    return [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", kinds[item["type"]]], "kwargs": item}
        for item in messages
    ]


@pytest.mark.parametrize(
    "record",
    [
        LANGCHAIN["messages"],
        [{"type": item["type"], "data": item} for item in LANGCHAIN["messages"]],
        as_constructors(LANGCHAIN["messages"]),
        {"values": LANGCHAIN, "next": []},
        {"checkpoint": {"channel_values": LANGCHAIN}},
    ],
)
def test_langchain_however_it_is_wrapped(record):
    assert read(record, "langchain").turns == read(LANGCHAIN, "langchain").turns


def test_langchain_calls_as_the_provider_gave_them():
    raw = {"tool_calls": [{"id": "a", "function": {"name": "find_car", "arguments": '{"plate": "KZ"}'}}]}
    record = [{"type": "human", "content": "hi"}, {"type": "ai", "content": "", "additional_kwargs": raw}]

    assert calls_of(read(record, "langchain"))[0].arguments == {"plate": "KZ"}


# ── what each says beside


def test_a_completion_answers_its_messages():
    record = {
        "model": "m",
        "messages": [{"role": "user", "content": "hi"}],
        "tools": [
            {
                "type": "function",
                "function": {"name": "find_car", "parameters": SCHEMA, "description": "Finds a car."},
            }
        ],
        "choices": [
            {"finish_reason": "length", "message": {"role": "assistant", "content": None, "refusal": "No."}}
        ],
        "usage": {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}},
    }
    one = read(record, "openai-chat")

    assert one.tools == (TOOL,)
    assert one.turns[0].agent == "No."
    (step,) = one.turns[0].steps
    assert (step.stop_reason, step.input_tokens, step.output_tokens, step.model) == ("length", 9, 2, "m")
    assert step.other_tokens == {"cached": 4}
    assert one.usage is None


def test_counts_beside_the_messages_are_the_whole_conversations():
    record = {
        "id": "c7",
        "topic": "brakes",
        "messages": CHAT,
        "usage": {"prompt_tokens": 5, "total_tokens": 6},
    }
    one = read(record, "openai-chat")

    assert one.usage == Usage(input_tokens=5, total_tokens=6)
    assert (one.scenario, one.origin) == ("c7", {"id": "c7", "topic": "brakes"})


def test_a_legacy_function_call():
    record = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "function_call": {"name": "find_car", "arguments": "{}"}},
        {"role": "function", "name": "find_car", "content": "none"},
    ]

    assert calls_of(read(record, "openai-chat")) == [Call(name="find_car", result="none")]


def test_the_counts_of_a_response_are_its_last_step():
    usage = {"input_tokens": 9, "output_tokens": 3, "output_tokens_details": {"reasoning_tokens": 2}}
    one = read({**RESPONSE, "usage": usage, "status": "completed", "model": "m"}, "openai-responses")

    step = one.turns[0].steps[-1]
    assert (step.input_tokens, step.output_tokens, step.other_tokens) == (9, 3, {"reasoning": 2})
    assert (step.stop_reason, step.model, one.usage) == ("completed", "m", None)


def test_reasoning_belongs_to_the_step_that_follows_it():
    items = [
        {"type": "message", "role": "user", "content": "hi"},
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "call_id": "a", "name": "find_car", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "none"},
        {"type": "reasoning", "summary": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "None."}]},
    ]
    one = read(items, "openai-responses")

    assert [len(step.calls) for step in one.turns[0].steps] == [1, 0]
    assert [kept.kind for kept in one.kept] == ["reasoning", "reasoning"]


def test_an_mcp_call_holds_its_own_result():
    items = [
        {"type": "message", "role": "user", "content": "hi"},
        {
            "type": "mcp_call",
            "id": "m1",
            "name": "find_car",
            "arguments": "{}",
            "output": "one",
            "error": None,
        },
        {
            "type": "mcp_call",
            "id": "m2",
            "name": "find_car",
            "arguments": "{}",
            "output": None,
            "error": "down",
        },
    ]

    assert [(call.result, call.error) for call in calls_of(read(items, "openai-responses"))] == [
        ("one", None),
        (None, "down"),
    ]


def test_an_anthropic_reply_alone():
    reply = {
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Hello."}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 3, "output_tokens": 1, "cache_read_input_tokens": 2},
    }
    one = read(reply, "anthropic")

    (step,) = one.turns[0].steps
    assert (step.text, step.stop_reason, step.input_tokens) == ("Hello.", "end_turn", 3)
    assert step.other_tokens == {"cached": 2}
    assert [kept.kind for kept in one.kept] == ["reasoning"]


def test_a_converse_reply_answers_its_messages():
    reply = {
        "modelId": "m",
        "messages": [{"role": "user", "content": [{"text": "hi"}]}],
        "output": {"message": {"role": "assistant", "content": [{"text": "Hello."}]}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 3, "outputTokens": 1},
        "toolConfig": {
            "tools": [
                {
                    "toolSpec": {
                        "name": "find_car",
                        "description": "Finds a car.",
                        "inputSchema": {"json": SCHEMA},
                    }
                }
            ]
        },
    }
    one = read(reply, "bedrock")

    assert one.tools == (TOOL,)
    (step,) = one.turns[0].steps
    assert (step.text, step.stop_reason, step.input_tokens, step.output_tokens) == (
        "Hello.",
        "end_turn",
        3,
        1,
    )


# ── what is odd is kept


def test_what_is_no_message_is_kept():
    one = read([{"role": "user", "content": "hi"}, 7, {"role": "narrator", "content": "rain"}], "openai-chat")

    assert one.kept == (
        Kept(kind="message", content=7),
        Kept(kind="message", content={"role": "narrator", "content": "rain"}),
    )


def test_a_result_that_nobody_asked_for_is_kept():
    one = read(
        [{"role": "user", "content": "hi"}, {"role": "tool", "tool_call_id": "z", "content": "x"}],
        "openai-chat",
    )

    (kept,) = one.kept
    assert (kept.kind, kept.content["result"]) == ("unmatched_result", "x")


def test_repeated_ids_are_answered_in_order():
    call = {"id": "a", "function": {"name": "find_car", "arguments": "{}"}}
    record = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "tool_calls": [call, call, call]},
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        {"role": "tool", "tool_call_id": "a", "content": "2"},
    ]
    one = read(record, "openai-chat")

    assert [(call.result, call.answered) for call in calls_of(one)][:2] == [
        ("1", one_answered()),
        ("2", one_answered()),
    ]
    assert calls_of(one)[2].answered is False


def one_answered():
    return Call(name="x").answered


# ── damaged


@PATIENT
@pytest.mark.parametrize("name", SAME)
@given(data=st.data())
def test_damaged_records_are_read_or_refused(name, data):
    record = data.draw(damaged(SAME[name]))
    for form in all_formats():
        read_or_refuse(form, record)


@PATIENT
@given(JSON)
def test_any_json_is_read_or_refused(value):
    for form in all_formats():
        read_or_refuse(form, {"messages": value})
        read_or_refuse(form, [value])
