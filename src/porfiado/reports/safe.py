"""Foreign text made safe to show: what an agent wrote is read, never obeyed by the terminal."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len, set_cell_size

# Control and format characters (also those that turn the direction of writing), surrogates, private use and
# line separators: shown as escapes. A joiner inside an emoji is one of them: better seen than obeyed.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_MOST = 20_000  # characters looked at; a reply may have ten million


@lru_cache(maxsize=4096)
def _shown(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def escaped(text: str, *, lines: bool = False) -> str:
    """`text` with every character that a terminal could obey shown as an escape.

    Line breaks become `⏎` unless `lines` keeps them; tabs become a space. What nobody would read is cut off.
    """
    text = text[:_MOST].replace("\r\n", "\n").replace("\t", " ")
    if text.isascii() and text.isprintable():
        return text
    pieces = (("\n" if lines else " ⏎ ") if c == "\n" else _shown(c) for c in text)
    return "".join(pieces)


def one_line(text: str, width: int) -> str:
    """`text` escaped, on one line, and cut with `…` to at most `width` cells."""
    line = " ".join(escaped(text.strip()[: 8 * max(width, 1)]).split())
    if cell_len(line) <= width:
        return line
    return set_cell_size(line, max(width - 1, 0)).rstrip() + "…"
