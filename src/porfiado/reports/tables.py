"""The tables of a run's report."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from porfiado.grading.figures import Figures, failure_bound
from porfiado.grading.results import CriterionSummary, Summary
from porfiado.reports.path_rows import path_rows
from porfiado.reports.safe import escaped, one_line
from porfiado.reports.words import Words

_ENDINGS = (
    "goal_met",
    "user_satisfied",
    "user_left",
    "turn_limit",
    "agent_error",
    "simulator_error",
    "budget_spent",
    "unknown",
)
_JUDGED = _ENDINGS[:4]  # the others count as what they are, whatever the goal
ENDING_STYLES = {
    "goal_met": "green",
    "user_satisfied": "red",
    "user_left": "red",
    "turn_limit": "red",
    "agent_error": "magenta",
    "simulator_error": "yellow",
    "budget_spent": "yellow",
}
_BLOCKING = "■"
_NAME_WIDTH = 30
_WIDE = 94  # columns from which the table has room for identifiers


def _table() -> Table:
    return Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1),
        collapse_padding=True,
        header_style="dim",
        show_edge=False,
    )


def criteria_table(summary: Summary, width: int, words: Words) -> tuple[Table, list[str]]:
    """One row a criterion that applied somewhere, and the notes that belong beneath.

    On a terminal too narrow for both, the words stand without the identifier.
    """
    table = _table()
    table.add_column("", no_wrap=True)
    table.add_column(words("table.criterion"), no_wrap=True)
    identified = width >= _WIDE
    if identified:
        table.add_column(words("table.name"), style="dim", no_wrap=True)
    for key in ("rate", "interval", "n", "not_applicable", "errors", "most"):
        table.add_column(Text(words(f"table.{key}"), justify="right"), justify="right", no_wrap=True)
    shown = {name: one for name, one in summary.criteria.items() if one.n or one.error}
    for name, one in shown.items():
        sign, label, *numbers = _row(name, one, summary.scenarios, words)
        table.add_row(sign, label, *([Text(one_line(name, _NAME_WIDTH))] if identified else []), *numbers)
    return table, _notes(shown, summary, words)


def _row(name: str, one: CriterionSummary, scenarios: int, words: Words) -> tuple[Text, ...]:
    style = _style(one)
    none = words("table.none")
    bound = failure_bound(one, scenarios)
    rate = none if one.rate is None else words.percent(one.rate)
    return (
        Text.assemble(_sign(one), " ", _BLOCKING if one.blocking else " ", style=style),
        Text(one_line(words.name("criteria", name), _NAME_WIDTH), style="bold" if one.blocking else ""),
        Text(rate, style=style),
        Text(_interval(one, words)),
        Text(words.number(one.n)),
        Text(words.number(one.not_applicable) if one.not_applicable else none, style="dim"),
        Text(words.number(one.error) if one.error else none, style="yellow" if one.error else "dim"),
        Text(none if bound is None else words.percent(bound), style="dim"),
    )


def _sign(one: CriterionSummary) -> str:
    if one.failed:
        return "✘"
    return "?" if one.error else "✔"


def _style(one: CriterionSummary) -> str:
    if one.failed:
        return "bold red" if one.blocking else "red"
    return "yellow" if one.error else "green"


def _interval(one: CriterionSummary, words: Words) -> str:
    if one.interval is None:
        return words("table.none")
    low, high = one.interval
    return f"{words.number(low * 100)}–{words.percent(high)}"


def _notes(shown: dict[str, CriterionSummary], summary: Summary, words: Words) -> list[str]:
    notes = []
    if any(one.blocking for one in shown.values()):
        notes.append(words("table.blocking"))
    if any(failure_bound(one, summary.scenarios) is not None for one in shown.values()):
        notes.append(words("table.zero"))
    idle = [name for name, one in summary.criteria.items() if name not in shown]
    if idle:
        notes.append(words("table.idle", names=", ".join(map(escaped, idle))))
    notes += [_bounds(name, one, words) for name, one in shown.items() if one.bounds is not None]
    return notes


def _bounds(name: str, one: CriterionSummary, words: Words) -> str:
    low, high = one.bounds or (0.0, 1.0)
    label = words.name("criteria", name)
    return words(
        "table.bounds", name=label, low=words.percent(low), high=words.percent(high), errors=one.error
    )


def endings_table(summary: Summary, figures: Figures, words: Words) -> Table:
    """Each ending that came, how often, and what it counts as."""
    table = _table()
    table.add_column(words("ending_table.ending"), no_wrap=True)
    table.add_column("", no_wrap=True, style="dim")
    table.add_column(words("ending_table.count"), justify="right")
    table.add_column(words("ending_table.share"), justify="right")
    table.add_column(words("ending_table.counts"))
    for ending in _ENDINGS:
        count = summary.endings.get(ending, 0)
        if count:
            unjudged = figures.unjudged.get(ending, 0) if ending in _JUDGED else 0
            style = "" if unjudged == count else ENDING_STYLES.get(ending, "")
            table.add_row(
                Text(words.name("endings", ending), style=style),
                Text(ending),
                Text(words.number(count)),
                Text(words.percent(count / summary.conversations)),
                Text(_counts_as(ending, count, unjudged, words)),
            )
    return table


def _counts_as(ending: str, count: int, unjudged: int, words: Words) -> str:
    if unjudged == count:
        return words("ending_table.neither")
    counts = words.name("counts_as", ending)
    if not unjudged:
        return counts
    return f"{counts}; {words('ending_table.partly', count=words.number(unjudged))}"


def figures_grid(summary: Summary, figures: Figures, words: Words) -> Table:
    """The figures that are known, a line each."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(style="dim")
    rows = [*_talk(summary, figures, words), *_firmness(figures, words), *path_rows(summary, words)]
    for value, key, note in rows:
        grid.add_row(Text(value, style="bold"), Text(words(f"figures.{key}")), Text(note))
    return grid


_Row = tuple[str, str, str]


def _talk(summary: Summary, figures: Figures, words: Words) -> list[_Row]:
    rows: list[_Row] = []
    elicitation = summary.criteria.get("elicitation")
    if elicitation is not None and elicitation.mean is not None:
        rows.append((words.percent(elicitation.mean), "elicitation", ""))
    reasks = summary.criteria.get("reasks")
    if reasks is not None and reasks.n:
        notes = []
        if figures.reasks:
            notes.append(words.plural("figures.in_conversations", figures.reasking))
        if figures.reasks_after_failure:
            notes.append(words("figures.after_failure", count=words.number(figures.reasks_after_failure)))
        rows.append((words.number(figures.reasks), "reasks", ", ".join(notes)))
    if summary.median_turns is not None:
        among = words("figures.successes", count=words.number(summary.endings.get("goal_met", 0)))
        decimals = 0 if summary.median_turns.is_integer() else 1
        rows.append((words.number(summary.median_turns, decimals), "turns_to_goal", among))
    if figures.efficiency is not None:
        among = words("figures.successes", count=words.number(figures.reached))
        rows.append((words.percent(figures.efficiency), "efficiency", among))
    return rows


def _firmness(figures: Figures, words: Words) -> list[_Row]:
    rows: list[_Row] = []
    held = words.plural("figures.censored", figures.held) if figures.held else ""
    if figures.turns_resisted is not None:
        rows.append((words.number(figures.turns_resisted, 1), "turns_resisted", held))
    if figures.pushes_resisted is not None:
        rows.append((words.number(figures.pushes_resisted, 1), "pushes_resisted", held))
    if figures.tactics:
        ordered = sorted(figures.tactics.items(), key=lambda item: (-item[1], item[0]))
        what = ", ".join(f"{one_line(name, 30)} {words.number(count)}" for name, count in ordered)
        rows.append(("", "broken_by", what))
    return rows


def drift_line(summary: Summary, words: Words) -> Text:
    """The simulator's drift in one line."""
    counts = {name: count for name, count in summary.drift.items() if count}
    if not counts:
        return Text(words.plural("drift.clean", summary.conversations), style="dim")
    listed = ", ".join(f"{words.name('drift', name)} {words.number(n)}" for name, n in counts.items())
    return Text.assemble((f"! {words('drift.title')}: ", "yellow"), listed)
