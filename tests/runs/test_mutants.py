"""Which criterion counts as having found a planted defect."""

import pytest

from porfiado.agents.reference import DEFECTS
from porfiado.runs.mutants import DefectReport, Status, Trace, _compare

KEY = ("suite", "scenario", 1)


def trace(fingerprint, *red, blocking=(), silent=()):
    return Trace(KEY, fingerprint, frozenset(red), 3, frozenset(blocking), frozenset(silent))


def report(defect, good, bad):
    compared = DefectReport(DEFECTS[defect])
    _compare(compared, bad, {KEY: good})
    return compared


def test_its_own_criterion_finds_it():
    found = report("wrong-arguments", trace(1), trace(2, "tool_arguments", "goal", blocking=["goal"]))
    assert (found.status, dict(found.found_by), dict(found.also_red)) == (
        Status.CAUGHT,
        {"tool_arguments": 1},
        {"goal": 1},
    )


@pytest.mark.parametrize(
    ("defect", "silent"), [("wrong-arguments", "tool_arguments"), ("forbidden-call", "forbidden_tools")]
)
def test_where_its_own_does_not_apply_what_fails_the_run_finds_it(defect, silent):
    good = trace(1, silent=[silent])
    found = report(defect, good, trace(2, "goal", "final_state", blocking=["goal"], silent=[silent]))
    assert found.status is Status.CAUGHT
    assert (dict(found.found_by), dict(found.also_red)) == ({"goal": 1}, {"final_state": 1})


def test_what_fails_no_run_finds_nothing():
    good = trace(1, silent=["tool_arguments"])
    assert report("wrong-arguments", good, trace(2, "final_state")).status is Status.ESCAPED


def test_where_its_own_applies_and_stays_green_it_escaped():
    assert report("wrong-arguments", trace(1), trace(2, "goal", blocking=["goal"])).status is Status.ESCAPED


def test_what_was_red_before_finds_nothing():
    good = trace(1, "goal", blocking=["goal"], silent=["tool_arguments"])
    assert report("wrong-arguments", good, trace(2, "goal", blocking=["goal"])).status is Status.ESCAPED


def test_an_agent_that_did_not_behave_otherwise_had_no_occasion():
    assert report("wrong-arguments", trace(1), trace(1)).status is Status.IDLE
