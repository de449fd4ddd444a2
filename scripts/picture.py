"""Draw the pictures of the README: the report of a real run, in each language.

    python scripts/picture.py        writes docs/report.svg and docs/report.es.svg

The run is deterministic and needs neither key nor network: the pictures can be made again at any time.
"""

from __future__ import annotations

import asyncio
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from porfiado.agents import resolve
from porfiado.cli.language import Speaker
from porfiado.cli.suites import load, worlds
from porfiado.grading.results import Results, conversation_result
from porfiado.grading.summary import summarise
from porfiado.reports.terminal import Report, print_report
from porfiado.reports.worst import Worst
from porfiado.runs.execute import execute
from porfiado.runs.plan import make_plan
from porfiado.runs.runner import Finished, Runner, Settings

DOCS = Path(__file__).parent.parent / "docs"
AGENT = "reference:yields-in-words"  # a good agent but for one thing: it gives in when the user keeps on
PICTURES = (("report.svg", "orders", "en"), ("report.es.svg", "citas", "es"))
COLUMNS = 100
SHOWN = 2  # bad conversations
SEED = 1

_THEME = TerminalTheme(
    (24, 26, 31),
    (214, 218, 224),
    [
        (92, 99, 112),
        (240, 113, 120),
        (126, 200, 130),
        (229, 192, 123),
        (97, 175, 239),
        (198, 140, 230),
        (86, 200, 210),
        (214, 218, 224),
    ],
)
# Fonts that a reader's own machine has: the picture loads nothing.
_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_FORMAT = (
    '<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">\n'
    "<style>\n"
    f".{{unique_id}}-matrix {{{{ font-family: {_FONTS}; font-size: {{char_height}}px;"
    " line-height: {line_height}px; }}\n"
    ".{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}\n"
    "{styles}\n</style>\n"
    '<defs><clipPath id="{unique_id}-clip-terminal">'
    '<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>\n{lines}</defs>\n'
    "{chrome}\n"
    '<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">\n'
    '{backgrounds}\n<g class="{unique_id}-matrix">\n{matrix}\n</g>\n</g>\n</svg>\n'
)


def draw(suite: str, lang: str) -> str:
    """The picture of the report on a run of the bundled `suite`, as SVG."""
    prepared = load(suite, Speaker(lang))
    jobs = make_plan([one.suite for one in prepared])
    runner = Runner(resolve(AGENT), worlds(prepared), Settings(seed=SEED, report_language=lang))
    worst, results = Worst(SHOWN), []

    def keep(finished: Finished) -> None:
        worst.add(finished.conversation, finished.graded)
        results.append(conversation_result(finished.conversation, finished.graded))

    asyncio.run(execute(jobs, runner.hold, concurrency=10, on_result=keep))
    made = Results(
        suite=suite,
        agent=AGENT,
        user="scripted",
        seed=SEED,
        conversations=tuple(results),
        summary=summarise(results, [job.scenario for job in jobs], lang=lang),
    )
    console = Console(
        record=True,
        width=COLUMNS,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
    )
    print_report(console, Report(results=made, worst=worst), lang)
    title = f"porfiado run {suite} --agent {AGENT} --lang {lang}"
    return console.export_svg(title=title, theme=_THEME, code_format=_FORMAT, unique_id="report")


def main() -> None:
    """Write the pictures."""
    for name, suite, lang in PICTURES:
        (DOCS / name).write_text(draw(suite, lang), encoding="utf-8")
        sys.stdout.write(f"docs/{name}\n")


if __name__ == "__main__":
    main()
