"""How long it takes to be there: `import porfiado`, `porfiado --help`. Seconds, best of several."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

REPEATS = 7


def best_of(*command: str) -> float:
    """The shortest wall time of the command, in seconds."""
    times = []
    for _ in range(REPEATS):
        started = perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        times.append(perf_counter() - started)
    return min(times)


def main() -> None:
    """Print both, with the interpreter's own start beside them."""
    bare = best_of("-c", "pass")
    imported = best_of("-c", "import porfiado")
    helped = best_of("-m", "porfiado", "--help")
    print(f"python -c pass        {bare:.3f} s")
    print(f"import porfiado       {imported - bare:.3f} s more   (at most 0.1)")
    print(f"porfiado --help       {helped:.3f} s        (at most 0.25)")
