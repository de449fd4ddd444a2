"""Conversations written in other formats, and read again."""

import json

import pytest
from damage import damaged
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porfiado.records import Call, Conversation, Step, ToolDefinition, Turn
from porfiado.traces import NotARecordError, format_of, named_format
from porfiado.traces.native import encoded
from porfiado.traces.writing import steps_of

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
WRITING = ("openai-chat", "openai-responses", "anthropic", "bedrock", "langchain")
SCHEMA = {"type": "object", "properties": {"plate": {"type": "string"}}}
TOOL = ToolDefinition(name="find_car", description="Finds a car.", parameters=SCHEMA)


def calls_of(conversation):
    return [call for turn in conversation.turns for step in turn.steps for call in step.calls]


# ── written and read again

NAMES = st.sampled_from(["find", "book", "pay"])
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)
RESULTS = TEXTS.filter(lambda text: not text.lower().startswith("error:"))
CALLS = st.builds(
    Call,
    name=NAMES,
    arguments=st.dictionaries(TEXTS, st.integers(-9, 9) | TEXTS | st.none(), max_size=2),
    result=RESULTS,
    id=st.uuids().map(str),
)
ACTING = st.builds(Step, calls=st.lists(CALLS, min_size=1, max_size=2).map(tuple), text=st.none() | TEXTS)


@st.composite
def conversations(draw):
    turns = []
    for _ in range(draw(st.integers(1, 3))):
        reply = draw(TEXTS)
        steps = (*draw(st.lists(ACTING, max_size=2)), Step(text=reply))
        turns.append(Turn(user=draw(TEXTS), agent=reply, steps=steps))
    tools = draw(st.sampled_from([(), (TOOL,)]))
    return Conversation(scenario="x", system=draw(st.none() | TEXTS), turns=tuple(turns), tools=tools)


@PATIENT
@pytest.mark.parametrize("name", WRITING)
@given(conversation=conversations())
def test_what_is_written_reads_as_it_was(name, conversation):
    form = named_format(name)
    record = json.loads(json.dumps(form.write(conversation)))
    (again,) = form.read(record)

    assert again.turns == conversation.turns
    assert again.system == conversation.system
    assert again.scenario == "x"
    if name != "langchain":  # its messages hold no definitions of tools
        assert again.tools == conversation.tools


@PATIENT
@pytest.mark.parametrize("name", WRITING)
@given(conversation=conversations())
def test_what_is_written_is_recognised(name, conversation):
    calls = any(step.calls for turn in conversation.turns for step in turn.steps)
    record = json.loads(json.dumps(named_format(name).write(conversation)))

    # Messages of words alone look alike in several formats, and read alike.
    assert format_of(record).name == name or (not calls and list(format_of(record).read(record)))


# ── writing whatever there is

NATIVE = {
    "scenario": "x",
    "system": "be kind",
    "turns": [
        {"user": "hi", "agent": "hello", "calls": [{"name": "f", "arguments": {"a": 1}, "error": "down"}]},
        {"user": "", "steps": [{"calls": [{"name": "g", "id": "a", "answered": False}], "text": "\ud800"}]},
        {"user": "bye", "agent": None, "steps": None},
    ],
    "tools": [{"name": "f"}],
    "origin": {"id": "x", "metadata": 3},
}


@PATIENT
@pytest.mark.parametrize("name", WRITING)
@given(data=st.data())
def test_any_conversation_is_written_and_read(name, data):
    try:
        (one,) = named_format("porfiado").read(data.draw(damaged(NATIVE)))
    except NotARecordError:
        return
    written = json.loads(encoded(named_format(name).write(one)))
    (again,) = named_format(name).read(written)

    names = [call.name for turn in one.turns for step in steps_of(turn) for call in step.calls]
    assert [call.name for call in calls_of(again)] == names
