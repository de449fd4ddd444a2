"""The pages about trajectories show what the three agents' reports are, and the agents are what they say."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from trajectory_pages import AGENTS, PAGES, blocks, costs

from porfiado.cases.loading import load_suites
from porfiado.grading import Grader
from porfiado.grading.recorded import pair
from porfiado.records import Outcome
from porfiado.suites import three_agents
from porfiado.traces import load_conversations

RED = (
    set(),
    {"no_repeated_calls", "needless_calls", "step_budget"},
    {"required_tools", "tool_arguments", "grounded_replies"},
)


def held(language: str, agent: str):
    cases, _ = AGENTS[language]
    scenarios = load_suites([three_agents(language) / cases])[0].suite.scenarios
    problems: list = []
    loaded = load_conversations(three_agents(language) / f"{agent}.jsonl", problems=problems)
    paired = list(pair(loaded, scenarios, problems))
    found = [(one.conversation, Grader(one.scenario).grade(one.conversation)) for one in paired]
    assert not problems
    return found


@pytest.mark.parametrize("language", PAGES)
def test_the_three_give_the_same_answers(language):
    answers = [[c.turns[0].agent for c, _ in held(language, agent)] for agent in AGENTS[language][1]]
    assert len(answers[0]) == 3
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("language", PAGES)
def test_their_rows_differ(language):
    for agent, expected in zip(AGENTS[language][1], RED, strict=True):
        for _, graded in held(language, agent):
            red = {name for name, one in graded.criteria.items() if one.verdict is Outcome.FAIL}
            assert red - {"reference_match"} == expected, agent
            assert graded.criteria["answer"].verdict is Outcome.PASS


@pytest.mark.parametrize("language", PAGES)
def test_the_pages_show_the_reports(language):
    text = PAGES[language].read_text(encoding="utf-8")
    for shown in (*blocks(language), costs(language)):
        assert f"```text\n{shown}\n```" in text, "write it again: python tests/grading/trajectory_pages.py"


@pytest.mark.parametrize("language", PAGES)
def test_the_program_of_the_page_prints_what_the_page_says(language):
    text = PAGES[language].read_text(encoding="utf-8")
    program, printed = re.search(r"```python\n(.*?)```\n```text\n(.*?)```", text, re.DOTALL).groups()
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout == printed


def test_the_pages_have_the_same_parts():
    texts = [page.read_text(encoding="utf-8") for page in PAGES.values()]
    for pattern in (r"^## ", r"^\| ", r"^```"):
        assert len({len(re.findall(pattern, text, re.MULTILINE)) for text in texts}) == 1
