"""The small modules that everything else stands on."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest

from porfiado.cli.app import _MISTAKES
from porfiado.cli.output import Lines, UsageProblem, check_writable
from porfiado.files import atomic_file
from porfiado.lazy import lazy
from porfiado.locales import FALLBACK, languages, words, words_if_any
from porfiado.nearest import nearest
from porfiado.text import comparable


@pytest.mark.parametrize(
    ("word", "near"),
    [("Nmae", "name"), ("adress", "address"), ("zebra", None), ("", None), (7, None)],
)
def test_nearest(word, near):
    assert nearest(word, ["name", "address"]) == near


def test_nothing_is_near_to_nothing():
    assert nearest("name", []) is None


def test_words_of_a_language_that_there_is_not():
    assert FALLBACK in languages()
    assert words_if_any("xx", "cli") == words_if_any(FALLBACK, "nothing") == {}
    with pytest.raises(KeyError, match="no table 'nothing' for language 'en'"):
        words(FALLBACK, "nothing")


def test_texts_are_compared_whatever_the_accents_are_made_of():
    assert comparable("PERU\u0301") == comparable("perú") == "peru"


def test_a_file_appears_whole_or_not_at_all(tmp_path):
    target = tmp_path / "out.json"
    target.write_text("before")
    with pytest.raises(ZeroDivisionError), atomic_file(target) as stream:
        stream.write(b"%d" % (1 // 0))
    assert target.read_text() == "before"
    with atomic_file(target) as stream:
        stream.write(b"whole")
    assert target.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path):
    target, link, pipe = (tmp_path / name for name in ("out.json", "link.json", "pipe"))
    link.symlink_to(target)
    with atomic_file(link) as stream:
        stream.write(b"whole")
    assert link.is_symlink()
    assert target.read_text() == "whole"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with atomic_file(pipe) as stream:
        stream.write(b"passed on")
    assert os.read(reader, 100) == b"passed on"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs a device that is always full")
def test_a_full_disk_stops_no_work_and_is_told_at_the_end():
    lines = Lines(Path("/dev/full"))
    lines.add(b"{}")
    lines.add(b"{}")
    with pytest.raises(UsageProblem, match="/dev/full: No space left"):
        lines.close()


def test_one_file_is_not_named_for_two_outputs(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "same")
    with pytest.raises(UsageProblem, match="named for two outputs"):
        check_writable(tmp_path / "same", tmp_path / "link")
    check_writable(tmp_path / "one", tmp_path / "two", None)
    check_writable(Path(os.devnull), Path(os.devnull))


def test_a_lazy_value_is_worked_out_once():
    class Counter:
        looks = 0

        @lazy
        def value(self) -> int:
            """A value."""
            self.looks += 1
            return self.looks

    one = Counter()
    assert (one.value, one.value, one.looks) == (1, 1, 1)
    assert Counter.value.__doc__ == "A value."


def test_mistakes_are_named_as_their_classes_are():
    homes = (
        "agents",
        "cases.problems",
        "cli.output",
        "grading",
        "runs.plan",
        "traces",
        "user",
        "world.errors",
    )
    named = {name for home in homes for name in vars(import_module(f"porfiado.{home}"))}
    assert named >= _MISTAKES
