"""Write what `python -m benchmarks hearing` printed (standard input) into the tables of docs/hearing*.md."""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
_SET = re.compile(r"agent-messages\.en, \w[\w ]*|(?:en|es)-\w+")
_ROW = re.compile(r"(\S.*?)\s+(\d\.\d+|-+)\s+(\d\.\d+|-+)\s+(\d\.\d+|-+)\s+(\d+)")


def read(lines: list[str]) -> dict[str, dict[str, str]]:
    """Set → label → "precision / recall / F1 (cases)"."""
    found: dict[str, dict[str, str]] = {}
    current = ""
    for line in lines:
        if _SET.fullmatch(line):
            current = line
        elif current and (row := _ROW.fullmatch(line)):
            figures = " / ".join(f"{float(n):.2f}" if n[0] != "-" else "–" for n in row.groups()[1:4])
            found.setdefault(current, {})[row[1]] = f"{figures} ({row[5]})"
    return found


def rewrite(text: str, figures: dict[str, dict[str, str]]) -> str:
    """`text` with the cells of every table whose columns are sets."""
    sets: list[str] = []
    lines = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            sets = []
        elif any(cell in figures for cell in cells):
            sets = cells[1:]
        elif sets and not cells[0].startswith("-"):
            cells = [cells[0], *(figures[name].get(cells[0], "–") for name in sets)]
            lines.append("| " + " | ".join(cells) + " |")
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Rewrite the pages."""
    figures = read([line.rstrip() for line in sys.stdin])
    for path in DOCS.glob("hearing*.md"):
        path.write_text(rewrite(path.read_text(encoding="utf-8"), figures), encoding="utf-8")


if __name__ == "__main__":
    main()
