"""The verdicts on one conversation, a line each."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from porfiado.grading import Graded
from porfiado.records import Outcome, Verdict
from porfiado.reports.safe import escaped
from porfiado.reports.words import Words, speak

SIGNS = {Outcome.PASS: "✔", Outcome.FAIL: "✘", Outcome.NOT_APPLICABLE: "·", Outcome.ERROR: "?"}
STYLES = {
    Outcome.PASS: "green",
    Outcome.FAIL: "bold red",
    Outcome.NOT_APPLICABLE: "dim",
    Outcome.ERROR: "yellow",
}
BLOCKING = "■"
_COUNTED = frozenset({"turns_to_goal", "elicitation", "limits"})  # their value says more than held or failed


def print_verdicts(console: Console, graded: Graded, lang: str) -> None:
    """Print every criterion with its verdict and what shows it; last, in a line, those that do not apply."""
    words = speak(lang)
    grid = Table.grid(padding=(0, 1))
    for ratio in (None, None, None, 1):
        grid.add_column(no_wrap=ratio is None, ratio=ratio)
    for name, verdict in graded.criteria.items():
        if verdict.verdict is not Outcome.NOT_APPLICABLE:
            grid.add_row(*_cells(name, verdict, words))
    console.print(grid)
    idle = [name for name, one in graded.criteria.items() if one.verdict is Outcome.NOT_APPLICABLE]
    if idle:
        label = words.name("verdicts", Outcome.NOT_APPLICABLE)
        console.print(Text(f"  {label}: {', '.join(idle)}", style="dim"))


def _cells(name: str, verdict: Verdict, words: Words) -> tuple[Text, ...]:
    style = STYLES[verdict.verdict]
    outcome = f"{SIGNS[verdict.verdict]} {words.name('verdicts', verdict.verdict)}"
    mark = BLOCKING if verdict.blocking else " "
    label = Text.assemble(words.name("criteria", name), (f" {name}", "dim"))
    return Text(mark), Text(outcome, style=style), label, _why(name, verdict, words)


def _why(name: str, verdict: Verdict, words: Words) -> Text:
    """The number, the turn and the evidence, or the reason."""
    parts = []
    if verdict.turn is not None and verdict.verdict is Outcome.FAIL:
        parts.append(words("worst.turn", turn=verdict.turn))
    elif name in _COUNTED and isinstance(verdict.value, int | float):
        parts.append(words.number(verdict.value, 0 if isinstance(verdict.value, int) else 2))
    parts += [escaped(text) for text in (verdict.evidence, verdict.reason) if text]
    return Text(" · ".join(parts), style="dim" if verdict.verdict is Outcome.PASS else "")
