# ruff: noqa: E501 - evidence as it stands in a report
"""The criterion `reference_match`: on which conversations it speaks, and what it says."""

import pytest
from grading_support import call, flat, graded, scenario, stepped, turn

from porfiado.cases import Path

FIND = {"name": "find", "arguments": {"id": "7781"}}
MOVE = {"name": "move", "arguments": {"id": "7781", "day": "friday"}}


def verdict(*turns, lang="en", ending=None, **path):
    what = scenario(path={"reference": [FIND, MOVE], **path})
    return graded(what, *turns, lang=lang, ending=ending).criteria["reference_match"]


def made(*calls):
    return turn(steps=stepped(*calls))


def test_without_a_reference_it_does_not_apply():
    found = graded(scenario(path={"must_call": []}), made()).criteria["reference_match"]

    assert (found.verdict, found.reason) == ("not_applicable", "the scenario has no path.reference")


def test_an_unknown_trajectory_is_not_an_empty_one():
    assert verdict(turn()).verdict == "not_applicable"
    assert verdict(made()).verdict == "fail"
    assert flat(verdict(made(), reference=[])) == {
        "verdict": "pass", "value": 0, "turn": None, "expected": 0, "called": 0,
    }  # fmt: skip


def test_counts():
    found = verdict(made(call("docs"), call("find", id="7781")), made(call("find", id="1")))

    assert flat(found) == {
        "verdict": "fail", "value": 1, "turn": None,
        "expected": 2, "called": 3, "recall": 0.5, "precision": 1 / 3,
    }  # fmt: skip
    assert not found.blocking


@pytest.mark.parametrize(
    ("lang", "evidence"),
    [
        (
            "en",
            'expected call 2, move({"id":"7781","day":"friday"}), has no partner; the nearest is call 2 (turn 2), '
            'move({"id":7781,"day":"monday"}): id: expected string \'7781\', got integer 7781, '
            "day: expected 'friday', got 'monday'; call 3 (turn 3), find({\"id\":\"7781\"}), is beyond the reference",
        ),
        (
            "es",
            'la llamada esperada 2, move({"id":"7781","day":"friday"}), no tiene pareja; la más cercana es '
            'la llamada 2 (turno 2), move({"id":7781,"day":"monday"}): id: se esperaba el texto \'7781\', '
            "hay el número 7781, day: se esperaba 'friday', hay 'monday'; "
            'la llamada 3 (turno 3), find({"id":"7781"}), sobra: no está en la referencia',
        ),
    ],
)
def test_evidence(lang, evidence):
    turns = (
        made(call("find", id="7781")),
        made(call("move", id=7781, day="monday")),
        made(call("find", id="7781")),
    )
    found = verdict(*turns, match="unordered", lang=lang)

    assert found.evidence == evidence
    assert found.turn == 2


def test_the_rules_of_the_path():
    turns = [made(call("find", id="x"), call("move", id="7781", day="monday"))]

    assert verdict(*turns).verdict == "fail"
    assert verdict(*turns, arguments_match="ignore").verdict == "pass"
    assert verdict(*turns, arguments_match=["nothing"]).verdict == "pass"
    assert verdict(*turns, overrides={"find": "ignore", "move": ["id"]}).verdict == "pass"
    assert verdict(*turns, overrides={"find": "ignore", "move": ["day"]}).verdict == "fail"
    matcher = [{"name": "find", "arguments": {"id": {"$regex": "^x"}}}]
    assert verdict(*turns, reference=matcher).verdict == "pass"


def test_a_function_may_be_given_in_python():
    path = Path(reference=[FIND], overrides={"find": lambda got, expected: got["id"] in expected["id"]})
    what = scenario(path=path)

    assert graded(what, made(call("find", id="77"))).criteria["reference_match"].verdict == "pass"
    assert graded(what, made(call("find", id="99"))).criteria["reference_match"].verdict == "fail"
    broken = graded(what, made(call("find"))).criteria["reference_match"]
    assert (broken.verdict, broken.reason) == ("error", "the criterion itself failed: KeyError: 'id'")
    assert path.model_dump(mode="json")["overrides"]["find"].endswith("<lambda>")


def chat(*roles):
    return [{"role": role, "content": "…"} for role in roles]


def test_strict_needs_steps():
    reference = chat("user", "assistant")

    assert verdict(turn(steps=stepped()), reference=reference, match="strict").verdict == "pass"
    assert verdict(turn(steps=stepped(call("x"))), reference=reference, match="strict").verdict == "fail"
    unknown = verdict(turn(calls=(call("x"),)), reference=reference, match="strict")
    assert unknown.verdict == "not_applicable"
    assert unknown.reason.startswith("strict compares messages")
    assert verdict(turn(calls=(call("x"),)), reference=reference, match="in_order").verdict == "pass"


@pytest.mark.parametrize(
    ("mode", "calls", "outcome"),
    [
        ("in_order", [call("x")], "error"),
        ("any_order", [call("x")], "error"),
        ("exact", [call("find", id="7781")], "error"),
        ("exact", [call("x")], "fail"),
        ("unordered", [call("find", id="7781")], "error"),
        ("unordered", [call("x")], "fail"),
        ("subset", [call("x")], "fail"),
        ("subset", [call("find", id="7781")], "error"),
    ],
)
def test_of_a_conversation_that_broke_off_only_what_nothing_could_mend_stays_failed(mode, calls, outcome):
    assert verdict(made(*calls), match=mode, ending="agent_error").verdict == outcome


def test_a_reference_that_cannot_be_read_is_an_error_of_this_criterion_alone():
    found = graded(scenario(path={"reference": ["x"], "must_call": []}), made()).criteria

    assert found["reference_match"].verdict == "error"
    assert found["required_tools"].verdict == "pass"
