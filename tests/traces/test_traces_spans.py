"""Traces made of spans, runs and observations: any dialect in any envelope tells the same conversation."""

import json

import pytest
from damage import JSON, damaged
from hypothesis import given
from hypothesis import strategies as st

from porfiado.traces import NotARecordError, load_conversations, named_format

TOOL = {
    "type": "function",
    "name": "find_car",
    "description": "Finds a car.",
    "parameters": {"type": "object"},
}


def message(role, *parts):
    return {"role": role, "parts": list(parts)}


def words(text):
    return {"type": "text", "content": text}


ASKED = [message("system", words("You mend cars.")), message("user", words("my brakes"))]
CALLED = message(
    "assistant", {"type": "tool_call", "id": "a", "name": "find_car", "arguments": {"plate": "KZ"}}
)
ANSWERED = message("tool", {"type": "tool_call_response", "id": "a", "response": "car 1"})
REPLIED = message("assistant", words("It is here."))


def span(id_, start, name, attributes, parent="root", **more):
    return {
        "trace_id": "t1",
        "span_id": id_,
        "parent_span_id": parent,
        "name": name,
        "start_time": start,
        "end_time": start + 1,
        "attributes": attributes,
        "status": {"code": "OK"},
        **more,
    }


def chat(given, told, tokens):
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": json.dumps(given),
        "gen_ai.output.messages": json.dumps(told),
        "gen_ai.tool.definitions": json.dumps([TOOL]),
        "gen_ai.usage.input_tokens": tokens,
        "gen_ai.usage.output_tokens": tokens // 10,
        "gen_ai.response.finish_reasons": ["stop"],
    }


RAN = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "find_car",
    "gen_ai.tool.call.id": "a",
    "gen_ai.tool.call.arguments": '{"plate": "KZ"}',
    "gen_ai.tool.call.result": '"car 1"',
}
SPANS = [  # in order of completion
    span("c1", 10, "chat", chat(ASKED, [CALLED], 100)),
    span("x1", 20, "execute_tool find_car", RAN),
    span("c2", 30, "chat", chat([*ASKED, CALLED, ANSWERED], [REPLIED], 200)),
    span(
        "root",
        5,
        "invoke_agent",
        {"gen_ai.operation.name": "invoke_agent", "gen_ai.usage.input_tokens": 300},
        None,
    ),
]


def typed(value):
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, list):
        return {"arrayValue": {"values": [typed(one) for one in value]}}
    return {"stringValue": value}


def otlp(spans):
    written = [
        {
            "traceId": one["trace_id"],
            "spanId": one["span_id"],
            "parentSpanId": one["parent_span_id"] or "",
            "name": one["name"],
            "startTimeUnixNano": str(one["start_time"]),
            "endTimeUnixNano": str(one["end_time"]),
            "attributes": [{"key": key, "value": typed(value)} for key, value in one["attributes"].items()],
            "status": {"code": 1},
        }
        for one in spans
    ]
    return [{"resource": {"attributes": []}, "scopeSpans": [{"scope": {"name": "x"}, "spans": written}]}]


def jaeger(spans):
    def text(value):
        return value if isinstance(value, str | int | bool) else json.dumps(value)

    written = [
        {
            "traceID": one["trace_id"],
            "spanID": one["span_id"],
            "operationName": one["name"],
            "references": [
                {"refType": "CHILD_OF", "traceID": one["trace_id"], "spanID": one["parent_span_id"]}
            ]
            if one["parent_span_id"]
            else [],
            "startTime": one["start_time"],
            "duration": 1,
            "tags": [
                {"key": key, "type": "string", "value": text(value)}
                for key, value in one["attributes"].items()
            ],
            "logs": [],
            "processID": "p1",
        }
        for one in spans
    ]
    return {"data": [{"traceID": "t1", "spans": written, "processes": {"p1": {"serviceName": "garage"}}}]}


ENVELOPES = {
    "a list": json.dumps(SPANS),
    "a line each": "\n".join(map(json.dumps, SPANS)),
    "OTLP": json.dumps({"resourceSpans": otlp(SPANS)}),
    "Tempo": json.dumps({"batches": otlp(SPANS)}),
    "Jaeger": json.dumps(jaeger(SPANS)),
}


def told(tmp_path, text, name="x.json"):
    path = tmp_path / name
    path.write_text(text)
    problems = []
    found = [one.conversation for one in load_conversations(path, problems=problems)]
    assert problems == []
    return found


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_the_same_conversation_in_any_envelope(tmp_path, envelope):
    (one,) = told(tmp_path, ENVELOPES[envelope], "x.jsonl" if envelope == "a line each" else "x.json")

    assert one.system == "You mend cars."
    (turn,) = one.turns
    assert (turn.user, turn.agent) == ("my brakes", "It is here.")
    (call,) = [call for step in turn.steps for call in step.calls]
    assert (call.name, call.arguments, call.id) == ("find_car", {"plate": "KZ"}, "a")
    assert "car 1" in str(call.result)
    assert [(step.input_tokens, step.output_tokens) for step in turn.steps] == [(100, 10), (200, 20)]
    assert [tool.name for tool in one.tools] == ["find_car"]


def test_spans_come_in_any_order(tmp_path):
    assert told(tmp_path, json.dumps(SPANS[::-1]))[0].turns == told(tmp_path, json.dumps(SPANS))[0].turns


def test_two_traces_of_one_conversation_are_its_turns(tmp_path):
    def turn(trace, start, user, agent):
        attributes = chat([message("user", words(user))], [message("assistant", words(agent))], 10)
        attributes["gen_ai.conversation.id"] = "c"
        return span(trace, start, "chat", attributes, None, trace_id=trace)

    (one,) = told(tmp_path, json.dumps([turn("t2", 50, "and now?", "Now."), turn("t1", 5, "hello", "Hi.")]))

    assert [(turn.user, turn.agent) for turn in one.turns] == [("hello", "Hi."), ("and now?", "Now.")]


OPENINFERENCE = [
    span(
        "c1",
        10,
        "llm",
        {
            "openinference.span.kind": "LLM",
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.content": "my brakes",
            "llm.output_messages.0.message.role": "assistant",
            "llm.output_messages.0.message.tool_calls.0.tool_call.id": "a",
            "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "find_car",
            "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"plate": "KZ"}',
            "llm.token_count.prompt": 100,
            "llm.token_count.completion": 10,
        },
        None,
    ),
    span(
        "x1",
        20,
        "find_car",
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "find_car",
            "input.value": '{"plate": "KZ"}',
            "output.value": "car 1",
        },
        None,
    ),
]
LEGACY = [
    span(
        "c1",
        10,
        "openai.chat",
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "my brakes",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.tool_calls.0.id": "a",
            "gen_ai.completion.0.tool_calls.0.name": "find_car",
            "gen_ai.completion.0.tool_calls.0.arguments": '{"plate": "KZ"}',
            "gen_ai.usage.prompt_tokens": 100,
            "gen_ai.usage.completion_tokens": 10,
        },
        None,
    ),
]
RUNS = [
    {
        "id": "r1",
        "trace_id": "t1",
        "run_type": "llm",
        "name": "ChatModel",
        "start_time": "2026-05-01T10:00:00",
        "end_time": "2026-05-01T10:00:01",
        "inputs": {"messages": [{"role": "user", "content": "my brakes"}]},
        "outputs": {
            "choices": [
                {
                    "message": {
                        "role": "assistant",
                        "content": None,
                        "tool_calls": [
                            {
                                "id": "a",
                                "type": "function",
                                "function": {"name": "find_car", "arguments": '{"plate": "KZ"}'},
                            }
                        ],
                    }
                }
            ]
        },
        "prompt_tokens": 100,
        "completion_tokens": 10,
    }
]
OBSERVATIONS = [
    {
        "id": "o1",
        "traceId": "t1",
        "type": "GENERATION",
        "name": "chat",
        "startTime": "2026-05-01T10:00:00Z",
        "input": [{"role": "user", "content": "my brakes"}],
        "output": {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "a",
                    "type": "function",
                    "function": {"name": "find_car", "arguments": '{"plate": "KZ"}'},
                }
            ],
        },
        "usageDetails": {"input": 100, "output": 10},
    }
]
DIALECTS = {"openinference": OPENINFERENCE, "legacy": LEGACY, "langsmith": RUNS, "langfuse": OBSERVATIONS}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_same_call_in_any_dialect(tmp_path, dialect):
    (one,) = told(tmp_path, json.dumps(DIALECTS[dialect]))

    (turn,) = one.turns
    assert turn.user == "my brakes"
    (call,) = [call for step in turn.steps for call in step.calls]
    assert (call.name, call.arguments) == ("find_car", {"plate": "KZ"})
    assert (turn.steps[0].input_tokens, turn.steps[0].output_tokens) == (100, 10)


@pytest.mark.parametrize("name", ["otel", "langsmith", "langfuse"])
@given(data=st.data())
def test_damaged_pieces_are_read_or_refused(name, data):
    form = named_format(name)
    whole = data.draw(st.sampled_from([SPANS, OPENINFERENCE, LEGACY, RUNS, OBSERVATIONS]))
    record = data.draw(damaged(whole) | JSON)
    try:
        pieces = list(form.fragments(record))
        list(form.read([piece.value for piece in pieces]))
    except NotARecordError:
        pass
