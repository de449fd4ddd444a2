"""Spans of other software, which stand beside the project: what the tools were given and gave, in numbers."""

import ast
import json
from collections import Counter
from pathlib import Path

import pytest

from porfiado.traces import load_conversations

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "traces"
SPANS = sorted(FOLDER.glob("*_spans.json"))

pytestmark = pytest.mark.skipif(not SPANS, reason="the shared traces are not beside this clone")


def conversations(path):
    return [one.conversation for one in load_conversations(path)]


def calls_of(found):
    return [call for one in found for turn in one.turns for step in turn.steps for call in step.calls]


def plain(value):
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def text(value):
    return json.dumps(plain(value), sort_keys=True)


def runs_of(spans):
    """Each run of a tool: its name, what it was given, what it gave, and whether it failed."""
    for span in spans:
        about = span["attributes"]
        if about.get("gen_ai.operation.name") == "execute_tool":
            given = about.get("gen_ai.tool.call.arguments", about.get("gcp.vertex.agent.tool_call_args"))
            made = about.get("gen_ai.tool.call.result", about.get("gcp.vertex.agent.tool_response"))
            yield about["gen_ai.tool.name"], given, made, span["status"]["code"] == "ERROR"
        elif about.get("openinference.span.kind") == "TOOL":
            yield about["tool.name"], about["input.value"], about["output.value"], False
        for event in span["span_events"]:
            sides = event.get("body", {})
            made = plain(sides["output"]["messages"][0]["content"]) if sides else None
            if isinstance(made, dict) and made.get("type") == "tool":
                given = ast.literal_eval(sides["input"]["messages"][0]["content"])
                yield made["name"], given, made["content"], False


@pytest.mark.parametrize("path", SPANS, ids=lambda path: path.stem)
def test_the_calls_are_the_runs_and_no_others(path):
    runs = list(runs_of(json.loads(path.read_text())))
    calls = calls_of(conversations(path))

    assert runs
    assert Counter((call.name, text(call.arguments)) for call in calls) == Counter(
        (name, text(given)) for name, given, _, _ in runs
    )


@pytest.mark.parametrize("path", SPANS, ids=lambda path: path.stem)
def test_the_results_and_errors_are_those_of_the_runs(path):
    runs = list(runs_of(json.loads(path.read_text())))
    calls = calls_of(conversations(path))

    told = [(call.name, text(call.result)) for call in calls if call.error is None]
    assert Counter(told) == Counter((name, text(made)) for name, _, made, failed in runs if not failed)
    assert Counter(call.name for call in calls if call.error) == Counter(
        name for name, _, _, failed in runs if failed
    )
    assert all(call.answered is not False for call in calls)


@pytest.mark.parametrize("path", SPANS, ids=lambda path: path.stem)
def test_no_count_of_tokens_is_there_twice(path):
    spans = json.loads(path.read_text())
    models, wholes = Counter(), Counter()
    for span in spans:
        about = span["attributes"]
        is_model = about.get("gen_ai.operation.name") in ("chat", "generate_content")
        counted = models if is_model or about.get("openinference.span.kind") == "LLM" else wholes
        given = about.get("gen_ai.usage.input_tokens", about.get("llm.token_count.prompt"))
        if given is not None and span["name"] != "call_llm":  # of ADK, around the span of the model
            counted["input"] += given
            counted["output"] += about.get(
                "gen_ai.usage.output_tokens", about.get("llm.token_count.completion")
            )
    found = conversations(path)
    steps = [step for one in found for turn in one.turns for step in turn.steps]
    usages = [one.usage for one in found if one.usage]

    assert sum(step.input_tokens or 0 for step in steps) == models["input"]
    assert sum(step.output_tokens or 0 for step in steps) == models["output"]
    kept = [one.content for found_one in found for one in found_one.kept if one.kind == "usage"]
    assert (
        sum(one.input_tokens for one in usages) + sum(one["input_tokens"] for one in kept) == wholes["input"]
    )


@pytest.mark.parametrize("path", SPANS, ids=lambda path: path.stem)
def test_each_trace_is_one_turn_of_the_user(path):
    """No other agent's words are taken for the user's, and none of the user's are missing."""
    traces = {span["trace_id"] for span in json.loads(path.read_text())}
    found = conversations(path)

    assert [len(one.turns) for one in found] == [1] * len(traces)
    assert all(turn.user and turn.agent for one in found for turn in one.turns)
