"""Shorthand for the tests of grading: scenarios, turns and calls with as little around them as possible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from porfiado.cases import Scenario, Suite
from porfiado.grading import Graded, grade
from porfiado.grading.results import Results
from porfiado.records import Call, Conversation, Ending, Step, Turn, Verdict
from porfiado.reports.results_file import ResultsFile

RUT = {"value": "12345678-9", "type": "rut"}
BOOKING = {"value": "PED-4402", "type": "booking_number"}


def written(results: Results) -> bytes:
    """The results as `--json` writes them."""
    stream = BytesIO()
    head = {key: getattr(results, key) for key in ("run", "suite", "agent", "user", "seed")}
    file = ResultsFile(stream, **head)
    for one in results.conversations:
        file.add(one)
    file.finish(results.summary)
    return stream.getvalue()


def scenario(**parts: Any) -> Scenario:
    """A scenario; `persona` is laid over a cooperative one with a goal."""
    persona = {"kind": "cooperative", "goal": "something", **parts.pop("persona", {})}
    return Scenario.model_validate({"id": "one", "persona": persona, **parts})


def call(name: str, /, error: str | None = None, **arguments: Any) -> Call:
    return Call(name=name, arguments=arguments, error=error)


def gave(name: str, result: Any, /, **arguments: Any) -> Call:
    """A call that gave a result."""
    return Call(name=name, arguments=arguments, result=result)


def turn(user: str = "hi", agent: str | None = "Done.", **parts: Any) -> Turn:
    return Turn(user=user, agent=agent, **parts)


def stepped(*calls: Call, stop: str | None = "end_turn") -> tuple[Step, ...]:
    """One step for each call, and one that ends."""
    return (*(Step(calls=(one,), stop_reason="tool_use") for one in calls), Step(stop_reason=stop))


def graded(
    what: Scenario, *turns: Turn, ending: str | None = None, lang: str = "en", **options: Any
) -> Graded:
    conversation = Conversation(
        scenario=what.id,
        language=options.pop("language", "es"),
        turns=turns,
        ending=Ending(ending) if ending else None,
        error=options.pop("error", None),
    )
    return grade(conversation, what, lang=lang, **options)


def flat(verdict: Verdict) -> dict[str, Any]:
    """A verdict and its extras by name."""
    return {"verdict": verdict.verdict.value, "value": verdict.value, "turn": verdict.turn, **verdict.extra}


def read_cases(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def differences(case: dict[str, Any]) -> Iterator[str]:
    """Where grading differs from what a worked case expects: every key of every criterion, and the ledger."""
    suite = Suite.model_validate(case["suite"])
    conversation = msgspec.convert(case["conversation"], Conversation)
    named = {one.id: one for one in suite.scenarios}
    result = grade(conversation, named[conversation.scenario or ""], language=suite.language)
    for criterion, expected in case["expected"].items():
        verdict = result.criteria[criterion]
        found = flat(verdict)
        for key, value in expected.items():
            if found.get(key) != value:
                yield f"{criterion}.{key}: expected {value!r}, got {found.get(key)!r} ({verdict})"
    for fact, expected in case.get("expected_ledger", {}).items():
        entry = msgspec.json.decode(msgspec.json.encode(result.ledger[fact]))
        for key, value in expected.items():
            if entry[key] != value:
                yield f"ledger.{fact}.{key}: expected {value!r}, got {entry[key]!r}"
