"""The quick way for plain chat messages gives what the general way gives, or nothing."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porfiado.traces import format_of, openai_chat
from porfiado.traces.openai_chat import quick

IDS = st.sampled_from(["a", "b", "", 7])
CONTENTS = st.sampled_from([None, "", "words", "Error: down", '{"error": "no"}', '{"error": null}', ["x"]])
ARGUMENTS = st.sampled_from(
    ["{}", '{"a": 1}', '{"a": NaN}', "[1]", "", None, "{", {"b": 2}, '{"a": "\\ud800"}']
)
EXTRA = st.dictionaries(
    st.sampled_from(["refusal", "name", "annotations", "weight", "function_call", "reasoning_content"]),
    st.sampled_from([None, [], "", 0, "ana"]),
    max_size=1,
)


def calls(ids=IDS, arguments=ARGUMENTS):
    return st.builds(
        lambda id_, given, more: {
            "id": id_,
            "type": "function",
            "function": {"name": "find", "arguments": given},
            **more,
        },
        ids,
        arguments,
        st.sampled_from([{}, {"index": 0}]),
    )


@st.composite
def messages(draw, odd=True):
    """Mostly a plain conversation; `odd` puts anything in any place."""
    found = [{"role": draw(st.sampled_from(["system", "developer", "user"])), "content": "be kind"}]
    for number in range(draw(st.integers(0, 3))):
        found.append({"role": "user", "content": draw(CONTENTS if odd else st.just("hi"))})
        for place in range(draw(st.integers(0, 2))):
            id_ = draw(IDS) if odd else f"{number}-{place}"
            asked = draw(st.lists(calls(st.just(id_)), min_size=1, max_size=2))
            found.append({"role": "assistant", "content": draw(CONTENTS), "tool_calls": asked})
            for call in asked[: draw(st.integers(0, 2)) if odd else 2]:
                result = draw(CONTENTS if odd else st.just("fine"))
                found.append({"role": "tool", "tool_call_id": call["id"], "content": result})
        found.append({"role": "assistant", "content": draw(CONTENTS)})
    if odd:
        for message in draw(st.lists(st.sampled_from(found), max_size=2)):
            message.update(draw(EXTRA))
        found = draw(st.permutations(found)) if draw(st.booleans()) and len(found) < 5 else found
    return found


def the_general_way(record):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_chat, "plain_turns", lambda messages: None)
        (conversation,) = openai_chat.read(record)
    return conversation


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(messages() | messages(odd=False), st.booleans())
def test_both_ways_give_the_same(given_messages, bare):
    record = given_messages if bare else {"messages": given_messages, "id": 3, "metadata": {"a": 1}}
    found = quick(record)
    if found is not None:
        assert found == the_general_way(record)
        assert format_of(record).name == "openai-chat"


def test_a_plain_conversation_goes_the_quick_way():
    call = {"id": "a", "type": "function", "function": {"name": "find", "arguments": '{"a": 1}'}}
    record = {
        "messages": [
            {"role": "system", "content": "be kind"},
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": None, "tool_calls": [call], "refusal": None},
            {"role": "tool", "tool_call_id": "a", "name": "find", "content": "Error: none"},
            {"role": "assistant", "content": "I am sorry.", "tool_calls": []},
        ],
        "tools": [{"type": "function", "function": {"name": "find"}}],
    }
    found = quick(json.loads(json.dumps(record)))

    assert found is not None
    assert found == the_general_way(record)
    assert found.turns[0].steps[0].calls[0].error == "Error: none"


@pytest.mark.parametrize(
    "record", [None, 3, [], {}, {"messages": None}, {"messages": [], "traj": []}, [[]], [3]]
)
def test_anything_else_does_not(record):
    assert quick(record) is None
