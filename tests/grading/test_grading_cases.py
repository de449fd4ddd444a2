"""The project's own worked cases, in the format of the shared ones; derived by hand from the semantics."""

from pathlib import Path

import pytest
from grading_support import differences, read_cases

CASES = read_cases(Path(__file__).parents[1] / "data" / "cases.jsonl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_case(case):
    assert list(differences(case)) == []


def test_cases_are_many_and_in_both_languages():
    languages = {case["suite"]["language"] for case in CASES}

    assert len(CASES) >= 40
    assert languages == {"es", "en"}
