"""Conversations written as spans, and read again."""

import json

from damage import damaged
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_traces_written import NATIVE, TEXTS, calls_of, conversations

from porfiado.records import Call, Conversation, Step, Turn, Usage
from porfiado.traces import NotARecordError, format_of, load_conversations, named_format
from porfiado.traces.native import encoded
from porfiado.traces.writing import steps_of

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
OTEL = named_format("otel")


def again(conversation):
    record = json.loads(encoded(OTEL.write(conversation)))
    pieces = sorted(OTEL.fragments(record), key=lambda piece: piece.order)
    (found,) = OTEL.read([piece.value for piece in pieces])
    return found


@PATIENT
@given(conversation=conversations())
def test_what_is_written_reads_as_it_was(conversation):
    found = again(conversation)

    assert found.turns == conversation.turns
    assert (found.system, found.tools) == (conversation.system, conversation.tools)
    assert (found.scenario, found.kept) == ("x", ())
    assert again(found).turns == conversation.turns


STEPS = st.builds(
    Step,
    text=TEXTS,
    stop_reason=st.none() | TEXTS,
    input_tokens=st.none() | st.integers(0, 10**6),
    output_tokens=st.none() | st.integers(0, 10**6),
    other_tokens=st.dictionaries(
        st.sampled_from(["cached", "cache_write", "reasoning", "audio"]), st.integers(0, 99)
    ),
    cost_usd=st.none() | st.floats(0, 9),
    model=st.none() | TEXTS,
    agent=st.none() | TEXTS,
)


@PATIENT
@given(steps=st.lists(STEPS, min_size=1, max_size=3))
def test_facts_of_steps_are_written(steps):
    turn = Turn(user="a", agent=steps[-1].text, steps=tuple(steps))

    assert again(Conversation(turns=(turn,))).turns[0].steps == tuple(steps)


def test_errors_open_calls_and_counts_of_the_whole():
    calls = (
        Call(name="f", arguments={"n": 1}, error="down", id="a"),
        Call(name="f", arguments={"n": 2}, id="b", answered=False),
        Call(name="f", raw_arguments="{", id="c", result={"x": [1]}),
    )
    turn = Turn(user="a", agent="sorry", steps=(Step(calls=calls), Step(text="sorry")))
    found = again(Conversation(turns=(turn,), error="it broke", usage=Usage(input_tokens=5, output_tokens=1)))

    assert found.turns == (turn,)
    assert found.error == "it broke"
    assert (found.usage.input_tokens, found.usage.output_tokens) == (5, 1)


def test_a_file_of_written_conversations(tmp_path):
    def conversation(name):
        turns = tuple(
            Turn(user=text, agent="ok", steps=(Step(text="ok"),)) for text in (name, "more", "more")
        )
        return Conversation(scenario=name, turns=turns)

    path = tmp_path / "spans.jsonl"
    path.write_text("".join(json.dumps(OTEL.write(conversation(name))) + "\n" for name in "ab"))

    found = list(load_conversations(path))
    assert [(one.format, one.line, one.conversation.scenario) for one in found] == [
        ("otel", 1, "a"),
        ("otel", 2, "b"),
    ]
    assert [one.conversation.turns for one in found] == [conversation(name).turns for name in "ab"]


def test_the_same_conversation_gives_the_same_spans():
    one = Conversation(turns=(Turn(user="a", agent="b"),))

    assert OTEL.write(one) == OTEL.write(one)
    assert format_of(OTEL.write(one)) is OTEL


@PATIENT
@given(data=st.data())
def test_any_conversation_is_written_and_read(data):
    try:
        (one,) = named_format("porfiado").read(data.draw(damaged(NATIVE)))
    except NotARecordError:
        return
    if not one.turns:
        return
    names = [call.name for turn in one.turns for step in steps_of(turn) for call in step.calls]
    assert [call.name for call in calls_of(again(one))] == names
