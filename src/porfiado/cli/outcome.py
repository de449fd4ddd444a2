"""What `run` and `grade` do with each graded conversation: the results file, the summary, the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porfiado.cases import Scenario
from porfiado.cli.output import output_file
from porfiado.grading import Graded
from porfiado.grading.results import ConversationResult, Results, Summary
from porfiado.grading.summary import summarise
from porfiado.records import Conversation
from porfiado.reports.results_file import ResultsFile
from porfiado.reports.terminal import Report, print_report
from porfiado.reports.worst import Worst
from porfiado.runs.collect import Collector

if TYPE_CHECKING:
    from rich.console import Console


class Outputs:
    """Takes graded conversations one by one; the results file is complete when `open` is left."""

    def __init__(
        self, head: Mapping[str, Any], scenarios: Sequence[Scenario], lang: str, file: ResultsFile | None
    ) -> None:
        self.collector = Collector()
        self._head = dict(head)
        self._scenarios = list({scenario.id: scenario for scenario in scenarios}.values())
        self._lang = lang
        self._file = file
        self._worst = Worst()

    @classmethod
    @contextmanager
    def open(
        cls, json: Path | None, head: Mapping[str, Any], scenarios: Sequence[Scenario], lang: str
    ) -> Iterator[Outputs]:
        """Outputs whose results go to `json` too, if it is given."""
        with output_file(json) if json else nullcontext() as stream:
            file = ResultsFile(stream, **head) if stream is not None else None
            outputs = cls(head, scenarios, lang, file)
            yield outputs
            if file is not None:
                file.finish(outputs.summary())

    def add(self, conversation: Conversation, graded: Graded, result: ConversationResult) -> None:
        """Take one conversation in."""
        self.collector.add(result)
        self._worst.add(conversation, graded)
        if self._file is not None:
            self._file.add(result)

    def summary(self) -> Summary:
        """All conversations so far together."""
        return summarise(self.collector.results, self._scenarios, lang=self._lang)

    def report(self, console: Console, **more: Any) -> None:
        """Print the report for people."""
        results = Results(**self._head, conversations=tuple(self.collector.results), summary=self.summary())
        print_report(console, Report(results=results, worst=self._worst, **more), self._lang)
