"""The user's small file of data: what it has, what it may say by now, what it has said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from porfiado.cases.model import Confusion, Fact, Persona, UnknownFact
from porfiado.cases.vocabulary import NEVER_FULL
from porfiado.text import comparable, contains_value

from .hearing import FactProbe

MASK_LENGTH = 4  # letters and digits said of a value that is never said whole


class Entry:
    """One fact and what has become of it in this conversation.

    Attributes:
        name: The fact's name.
        fact: The fact; None: the user does not have it, and says so.
        withheld: It is said only when it was asked for.
        released: It may be said (always so for known facts).
        delivered: It was said.
        asks: How many of the agent's messages asked for it.
        former: What its value was before the user changed its mind.
        confusion: What the user gets wrong about it, until it is set right.
        mistaken: The wrong value was said, and the user has not noticed yet.
        parted: A part of it was said, and the rest never will be.
        refused: The user has refused once to say it again.
        whole: False: it is never said whole.
    """

    __slots__ = (
        "asks",
        "confusion",
        "delivered",
        "fact",
        "former",
        "mistaken",
        "name",
        "parted",
        "refused",
        "released",
        "whole",
        "withheld",
    )

    def __init__(self, name: str, fact: Fact | None, *, withheld: bool, whole: bool) -> None:
        self.name = name
        self.fact = fact
        self.withheld = withheld
        self.released = not withheld
        self.delivered = False
        self.asks = 0
        self.confusion: Confusion | None = None
        self.mistaken = False
        self.parted = False
        self.refused = False
        self.whole = whole
        self.former: tuple[str, ...] = ()

    @property
    def said(self) -> bool:
        """The user has answered, for all it knows and means to say."""
        return self.delivered or self.mistaken or self.parted

    @property
    def believed(self) -> str:
        """The value that the user takes for the right one."""
        assert self.fact is not None
        return self.confusion.says_first if self.mistaken and self.confusion else self.fact.value

    @property
    def sayings(self) -> tuple[str, ...]:
        """How the user may say it, best first; empty where it can say no part of it."""
        assert self.fact is not None
        if self.mistaken:
            return (self.believed,)
        if self.whole:
            return self.fact.sayings
        return self._parts[:1] or mask(self.fact.value)

    @property
    def _parts(self) -> tuple[str, ...]:
        """The forms that are less than the whole value in another layout."""
        assert self.fact is not None
        return tuple(f for f in self.fact.forms if not contains_value(comparable(f), self.fact.value))

    @property
    def kept_back(self) -> tuple[str, ...]:
        """What the user may not say of it by now."""
        if self.fact is None:
            return ()
        if not self.released:
            return (*self.fact.sayings, *self.former)
        if self.whole:
            return ()
        return tuple(s for s in (*self.fact.sayings, *self.former) if s not in self._parts[:1])


def mask(value: str) -> tuple[str, ...]:
    """The last `MASK_LENGTH` letters and digits of `value`; nothing where that would be half of it."""
    places = [m.start() for m in re.finditer(r"\w", value)]
    if len(places) <= 2 * MASK_LENGTH - 1:
        return ()
    return (value[places[-MASK_LENGTH] :],)


class Dossier:
    """All facts of a persona, and the queue of those asked for and not said yet (oldest ask first)."""

    def __init__(self, persona: Persona, constraints: frozenset[str]) -> None:
        facts: Mapping[str, Fact | UnknownFact] = {**persona.facts, **persona.unknown}
        self.entries = {
            name: Entry(
                name,
                fact if isinstance(fact, Fact) else None,
                withheld=name in persona.withheld,
                whole=f"{NEVER_FULL}{name}" not in constraints,
            )
            for name, fact in facts.items()
        }
        self._asks = {name: (fact.type, fact.asks) for name, fact in facts.items()}
        for confusion in persona.confusions:
            self.entries[confusion.fact].confusion = confusion
        self.queue: list[str] = []
        self._secrets: tuple[str, ...] | None = None

    def probes(self) -> tuple[FactProbe, ...]:
        """What hearing has to know."""
        return tuple(self._probe(entry) for entry in self.entries.values())

    def _probe(self, entry: Entry) -> FactProbe:
        type_, asks = self._asks[entry.name]
        if entry.fact is None:
            return FactProbe(entry.name, None, type_, asks, ())
        return FactProbe(entry.name, entry.fact.value, type_, asks, entry.fact.forms)

    def type_of(self, name: str) -> str | None:
        """The fact's built-in type, where it has one; a name that is a type's counts as one."""
        type_, asks = self._asks[name]
        return type_ or (None if asks else name)

    def values(self) -> dict[str, str]:
        """The values that the user takes for the right ones."""
        return {name: entry.believed for name, entry in self.entries.items() if entry.fact is not None}

    def note_asks(self, names: Iterable[str]) -> None:
        """The agent asked for these facts: they are released, and wait their turn."""
        for name in names:
            entry = self.entries[name]
            entry.asks += 1
            if not entry.released:
                entry.released = True
                self._secrets = None
            if entry.fact is not None and not entry.said and name not in self.queue:
                self.queue.append(name)

    def note_said(self, text: str) -> None:
        """The user said `text`: every fact that stands in it is delivered."""
        folded = comparable(text)
        for entry in self.entries.values():
            if entry.fact is None or entry.delivered:
                continue
            if any(contains_value(folded, saying) for saying in entry.fact.sayings):
                entry.delivered = True
                if entry.name in self.queue:
                    self.queue.remove(entry.name)

    def secrets(self) -> tuple[str, ...]:
        """What no message may hold: withheld facts not asked for yet, and what is never said whole."""
        if self._secrets is None:
            self._secrets = tuple(saying for entry in self.entries.values() for saying in entry.kept_back)
        return self._secrets

    def later(self, facts: Iterable[str]) -> tuple[str, ...]:
        """What may be said, but not in a message that is about `facts`: one thing at a time."""
        return tuple(
            saying
            for entry in self.entries.values()
            if entry.withheld and entry.released and not entry.delivered and entry.name not in facts
            for saying in (entry.fact.sayings if entry.fact is not None else ())
        )

    def change(self, facts: Mapping[str, Fact]) -> None:
        """The user changed its mind: these facts have new values, and none of them was said."""
        for name, fact in facts.items():
            entry = self.entries.get(name)
            if entry is None:
                entry = self.entries[name] = Entry(name, fact, withheld=False, whole=True)
                self._asks[name] = (fact.type, fact.asks)
            if entry.fact is not None:
                entry.former += entry.fact.sayings
            entry.fact = fact
            entry.delivered = entry.mistaken = entry.parted = entry.refused = False
            entry.confusion = None
            type_, asks = self._asks[name]
            self._asks[name] = (fact.type or type_, fact.asks or asks)
        self._secrets = None
