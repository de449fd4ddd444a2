import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture
def porfiado(tmp_path):
    """Runs a command as a person would, in a folder of its own: the finished process, output as text."""

    def run(*arguments, stdin="", cwd=tmp_path, env=None):
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("LANG", "LC_ALL", "LC_MESSAGES", "PORFIADO_LANG", "COLUMNS", "PORFIADO_TRACEBACK")
        }
        environment |= {"PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", **(env or {})}
        return subprocess.run(
            [sys.executable, "-m", "porfiado", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            cwd=cwd,
            env=environment,
            timeout=60,
        )

    return run
