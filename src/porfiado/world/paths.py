"""Dotted paths into JSON-like values: `citas.PED-4402.horas[0]`, `$` for the whole."""

from __future__ import annotations

import re

Place = tuple[str | int, ...]  # the keys and indexes that lead to a value; () is the whole
WHOLE = "$"
_PLAIN = re.compile(r"[^\s.\[\]\"]+")


def dotted(path: Place) -> str:
    """`path` as people write it. A key with dots, spaces or brackets in it stands in `["…"]`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif part != WHOLE and _PLAIN.fullmatch(part):
            text += f".{part}" if text else part
        else:
            text += f'["{part}"]'
    return text or WHOLE
