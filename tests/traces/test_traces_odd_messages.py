"""What real files hold beside words and calls: kept, in its place, and never taken for something else."""

import json

import pytest
from damage import damaged
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porfiado.records import Kept, Usage
from porfiado.traces import dumps, format_of, named_format
from porfiado.traces.assemble import assemble
from porfiado.traces.messages import Message, Request
from porfiado.traces.native import encoded


def read(record, name):
    form = format_of(record)
    assert form.name == name
    (conversation,) = form.read(json.loads(json.dumps(record)))
    return conversation


def calls_of(conversation):
    return [call for turn in conversation.turns for step in turn.steps for call in step.calls]


def kept_of(conversation):
    return [(one.kind, one.turn, one.content) for one in conversation.kept]


USER = {"role": "user", "content": "hi"}


# ── OpenAI chat


def test_fields_of_messages_that_have_no_place_are_kept_and_empty_ones_are_not():
    record = [
        {**USER, "name": "ana"},
        {"role": "assistant", "content": "hello", "weight": 0, "refusal": None, "annotations": []},
    ]

    assert kept_of(read(record, "openai-chat")) == [
        ("field", 1, {"name": "ana"}),
        ("field", 1, {"weight": 0}),
    ]


def test_thoughts_are_kept_as_reasoning():
    record = [USER, {"role": "assistant", "content": "hello", "reasoning_content": "hm"}]

    assert kept_of(read(record, "openai-chat")) == [("reasoning", 1, "hm")]


def test_further_choices_are_kept():
    choices = [{"message": {"role": "assistant", "content": text}} for text in ("one", "two")]
    one = read({"id": "chatcmpl-1", "object": "chat.completion", "choices": choices}, "openai-chat")

    assert one.turns[0].agent == "one"
    assert one.kept == (Kept(kind="choice", content=choices[1]),)
    assert (one.scenario, one.origin["id"]) == (None, "chatcmpl-1")  # the number of a reply names no scenario


def test_an_empty_list_of_messages_is_an_empty_conversation():
    assert read({"messages": []}, "openai-chat").turns == ()


def test_tools_are_what_could_be_called_and_no_calls():
    record = {"messages": [USER], "tools": [{"type": "web_search"}, {"function": {"name": "f"}}, 3]}
    one = read(record, "openai-chat")

    assert [tool.name for tool in one.tools] == ["web_search", "f"]
    assert calls_of(one) == []


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("Error: no", "Error: no"),
        ("An Error: no", None),
        ('{"error": "no"}', "no"),
        ('{"error": {"code": 3}}', '{"code": 3}'),
        ('{"error": null}', None),
        ('{"error": ""}', None),
        ('{"error": ', None),
        (None, None),
        ("", None),
    ],
)
def test_errors_where_the_format_has_no_flag(content, error):
    call = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
    record = [USER, {"role": "assistant", "tool_calls": [call]}, {"role": "tool", "tool_call_id": "a"}]
    record[2]["content"] = content
    (found,) = calls_of(read(record, "openai-chat"))

    assert (found.result, found.error) == (content, error)


@pytest.mark.parametrize(
    ("arguments", "read_as", "raw"),
    [
        ('{"a": 1}', {"a": 1}, None),
        ({"a": 1}, {"a": 1}, None),
        ("", {}, None),
        (None, {}, None),
        ("[1]", {}, "[1]"),
        ([1], {}, "[1]"),
        ('{"a": ', {}, '{"a": '),
        ("[" * 100_000, {}, "[" * 100_000),
    ],
)
def test_arguments(arguments, read_as, raw):
    call = {"id": "a", "function": {"name": "f", "arguments": arguments}}
    (found,) = calls_of(read([USER, {"role": "assistant", "tool_calls": [call]}], "openai-chat"))

    assert found.arguments == read_as
    assert (found.raw_arguments if isinstance(found.raw_arguments, str) else None) == raw
    assert found.answered is False


# ── OpenAI Responses


def test_a_call_that_the_provider_runs_holds_its_own_result():
    items = [
        {"type": "message", "role": "user", "content": "hi"},
        {"type": "web_search_call", "id": "w", "status": "completed", "action": {"query": "cars"}},
        {"type": "file_search_call", "id": "s", "status": "failed", "queries": ["x"], "results": None},
        {"type": "code_interpreter_call", "id": "c", "code": "1+1", "outputs": [{"logs": "2"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "done"}]},
    ]
    one = read(items, "openai-responses")

    assert len(one.turns[0].steps) == 1
    assert [(call.name, call.arguments, call.result, call.error) for call in calls_of(one)] == [
        ("web_search", {"query": "cars"}, None, None),
        ("file_search", {"queries": ["x"]}, None, "failed"),
        ("code_interpreter", {"code": "1+1"}, [{"logs": "2"}], None),
    ]
    assert not any(call.answered is False for call in calls_of(one))


def test_an_unknown_item_begins_no_turn():
    items = [
        {"type": "message", "role": "user", "content": "hi"},
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
        {"type": "item_reference", "id": "x"},
        {"type": "function_call_output", "call_id": "a", "output": [{"type": "input_text", "text": "ok"}]},
    ]
    one = read(items, "openai-responses")

    assert len(one.turns) == 1
    assert calls_of(one)[0].result == "ok"
    assert kept_of(one) == [("message", None, {"type": "item_reference", "id": "x"})]


def test_the_output_of_a_response_is_one_step():
    output = [
        {"type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "hm"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Wait."}]},
        {"type": "reasoning", "id": "r2", "summary": []},
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
    ]
    record = {
        "object": "response",
        "id": "resp_1",
        "input": "hi",
        "output": output,
        "usage": {"input_tokens": 4},
    }
    one = read(record, "openai-responses")
    (step,) = one.turns[0].steps

    assert (step.text, len(step.calls), step.input_tokens) == ("Wait.", 1, 4)
    assert [kind for kind, *_ in kept_of(one)] == ["reasoning", "reasoning"]
    assert one.scenario is None


def test_annotations_of_words_are_kept():
    part = {"type": "output_text", "text": "done", "annotations": [{"url": "u"}], "logprobs": []}
    items = [USER, {"type": "message", "role": "assistant", "content": [part]}]

    assert kept_of(read(items, "openai-responses")) == [("part", 1, {"annotations": [{"url": "u"}]})]


# ── Anthropic and Bedrock


def test_results_of_tools_that_the_provider_runs_stand_in_the_assistants_message():
    content = [
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"type": "web_search_result"}]},
        {"type": "text", "text": "found", "citations": [{"url": "u"}]},
    ]
    one = read([USER, {"role": "assistant", "content": content}], "anthropic")

    assert calls_of(one)[0].result == [{"type": "web_search_result"}]
    assert kept_of(one) == [("part", 1, {"citations": [{"url": "u"}]})]


def test_a_result_and_words_in_one_message_are_a_result_and_then_a_turn():
    messages = [
        USER,
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]},
        {
            "role": "user",
            "content": [{"type": "text", "text": "and?"}, {"type": "tool_result", "tool_use_id": "a"}],
        },
    ]
    one = read(messages, "anthropic")

    assert [turn.user for turn in one.turns] == ["hi", "and?"]
    assert (calls_of(one)[0].result, calls_of(one)[0].error) == (None, None)


def test_a_system_prompt_beside_openai_messages_does_not_make_them_anthropics():
    call = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    record = {"system": "be kind", "messages": [USER, {"role": "assistant", "tool_calls": [call]}]}

    assert len(calls_of(read(record, "openai-chat"))) == 1


def test_converse_results_of_several_kinds():
    def results(*content):
        use = {"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}
        given = {"toolUseId": "a", "content": list(content), "status": "success"}
        messages = [
            {"role": "user", "content": [{"text": "hi"}]},
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [{"toolResult": given}]},
        ]
        return calls_of(read(messages, "bedrock"))[0].result

    assert results({"json": {"a": 1}}) == {"a": 1}
    assert results({"text": "a"}, {"text": "b"}) == "a\nb"
    assert results({"text": "a"}, {"json": 1}) == [{"text": "a"}, {"json": 1}]
    assert results() is None


def test_thoughts_and_guards_in_converse_are_kept():
    content = [{"reasoningContent": {"reasoningText": {"text": "hm"}}}, {"cachePoint": {}}, {"text": "ok"}]
    messages = [{"role": "user", "content": [{"text": "hi"}]}, {"role": "assistant", "content": content}]

    assert [kind for kind, *_ in kept_of(read(messages, "bedrock"))] == ["reasoning", "part"]


# ── LangChain


def test_calls_that_stand_only_in_blocks_are_read_once():
    block = {"type": "tool_use", "id": "b", "name": "g", "input": {"x": 1}}
    message = {"type": "ai", "content": [block], "tool_calls": [{"id": "a", "name": "f", "args": {}}]}
    one = read([{"type": "human", "content": "hi"}, message], "langchain")

    assert [(call.name, call.arguments) for call in calls_of(one)] == [("f", {}), ("g", {"x": 1})]


def test_messages_with_a_role_among_langchains_are_read_too():
    one = read([USER, {"type": "ai", "content": "hello"}, {"type": "remove", "id": "x"}], "langchain")

    assert (one.turns[0].user, one.turns[0].agent) == ("hi", "hello")
    assert kept_of(one) == [("message", None, {"type": "remove", "id": "x"})]


def test_a_state_keeps_what_stands_beside_its_messages():
    record = {
        "values": {"messages": [{"type": "human", "content": "hi"}], "topic": "cars"},
        "next": ["tools"],
    }

    assert read(record, "langchain").origin == {"values": {"topic": "cars"}, "next": ["tools"]}


def test_what_real_langchain_messages_serialise_to():
    messages = pytest.importorskip("langchain_core.messages")
    load = pytest.importorskip("langchain_core.load")
    usage = {
        "input_tokens": 5,
        "output_tokens": 2,
        "total_tokens": 7,
        "input_token_details": {"cache_read": 3},
    }
    told = [
        messages.SystemMessage("be kind"),
        messages.HumanMessage("hi"),
        messages.AIMessage(
            content="",
            tool_calls=[{"name": "f", "args": {"x": 1}, "id": "a"}],
            invalid_tool_calls=[{"name": "g", "args": "{x", "id": "b", "error": None}],
            usage_metadata=usage,
            response_metadata={"model_name": "m", "finish_reason": "tool_calls"},
        ),
        messages.ToolMessage("found", tool_call_id="a", name="f"),
        messages.ToolMessage("down", tool_call_id="b", status="error"),
        messages.AIMessageChunk(content="done"),
    ]
    forms = [
        messages.messages_to_dict(told),
        [load.dumpd(one) for one in told],
        [one.model_dump(mode="json") for one in told],
        {"values": load.dumpd({"messages": told})},
    ]
    first, *others = (read(form, "langchain") for form in forms)

    assert all((one.system, one.turns) == (first.system, first.turns) for one in others)
    assert [(call.arguments, call.result, call.error) for call in calls_of(first)] == [
        ({"x": 1}, "found", None),
        ({}, "down", "down"),
    ]
    step = first.turns[0].steps[0]
    assert (step.model, step.stop_reason, step.input_tokens, step.other_tokens) == (
        "m",
        "tool_calls",
        5,
        {"cached": 3},
    )
    assert first.turns[0].agent == "done"


# ── all of them


def test_counts_of_a_whole_under_the_names_of_each_provider():
    for usage in (
        {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
        {"input_tokens": 3, "output_tokens": 2, "total_tokens": 5},
        {"inputTokens": 3, "outputTokens": 2, "totalTokens": 5},
    ):
        expected = Usage(input_tokens=3, output_tokens=2, total_tokens=5)
        assert read({"messages": [USER], "usage": usage}, "openai-chat").usage == expected


@pytest.mark.parametrize("name", ["openai-chat", "openai-responses", "anthropic", "bedrock", "langchain"])
def test_origin_goes_out_and_comes_back_as_metadata(name):
    form = named_format(name)
    given = {
        "id": "x",
        "metadata": {"label": 3},
        "messages": [USER, {"role": "assistant", "content": "hello"}],
    }
    (first,) = named_format("openai-chat").read(given)
    (second,) = form.read(json.loads(encoded(form.write(first))))

    assert (second.scenario, second.origin["metadata"]) == ("x", {"label": 3})


def test_numbers_of_many_digits_are_written():
    call = {"id": "a", "function": {"name": "f", "arguments": {"n": 2**70}}}
    one = read([USER, {"role": "assistant", "tool_calls": [call]}], "openai-chat")

    assert json.loads(dumps(one))["turns"][0]["steps"][0]["calls"][0]["arguments"] == {"n": 2**70}
    for name in ("openai-chat", "anthropic"):
        (again,) = named_format(name).read(json.loads(encoded(named_format(name).write(one))))
        assert calls_of(again)[0].arguments == {"n": 2**70}


def test_a_result_is_found_without_going_through_all_calls():
    def asked(count):
        told = [Message(role="user", text="hi")]
        told += [Message(role="assistant", calls=(Request("f", {}, str(n)),)) for n in range(count)]
        told += [Message(role="tool", call_id=str(n), result="ok") for n in reversed(range(count))]
        return assemble(told)

    looked = asked(20_000)  # by a search through all, minutes
    assert all(call.result == "ok" for call in calls_of(looked))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_damaged_messages_of_a_session(data):
    form = named_format("strands-session")
    whole = {"message": {"role": "user", "content": [{"text": "hi"}]}, "message_id": 3, "session_id": "s"}
    records = [data.draw(damaged(whole)) for _ in range(2)]
    pieces = [piece for one in records if form.recognises(one) for piece in form.fragments(one)]
    if pieces:
        assert len(list(form.read([piece.value for piece in pieces]))) == 1
