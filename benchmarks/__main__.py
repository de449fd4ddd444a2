"""Run every measurement, or those named: `python -m benchmarks [NAME…]`."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from pathlib import Path

NAMES = ("startup", "loop", "memory", "hearing", "traces", "trajectories", "peers")


def machine() -> str:
    """One line about the machine that the figures were measured on."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line
        ]
        model = f"{len(names)} × {names[0]}" if names else model
    return f"{model}, {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    """Print the figures of each measurement."""
    print(f"machine: {machine()}\n")
    for name in sys.argv[1:] or NAMES:
        print(f"── {name} ──")
        import_module(f"benchmarks.{name}").main()
        print()


if __name__ == "__main__":
    main()
