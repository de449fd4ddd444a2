"""What paths cost, and the least they could have."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from grading_support import call, gave, scenario, stepped, turn, written

from porfiado.grading import Grader
from porfiado.grading.path_cost import PathCost, count_calls, measures, shortest_paths
from porfiado.grading.results import Results, conversation_result, decode_results, schema_of_results
from porfiado.grading.summary import summarise
from porfiado.records import Conversation, Ending, Step, Usage

FIND = gave("find", {"shelf": "A"}, id="W-5120")
PATH = {"must_call": ["find"]}


def result(*steps: Step, path: dict[str, Any] = PATH, answer: str = "It is here.", **parts: Any):
    what = scenario(path=path, answer={"says": ["here"]})
    conversation = Conversation(scenario="one", turns=(turn("W-5120?", answer, steps=steps),), **parts)
    return conversation_result(conversation, Grader(what).grade(conversation))


def step(*calls, tokens: int | None = 10, cost: float | None = 0.5) -> Step:
    return Step(calls=calls, input_tokens=tokens, output_tokens=tokens, cost_usd=cost)


def test_what_one_path_cost():
    found = result(step(FIND), step(), usage=Usage(total_tokens=5, cost_usd=0.25))
    assert found.path == PathCost(steps=2, calls=1, tokens=45, cost_usd=1.25, passing=True)
    assert found.usage.agent == {"input_tokens": 20, "output_tokens": 20, "total_tokens": 45}
    assert found.usage.cost_usd == 1.25


def test_what_is_unknown_is_left_out_and_is_not_nothing():
    assert result(*stepped(FIND)).path == PathCost(steps=2, calls=1, passing=True)
    conversation = Conversation(scenario="one", turns=(turn(calls=(FIND,)),))
    assert conversation_result(conversation, Grader(scenario()).grade(conversation)).path == PathCost(calls=1)
    unknown = Conversation(scenario="one", turns=(turn(),))
    assert conversation_result(unknown, Grader(scenario()).grade(unknown)).path is None


@pytest.mark.parametrize(
    "broken",
    [
        {"answer": "I do not know."},
        {"path": {"must_call": ["other"]}},
        {"path": {**PATH, "must_not_call": ["find"]}},
        {"answer": "It is here since March 12."},
        {"ending": Ending.AGENT_ERROR},
    ],
)
def test_only_a_path_that_arrived_can_be_the_shortest(broken):
    found = result(*stepped(FIND), **broken)
    assert found.path is not None
    assert not found.path.passing


def test_a_costly_path_has_arrived_all_the_same():
    found = result(*stepped(FIND, FIND, FIND), path={**PATH, "max_steps": 2})
    assert found.criteria["step_budget"]["verdict"] == "fail"
    assert found.path is not None
    assert found.path.passing


def test_a_reference_is_a_minimum_of_calls():
    others = (call("find", id="2"), call("find", id="3"))
    found = result(*stepped(FIND, *others), path={**PATH, "reference": [{"name": "find"}]})
    assert found.path is not None
    assert (found.path.reference_calls, found.path.ratio) == (1, 3.0)
    summary = summarise([found])
    assert summary.shortest == {"one": {"steps": 4, "calls": 1}}
    assert (summary.path["calls"].ratio, summary.path["calls"].compared) == (3.0, 1)
    assert summary.path["steps"].ratio is None


@pytest.mark.parametrize(
    ("reference", "count"),
    [
        ([], 0),
        ([{"name": "a", "arguments": {"name": "x"}}, {"name": "b"}], 2),
        ([{"calls": [{"name": "a"}, {"name": "b"}]}, {"stop_reason": "end_turn"}], 2),
        (
            [
                {"role": "user", "content": "hi"},
                {"role": "assistant", "tool_calls": [{"function": {"name": "a"}}]},
            ],
            1,
        ),
        ([{"role": "assistant", "content": [{"type": "text"}, {"type": "tool_use", "name": "a"}]}], 1),
        ([{"role": "tool", "name": "a", "content": "…"}], 0),
        ("nothing of the kind", 0),
    ],
)
def test_calls_of_a_reference_are_counted_in_any_form(reference, count):
    assert count_calls(reference) == count


def test_three_times_the_price_is_a_number_with_its_denominator():
    cheap, dear = result(step(FIND), step()), result(*[step(FIND)] * 5, step())
    failed = result(step(), answer="?")
    summary = summarise([cheap, dear, failed])
    assert summary.shortest == {"one": {"steps": 2, "calls": 1, "tokens": 40, "cost_usd": 1.0}}
    money = summary.path["cost_usd"]
    assert (money.n, money.total, money.compared) == (3, 4.5, 2)
    assert (money.spent, money.minimum, money.ratio) == (4.0, 2.0, 2.0)
    assert summary.path["calls"].ratio == 3.0


def test_the_only_path_that_arrived_is_compared_with_nothing():
    summary = summarise([result(step(FIND), step())])
    assert {name: one.compared for name, one in summary.path.items()} == dict.fromkeys(summary.path, 0)


def test_no_calls_are_a_minimum_that_nothing_is_divided_by():
    paths = [("one", PathCost(calls=0, passing=True)), ("one", PathCost(calls=4, passing=True))]
    assert measures(paths, shortest_paths(paths))["calls"].ratio is None


def test_suites_with_the_same_scenario_are_kept_apart():
    two = [msgspec.structs.replace(result(*stepped(FIND)), suite=name) for name in ("a", "b")]
    assert set(summarise(two).shortest) == {"a/one", "b/one"}


def test_it_is_written_read_back_and_in_the_schema():
    conversations = (result(step(FIND), step()), result(*[step(FIND)] * 3, step()))
    whole = Results(conversations=conversations, summary=summarise(conversations))
    raw = written(whole)
    jsonschema.validate(json.loads(raw), schema_of_results())
    assert decode_results(raw) == whole
