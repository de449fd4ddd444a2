from __future__ import annotations

import pytest

from porfiado.cases.loading import LoadedSuite, parse_suite
from porfiado.cases.problems import Problem, SuiteError


def suite_of(scenarios: str, head: str = "language: en") -> str:
    return f"suite: s\n{head}\nscenarios:\n{scenarios}"


def load(scenarios: str, head: str = "language: en") -> LoadedSuite:
    return parse_suite(suite_of(scenarios, head))


def problems_of(text: str, form: str = "yaml") -> tuple[Problem, ...]:
    with pytest.raises(SuiteError) as caught:
        parse_suite(text, format=form)
    return caught.value.problems


def only(text: str, form: str = "yaml") -> Problem:
    found = problems_of(text, form)
    assert len(found) == 1, [str(problem) for problem in found]
    return found[0]


def persona(body: str, language: str = "en"):
    """The persona of a suite with one scenario, whose keys are `body` (flow or block, indented by six)."""
    scenarios = f"  - id: a\n    persona:\n{body}"
    return load(scenarios, f"language: {language}").suite.scenarios[0]
