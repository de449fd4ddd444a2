"""Recorded runs of a capable model in ../shared: its arguments and its reports are not called invented."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from porfiado.cases import Persona, Scenario
from porfiado.grading import Grader
from porfiado.grading.provenance import Source, trace_arguments
from porfiado.records import Call, Conversation, Outcome, Step, Turn

FILE = Path(__file__).parents[3] / "shared" / "data" / "traces" / "taubench-results.json"

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason=f"{FILE} is not here")


def _result(text: Any) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return text


def _conversation(messages: list[dict[str, Any]]) -> Conversation:
    turns: list[Turn] = []
    for index, message in enumerate(messages):
        if message["role"] == "user":
            turns.append(Turn(user=message["content"], steps=()))
        elif message["role"] == "assistant":
            steps = turns[-1].steps if isinstance(turns[-1].steps, tuple) else ()
            calls = tuple(_call(made, messages[index + 1]) for made in (message.get("tool_calls") or [])[:1])
            reply = message.get("content") or turns[-1].agent
            turns[-1] = Turn(user=turns[-1].user, agent=reply, steps=(*steps, Step(calls=calls)))
    return Conversation(scenario="x", language="en", turns=tuple(turns))


def _call(made: dict[str, Any], answer: dict[str, Any]) -> Call:
    text = answer["content"]
    failed = isinstance(text, str) and text.startswith("Error")
    function = made["function"]
    return Call(
        name=function["name"],
        arguments=json.loads(function["arguments"]),
        result=None if failed else _result(text),
        error=text if failed else None,
    )


@pytest.fixture(scope="module")
def conversations() -> list[Conversation]:
    return [_conversation(one["traj"]) for one in json.loads(FILE.read_text(encoding="utf-8"))]


def test_nothing_that_it_called_with_came_from_nowhere(conversations):
    found = [one for each in conversations for one in trace_arguments(each) or ()]
    assert len(found) > 400
    assert [(one.call.name, one.path, one.value) for one in found if one.source is Source.NOWHERE] == []
    accountable = [one for one in found if one.kind.accountable]
    said = [one for one in accountable if one.source in (Source.USER, Source.RESULT)]
    assert len(said) / len(accountable) > 0.9


def test_nothing_that_it_said_is_called_invented_or_misread(conversations):
    grader = Grader(Scenario(id="x", persona=Persona(goal="x")))
    for one in conversations:
        graded = grader.grade(one)
        for name in ("grounded_arguments", "grounded_replies", "misread_results", "needless_calls"):
            assert graded.criteria[name].verdict is not Outcome.FAIL, graded.criteria[name].evidence
