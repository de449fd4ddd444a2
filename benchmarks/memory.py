"""Peak memory of a process that holds 10,000 conversations and streams them to files."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from porfiado.cases.loading import load_suites
from porfiado.suites import bundled

WANTED = 10_000


def main() -> None:
    """Print megabytes, and conversations a minute."""
    scenarios = sum(len(load_suites(path)[0].suite.scenarios) for path in bundled().values())
    trials = -(-WANTED // scenarios)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("conversations.jsonl", "results.json")]
        command = [sys.executable, "-m", "porfiado", "run", *bundled(), "--agent", "reference:clerk"]
        options = ["--trials", str(trials), "--export", str(files[0]), "--json", str(files[1]), "--quiet"]
        started = perf_counter()
        subprocess.run([*command, *options], check=False)
        seconds = perf_counter() - started
        written = " + ".join(f"{path.stat().st_size / 1e6:.0f} MB" for path in files)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    held = scenarios * trials
    print(f"{held} conversations: peak {peak:.0f} MB (at most 250), written {written}")
    print(f"{held / seconds * 60:,.0f} conversations a minute, graded, on one core")
