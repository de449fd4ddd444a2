"""What the user does: answers, corrections, trouble, endings. Each function makes one decision an intent."""

from __future__ import annotations

import re

from porfiado.cases.model import Kind

from .acts import Act, Intent
from .agenda_mind import Mind
from .agenda_moment import Moment
from .agenda_wants import change_mind, state_goal
from .dossier import Entry
from .tactics import next_push
from .wording import spoken

_CODE = re.compile(r"[\d@]")
_LOST_PATIENCE = 2  # the same message so often in a row makes anybody annoyed
_NUDGES = 2  # after so many the user says again what it wants


def check_presence(moment: Moment) -> Intent:
    """Nothing came: is anybody there?"""
    return Intent(act=Act.CHECK_PRESENCE, key="check_presence")


# Answers


def answer(moment: Moment) -> Intent:
    """Answer what was asked: the facts that wait, oldest ask first."""
    mind = moment.mind
    queue = mind.dossier.queue
    first = mind.dossier.entries[queue[0]]
    special = _not_yet(mind, first)
    if special is not None:
        queue.pop(0)
        return special
    names = queue[: mind.persona.facts_per_message]
    if len(names) > 1:
        return _answer_several(mind, names)
    queue.pop(0)
    return _answer_one(moment, first)


def _not_yet(mind: Mind, entry: Entry) -> Intent | None:
    """What the user says instead of the fact, for a reason of the scenario's."""
    assert entry.fact is not None
    facts = (entry.name,)
    if entry.fact.remembers == "second_ask" and entry.asks < 2:
        return Intent(act=Act.NOT_REMEMBER, key="not_remember", facts=facts)
    if entry.fact.vague is not None and entry.asks < 2:
        return _vaguely(mind, entry)
    if entry.confusion is not None and not entry.mistaken:
        entry.mistaken = True
        key = answer_key(mind, entry, entry.believed)
        return Intent(
            act=Act.MISTAKE, key=key, facts=facts, slots={"value": spoken(entry.believed, mind.language)}
        )
    if not entry.whole:
        return give_part(entry)
    return None


def _vaguely(mind: Mind, entry: Entry) -> Intent:
    assert entry.fact is not None
    mind.vague = entry.name
    slots = {"value": entry.fact.vague or entry.fact.value}
    return Intent(act=Act.ANSWER_VAGUELY, key="vague", facts=(entry.name,), slots=slots)


def answer_vaguely(moment: Moment) -> Intent:
    """Asked which one it means: say it as vaguely as it has it in mind."""
    assert moment.vaguely_meant is not None
    return _vaguely(moment.mind, moment.vaguely_meant)


def give_part(entry: Entry) -> Intent:
    """Say a part of what is never said whole; or nothing, where no part of it can be said."""
    again = "_again" if entry.said else ""
    entry.parted = True
    if not entry.sayings:
        return Intent(act=Act.GIVE_PART, key="part_refused", facts=(entry.name,))
    slots = {"value": entry.sayings[0]}
    return Intent(act=Act.GIVE_PART, key=f"part{again}", facts=(entry.name,), slots=slots)


def _answer_one(moment: Moment, entry: Entry) -> Intent:
    mind = moment.mind
    first, *others = _sayings(mind, entry)
    if entry.fact is not None and entry.fact.remembers == "second_ask":
        key = "found"
    elif moment.confirmed and moment.suits is not None:
        key = "answer_yes"
    else:
        key = answer_key(mind, entry, first)
    slots, *also = ({"value": spoken(saying, mind.language)} for saying in (first, *others))
    return Intent(act=Act.ANSWER, key=key, facts=(entry.name,), slots=slots, also=tuple(also))


def _sayings(mind: Mind, entry: Entry) -> tuple[str, ...]:
    """The ways of saying the fact: mostly the value as written, sometimes another form first."""
    sayings = entry.sayings
    if len(sayings) == 1:
        return sayings
    turn = (
        0 if mind.dice.pick(f"form {entry.name}", 2) else 1 + mind.dice.pick("which form", len(sayings) - 1)
    )
    return (*sayings[turn:], *sayings[:turn])


def _answer_several(mind: Mind, names: list[str]) -> Intent:
    """Several facts in one message, where the persona says so much at once."""
    entries = [mind.dossier.entries[name] for name in names]
    plain = [e for e in entries if e is entries[0] or _is_plain(e)]
    del mind.dossier.queue[: len(plain)]
    values = ", ".join(e.sayings[0] for e in plain)
    return Intent(
        act=Act.ANSWER, key="answer_several", facts=tuple(e.name for e in plain), slots={"value": values}
    )


def _is_plain(entry: Entry) -> bool:
    fact = entry.fact
    assert fact is not None
    return entry.whole and fact.vague is None and fact.remembers == "at_once" and entry.confusion is None


def answer_key(mind: Mind, entry: Entry, value: str) -> str:
    """The templates that fit the value: a name, a day or an hour, a code, or just words."""
    if mind.dossier.type_of(entry.name) == "name":
        return "answer_name"
    if spoken(value, mind.language) != value:
        return "answer_when"
    if value.replace(" ", "").lstrip("+").isdigit() or (" " not in value and _CODE.search(value)):
        return "answer_code"
    return "answer_text"


def not_know(moment: Moment) -> Intent:
    """The user does not have it. Asked again for the same: it has said so."""
    names = tuple(e.name for e in moment.unknown)
    again = any(e.asks > 1 for e in moment.unknown)
    return Intent(act=Act.NOT_KNOW, key="not_know_again" if again else "not_know", facts=names, annoyed=again)


def keep_to_itself(moment: Moment) -> Intent:
    """Nobody does not know its own name: what the scenario gives no value for is not given away."""
    return Intent(act=Act.KEEP_BACK, key="part_refused")


def not_understand(moment: Moment) -> Intent:
    """It did not understand, and says no more than that."""
    moment.mind.puzzled = True
    return Intent(act=Act.NOT_UNDERSTAND, key="not_understand")


# Asked again


def repeat(moment: Moment) -> Intent:
    """Asked again for what was said: complain, repeat it, or not, as the persona's constraints say."""
    mind = moment.mind
    entry = moment.again[0]
    if not entry.whole:
        return give_part(entry)
    slots = {"value": spoken(entry.sayings[0], mind.language)}
    facts = (entry.name,)
    if moment.fails:  # it was looked up and not found: to say it once more is no annoyance
        return Intent(act=Act.REPEAT, key="repeat_checked", facts=facts, slots=slots)
    if "does_not_repeat" in mind.constraints and not entry.refused:
        entry.refused = True
        return Intent(act=Act.REFUSE_REPEAT, key="refuse_repeat", facts=facts)
    tired = mind.same > 0 or entry.asks > 2
    if tired or mind.constraints & {"complains_when_asked_again", "does_not_repeat"}:
        return Intent(act=Act.COMPLAIN, key="complain", facts=facts, slots=slots, annoyed=tired)
    return Intent(act=Act.REPEAT, key="repeat", facts=facts, slots=slots)


def protest(moment: Moment) -> Intent:
    """The agent says the same again."""
    return Intent(act=Act.PROTEST, key="protest", annoyed=moment.mind.same >= _LOST_PATIENCE)


# Right and wrong


def set_right(moment: Moment) -> Intent:
    """Set right what it got wrong."""
    entry = moment.to_set_right or next(e for e in moment.mind.dossier.entries.values() if e.mistaken)
    confusion = entry.confusion
    assert entry.fact is not None
    entry.mistaken = False
    entry.confusion = None
    own = confusion is not None and confusion.then not in ("self", "when_failed", "when_confirmed")
    text = confusion.then if own and confusion is not None else None
    if not entry.whole:
        return give_part(entry)
    slots = {"value": spoken(entry.fact.value, moment.mind.language)}
    return Intent(act=Act.SET_RIGHT, key="set_right", text=text, facts=(entry.name,), slots=slots)


def confirm(moment: Moment) -> Intent:
    """What was read back is right."""
    return Intent(act=Act.CONFIRM, key="confirm", facts=tuple(e.name for e in moment.confirmed))


def correct(moment: Moment) -> Intent:
    """The agent guessed wrong. What was never asked for stays unsaid: a guess is no question."""
    assert moment.wrong_guess is not None
    entry, _ = moment.wrong_guess
    mind = moment.mind
    if entry.fact is None:
        return Intent(act=Act.NOT_KNOW, key="not_know", facts=(entry.name,))
    if not entry.released or not entry.sayings or not entry.whole:
        return Intent(act=Act.DENY, key="deny", facts=(entry.name,))
    slots = {"value": spoken(entry.sayings[0], mind.language)}
    return Intent(act=Act.CORRECT, key="correct", facts=(entry.name,), slots=slots)


# Trouble and endings


def after_failure(moment: Moment) -> Intent:
    """Ask to try again, then what now; then insist."""
    mind = moment.mind
    mind.failures += 1
    if mind.failures == 1:
        return Intent(act=Act.ASK_TO_RETRY, key="ask_to_retry")
    if mind.failures == 2:
        return Intent(act=Act.ASK_WHAT_NOW, key="ask_what_now")
    return next_push(mind)


def not_done_yet(moment: Moment) -> Intent:
    """The agent says goodbye with nothing done: remind it, and leave when it goes on saying goodbye."""
    mind = moment.mind
    mind.goodbyes += 1
    if mind.insists and mind.stated:
        return next_push(mind)
    if mind.goodbyes > _LOST_PATIENCE:
        return Intent(act=Act.LEAVE, leaves=True)
    return state_goal(moment)


def close(moment: Moment) -> Intent:
    """Thank and close; but first whatever change of mind or correction is still to come."""
    mind = moment.mind
    if mind.pending:
        return (
            set_right(moment)
            if any(e.mistaken for e in mind.dossier.entries.values())
            else change_mind(moment)
        )
    return Intent(act=Act.CLOSE, key="close", closes=True)


def ask_to_confirm(moment: Moment) -> Intent:
    """It wants to hear it twice, as its constraints say."""
    moment.mind.doubts = False
    return Intent(act=Act.ASK_TO_CONFIRM, key="ask_to_confirm")


def wait(moment: Moment) -> Intent:
    """The agent asked for patience."""
    return Intent(act=Act.WAIT, key="wait")


def nudge(moment: Moment) -> Intent:
    """Nothing to answer: and now? A confused user says that it did not understand."""
    mind = moment.mind
    mind.nudges += 1
    if mind.persona.kind is Kind.CONFUSED and not mind.puzzled:
        return not_understand(moment)
    if mind.nudges % (_NUDGES + 1) == 0:
        return state_goal(moment)
    return Intent(act=Act.NUDGE, key="nudge")
