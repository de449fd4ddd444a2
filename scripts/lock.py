"""Pin every dependency to what a fresh environment installs today; no index address is written."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCKS = {"requirements.lock": ".", "requirements-dev.lock": ".[dev]"}


def pinned(requirement: str) -> list[str]:
    """The exact versions that installing `requirement` brings, one `name==version` each."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        pip = [f"{folder}/bin/python", "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", requirement], cwd=ROOT, check=True)
        listed = subprocess.run([*pip, "freeze"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [line for line in listed.stdout.splitlines() if "==" in line]


def main() -> None:
    """Write both locks."""
    for name, requirement in LOCKS.items():
        lines = pinned(requirement)
        (ROOT / name).write_text("\n".join(["# made by `make lock`", *lines, ""]), encoding="utf-8")
        sys.stdout.write(f"{name}: {len(lines)} packages\n")


if __name__ == "__main__":
    main()
