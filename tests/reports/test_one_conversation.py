"""The verdicts on one conversation."""

from reports_support import failed, grade, idle, passed, talk, undecided

from porfiado.reports.one import print_verdicts


def test_each_verdict_has_a_line_and_what_does_not_apply_the_last(screen):
    graded = grade(
        talk(),
        goal=failed(blocking=True, turn=3, evidence="[bold]nothing\x1b[0m changed"),
        elicitation=passed(value=0.75),
        reasks=undecided(),
        limits=idle(blocking=True),
        answer=idle(),
    )
    print_verdicts(screen.console, graded, "en")
    lines = [" ".join(line.split()) for line in screen.text.splitlines()]
    assert lines == [
        "■ ✘ FAILED reached the goal goal turn 3 · [bold]nothing\\x1b[0m changed",
        "✔ held asked for what it lacked elicitation 0.75",
        "? undecided asked for nothing twice reasks it broke off",
        "does not apply: limits, answer",
    ]
