"""What the user does about what it wants: say it, change it, insist on it, take what is offered or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from porfiado.cases.model import Kind
from porfiado.text import comparable, contains_value

from .acts import Act, Intent
from .agenda_mind import Mind
from .agenda_moment import Moment
from .dossier import Entry
from .tactics import next_push
from .wording import has_words, place_of, spoken

_EXPLAINED = re.compile(r"\s*(?:\(|[,;:]\s|\s[-–—]\s).*", re.DOTALL)
_SHORT = 5  # words of an option that are quicker typed than its number


# What the user wants


def say_goal(mind: Mind, act: Act, key: str) -> Intent:
    """Say what it wants, as far as that gives away nothing withheld."""
    text = mind.guard.trim(mind.goal.text, mind.dossier.secrets())
    mind.stated = True
    if not text:
        return Intent(act=act, key="ask_help")
    slots = {"goal": text, "Goal": text[:1].upper() + text[1:]}
    extra = _volunteered(mind, text) if key in ("open", "state") else None
    if extra is None:
        return Intent(act=act, key=f"{key}_{mind.goal.form}", slots=slots)
    type_, entry = extra
    slots["value"] = entry.sayings[0]
    return Intent(
        act=act, key=f"{key}_{mind.goal.form}", slots=slots, then=f"volunteer_{type_}", facts=(entry.name,)
    )


def _volunteered(mind: Mind, text: str) -> tuple[str, Entry] | None:
    """A known fact that a cooperative user adds by itself; one, and only of a kind that people do add."""
    if mind.persona.kind is not Kind.COOPERATIVE:
        return None
    folded = comparable(text)
    for name in mind.persona.known:
        entry, type_ = mind.dossier.entries[name], mind.dossier.type_of(name)
        if entry.said or entry.confusion is not None or not entry.sayings or entry.fact is None:
            continue
        if has_words(mind.language, f"volunteer_{type_}") and not contains_value(folded, entry.fact.value):
            return str(type_), entry
    return None


def state_goal(moment: Moment) -> Intent:
    """Say what it wants; in another way where it was said before (not counting "hello, how can I help?")."""
    again = moment.mind.stated and moment.mind.patience.replies > 1
    return say_goal(moment.mind, Act.STATE_GOAL, "state_again" if again else "state")


def say_wish(moment: Moment) -> Intent:
    """Asked about what it wants: say it; once it was said, the part that matters."""
    mind = moment.mind
    wish = mind.wants.wish
    if not (wish and mind.stated and mind.may_say(wish)):
        return state_goal(moment)
    return Intent(act=Act.STATE_GOAL, key="wish", slots={"wish": wish})


def say_preference(moment: Moment) -> Intent:
    """What it would like best."""
    mind = moment.mind
    value = moment.preferred or ""
    if not mind.may_say(value):
        return no_preference(moment)
    mind.proposed.append(value)
    return Intent(act=Act.CHOOSE, **_naming(value, mind.language))


def _naming(value: str, language: str) -> dict[str, Any]:
    """The templates in which a chosen value is named, and what goes into them."""
    said = spoken(value, language)
    return {"key": "choose" if said == value else "choose_when", "slots": {"value": said}}


def no_preference(moment: Moment) -> Intent:
    """Any will do."""
    return Intent(act=Act.NOT_KNOW, key="no_preference")


def change_mind(moment: Moment) -> Intent:
    """Want something else from now on."""
    mind = moment.mind
    change = mind.change()
    mind.goodbyes = mind.failures = 0
    intent = say_goal(mind, Act.CHANGE_MIND, "change")
    return msgspec.structs.replace(intent, text=change.says, facts=tuple(change.facts))


def push(moment: Moment) -> Intent:
    """Insist, with the next tactic."""
    return next_push(moment.mind)


# Offers


def choose(moment: Moment) -> Intent:
    """Choose among options: what suits best, the seed among equals."""
    mind = moment.mind
    best = moment.best
    if not best:
        return decline(moment)
    number = best[mind.dice.pick("option", len(best))]
    option = moment.options[number]
    folded = comparable(option)
    facts = tuple(
        n for n, v in mind.dossier.values().items() if contains_value(folded, v) or n in mind.persona.prefers
    )
    for entry in moment.fresh:
        if entry.name in facts and entry.name in mind.dossier.queue:
            mind.dossier.queue.remove(entry.name)
    mind.choose(option)
    text = _short(moment.options, number)
    if len(text.split()) > _SHORT or not mind.may_say(text):
        place = place_of(number, mind.language)
        return Intent(act=Act.CHOOSE, key="choose_place", facts=facts, slots={"value": place})
    return Intent(act=Act.CHOOSE, facts=facts, **_naming(text, mind.language))


def _short(options: Sequence[str], number: int) -> str:
    """The option as one names it: without what is explained after it, where that tells it from the others."""
    heads = [_EXPLAINED.sub("", option) for option in options]
    own = heads[number]
    return own if own and heads.count(own) == 1 else options[number].split(" (")[0].strip()


def accept(moment: Moment) -> Intent:
    """Yes to what was offered."""
    return Intent(act=Act.ACCEPT, key="accept")


def decline(moment: Moment) -> Intent:
    """No, and what it wants instead where that can be said in a few words."""
    mind = moment.mind
    old = moment.given_up
    if old is not None and mind.may_say(old.believed):
        slots = {"value": spoken(old.believed, mind.language)}
        return Intent(act=Act.DECLINE, key="correct", facts=(old.name,), slots=slots)
    ignored = [value for value in mind.chosen.values() if not contains_value(moment.folded, value)]
    if ignored:
        value = spoken(ignored[-1], mind.language)
        if mind.may_say(value):
            return Intent(act=Act.DECLINE, key="correct", slots={"value": value})
    if mind.wants.wish and mind.may_say(mind.wants.wish):
        return Intent(act=Act.DECLINE, key="decline_wish", slots={"wish": mind.wants.wish})
    return Intent(act=Act.DECLINE, key="decline")


def accept_or_decline(moment: Moment) -> Intent:
    """Yes where the offer suits the user, no where it goes against its wishes."""
    return decline(moment) if moment.suits is None else accept(moment)


def refuse_link(moment: Moment) -> Intent:
    """It opens no links."""
    return Intent(act=Act.REFUSE_LINK, key="refuse_link")
