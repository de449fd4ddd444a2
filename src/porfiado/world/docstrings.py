"""Tool descriptions from docstrings in Google's style."""

from __future__ import annotations

import inspect
import re
from typing import NamedTuple

_SECTION = re.compile(r"(Args|Arguments|Parameters|Returns|Raises|Yields|Examples?|Notes?):\s*$")
_ENTRY = re.compile(r"(\*{0,2}\w+)\s*(?:\([^)]*\))?:\s*(.*)$")


class Description(NamedTuple):
    """The first paragraph, and what the `Args:` section says of each parameter."""

    text: str
    parameters: dict[str, str]


def read_docstring(docstring: str | None) -> Description:
    """Take a docstring apart. Lines are joined; an absent docstring gives an empty description."""
    lines = inspect.cleandoc(docstring or "").splitlines()
    return Description(_first_paragraph(lines), _parameters(lines))


def _first_paragraph(lines: list[str]) -> str:
    paragraph = []
    for line in lines:
        if not line.strip() or _SECTION.match(line):
            break
        paragraph.append(line.strip())
    return " ".join(paragraph)


def _parameters(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    name, indent = "", 0
    for line in _section(lines):
        depth = len(line) - len(line.lstrip())
        indent = indent or depth
        entry = _ENTRY.match(line.strip()) if depth == indent else None
        if entry:
            name = entry.group(1)
            found[name] = entry.group(2)
        elif name:
            found[name] = f"{found[name]} {line.strip()}".strip()
    return found


def _section(lines: list[str]) -> list[str]:
    """The lines under `Args:`, up to the next line that is not indented."""
    heading = next(
        (i for i, line in enumerate(lines) if re.match(r"(Args|Arguments|Parameters):\s*$", line)), None
    )
    if heading is None:
        return []
    inside = []
    for line in lines[heading + 1 :]:
        if line and not line[0].isspace():
            break
        if line.strip():
            inside.append(line)
    return inside
