"""Foreign text is shown, never obeyed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from porfiado.reports.safe import escaped, one_line


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("plain words", "plain words"),
        ("¿cuál es tu RUT?", "¿cuál es tu RUT?"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x1b]8;;http://x\x07link", "\\x1b]8;;http://x\\x07link"),
        ("\x9b2J", "\\x9b2J"),
        ("a\rb", "a\\x0db"),
        ("a\x08b", "a\\x08b"),
        ("a\x00b", "a\\x00b"),
        ("\u202eevil", "\\u202eevil"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("lone \ud800 half", "lone \\ud800 half"),
        ("[bold]not markup[/bold]", "[bold]not markup[/bold]"),
        ("a\tb", "a b"),
        ("a\r\nb", "a ⏎ b"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_what_a_terminal_could_obey_is_escaped(given_text, shown):
    assert escaped(given_text) == shown


def test_line_breaks_can_be_kept():
    assert escaped("a\r\nb\nc\x1bd", lines=True) == "a\nb\nc\\x1bd"


def test_a_huge_text_is_cut_before_it_is_looked_at():
    assert len(escaped("x" * 10_000_000)) <= 20_000
    assert one_line("y " * 5_000_000, 20).endswith("…")


@given(st.text(st.characters(exclude_categories=())), st.integers(1, 60))
def test_one_line_fits_and_holds_nothing_to_obey(text, width):
    line = one_line(text, width)
    assert cell_len(line) <= width
    assert not any(unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in line)
    line.encode()


def test_wide_characters_count_twice():
    assert one_line("漢字漢字漢字", 7) == "漢字漢…"
    assert one_line("short", 5) == "short"
