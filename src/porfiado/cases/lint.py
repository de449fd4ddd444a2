"""The suite's own faults, before any money is spent on it. Every finding says how to mend it.

Severities: `error` (the suite cannot mean what it says), `warning` (a result would mislead), `note` (worth
knowing; a small suite can hardly avoid it).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from porfiado.cases.lint_context import Case, Found, cases_of
from porfiado.cases.lint_expectations import expectations
from porfiado.cases.lint_needs import needs
from porfiado.cases.lint_persona import persona_rules
from porfiado.cases.lint_restrictions import restrictions
from porfiado.cases.lint_suite import suite_rules
from porfiado.cases.lint_world import check_against_world
from porfiado.cases.loading import LoadedSuite
from porfiado.locales import FALLBACK, words, words_if_any
from porfiado.world import World

SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True)
class Finding:
    """One fault of a suite.

    Attributes:
        code: What kind of fault, for programs.
        severity: `error`, `warning` or `note`.
        scenario: The scenario's id; None where the whole suite is meant.
        line: Where it stands in the suite's file, from 1.
        message: What is wrong.
        advice: How to mend it.
    """

    code: str
    severity: str
    scenario: str | None
    line: int
    message: str
    advice: str


def lint(
    loaded: LoadedSuite,
    world: type[World] | None = None,
    agent_prompt: str | None = None,
    language: str = FALLBACK,
) -> list[Finding]:
    """Everything that is wrong with a suite as a measurement, in the order of its file.

    Args:
        loaded: The suite.
        world: Its world's class; without it, what concerns tools and states is not looked at.
        agent_prompt: The text given to the agent: what stands in it need not be asked for.
        language: The language of the messages.
    """
    findings = [_finding(found, language) for found in _found(loaded, world, agent_prompt)]
    if world is not None:
        findings += [
            Finding(
                problem.code,
                "error",
                _scenario_at(loaded, problem.path),
                problem.line,
                problem.say(language) + (f" ({problem.hint(language)})" if problem.suggestion else ""),
                _words(language, "world_problem")["advice"],
            )
            for problem in check_against_world(loaded, world)
        ]
    return sorted(findings, key=lambda f: (f.line, SEVERITIES.index(f.severity), f.code))


def _found(loaded: LoadedSuite, world: type[World] | None, prompt: str | None) -> Iterable[Found]:
    cases: list[Case] = cases_of(loaded, world)
    for case in cases:
        yield from persona_rules(case, prompt)
        yield from expectations(case)
        yield from needs(case)
        yield from restrictions(case)
    yield from suite_rules(loaded, cases)


def _scenario_at(loaded: LoadedSuite, path: str) -> str | None:
    number = path.removeprefix("scenarios[").partition("]")[0]
    return loaded.suite.scenarios[int(number)].id if number.isdigit() else None


def _words(language: str, code: str) -> dict[str, Any]:
    table = words_if_any(language, "lint") or words(FALLBACK, "lint")
    found: dict[str, Any] = table["findings"][code]
    return found


def _finding(found: Found, language: str) -> Finding:
    text = _words(language, found.code)
    return Finding(
        found.code,
        found.severity,
        found.scenario,
        found.line,
        text["message"].format_map(found.values),
        text["advice"].format_map(found.values),
    )
