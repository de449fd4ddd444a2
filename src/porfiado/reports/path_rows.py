"""What the paths cost, in the figures of a run's report."""

from __future__ import annotations

from porfiado.grading.path_cost import Measure
from porfiado.grading.results import Summary
from porfiado.reports.words import Words

_DECIMALS = {"steps": 1, "calls": 1, "tokens": 0, "cost_usd": 4}
Row = tuple[str, str, str]


def path_rows(summary: Summary, words: Words) -> list[Row]:
    """A line for each measure that is known: its mean, and how it stands beside the minimum."""
    return [
        (words.number(measure.mean, _DECIMALS[name]), f"path_{name}", _note(name, measure, words))
        for name, measure in summary.path.items()
        if measure.total or name == "calls"
    ]


def _note(name: str, measure: Measure, words: Words) -> str:
    if measure.ratio is None:
        return words.plural("figures.path_known", measure.n)
    whole = float(measure.spent).is_integer() and float(measure.minimum).is_integer()
    decimals = 0 if whole else _DECIMALS[name]
    return words.plural(
        "figures.path_ratio",
        measure.compared,
        ratio=words.number(measure.ratio, 1),
        spent=words.number(measure.spent, decimals),
        minimum=words.number(measure.minimum, decimals),
    )
