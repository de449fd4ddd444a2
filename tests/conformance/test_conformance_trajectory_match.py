"""Every case of ../shared/conformance/trajectory-match.jsonl, by the function and by `porfiado grade`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import porfiado
from porfiado.grading import match_trajectories
from porfiado.records import Conversation
from porfiado.traces.assemble import assemble
from porfiado.traces.messages import Message, Request
from porfiado.traces.native import dump

FILE = Path(__file__).parents[3] / "shared" / "conformance" / "trajectory-match.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()] if FILE.is_file() else []
# Cases in which the library that gave the verdicts is known to be wrong: id → why, and what is right.
# Its greedy pairing misses matches that exist, and its mode `subset` takes the argument modes `subset` and
# `superset` for each other. None of the cases that are here depends on either.
DEVIATIONS: dict[str, tuple[str, bool]] = {}

pytestmark = pytest.mark.skipif(not CASES, reason=f"{FILE} is not here")
each_case = pytest.mark.parametrize("case", CASES or [None], ids=[case["id"] for case in CASES] or ["absent"])


def right(case):
    return DEVIATIONS[case["id"]][1] if case["id"] in DEVIATIONS else case["expected"]


def record(messages) -> Conversation:
    """Chat messages as a record, read here by hand."""
    return assemble(
        Message(
            role=one["role"],
            text=one.get("content"),
            calls=tuple(
                Request(call["function"]["name"], call["function"]["arguments"])
                for call in one.get("tool_calls") or ()
            ),
        )
        for one in messages
    )


@each_case
def test_messages(case):
    found = match_trajectories(
        case["output"],
        case["reference"],
        mode=case["mode"],
        arguments=case["arguments"],
        overrides=case["overrides"],
    )

    assert found.matched is right(case), found.explain()
    assert found.matched == (found.explain("es") == "")


@each_case
@pytest.mark.parametrize("sides", ["one", "both"])
def test_records(case, sides):
    reference = record(case["reference"]) if sides == "both" else case["reference"]
    options = {name: case[name] for name in ("mode", "arguments", "overrides")}

    assert match_trajectories(record(case["output"]), reference, **options).matched is right(case)


def scenario(case):
    path = {
        "reference": case["reference"],
        "match": case["mode"],
        "arguments_match": case["arguments"],
        "overrides": case["overrides"],
    }
    return {"id": case["id"], "persona": {"goal": "g"}, "path": path}


def test_grade_command(tmp_path):
    suite = {"suite": "match", "scenarios": list(map(scenario, CASES))}
    (tmp_path / "suite.json").write_text(json.dumps(suite), encoding="utf-8")
    made = (msgspec.structs.replace(record(case["output"]), scenario=case["id"]) for case in CASES)
    dump(made, tmp_path / "made.jsonl")
    arguments = ["grade", "made.jsonl", "--cases", "suite.json", "--json", "results.json", "--quiet"]
    environment = {**os.environ, "PYTHONPATH": str(Path(porfiado.__file__).parents[1])}
    finished = subprocess.run(
        [sys.executable, "-m", "porfiado", *arguments],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert finished.returncode == 0, finished.stderr
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    verdicts = {
        one["scenario"]: one["criteria"]["reference_match"]["verdict"] for one in results["conversations"]
    }
    assert verdicts == {case["id"]: "pass" if right(case) else "fail" for case in CASES}


def test_every_deviation_is_of_a_case():
    assert DEVIATIONS.keys() <= {case["id"] for case in CASES}
