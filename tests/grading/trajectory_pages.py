"""What docs/trajectories.md and docs/trajectories.es.md show of the three agents' reports.

PYTHONPATH=src python tests/grading/trajectory_pages.py     writes the reports into the pages again
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from porfiado.suites import three_agents

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "trajectories.md", "es": DOCS / "trajectories.es.md"}
AGENTS = {
    "en": ("cases.jsonl", ("efficient", "wasteful", "lucky")),
    "es": ("casos.jsonl", ("eficiente", "derrochador", "suertudo")),
}
_COLUMNS = "100"


def report(language: str, *agents: str) -> str:
    """What `porfiado grade` prints of the agents' files."""
    cases, _ = AGENTS[language]
    files = [f"{agent}.jsonl" for agent in agents]
    command = [sys.executable, "-m", "porfiado", "grade", *files, "--cases", cases, "--lang", language]
    done = subprocess.run(
        command,
        cwd=three_agents(language),
        env={**os.environ, "COLUMNS": _COLUMNS, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def criteria_rows(printed: str) -> list[str]:
    """The rows of the criteria, with the names of their columns; the reference is a page of its own."""
    lines = printed.splitlines()
    rule = next(number for number, line in enumerate(lines) if line.startswith("─────"))
    end = next(number for number in range(rule, len(lines)) if lines[number].startswith("■"))
    return [line.rstrip() for line in lines[rule - 2 : end] if " reference_match " not in line]


def figures(printed: str) -> list[str]:
    """The last four lines of the figures: steps, calls, tokens, money."""
    lines = printed.splitlines()
    first = next(number for number, line in enumerate(lines) if line in ("Figures", "Cifras"))
    return [line.rstrip() for line in lines[first + 1 : first + 5]]


def blocks(language: str) -> list[str]:
    """The three tables, as the page has them."""
    return ["\n".join(criteria_rows(report(language, agent))) for agent in AGENTS[language][1]]


def costs(language: str) -> str:
    """What the three cost, as the page has it."""
    return "\n".join(
        line for agent in AGENTS[language][1] for line in (agent, *figures(report(language, agent)))
    )


def _write(language: str) -> None:
    page = PAGES[language]
    text = page.read_text(encoding="utf-8")
    tables = iter(blocks(language))
    text = re.sub(
        r"(grade \w+\.jsonl --cases [^\n]*\n```\n```text\n).*?(\n```)",
        lambda match: match[1] + next(tables) + match[2],
        text,
        count=3,
        flags=re.DOTALL,
    )
    text = re.sub(
        r"(\n## [^\n]+\n\n[^\n]+:\n```text\n).*?(\n```)",
        lambda match: match[1] + costs(language) + match[2],
        text,
        count=1,
        flags=re.DOTALL,
    )
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in PAGES:
        _write(name)
