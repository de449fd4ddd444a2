"""The report as a stranger reads it."""

import re

import pytest
from reports_support import call, failed, grade, idle, passed, report_of, talk, undecided

from porfiado.grading import all_criteria
from porfiado.records import Drift, Ending, Turn
from porfiado.reports.terminal import print_report

LIMITS = {"turns_resisted": 3, "pushes_resisted": 2}


def shown(screen, *pairs, lang="en", **more):
    print_report(screen.console, report_of(*pairs, lang=lang, **more), lang)
    return screen.text


def good(name="one", **criteria):
    conversation = talk(name)
    criteria = {"goal": passed(blocking=True, value=True, turn=1), **criteria}
    return conversation, grade(conversation, **criteria)


def bad(name="two", ending=Ending.USER_LEFT, said=(("hi", "hello"),), calls=(), error=None, **criteria):
    conversation = talk(name, ending=ending, said=said, calls=calls, error=error)
    criteria = criteria or {"goal": failed(blocking=True, turn=len(said), evidence="after turn 1: nothing")}
    return conversation, grade(conversation, **criteria)


def row(text, name):
    return next(line for line in text.splitlines() if f"  {name}  " in line)


def test_a_clean_run_says_so_and_what_could_still_be_wrong(screen):
    text = shown(screen, *[good(f"s{n}") for n in range(20)])
    assert "Every blocking criterion held" in text
    assert "bot:reply · user scripted · seed 1 · 20 conversations · 20 turns" in text
    assert row(text, "goal").split()[-6:] == ["%", "20", "–", "–", "14", "%"]  # none of 20: below 13.9 %
    assert "The worst conversations" not in text
    assert "no drift in 20 conversations" in text


def test_a_failed_criterion_has_its_rate_interval_and_denominator(screen):
    text = shown(screen, *[good(f"s{n}") for n in range(31)], *[bad(f"b{n}") for n in range(5)])
    assert "5 of 36 conversations broke a blocking criterion: reached the goal 5." in text
    cells = " ".join(row(text, "goal").split())
    assert "✘ ■ reached the goal goal 86 % 71–94 % 36 – – –" in cells


def test_trials_of_one_scenario_are_no_more_observations_than_scenarios(screen):
    pairs = []
    for trial in range(1, 21):
        conversation = talk("same", trial)
        pairs.append((conversation, grade(conversation, goal=passed(blocking=True))))
    assert row(shown(screen, *pairs), "goal").split()[-2:] == ["95", "%"]


def test_what_did_not_apply_and_what_broke_are_counted_apart(screen):
    text = shown(
        screen,
        good(),
        good("idle", goal=idle(blocking=True)),
        bad("broken", Ending.SIMULATOR_ERROR, goal=undecided(blocking=True), error="no valid message"),
    )
    assert row(text, "goal").split()[-5:] == ["1", "1", "1", "95", "%"]
    assert "reached the goal: 50 % to 100 %, counting the 1 undecided" in text
    assert "1 conversation could not be finished" in text
    assert re.search(r"simulator error +simulator_error +1 +33 % +nobody's result", text)
    assert re.search(r"goal met +goal_met +2 +67 % +success; 1 of them neither: no goal to judge", text)


def test_the_endings_say_what_they_count_as(screen):
    text = shown(screen, good(), bad("left"), bad("crash", Ending.AGENT_ERROR, goal=undecided(blocking=True)))
    assert re.search(r"goal met +goal_met +1 +33 % +success", text)
    assert re.search(r"user left +user_left +1 +33 % +failure", text)
    assert re.search(r"agent error +agent_error +1 +33 % +the agent's, kept apart", text)
    assert "In 1 of 3 conversations the agent itself failed." in text


def test_where_no_goal_could_be_judged_an_ending_is_neither_success_nor_failure(screen):
    text = shown(screen, good(), bad("limits-only", goal=idle(blocking=True)))
    assert re.search(r"user left +user_left +1 +50 % +neither: there was no goal to judge", text)


def test_the_figures_are_those_of_the_verdicts(screen):
    text = shown(
        screen,
        good(
            turns_to_goal=passed(value=1, turn_efficiency=0.5),
            reasks=passed(value=0, reasks_after_failure=2),
        ),
        good("b", elicitation=failed(value=0.5), reasks=failed(value=3, turn=2)),
        bad("c", limits=failed(blocking=True, value=3, turn=4, tactic="competition", **LIMITS)),
        bad("d", limits=passed(blocking=True, value=5, turns_resisted=5, pushes_resisted=4)),
    )
    figures = text.partition("\nFigures\n")[2].partition("\n\n")[0]
    assert re.search(r"50 % +facts asked for before they were said", figures)
    assert re.search(r" 3 +questions asked again +in 1 conversation, 2 more after a failed call", figures)
    assert re.search(r" 1 +turns to the goal, median +of the 2 that reached it", figures)
    assert re.search(r"50 % +efficiency .* of the 1 that reached it", figures)
    assert re.search(r"4\.0 +replies before giving in, mean +1 never gave in", figures)
    assert re.search(r"3\.0 +pushes withstood", figures)
    assert re.search(r"what broke a limit +competition 1", figures)


def test_a_bad_conversation_shows_its_turn_its_evidence_and_the_talk_around_it(screen):
    said = [(f"question {n}", f"answer {n}") for n in range(1, 7)]
    text = shown(
        screen,
        bad(
            "insists",
            said=said,
            calls=[call("find", id=1), call("give", error="no such thing", id=2)],
            limits=failed(blocking=True, value=3, turn=4, evidence="turn 4 says “30 % off”", **LIMITS),
            reasks=failed(value=1, turn=2, evidence="asked twice"),
        ),
    )
    part = text.partition("The worst conversations")[2]
    assert "1. insists · trial 1 · 6 turns · user left" in part
    assert re.search(r"✘ ■ kept to its limits +turn 4 says “30 % off”", part)
    assert re.search(r"✘ +asked for nothing twice +turn 2: asked twice", part)
    assert "question 3" in part
    assert "▸4 user" in part
    assert "answer 4" in part
    assert "answer 5" not in part
    assert "… 2 turns" in part
    assert 'find({"id":1}) · give({"id":2}) ✘ no such thing' in part
    assert "limits  " in part.partition("Where to look")[2]


def test_a_reply_that_never_came_and_what_broke_are_shown(screen):
    conversation = talk("dead", ending=Ending.AGENT_ERROR, error="ValueError: \x1b[31mboom")
    conversation = type(conversation)(
        scenario="dead", turns=(Turn(user="hi"),), ending=Ending.AGENT_ERROR, error=conversation.error
    )
    text = shown(screen, (conversation, grade(conversation, goal=undecided(blocking=True))))
    assert "(no reply)" in text
    assert "ValueError: \\x1b[31mboom" in text


def test_more_bad_ones_than_shown_are_counted(screen):
    text = shown(screen, *[bad(f"b{n}") for n in range(9)])
    assert "… and 4 more with a failed criterion." in text


@pytest.mark.parametrize("width", [60, 80, 100, 140])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_line_is_wider_than_the_terminal(make_screen, width, lang):
    screen = make_screen(width)
    long = "una frase bastante larga " * 40
    criteria = {
        name: failed(blocking=name == "goal", value=1, turn=1, evidence=long)
        for name in ("goal", "truthful_completion", "no_repeated_calls", "forbidden_tools", "step_budget")
    }
    text = shown(
        screen, bad("x" * 200, said=[(long, long)], calls=[call("f", text=long)] * 9, **criteria), lang=lang
    )
    assert max(map(len, text.splitlines())) <= width
    assert "…" in text


@pytest.mark.parametrize(("lang", "headers"), [("en", "may fail"), ("es", "intervalo")])
def test_at_100_columns_nothing_of_the_table_is_cut(screen, lang, headers):
    criteria = {one.name: passed(blocking=one.blocking, value=0, **LIMITS) for one in all_criteria()}
    broken = talk("broken", ending=Ending.SIMULATOR_ERROR)
    text = shown(
        screen, (talk(), grade(talk(), **criteria)), (broken, grade(broken, goal=undecided())), lang=lang
    )
    table = text.split("\n\n")[1]
    assert headers in table
    assert "…" not in table


HOSTILE = (
    "\x1b[2J\x1b]0;owned\x07[bold red]x[/bold red] [link=http://x]y[/link] :smile: \ud800 \u202e\x00 [/]"
)


@pytest.mark.parametrize("terminal", [True, False])
def test_what_an_agent_wrote_is_never_obeyed(make_screen, terminal):
    screen = make_screen(force_terminal=terminal, color_system="truecolor" if terminal else None)
    pair = bad(
        HOSTILE,
        said=[(HOSTILE, HOSTILE)],
        calls=[call(HOSTILE, error=HOSTILE, text="[bold]")],
        error=HOSTILE,
        goal=failed(blocking=True, turn=1, evidence=HOSTILE),
    )
    more = {"suite": HOSTILE, "agent": HOSTILE, "not_enforced": {HOSTILE: [HOSTILE]}}
    text = shown(screen, pair, **more)
    text.encode()
    for sequence in ("\x1b[2J", "\x1b]", "\x07", "\x00", "\u202e", "😄"):
        assert sequence not in text
    for literal in ("[bold red]x[/bold red]", "[link=http://x]y[/link]", ":smile:", "\\ud800", "\\x1b[2J"):
        assert literal in text
    if not terminal:
        assert "\x1b" not in text


def test_without_colour_nothing_is_lost(make_screen, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    screen = make_screen(force_terminal=True)
    text = shown(screen, good(), bad())
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", text)
    assert "✘" in text
    assert "✔" not in row(re.sub(r"\x1b\[[0-9;]*m", "", text), "goal")


def test_drift_warnings_and_what_is_not_enforced_are_shown(screen):
    conversation = talk()
    pair = conversation, grade(conversation, Drift(volunteered=2, too_long=1), goal=passed(blocking=True))
    text = shown(screen, pair, not_enforced={f"s{n}": ["speaks in riddles"] for n in range(8)})
    assert "said a fact before it was asked 2, messages too long 1" in " ".join(text.split())
    assert "! s0: understood as free text, not enforced: speaks in riddles" in text
    assert "… and 2 more" in text


def test_recorded_conversations_have_no_seed_and_no_simulator(screen):
    text = shown(screen, good(), user="recorded", seed=None, agent="recorded")
    assert "recorded elsewhere" in text
    assert "seed" not in text
    assert "Simulated users" not in text


def test_a_stopped_run_says_so_and_an_empty_one_is_no_success(screen, make_screen):
    assert "stopped before its end" in shown(screen, good(), stopped=True)
    empty = shown(make_screen())
    assert "No conversation was held." in empty
    assert "held in every" not in empty


def test_spanish_speaks_spanish(screen):
    text = shown(screen, good(), bad(), lang="es")
    assert "1 de 2 conversaciones rompieron un criterio bloqueante: cumplió el objetivo 1." in text
    assert "Las peores conversaciones" in text
    assert "usuario se fue" in text
    assert not re.search(r"\b(the|turns|held|failure|conversations)\b", text)
