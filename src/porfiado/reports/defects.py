"""Planted defects and what found them, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from porfiado.reports.words import Words, speak

CAUGHT, ESCAPED, IDLE = "caught", "escaped", "idle"


@dataclass(frozen=True, kw_only=True)
class DefectRow:
    """One planted defect in one suite.

    Attributes:
        defect: Its name.
        description: What the agent does wrong, in the reader's language; shown where it escaped.
        status: `caught` by a criterion that should find it, `escaped`, or `idle`: it had no occasion to show.
        found_by: Criterion → in how many scenarios it was red: the criteria that should find the defect.
        expected: The criteria that should find it.
        collateral: Criterion → in how many scenarios it was red too.
        acted: In how many scenarios the agent with the defect behaved unlike the good one.
        scenarios: How many scenarios were run.
        suite: The suite, where the table shows several.
    """

    defect: str
    description: str = ""
    status: str
    found_by: Mapping[str, int] = field(default_factory=dict)
    expected: tuple[str, ...] = ()
    collateral: Mapping[str, int] = field(default_factory=dict)
    acted: int = 0
    scenarios: int = 0
    suite: str | None = None


_STYLES = {CAUGHT: "green", ESCAPED: "bold red", IDLE: "dim"}
_FOUND = {CAUGHT: "", ESCAPED: "dim", IDLE: "dim"}
_ALSO_SHOWN = 3  # criteria that were red too
_SIGNS = {CAUGHT: "✔", ESCAPED: "✘", IDLE: "–"}


def print_defects(console: Console, rows: Sequence[DefectRow], lang: str) -> None:
    """Print the table, and beneath it what escaped and what had no occasion."""
    words = speak(lang)
    several = any(row.suite is not None for row in rows)
    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1),
        collapse_padding=True,
        header_style="dim",
        show_edge=False,
    )
    if several:
        table.add_column(words("defects.suite"), no_wrap=True)
    table.add_column(words("defects.defect"), no_wrap=True)
    table.add_column(words("defects.status"), no_wrap=True)
    table.add_column(words("defects.found_by"))
    table.add_column(words("defects.acted"), justify="right", no_wrap=True)
    table.add_column(words("defects.also"), style="dim")
    for row in rows:
        first = (Text(row.suite or ""),) if several else ()
        table.add_row(*first, *_cells(row, words))
    console.print(table)
    for row in rows:
        note = _note(row, words)
        if note is not None:
            console.print(note)


def _cells(row: DefectRow, words: Words) -> tuple[Text, ...]:
    style = _STYLES[row.status]
    status = Text(f"{_SIGNS[row.status]} {words.name('statuses', row.status)}", style=style)
    found = Text(_counts(row.found_by, len(row.found_by), words) or "–", style=_FOUND[row.status])
    acted = Text(words("defects.of", part=row.acted, whole=row.scenarios))
    return Text(row.defect), status, found, acted, Text(_counts(row.collateral, _ALSO_SHOWN, words))


def _counts(counts: Mapping[str, int], most: int, words: Words) -> str:
    """`reasks 4, goal 2`: the most frequent first, equal ones by name; what is left out is counted."""
    seen = [(name, count) for name, count in counts.items() if count]
    ordered = sorted(seen, key=lambda item: (-item[1], item[0]))
    listed = [f"{name} {words.number(count)}" for name, count in ordered[:most]]
    if len(ordered) > most:
        listed.append(f"+{len(ordered) - most}")
    return ", ".join(listed)


def _note(row: DefectRow, words: Words) -> Text | None:
    if row.status != ESCAPED:
        return None
    place = f"{row.suite}: " if row.suite else ""
    expected = ", ".join(row.expected) or "–"
    text = words("defects.escaped", defect=row.defect, description=row.description, expected=expected)
    return Text(place + text, style="red")
