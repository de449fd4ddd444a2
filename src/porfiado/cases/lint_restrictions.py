"""Restrictions of the path that say more than what matters: the least that captures it is the best.

An agent that gets there by another valid way fails such a case for no fault of its own, and whoever reads
the results stops believing them.
"""

from __future__ import annotations

from collections.abc import Iterator

from porfiado.cases.lint_context import Case, Found
from porfiado.cases.model import Path
from porfiado.cases.references import tools_in
from porfiado.world import ToolSpec
from porfiado.world.matchers import has_operators

_SEQUENCES = ("strict", "exact", "in_order")


def restrictions(case: Case) -> Iterator[Found]:
    """Advice on a scenario whose path restricts more than it need."""
    path = case.scenario.path
    if path is None:
        return
    if case.scenario.graded_by_state and _fixes_a_sequence(path):
        key = "match" if "match" in path.model_fields_set else "reference"
        yield case.found("sequence_over_state", "note", "path", key, match=path.match)
    if case.world is not None:
        reads = {spec.name: spec for spec in case.world.specs if not spec.writes}
        yield from _order(case, path, reads)
        yield from _arguments(case, path, reads)


def _fixes_a_sequence(path: Path) -> bool:
    """Whether the reference fixes in which order tools are called; of one call it has none."""
    if not path.reference or path.match not in _SEQUENCES:
        return False
    tools = [tool for _, tool in tools_in(path.reference)]
    return path.match != "in_order" or len(tools) != 1


def _order(case: Case, path: Path, reads: dict[str, ToolSpec]) -> Iterator[Found]:
    order = tuple(dict.fromkeys(path.order or ()))
    if len(order) > 1 and reads.keys() >= set(order):
        yield case.found("order_of_reads", "note", "path", "order", tools=", ".join(order))


def _arguments(case: Case, path: Path, reads: dict[str, ToolSpec]) -> Iterator[Found]:
    for tool, arguments in (path.arguments or {}).items():
        fields = reads[tool].parameters.get("properties", {}) if tool in reads else {}
        fixed = {name for name, value in arguments.items() if not has_operators(value)}
        if len(fields) > 1 and fixed.issuperset(fields):
            yield case.found("read_arguments_whole", "note", "path", "arguments", tool, tool=tool)
