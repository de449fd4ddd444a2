"""How far a run is: shown to people, and to nobody else."""

import pytest

from porfiado.records import Ending
from porfiado.reports.progress import Progress, duration


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def drawn(make_screen, progress):
    screen = make_screen()
    screen.console.print(progress.line())
    return screen.text


def test_the_line_tells_done_endings_pace_and_time_left(make_screen):
    clock = Clock()
    terminal = make_screen(force_terminal=True)
    with Progress(100, console=terminal.console, lang="en", label="forgets", clock=clock) as progress:
        for ending in [Ending.GOAL_MET] * 8 + [Ending.AGENT_ERROR] * 2:
            progress.advance(ending)
        clock.now = 10.0
        line = drawn(make_screen, progress)
    for part in ("10/100", "goal met 8", "agent error 2", "60 per minute, 1:30 left", "forgets"):
        assert part in line
    assert "10/100" in terminal.text


def test_nothing_is_said_of_the_pace_before_there_is_one(make_screen, screen):
    progress = Progress(5, console=screen.console, lang="es", clock=Clock())
    progress.advance()
    assert drawn(make_screen, progress).split()[0] == "1/5"
    assert "minuto" not in drawn(make_screen, progress)


@pytest.mark.parametrize(
    "more", [{"force_terminal": False}, {"force_terminal": True, "quiet": True}, {"force_terminal": True}]
)
def test_nobody_who_would_not_see_it_gets_it(make_screen, more):
    screen = make_screen(**more)
    quiet = more == {"force_terminal": True}
    with Progress(3, console=screen.console, lang="en", quiet=quiet) as progress:
        progress.advance(Ending.GOAL_MET)
        progress.name("next")
    assert screen.text == ""


def test_a_run_of_nothing_is_drawn_too(make_screen, screen):
    assert "0/0" in drawn(make_screen, Progress(0, console=screen.console, lang="en"))


@pytest.mark.parametrize(("seconds", "text"), [(7.4, "0:07"), (750, "12:30"), (7500, "2 h 05")])
def test_durations_are_short(seconds, text):
    assert duration(seconds) == text
