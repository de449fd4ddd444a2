"""Every worked conversation in ../shared/conformance: each expected key of each criterion, and the ledger."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "grading"))
from grading_support import differences, read_cases  # noqa: E402

FILE = ROOT.parent / "shared" / "conformance" / "conversations.jsonl"
CASES = read_cases(FILE) if FILE.is_file() else []

pytestmark = pytest.mark.skipif(not CASES, reason=f"{FILE} is not here")


@pytest.mark.parametrize("case", CASES or [None], ids=[case["id"] for case in CASES] or ["absent"])
def test_conversation(case):
    assert list(differences(case)) == []
