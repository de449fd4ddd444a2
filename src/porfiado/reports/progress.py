"""How far a long run is: one live line on standard error, for people only."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from porfiado.records import Ending
from porfiado.reports.tables import ENDING_STYLES
from porfiado.reports.words import speak

_PER_SECOND = 8  # redraws
_WARM_UP = 2.0  # seconds before the time left is worth saying


class Progress:
    """A context manager; call `advance` as each conversation ends. Does nothing where nobody would see it.

    Args:
        total: How many conversations there will be.
        console: Where it is drawn: one on standard error. Nothing is drawn unless it is a terminal.
        lang: The language.
        quiet: Draw nothing.
        label: What is running, where there is more than one thing.
        clock: Seconds, for the rate and the time left.
    """

    def __init__(
        self,
        total: int,
        *,
        console: Console,
        lang: str,
        quiet: bool = False,
        label: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total = total
        self._words = speak(lang)
        self._label = label
        self._clock = clock
        self._started = clock()
        self._endings: Counter[Ending] = Counter()
        self._done = 0
        self._live: Live | None = None
        if console.is_terminal and not console.is_dumb_terminal and not console.quiet and not quiet:
            self._live = Live(
                console=console, get_renderable=self.line, refresh_per_second=_PER_SECOND, transient=True
            )

    def __enter__(self) -> Self:
        self._started = self._clock()
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def advance(self, ending: Ending | None = None) -> None:
        """One more conversation has ended."""
        self._done += 1
        if ending is not None:
            self._endings[ending] += 1

    def name(self, text: str) -> None:
        """Say what is running from now on."""
        self._label = text

    def line(self) -> Table:
        """The line as it stands now."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(width=16)
        grid.add_column(no_wrap=True, overflow="ellipsis")
        number = self._words.number
        counted = Text(f"{number(self._done)}/{number(self._total)}", style="bold")
        bar = ProgressBar(total=max(self._total, 1), completed=self._done, width=16)
        grid.add_row(counted, bar, self._rest())
        return grid

    def _rest(self) -> Text:
        text = Text()
        for ending, count in self._endings.most_common():
            name = self._words.name("endings", ending)
            text.append(f"{name} {self._words.number(count)}  ", style=ENDING_STYLES[ending])
        for part in (self._pace(), self._label):
            text.append(f"{part}  " if part else "", style="dim")
        return text

    def _pace(self) -> str:
        seconds = self._clock() - self._started
        if not self._done or seconds <= 0:
            return ""
        rate = self._words("progress.rate", rate=self._words.number(60 * self._done / seconds))
        if seconds < _WARM_UP or self._done >= self._total:
            return rate
        left = seconds / self._done * (self._total - self._done)
        return f"{rate}, {self._words('progress.left', time=duration(left))}"


def duration(seconds: float) -> str:
    """Minutes and seconds, or hours and minutes: `0:07`, `12:30`, `2 h 05`."""
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02d}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d}"
