"""One conversation as each library records it: the same turns, calls, results and counts."""

import json
from pathlib import Path

import pytest
from damage import damaged
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spans_support import kept, story

from porfiado.traces import NotARecordError, dumps, load_conversations, named_format

FOLDER = Path(__file__).parents[1] / "data" / "spans"


def read(name):
    problems = []
    found = [one.conversation for one in load_conversations(FOLDER / f"{name}.json", problems=problems)]
    assert problems == []
    return found


def story_of(name):
    (conversation,) = read(name)
    return list(story(conversation))


def calls_of(conversation):
    return [call for turn in conversation.turns for step in turn.steps for call in step.calls]


def steps_of(conversation):
    return [step for turn in conversation.turns for step in turn.steps]


# The user says "my brakes", the model asks for find_car(plate="KZ"), which gives "car 1", and replies. Where
# the library records counts, the two calls of the model are 100 + 10 and 200 + 20.
WHOLE = (
    "strands_legacy",
    "traceloop_langchain",
    "openinference_langgraph",
    "smolagents",
    "pydantic_ai_events",
    "vercel",
    "langsmith",
    "traceloop_adot",
    "cloudwatch_strands",
)
WITHOUT_COUNTS = ("traceloop_adot", "cloudwatch_strands")


@pytest.mark.parametrize("name", WHOLE)
def test_the_same_turn(name):
    (conversation,) = read(name)
    turn = conversation.turns[0]

    assert (turn.user, turn.agent.strip()) == ("my brakes", "It is here.")
    call = turn.steps[0].calls[0]
    assert (call.name, call.arguments, call.id, call.error) == ("find_car", {"plate": "KZ"}, "a", None)
    assert call.result in ("car 1", {"car": 1})
    assert [len(step.calls) for step in turn.steps] == ([1, 1] if name == "smolagents" else [1, 0])


@pytest.mark.parametrize("name", [name for name in WHOLE if name not in WITHOUT_COUNTS])
def test_the_same_counts_once(name):
    """What an agent sums up of its models' calls is kept beside, and not counted again."""
    (conversation,) = read(name)

    counted = [(step.input_tokens, step.output_tokens) for step in conversation.turns[0].steps]
    assert counted == [(100, 10), (200, 20)]
    assert conversation.usage is None


@pytest.mark.parametrize("name", ["strands_legacy", "smolagents", "pydantic_ai_events", "vercel"])
def test_sums_are_kept(name):
    (conversation,) = read(name)

    kept = [one.content for one in conversation.kept if one.kind == "usage"]
    assert [(one["input_tokens"], one["output_tokens"]) for one in kept] == [(300, 30)]


def test_parts_of_counts_have_names():
    other = {name: steps_of(read(name)[0])[0].other_tokens for name in WHOLE}

    assert other["strands_legacy"] == {"cached": 7}
    assert other["pydantic_ai_events"] == {"reasoning": 5}
    assert other["langsmith"] == {"cached": 3}
    assert other["openinference_langgraph"] == {}


@pytest.mark.parametrize("name", ["strands_legacy", "pydantic_ai_events", "vercel", "langfuse", "smolagents"])
def test_system_prompts(name):
    assert read(name)[0].system == "You mend cars."


@pytest.mark.parametrize(
    "name", ["strands_legacy", "traceloop_langchain", "openinference_langgraph", "langsmith", "langfuse"]
)
def test_definitions_of_tools(name):
    assert [tool.name for tool in read(name)[0].tools] == ["find_car"]


def test_a_tool_that_failed_by_its_status():
    (conversation,) = read("strands_latest")

    (call,) = calls_of(conversation)
    assert (call.result, call.error) == ("no such car", "no such car")
    assert [step.stop_reason for step in steps_of(conversation)] == ["tool_use", "end_turn"]


def test_an_observation_that_failed():
    (conversation,) = read("langfuse")

    (call,) = calls_of(conversation)
    assert (call.name, call.id, call.result, call.error) == ("find_car", "a", "not found", "not found")
    assert [step.cost_usd for step in steps_of(conversation)] == [0.002, 0.001]
    assert steps_of(conversation)[0].other_tokens == {"cached": 4}
    assert (conversation.origin["conversation"], conversation.origin["user"]) == ("S", "u")
    (kept,) = [one.content for one in conversation.kept if one.kind == "trace"]
    assert kept["scores"] == [{"name": "q", "value": 1}]


def test_the_threads_of_a_chat_are_one_conversation():
    (conversation,) = read("langsmith")

    assert [(turn.user, turn.agent) for turn in conversation.turns] == [
        ("my brakes", "It is here."),
        ("thanks", "Bye."),
        ("again", None),
    ]
    assert conversation.error == "ValueError: boom"
    assert conversation.origin == {"traces": ["R", "R2", "bad"], "conversation": "T1"}


def test_the_prompt_around_the_users_words_is_no_turn():
    (conversation,) = read("smolagents")

    (turn,) = conversation.turns
    assert turn.user == "my brakes"
    assert "New task:\nmy brakes" in [
        one.content["text"] for one in conversation.kept if one.kind == "agent_input"
    ]


def test_messages_that_a_log_holds():
    (conversation,) = read("otlp_logs")

    (turn,) = conversation.turns
    assert (turn.user, turn.agent) == ("my brakes", "It is here.")
    assert turn.steps[0].input_tokens == 100
    assert conversation.origin["resource"] == {"service.name": "garage"}


def test_a_call_of_a_model_that_failed():
    (conversation,) = read("sdk_failed")

    assert conversation.error == "RateLimit: slow down"
    assert conversation.origin["traces"] == ["0af7651916cd43dd8448eb211c80319c"]
    (turn,) = conversation.turns
    assert (turn.user, turn.agent, turn.steps[0].stop_reason) == ("my brakes", None, "error")


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
@pytest.mark.parametrize("ending", [".json", ".jsonl"])
def test_a_line_each_is_the_same(tmp_path, name, ending):
    whole = json.loads((FOLDER / f"{name}.json").read_text())
    pieces = whole if isinstance(whole, list) else [whole]
    path = tmp_path / f"x{ending}"
    path.write_text("\n".join(json.dumps(one) for one in reversed(pieces)))

    assert [one.conversation.turns for one in load_conversations(path)] == [one.turns for one in read(name)]


# ── other shapes of the same libraries

SHAPES = {
    "azure_events": ["user: hi", "  -: f(1) = None", "reply: None"],
    "langfuse_list": ["user: hi", "  -: ok", "reply: ok"],
    "langfuse_snake_case": ["user: hi", "  -: ok", "reply: ok"],
    "langsmith_nested": ["user: hi", "  -: search(hi) = doc", "  -: ok", "reply: ok"],
    "logfire_exchange": ["user: hi", "  -: f(1) = bad", "reply: None", "user: and?", "  -: ok", "reply: ok"],
    "openinference_values": ["user: hi", "  -: f(1) = r", "  -: ok", "reply: ok"],
    "phoenix_columns": ["user: hi", "  -: f(1) = None", "reply: None"],
    "phoenix_nested": ["user: hi", "  -: ok", "reply: ok"],
    "pydantic_ai_native": ["user: hi", "  -: f(1) = r", "  -: ok", "reply: ok"],
}


@pytest.mark.parametrize("name", SHAPES)
def test_other_shapes(name):
    assert story_of(name) == SHAPES[name]


def test_a_result_that_an_error_is():
    assert [call.error for call in calls_of(read("logfire_exchange")[0])] == ["bad"]


def test_counts_within_nested_attributes_and_replies():
    def counted(name):
        step = steps_of(read(name)[0])[-1]
        return step.input_tokens, step.output_tokens, step.other_tokens, step.model

    assert counted("phoenix_nested") == (5, 2, {"cached": 1}, "gpt")
    assert counted("langsmith_nested") == (9, 1, {"cached": 2}, "gpt")
    assert counted("logfire_exchange") == (5, 2, {"cached": 1}, "claude")
    assert counted("langfuse_list") == (3, 1, {}, "m")


def test_an_agent_that_takes_over_is_told_what_was_said():
    (conversation,) = read("adk_transfer")

    assert story_of("adk_transfer") == [
        "user: bill?",
        "  root: transfer_to_agent(billing) = {'result': None}",
        "  billing: 3.",
        "reply: 3.",
    ]
    assert [step.output_tokens for step in steps_of(conversation)] == [2, 7]
    (context,) = kept(conversation, "context")
    assert context["parts"][0] == {"text": "For context:"}


WHOLES = [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@pytest.mark.parametrize("name", ["otel", "langsmith", "langfuse"])
@given(data=st.data())
def test_damaged_spans_are_read_or_refused(name, data):
    form = named_format(name)
    record = data.draw(damaged(data.draw(st.sampled_from(WHOLES))))
    if not form.recognises(record):
        return
    pieces = [json.loads(json.dumps(piece.value)) for piece in form.fragments(record)]
    try:
        for conversation in form.read(pieces):
            dumps(conversation)
    except NotARecordError:
        pass
