"""A reference in one format and a trajectory in another: what was done is the same."""

import pytest

from porfiado.grading import match_trajectories

CHAT = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "find", "arguments": '{"id": 1}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "1", "content": "ok"},
    {"role": "assistant", "content": "done"},
]
ANTHROPIC = [
    {"role": "user", "content": "hi"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "find", "input": {"id": 1}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "ok"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "done"}]},
]
LANGCHAIN = [
    {"type": "human", "content": "hi"},
    {"type": "ai", "content": "", "tool_calls": [{"name": "find", "args": {"id": 1}, "id": "1"}]},
    {"type": "tool", "content": "ok", "tool_call_id": "1"},
    {"type": "ai", "content": "done"},
]
RESPONSES = [
    {"role": "user", "content": "hi"},
    {"type": "function_call", "call_id": "1", "name": "find", "arguments": '{"id": 1}'},
    {"type": "function_call_output", "call_id": "1", "output": "ok"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "done"}]},
]


@pytest.mark.parametrize("mode", ["strict", "exact", "unordered"])
@pytest.mark.parametrize("shape", [CHAT, ANTHROPIC, LANGCHAIN, RESPONSES])
def test_shapes(shape, mode):
    assert match_trajectories(shape, CHAT, mode=mode).matched
    assert match_trajectories(CHAT, shape, mode=mode).matched
    assert not match_trajectories(shape, CHAT[:1], mode=mode).matched
