"""The product's own format: written, read back, described."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from porfiado.records import Call, Conversation, Ending, Step, Turn, UserAct
from porfiado.traces import dump, dumps, load_conversations, schema_of_conversation

FULL = Conversation(
    scenario="a",
    trial=2,
    language="es",
    turns=(
        Turn(user="hola", agent="¿RUT?", state={"n": 1}, act=UserAct(kind="open")),
        Turn(
            user="1",
            agent=None,
            steps=(
                Step(
                    calls=(Call(name="f", arguments={"x": [1]}, error="no", changed=False),), stop_reason="x"
                ),
            ),
            state=None,
        ),
        Turn(user="2", agent="ok", calls=(Call(name="g", fault="slow", id="c1"),)),
    ),
    closing="[LISTO]",
    ending=Ending.AGENT_ERROR,
    error="late",
)
TURNS = st.builds(
    Turn,
    user=st.text(),
    agent=st.none() | st.text(),
    state=st.none() | st.dictionaries(st.text(), st.integers(-(2**60), 2**60) | st.text()),
    calls=st.none() | st.lists(st.builds(Call, name=st.text()), max_size=2).map(tuple),
)
CONVERSATIONS = st.builds(
    Conversation,
    scenario=st.none() | st.text(),
    turns=st.lists(TURNS, max_size=3).map(tuple),
    ending=st.none() | st.sampled_from(Ending),
)


def test_a_file_comes_back_as_it_was(tmp_path):
    path = tmp_path / "out.jsonl"

    assert dump([FULL, FULL], path) == 2
    assert [one.conversation for one in load_conversations(path)] == [FULL, FULL]
    assert [one.name for one in tmp_path.iterdir()] == ["out.jsonl"]


@given(CONVERSATIONS)
def test_any_conversation_comes_back(conversation):
    from porfiado.traces.native import read_native

    assert read_native(json.loads(dumps(conversation))) == conversation


def test_what_is_written_is_one_line_and_always_the_same():
    assert b"\n" not in dumps(FULL)
    assert dumps(FULL) == dumps(FULL)


def test_odd_values_are_written():
    odd = Conversation(turns=(Turn(user="\ud800", state={"x": {1: object}, "y": [float("inf")]}),))
    strange = Conversation(turns=(Turn(user="a", state={"x": object}),))

    assert json.loads(dumps(odd))["turns"][0]["user"] == "\ud800"
    assert json.loads(dumps(odd))["turns"][0]["state"]["y"] == [None]
    assert json.loads(dumps(strange))["turns"][0]["state"]["x"] == "<class 'object'>"


def test_a_failed_write_leaves_nothing(tmp_path):
    def broken():
        yield FULL
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        dump(broken(), tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_write(tmp_path):
    assert dump([], tmp_path / "out.jsonl") == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def test_the_schema_describes_what_is_written():
    schema = schema_of_conversation()

    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(dumps(FULL)), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"turns": [{"agent": "no user"}]}, schema)
