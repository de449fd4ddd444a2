"""How a message enters the memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.grounding import Grounded, free_answer, ground
from porfiado.agents.reference.intents import Wish, wishes
from porfiado.agents.reference.kinds import FREE
from porfiado.agents.reference.memory import Memory
from porfiado.agents.reference.options import contrasted, pick, same_option
from porfiado.agents.reference.pending import Ask, Choose, Confirm, Option
from porfiado.agents.reference.planning import Planner
from porfiado.agents.reference.policy import Situation
from porfiado.agents.reference.reading import Reading
from porfiado.agents.reference.words import tokens
from porfiado.text import fold

_NO_ANSWER = frozenset({"dont_know", "not_understood", "why"})
_NO_OPTION = frozenset({"no", "none", "question", "yes", "again"})
_SHORT_OPTION = 4  # words in which somebody names what is not on offer


def listen(reading: Reading, planner: Planner) -> Situation:
    """Put what the message says into the memory, and say what it was."""
    memory, desk = planner.memory, planner.desk
    memory.turn += 1
    memory.language = reading.words.language
    memory.said.append(reading.folded)
    idle = memory.job is None and memory.refused is None
    wished = tuple(wishes(reading, desk, expected=idle))
    option = _choose(reading, planner)
    chosen = option is not None
    if option is not None:  # the words of what was shown are no wish
        echoed = {wish.job.name for wish in wishes(_shown(option, reading), desk, expected=False)}
        wished = tuple(wish for wish in wished if wish.job.name not in echoed)
    values, taken = ({}, {}) if chosen else _values(reading, planner, wished)
    changed = {name for name, value in values.items() if memory.put(name, value, "said")}
    if not chosen:
        changed |= _move_choices(reading, planner, taken, understood=bool(values))
    if isinstance(memory.pending, Confirm):
        for name in changed & set(memory.pending.names):
            memory.slots[name].confirmed = True  # set right in answer to being read back
    _drop_outdated(planner, changed)
    return Situation(reading, memory, wished, frozenset(changed), chosen)


def _move_choices(
    reading: Reading, planner: Planner, taken: Mapping[str, tuple[int, int]], *, understood: bool
) -> set[str]:
    """The data taken from one of several records, where the message means another one, or not that."""
    memory = planner.memory
    moved: set[str] = set()
    chain = planner.desk.chain(memory.job) if memory.job is not None else ()
    places = [taken[datum.name] for datum in chain if datum.name in taken]
    for datum in chain:
        slot = memory.slots.get(datum.name)
        if datum.found_in is None or slot is None or slot.turn == memory.turn:
            continue
        options = planner.records(datum)
        if len(options) > 1 and _move(reading, datum, options, memory, places, understood):
            moved.add(datum.name)
    return moved


def _move(
    reading: Reading,
    datum: Datum,
    options: Sequence[Option],
    memory: Memory,
    taken: Sequence[tuple[int, int]],
    understood: bool,
) -> bool:
    corrects = "correction" in reading.acts
    named = contrasted(reading.folded, options, reading.words, taken=taken, corrects=corrects)
    memory.ruled_out |= {(datum.name, str(option.value)) for option in named.denied}
    contrast = named.several or bool(reading.acts & {"correction", "no"}) or not understood
    if named.meant is not None and contrast:
        memory.ruled_out.discard((datum.name, str(named.meant.value)))
        return memory.put(datum.name, named.meant.value, "chosen", datum.found_in.tool)  # type: ignore[union-attr]
    if any(option.value == memory.slots[datum.name].value for option in named.denied):
        memory.drop(datum.name)
        return True
    return False


def _shown(option: Option, reading: Reading) -> Reading:
    """What was shown of an option, as a message."""
    folded = fold(option.label)
    found = tuple(tokens(folded))
    stems = tuple(map(reading.words.stem, found))
    return replace(reading, original=option.label, folded=folded, tokens=found, stems=stems)


def _choose(reading: Reading, planner: Planner) -> Option | None:
    """The option that was chosen, put into the memory."""
    pending = planner.memory.pending
    if not isinstance(pending, Choose):
        return None
    named = ground(reading, pending.datum, (), planner.memory.slots).values
    option = pick(reading, pending.options, other=pending.datum.name in named)
    if option is None:
        return None
    planner.memory.put(pending.datum.name, option.value, "chosen", pending.lookup.name)
    return option


def _values(reading: Reading, planner: Planner, wished: tuple[Wish, ...]) -> Grounded:
    memory, desk = planner.memory, planner.desk
    asked = _asked(planner)
    job = memory.job or (wished[0].job if wished else None)
    requested = {datum.name for wish in wished for datum in desk.chain(wish.job)}
    values, taken = ground(reading, asked, desk.groups(job), memory.slots, requested)
    if asked is not None and asked.name in values and _is_no_record(values[asked.name], planner):
        del values[asked.name]
    if asked is not None and asked.name not in values and _is_answer(reading, planner, asked, wished):
        answer = free_answer(reading, asked)
        if answer is not None:
            values[asked.name] = answer
    return Grounded(values, taken)


def _is_no_record(value: str, planner: Planner) -> bool:
    """A record was to be chosen, and it is none of those, whatever it looks like."""
    pending = planner.memory.pending
    if not (isinstance(pending, Choose) and pending.records):
        return False
    return same_option(value, pending.options, planner.words) is None


def _asked(planner: Planner) -> Datum | None:
    pending = planner.memory.pending
    if isinstance(pending, Ask | Choose):
        return pending.datum
    if isinstance(pending, Confirm) and len(pending.names) == 1:
        return pending.job.data[pending.names[0]]
    return None


def _is_answer(reading: Reading, planner: Planner, asked: Datum, wished: tuple[Wish, ...]) -> bool:
    """Whether a message without a value of the wanted kind may be the answer all the same."""
    if reading.acts & _NO_ANSWER or asked.kind not in FREE:
        return False
    if asked.kind != "text" and reading.acts & {"yes", "no"} and len(reading.tokens) == 1:
        return False
    if isinstance(planner.memory.pending, Confirm) and reading.acts & {"yes", "no"}:
        return False
    if isinstance(planner.memory.pending, Choose):  # whatever else is said to an offer is not on offer
        if planner.memory.pending.records:  # which are all that there are
            return False
        return not wished and not reading.acts & _NO_OPTION and len(reading.tokens) <= _SHORT_OPTION
    return not (wished and reading.acts & {"wish", "correction"})


def _drop_outdated(planner: Planner, changed: set[str]) -> None:
    """Forget what was found or chosen by means of a datum that has another value now."""
    memory = planner.memory
    for name, slot in list(memory.slots.items()):
        if slot.origin and name not in changed and changed & planner.desk.job(slot.origin).data.keys():
            memory.drop(name)
