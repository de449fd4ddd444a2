"""The labelled messages of tests/data/hearing: how well hearing does on them must not fall."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "hearing"

# Precision and recall, a little under the measured figures: below them, a change broke something.
FLOORS = {
    "es-acts": {"success": (0.96, 0.93), "failure": (0.95, 0.95), "refuses": (0.95, 0.95)},
    "en-acts": {"success": (0.97, 0.92), "failure": (0.96, 0.96), "refuses": (0.98, 0.98)},
    "es-dev": {"asks": (0.94, 0.94), "success": (0.9, 0.88), "failure": (0.88, 0.9), "refuses": (0.9, 0.9)},
    "en-dev": {"asks": (0.96, 0.96), "success": (0.88, 0.9), "failure": (0.9, 0.9), "refuses": (0.9, 0.9)},
    "es-dev2": {
        "asks": (0.94, 0.93),
        "success": (0.97, 0.92),
        "failure": (0.9, 0.95),
        "refuses": (0.9, 0.96),
    },
    "en-dev2": {
        "asks": (0.96, 0.96),
        "success": (0.95, 0.97),
        "failure": (0.95, 0.95),
        "refuses": (0.95, 0.95),
    },
}


def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hearing_benchmark", ROOT / "benchmarks" / "hearing.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", FLOORS)
def test_labelled_messages(name: str) -> None:
    path = DATA / f"{name}.jsonl"
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    module = benchmark()
    tally, _ = module.judge_own(module.rows(path), name[:2])
    for label, (precision, recall) in FLOORS[name].items():
        names = [n for n in tally.names() if n.startswith(label)]
        heard = tally.row(names)
        assert heard[0] >= precision, (label, "precision", heard)
        assert heard[1] >= recall, (label, "recall", heard)
