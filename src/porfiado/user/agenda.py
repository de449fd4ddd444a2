"""The agenda: what the user does next, given what it heard. The first row of the table that holds counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from porfiado.cases.model import Kind

from . import agenda_moves as moves
from . import agenda_wants as wants
from .acts import Intent
from .agenda_moment import Moment

_LONG = 18  # words in a message that a confused user loses itself in


class Row(NamedTuple):
    """When `when` holds, `then` is what the user does."""

    rule: str
    when: Callable[[Moment], bool]
    then: Callable[[Moment], Intent]


def _loses_the_thread(m: Moment) -> bool:
    """A confused user does not follow the first long message that asks it for something."""
    mind = m.mind
    if mind.persona.kind is not Kind.CONFUSED or mind.puzzled or not m.fresh:
        return False
    return len(m.message.split()) > _LONG and mind.dice.chance("puzzled", 2)


TABLE: tuple[Row, ...] = (
    Row("nothing was said", lambda m: m.is_empty, moves.check_presence),
    Row("time to change its mind", lambda m: m.change_is_due, wants.change_mind),
    Row("notices that it got something wrong", lambda m: m.to_set_right is not None, moves.set_right),
    Row("insists, and is told no", lambda m: m.insists and m.refuses and not m.fresh, wants.push),
    Row("a wrong guess", lambda m: m.wrong_guess is not None, moves.correct),
    Row("options, one of them what it wants", lambda m: m.has_a_favourite, wants.choose),
    Row("does not follow", _loses_the_thread, moves.not_understand),
    Row("done, but not as it wanted", lambda m: m.claims and m.misses, wants.decline),
    Row("done, and it wants to be sure", lambda m: m.claims and m.mind.doubts, moves.ask_to_confirm),
    Row("what it wanted is done", lambda m: m.claims, moves.close),
    Row("asked for a fact, or one waits", lambda m: bool(m.mind.dossier.queue), moves.answer),
    Row("asked for what it does not know", lambda m: bool(m.unknown), moves.not_know),
    Row("asked again for what it said", lambda m: bool(m.again), moves.repeat),
    Row(
        "the same message again",
        lambda m: m.is_the_same_again and m.mind.stated and not m.insists,
        moves.protest,
    ),
    Row("insists, and is offered it", lambda m: m.insists and m.grants, wants.accept),
    Row("insists, and is not given it", lambda m: m.insists and not m.hears_the_user_out, wants.push),
    Row("options", lambda m: m.has_options, wants.choose),
    Row("its value is read back", lambda m: m.reads_back, moves.confirm),
    Row("a link, and it opens none", lambda m: m.has_link and m.mind.avoids_links, wants.refuse_link),
    Row("an offer, a yes-or-no question", lambda m: m.proposes, wants.accept_or_decline),
    Row("asked for what it has a preference in", lambda m: m.preferred is not None, wants.say_preference),
    Row("it failed", lambda m: m.fails, moves.after_failure),
    Row("told no", lambda m: m.refuses, wants.push),
    Row("was told what it wanted to know", lambda m: m.mind.wants_to_know and m.informs, moves.close),
    Row("goodbye, with nothing done", lambda m: m.says_goodbye, moves.not_done_yet),
    Row("asked how to help", lambda m: m.asks_how_to_help, wants.state_goal),
    Row("asked which one", lambda m: m.vaguely_meant is not None, moves.answer_vaguely),
    Row("asked something, and has not said what it wants", lambda m: m.wonders, wants.state_goal),
    Row("asked about what it wants", lambda m: m.asks_about_goal, wants.say_wish),
    Row("asked for what is all the same to it", lambda m: m.asks_what_is_all_the_same, wants.no_preference),
    Row("asked for what it keeps to itself", lambda m: m.asks_for_private_data, moves.keep_to_itself),
    Row("asked for a datum that it has not", lambda m: m.asks_something, moves.not_know),
    Row("has not said yet what it wants", lambda m: not m.mind.stated, wants.state_goal),
    Row("asked to wait", lambda m: m.asks_to_wait, moves.wait),
    Row("anything else", lambda m: True, moves.nudge),
)


def decide(moment: Moment) -> tuple[str, Intent]:
    """What the user does, and the rule that says so."""
    for row in TABLE:
        if row.when(moment):
            return row.rule, row.then(moment)
    raise AssertionError("the last row always holds")
