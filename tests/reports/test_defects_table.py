"""Planted defects and what found them."""

import re

import pytest

from porfiado.reports.defects import DefectRow, print_defects

ROWS = [
    DefectRow(
        defect="forgets",
        description="forgets",
        status="caught",
        found_by={"reasks": 12},
        expected=("reasks",),
        collateral={"turns_to_goal": 2, "goal": 3, "limits": 0},
        acted=12,
        scenarios=24,
    ),
    DefectRow(
        defect="loops",
        description="never ends",
        status="escaped",
        expected=("step_budget",),
        acted=3,
        scenarios=24,
    ),
    DefectRow(defect="hangs", description="answers nothing", status="idle", expected=("goal",), scenarios=24),
]


def test_each_defect_has_its_row(screen):
    print_defects(screen.console, ROWS, "en")
    forgets, loops, hangs = (
        next(line for line in screen.text.splitlines() if line.strip().startswith(name))
        for name in ("forgets", "loops", "hangs")
    )
    assert re.search(r"forgets +✔ found +reasks 12 +12 of 24 +goal 3, turns_to_goal 2", forgets)
    assert re.search(r"loops +✘ ESCAPED +– +3 of 24", loops)
    assert re.search(r"hangs +– no occasion +– +0 of 24", hangs)
    assert "loops escaped (never ends): none of these found it: step_budget." in screen.text
    assert "answers nothing" not in screen.text


def test_several_suites_have_a_column(screen):
    row = DefectRow(defect="loops", status="escaped", expected=("goal",), suite="citas", scenarios=2)
    print_defects(screen.console, [row], "es")
    assert re.search(r"citas +loops +✘ ESCAPÓ", screen.text)
    assert "citas: loops escapó" in screen.text


def test_what_else_was_red_is_cut_and_counted(screen):
    collateral = {
        name: count for count, name in enumerate(("goal", "answer", "limits", "reasks", "tool_order"), 1)
    }
    row = DefectRow(defect="loops", status="caught", found_by={"step_budget": 1}, collateral=collateral)
    print_defects(screen.console, [row], "en")
    assert "tool_order 5, reasks 4, limits 3, +2" in screen.text


@pytest.mark.parametrize("width", [60, 100])
def test_it_fits_the_terminal(make_screen, width):
    screen = make_screen(width)
    many = dict.fromkeys(("goal", "reasks", "limits", "tool_order", "final_state", "answer"), 3)
    print_defects(
        screen.console,
        [DefectRow(defect="forgets", status="caught", found_by=many, collateral=many, acted=1, scenarios=2)],
        "en",
    )
    assert max(map(len, screen.text.splitlines())) <= width
