"""docs/worlds.md keeps its word: its example runs, and its tables are complete."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from porfiado.world import Session, load_world
from porfiado.world.declare import Declaration
from porfiado.world.matchers import _OPERATORS
from porfiado.world.needs import Needs

PAGE = Path(__file__).parents[2] / "docs" / "worlds.md"


@pytest.fixture
def blocks(tmp_path, monkeypatch):
    text = PAGE.read_text()
    found = {kind: re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("python", "text")}
    (tmp_path / "ferries.py").write_text(found["python"][0])
    monkeypatch.chdir(tmp_path)
    return found


def test_the_example_prints_what_the_page_says(blocks):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(blocks["python"][1], str(PAGE), "exec"), {})
    assert printed.getvalue() == blocks["text"][0]


def test_the_example_speaks_both_languages(blocks):
    for spec in load_world("ferries.py:Ferries").specs:
        texts = [spec.intents, spec.says, spec.reports, spec.shows, spec.refuses]
        texts += [need.words for need in spec.needs.values()]
        assert all(text.keys() in ({"en", "es"}, set()) for text in texts)


def test_the_error_that_the_page_quotes(blocks):
    with pytest.raises(ValueError, match=r"bookings.FER-2041.day: invalid enum value 'sunday'"):
        Session(load_world("ferries.py:Ferries"), {"bookings": {"FER-2041": {"day": "sunday"}}})


def test_every_option_and_operator_is_on_the_page():
    text = PAGE.read_text()
    named = set(re.findall(r"`([$\w]+)`", text))
    assert set(_OPERATORS) <= named
    assert set(Declaration.__struct_fields__) - {"reads", "writes"} <= named
    assert set(Needs.__struct_fields__) - {"type"} <= named
