"""A bad conversation in a few lines: what failed, what shows it, and the turns around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from porfiado.grading.canonical import shown_call
from porfiado.records import Call, Turn, Verdict
from porfiado.reports.one import BLOCKING
from porfiado.reports.safe import one_line
from porfiado.reports.tables import ENDING_STYLES
from porfiado.reports.words import Words
from porfiado.reports.worst import Bad

_FAILURES_SHOWN = 5
_CALLS_SHOWN = 3
_LINES = 2  # of a message
_INDENT = (0, 0, 0, 3)
_BESIDE = 16  # columns beside a message: indent, turn, who
_EVIDENCE = 180  # characters


def print_bad(console: Console, number: int, bad: Bad, words: Words) -> None:
    """Print one of the worst conversations."""
    console.print()
    console.print(_heading(number, bad, words))
    if bad.failures or bad.conversation.error:
        console.print(Padding(_failures(bad, words), _INDENT, expand=False))
    if bad.conversation.turns:
        width = max(console.width - _BESIDE, 40)
        console.print(Padding(_excerpt(bad, width, words), _INDENT, expand=False))


def _heading(number: int, bad: Bad, words: Words) -> Text:
    conversation, ending = bad.conversation, bad.graded.ending or "unknown"
    text = Text(f"{number}. ")
    text.append(one_line(conversation.scenario or "–", 60), style="bold")
    for part in (
        words("worst.trial", trial=conversation.trial),
        words.plural("worst.turns", bad.graded.turns),
    ):
        text.append(f" · {part}", style="dim")
    text.append(" · ")
    text.append(words.name("endings", ending), style=ENDING_STYLES.get(ending, ""))
    return text


def _failures(bad: Bad, words: Words) -> Table:
    """What failed, in which turn, and what shows it."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    for name, verdict in bad.failures[:_FAILURES_SHOWN]:
        grid.add_row(*_failure(name, verdict, words))
    if len(bad.failures) > _FAILURES_SHOWN:
        rest = words("worst.more_failures", count=len(bad.failures) - _FAILURES_SHOWN)
        grid.add_row("", Text(rest, style="dim"))
    if bad.conversation.error:
        error = Text(one_line(bad.conversation.error, _EVIDENCE), style="magenta")
        grid.add_row(Text("!", style="magenta"), Text(words("worst.error"), style="magenta"), error)
    return grid


def _failure(name: str, verdict: Verdict, words: Words) -> tuple[Text, ...]:
    style = "bold red" if verdict.blocking else "red"
    turn = "" if verdict.turn is None else words("worst.turn", turn=verdict.turn)
    evidence = one_line(verdict.evidence or "", _EVIDENCE)
    if turn and turn not in evidence:
        evidence = f"{turn}: {evidence}" if evidence else turn
    return (
        Text(f"✘ {BLOCKING if verdict.blocking else ' '}", style=style),
        Text(one_line(words.name("criteria", name), 30), style=style),
        Text(evidence),
    )


def _excerpt(bad: Bad, width: int, words: Words) -> Table:
    """The turn that decided, with the one before it."""
    decided = bad.turn
    first = max(1, decided - 1)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="dim", no_wrap=True)
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(ratio=1)
    if first > 1:
        grid.add_row("", "", Text(words.plural("worst.skipped", first - 1), style="dim"))
    for number in range(first, decided + 1):
        mark = Text(f"▸{number}", style="bold red") if number == decided else Text(str(number), style="dim")
        for who, line in _lines(bad.conversation.turns[number - 1], width, words):
            grid.add_row(mark, who, line)
            mark = Text()
    after = len(bad.conversation.turns) - decided
    if after:
        grid.add_row("", "", Text(words.plural("worst.skipped", after), style="dim"))
    return grid


def _lines(turn: Turn, width: int, words: Words) -> Iterator[tuple[str, Text]]:
    yield words("worst.user"), Text(one_line(turn.user, _LINES * width))
    calls = list(_calls(turn))
    if calls:
        yield words("worst.calls"), Text(_called(calls, width, words), style="cyan")
    if turn.agent is None:
        yield words("worst.agent"), Text(words("worst.no_reply"), style="magenta")
    else:
        yield words("worst.agent"), Text(one_line(turn.agent, _LINES * width))


def _calls(turn: Turn) -> Iterable[Call]:
    if turn.steps is not UNSET and turn.steps is not None:
        return [call for step in turn.steps for call in step.calls]
    return turn.calls if turn.calls is not UNSET and turn.calls is not None else ()


def _called(calls: list[Call], width: int, words: Words) -> str:
    each = width // min(len(calls), _CALLS_SHOWN) if len(calls) > 1 else width
    listed = [_call(call, max(each - 3, 24)) for call in calls[:_CALLS_SHOWN]]
    if len(calls) > _CALLS_SHOWN:
        listed.append(words("worst.more_calls", count=len(calls) - _CALLS_SHOWN))
    return one_line(" · ".join(listed), 2 * width)


def _call(call: Call, width: int) -> str:
    end = "" if call.error is None else f" ✘ {one_line(call.error, 40)}"
    return one_line(shown_call(call.name, call.arguments), max(width - len(end), 20)) + end
