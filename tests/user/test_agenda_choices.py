"""What the user chooses, how it names it, and what it says when it is given what it no longer wants."""

from __future__ import annotations

import pytest
from user_support import last, play, user

from porfiado.user import Act

VISIT = {"goal": "book a technician visit", "withheld": {"account": {"value": "AC-3301"}}, "opening": None}


def test_what_it_likes_best_gives_way_to_what_there_is() -> None:
    someone = user("en", **VISIT, prefers={"time": ["15:30", "09:00"]})
    first, second = play(someone, ["What time suits you?", "There is only 09:00. What time suits you?"])[1:]
    assert "15:30" in first.text
    assert "09:00" in second.text


def test_what_is_not_to_be_had_gives_way_to_what_it_likes_next() -> None:
    someone = user("en", **VISIT, prefers={"time": ["15:30", "09:00"]})
    asks = ["What time suits you?", "15:30 is taken. What time suits you?", "What time suits you?"]
    first, second, third = play(someone, asks)[1:]
    assert ["15:30" in m.text for m in (first, second, third)] == [True, False, True]
    assert "09:00" in second.text


@pytest.mark.parametrize("seed", range(12))
def test_an_hour_fits_into_the_sentence(seed: int) -> None:
    move = play(user("en", seed, **VISIT, prefers={"time": ["15:30"]}), ["What time suits you?"])[-1]
    assert move.act.kind == Act.CHOOSE
    for odd in ("do at", "take at", "prefer at", "for at", "with at", "love at"):
        assert odd not in move.text


@pytest.mark.parametrize("seed", range(6))
def test_an_option_is_named_without_what_explains_it(seed: int) -> None:
    message = "I found these:\n- 5550142, basic plan\n- 5550177, plus plan\nWhich one is it?"
    lines = {"account": {"value": "AC-3301"}, "line": {"value": "5550177", "type": "phone"}}
    move = play(user("en", seed, goal="suspend my line", withheld=lines), [message])[-1]
    assert "5550177" in move.text
    assert "plan" not in move.text


def test_what_comes_first_in_two_options_tells_neither() -> None:
    message = "Which one do you prefer?\n- Monday, 9:00\n- Monday, 16:00"
    move = last("en", [message], goal="move my appointment to Monday", prefers={"time": ["16:00"]})
    assert "16:00" in move.text


def test_done_as_it_was_wanted_before_the_change_of_mind_is_not_done() -> None:
    change = {
        "after_turn": 2,
        "goal": "block my debit card",
        "facts": {"card": "9082"},
        "says": "no, the other",
    }
    someone = user(
        "en",
        kind="mind_changing",
        goal="block my card",
        withheld={"card": {"value": "4417", "type": "card"}},
        changes=[change],
    )
    asked = "What are the last four digits of your card?"
    given, changed, again, right = play(
        someone, [asked, "One moment.", "Done, card 4417 is blocked.", "Done, card 9082 is blocked."]
    )[1:]
    assert "4417" in given.text
    assert changed.act.kind == Act.CHANGE_MIND
    assert again.act.kind == Act.DECLINE
    assert "9082" in again.text
    assert right.act.kind == Act.CLOSE
