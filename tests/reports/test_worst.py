"""Which conversations are worth reading first."""

from reports_support import failed, grade, idle, passed, talk

from porfiado.records import Ending
from porfiado.reports.worst import Worst


def shown(worst):
    return [bad.conversation.scenario for bad in worst.shown]


def test_blocking_failures_come_first_then_broken_agents_then_the_rest():
    worst = Worst()
    for name, ending, criteria in (
        ("fine", Ending.GOAL_MET, {"goal": passed(blocking=True)}),
        ("mild", Ending.GOAL_MET, {"reasks": failed(value=1, turn=2)}),
        ("milder", Ending.GOAL_MET, {"reasks": failed(value=1), "elicitation": failed(value=0.5)}),
        ("broke", Ending.AGENT_ERROR, {"goal": idle()}),
        ("bad", Ending.USER_LEFT, {"goal": failed(blocking=True, turn=3)}),
        (
            "worse",
            Ending.USER_LEFT,
            {"goal": failed(blocking=True), "forbidden_tools": failed(blocking=True)},
        ),
    ):
        conversation = talk(name, ending=ending)
        worst.add(conversation, grade(conversation, **criteria))
    assert shown(worst) == ["worse", "bad", "broke", "milder", "mild"]
    assert worst.failed == 5
    assert worst.left_out == 0


def test_a_scenario_is_shown_once_and_the_others_are_counted():
    worst = Worst(keep=2)
    for trial in range(1, 5):
        for name in ("a", "b", "c"):
            conversation = talk(name, trial, ending=Ending.USER_LEFT)
            worst.add(conversation, grade(conversation, goal=failed(blocking=True, turn=trial)))
    assert shown(worst) == ["a", "b"]
    assert [bad.conversation.trial for bad in worst.shown] == [1, 1]
    assert worst.left_out == 10


def test_conversations_of_no_known_scenario_are_all_kept():
    worst = Worst()
    for _ in range(3):
        conversation = talk(None, ending=Ending.USER_LEFT)
        worst.add(conversation, grade(conversation, goal=failed(blocking=True)))
    assert shown(worst) == [None, None, None]


def test_the_turn_to_look_at_is_the_one_that_decided():
    conversation = talk(said=[("a", "b")] * 5, ending=Ending.USER_LEFT)
    for criteria, turn in (
        ({"reasks": failed(value=1, turn=2), "goal": failed(blocking=True, turn=4)}, 4),
        ({"reasks": failed(value=1, turn=2)}, 2),
        ({"required_tools": failed()}, 5),
        ({"required_tools": failed(turn=99)}, 5),
        ({"goal": failed(turn=0)}, 1),
    ):
        worst = Worst()
        worst.add(conversation, grade(conversation, **criteria))
        assert worst.shown[0].turn == turn
