"""What has to happen next for a job to get done: ask, let choose, look up, read back, call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from porfiado.agents.reference.datum import Datum
from porfiado.agents.reference.jobs import Desk, Job, shown_fields
from porfiado.agents.reference.kinds import IDENTIFYING
from porfiado.agents.reference.memory import Lookup, Memory
from porfiado.agents.reference.options import in_daypart, mentioned, same_option
from porfiado.agents.reference.pending import Action, Ask, Blocked, Call, Choose, Confirm, Option, is_stuck
from porfiado.agents.reference.words import Words, words_of
from porfiado.world import Source, fill, value_at


class Planner:
    """Plans over one conversation's memory. It fills slots from lookups; it calls nothing itself."""

    def __init__(self, desk: Desk, memory: Memory) -> None:
        self.desk = desk
        self.memory = memory

    @property
    def words(self) -> Words:
        """The words of the conversation's language."""
        return words_of(self.memory.language)

    def next(self, job: Job, trail: tuple[str, ...] = ()) -> Action | None:
        """The next action for `job`; None where it leads back into itself (`trail`: the jobs above it)."""
        if job.name in trail:
            return None
        trail = (*trail, job.name)
        for name in job.spec.after:
            action = None if self.satisfied(name) else self.next(self.desk.job(name), trail)
            if action is not None:
                return action
        for datum in job.data.values():
            action = self.fill(job, datum, trail)
            if action is not None:
                return action
        return self._ready(job)

    def _ready(self, job: Job) -> Action:
        arguments = self.arguments(job)
        error = self.memory.failures.get((job.name, key_of(arguments)))
        if error is not None:
            return Blocked(job, error)
        unsure = self._unconfirmed(job)
        return Confirm(job, unsure) if unsure else Call(job, arguments)

    def _unconfirmed(self, job: Job) -> tuple[str, ...]:
        """The exact texts that the customer typed, that are about to be saved and were not read back yet."""
        slots = ((name, self.memory.slots.get(name)) for name in job.read_back)
        return tuple(name for name, slot in slots if slot and slot.source == "said" and not slot.confirmed)

    def arguments(self, job: Job) -> dict[str, Any]:
        """The arguments of a call of `job`, of what is known."""
        values = {name: self.memory.value(datum) for name, datum in job.data.items()}
        return {name: job.data[name].fit(value) for name, value in values.items() if value is not None}

    def fresh(self, name: str) -> Lookup | None:
        """The last success of that tool, if it was with what is known now."""
        lookup = self.memory.lookups.get(name)
        if lookup is None or lookup.arguments != self.arguments(self.desk.job(name)):
            return None
        return lookup

    def satisfied(self, name: str) -> bool:
        """The tool that must come before succeeded with what is known now."""
        return self.fresh(name) is not None

    def fill(self, job: Job, datum: Datum, trail: tuple[str, ...]) -> Action | None:
        """What has to happen for `datum` to be known; None where it is, or need not be."""
        if datum.chosen_from is not None and not datum.optional:
            return self._fill_by_choice(datum, datum.chosen_from, trail)
        if datum.name in self.memory.slots or datum.optional:
            return None
        source = datum.found_in
        if source is not None:
            lookup = self.fresh(source.tool)
            if lookup is not None and self._options(lookup, source.field, self.desk.job(source.tool)):
                return self._take(datum, lookup, source)
        if datum.name in self.memory.unknown:
            return self._other_way(job, datum, trail) or Ask(datum, stuck=True)
        if source is not None and not self._can_be_asked(datum):
            return self.next(self.desk.job(source.tool), trail) or Ask(datum)
        return Ask(datum)

    def _can_be_asked(self, datum: Datum) -> bool:
        """Somebody gave it a name for customers, or its type has one: they may know it."""
        return bool(datum.need.words) or datum.need.type in self.words.types

    def _fill_by_choice(self, datum: Datum, source: Source, trail: tuple[str, ...]) -> Action | None:
        job = self.desk.job(source.tool)
        lookup = self.fresh(source.tool)
        if lookup is None:
            return self.next(job, trail)
        options = self._options(lookup, source.field, job)
        if not options:
            return Blocked(job, "")
        missed = self._check_choice(datum, options)
        if missed is None and datum.name in self.memory.slots:
            return None
        recent = list(reversed(self.memory.said))
        named = mentioned(recent, options, self.words) if missed is None else None
        if named is not None:
            self.memory.put(datum.name, named.value, "chosen", job.name)
            return None
        return Choose(
            datum, tuple(in_daypart(recent, options, self.words)), job, records=False, missed=missed
        )

    def _check_choice(self, datum: Datum, options: list[Option]) -> str | None:
        """The value that is known, made one of the options; else it is dropped and returned."""
        slot = self.memory.slots.get(datum.name)
        if slot is None:
            return None
        option = same_option(slot.value, options, self.words)
        if option is None:
            self.memory.drop(datum.name)
            return str(slot.value)
        slot.value = option.value
        return None

    def _take(self, datum: Datum, lookup: Lookup, source: Source) -> Action | None:
        """The value from a lookup: by itself where there is one, by the customer's choice among several."""
        job = self.desk.job(source.tool)
        options = self._options(lookup, source.field, job, records=True)
        options = [o for o in options if (datum.name, str(o.value)) not in self.memory.ruled_out] or options
        named = (
            options[0] if len(options) == 1 else mentioned(reversed(self.memory.said), options, self.words)
        )
        if named is None:
            return Choose(datum, tuple(options), job, records=True)
        self.memory.put(datum.name, named.value, "found", job.name)
        return None

    def _options(self, lookup: Lookup, field: str, job: Job, *, records: bool = False) -> list[Option]:
        options: dict[str, Option] = {}
        shows = job.spec.shows.get(self.memory.language)
        for record in lookup.records:
            found = value_at(record, field)
            for value in found if isinstance(found, list) else [found]:
                if value is None or value == "":
                    continue
                label = fill(shows, lookup.arguments, record) if shows and records else None
                options.setdefault(str(value), Option(value, label or str(value)))
        return list(options.values())

    def records(self, datum: Datum) -> list[Option]:
        """The records among which `datum` was found or chosen; none where no lookup of now holds them."""
        source = datum.found_in
        lookup = self.fresh(source.tool) if source is not None else None
        if lookup is None or source is None:
            return []
        return self._options(lookup, source.field, self.desk.job(source.tool), records=True)

    def _other_way(self, job: Job, datum: Datum, trail: tuple[str, ...]) -> Action | None:
        """Another lookup that yields what the customer does not have."""
        for other in self.other_ways(datum):
            if other.name in trail:
                continue
            field = self._yields(other, datum)
            lookup = self.fresh(other.name)
            if lookup is None:
                action = self.next(other, trail)
                if action is None or isinstance(action, Blocked) or is_stuck(action):
                    continue
                return action
            if self._options(lookup, field, other):
                return self._take(datum, lookup, Source(other.name, field))
        return None

    def other_ways(self, datum: Datum) -> Iterator[Job]:
        """The lookups that yield `datum` from something else: the declared one first."""
        source = datum.found_in
        names = [source.tool] if source is not None else []
        names += [
            name for name, other in self.desk.jobs.items() if self._yields(other, datum) and name not in names
        ]
        for name in names:
            other = self.desk.job(name)
            if other.spec.reads and other.spec.restricted is None and datum.name not in other.data:
                yield other

    def _yields(self, job: Job, datum: Datum) -> str:
        """The field of the job's result that holds `datum`, "" where none does."""
        for other in self.desk.data.values():
            source = other.found_in
            if source is not None and source.tool == job.name and other.name == datum.name:
                return source.field
        source = datum.found_in
        if source is not None and source.tool == job.name:
            return source.field
        if datum.kind not in IDENTIFYING or self._is_told(datum):
            return ""
        return datum.name if job.spec.reads and datum.name in shown_fields(job.spec) else ""

    def rests_on(self, goal: Job, lookup: Job) -> bool:
        """Whether `goal` needs a record of `lookup`; other lookups are only another way to a datum."""
        if lookup.name in self.desk.before(goal):
            return True
        return any(
            source is not None and source.tool == lookup.name and datum.name not in self.memory.slots
            for datum in self.desk.chain(goal)
            if not datum.optional
            for source in (datum.found_in, datum.chosen_from)
        )

    def _is_told(self, datum: Datum) -> bool:
        """It is a new value to be saved: what a record holds under that name is the present one."""
        return datum.kind != "code" and any(datum.name in job.payload for job in self.desk.jobs.values())


def key_of(arguments: dict[str, Any]) -> str:
    """Arguments as one text, to look a call up by."""
    return msgspec.json.encode(arguments, order="sorted").decode()
