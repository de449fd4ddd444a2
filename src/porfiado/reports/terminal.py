"""The report of a run, for a terminal: what held, how sure that is, and which conversations to read first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from porfiado.grading.figures import Figures
from porfiado.grading.results import Results
from porfiado.reports.excerpts import print_bad
from porfiado.reports.safe import escaped, one_line
from porfiado.reports.tables import criteria_table, drift_line, endings_table, figures_grid
from porfiado.reports.words import Words, speak
from porfiado.reports.worst import Worst

RECORDED = "recorded"
_ADVICE_SHOWN = 6
_NOT_ENFORCED_SHOWN = 6


@dataclass(frozen=True, kw_only=True)
class Report:
    """What a run's report is made of.

    Attributes:
        results: The results, with their summary in the language of the report.
        worst: What was kept of the conversations while the run went on.
        not_enforced: Scenario → words of tone and constraints that were kept but are not enforced.
        stopped: The run was stopped before its end.
    """

    results: Results
    worst: Worst
    not_enforced: Mapping[str, Sequence[str]] = field(default_factory=dict)
    stopped: bool = False


def print_report(console: Console, report: Report, lang: str) -> None:
    """Print the whole report in `lang`."""
    words = speak(lang)
    figures = report.worst.count.figures()
    _print_header(console, report, figures, words)
    if not report.results.summary.conversations:
        return
    _print_criteria(console, report, words)
    _print_endings(console, report, figures, words)
    _print_figures(console, report, figures, words)
    _print_worst(console, report, words)
    _print_advice(console, report, words)
    _print_suite(console, report, words)


def _print_header(console: Console, report: Report, figures: Figures, words: Words) -> None:
    results, count = report.results, report.results.summary.conversations
    facts = [escaped(results.agent), _user(results, words)]
    facts.append(words.plural("header.conversations", count))
    facts.append(words.plural("header.turns", sum(one.turns for one in results.conversations)))
    if report.stopped:
        facts.append(words("header.stopped"))
    title = Text(f"porfiado · {escaped(results.suite)}", style="bold")
    console.print(Rule(title, align="left", style="dim"))
    console.print(Text(" · ".join(filter(None, facts)), style="dim"))
    for line in _verdict(figures, count, words):
        console.print(line)


def _user(results: Results, words: Words) -> str:
    if results.user == RECORDED:
        return words("header.recorded")
    seed = "" if results.seed is None else f" · {words('header.seed')} {results.seed}"
    return f"{words('header.user')} {escaped(results.user)}{seed}"


def _verdict(figures: Figures, count: int, words: Words) -> list[Text]:
    """The answer in words: the first thing that a reader wants to know."""
    if not count:
        return [Text(words("verdict.nothing"), style="bold yellow")]
    lines = []
    if figures.broken:
        ordered = sorted(figures.broken_by.items(), key=lambda item: -item[1])
        names = ", ".join(f"{words.name('criteria', name)} {number}" for name, number in ordered)
        text = words("verdict.broke", broken=figures.broken, count=count, criteria=names)
        lines.append(Text(f"✘ {text}", style="bold red"))
    if figures.agent_errors:
        text = words("verdict.agent_errors", broken=figures.agent_errors, count=count)
        lines.append(Text(f"✘ {text}", style="bold red"))
    if not lines:
        lines.append(Text(f"✔ {words('verdict.held')}", style="bold green"))
    if figures.unfinished:
        lines.append(Text(f"! {words.plural('verdict.apart', figures.unfinished)}", style="yellow"))
    return lines


def _title(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _print_criteria(console: Console, report: Report, words: Words) -> None:
    _title(console, words("table.title"))
    table, notes = criteria_table(report.results.summary, console.width, words)
    console.print(table)
    for note in notes:
        console.print(Text(note, style="dim"))


def _print_endings(console: Console, report: Report, figures: Figures, words: Words) -> None:
    _title(console, words("ending_table.title"))
    console.print(endings_table(report.results.summary, figures, words))


def _print_figures(console: Console, report: Report, figures: Figures, words: Words) -> None:
    grid = figures_grid(report.results.summary, figures, words)
    if grid.row_count:
        _title(console, words("figures.title"))
        console.print(grid)


def _print_worst(console: Console, report: Report, words: Words) -> None:
    if not report.worst.shown:
        return
    _title(console, words("worst.title"))
    for number, bad in enumerate(report.worst.shown, 1):
        print_bad(console, number, bad, words)
    if report.worst.left_out:
        console.print()
        console.print(Text(words("worst.more", count=words.number(report.worst.left_out)), style="dim"))


def _print_advice(console: Console, report: Report, words: Words) -> None:
    criteria = report.results.summary.criteria
    failed = [name for name, one in criteria.items() if one.failed and words.has("advice", name)]
    failed.sort(key=lambda name: (not criteria[name].blocking, -criteria[name].failed))
    if not failed:
        return
    _title(console, words("advice.title"))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold")
    for name in failed[:_ADVICE_SHOWN]:
        grid.add_row(name, words(f"advice.{name}"))
    console.print(grid)


def _print_suite(console: Console, report: Report, words: Words) -> None:
    """What the suite and its simulated users have to answer for."""
    summary = report.results.summary
    if report.results.user != RECORDED or any(summary.drift.values()):
        console.print()
        console.print(drift_line(summary, words))
    if summary.warnings or report.not_enforced:
        _title(console, words("warnings.title"))
    for warning in summary.warnings:
        console.print(Text.assemble(("! ", "yellow"), escaped(warning.text)))
    for scenario, kept in list(report.not_enforced.items())[:_NOT_ENFORCED_SHOWN]:
        what = " · ".join(one_line(word, 60) for word in kept)
        place = one_line(scenario, 40)
        console.print(Text.assemble(("! ", "yellow"), f"{place}: {words('warnings.not_enforced')} {what}"))
    if len(report.not_enforced) > _NOT_ENFORCED_SHOWN:
        rest = len(report.not_enforced) - _NOT_ENFORCED_SHOWN
        console.print(Text(words("warnings.more", count=rest), style="dim"))
