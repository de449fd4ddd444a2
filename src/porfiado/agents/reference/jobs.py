"""A world's tools as the clerk works with them: read once from their declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from porfiado.agents.reference.datum import Datum, read_datum, spaced
from porfiado.agents.reference.kinds import EXACT, ORDER, UNASKED_NEVER
from porfiado.agents.reference.words import Words, spoken, tokens, words_of
from porfiado.text import fold
from porfiado.world import ToolSpec
from porfiado.world.templates import placeholders

_KEPT = 64  # worlds kept compiled: more than any run has at once
_NAMED = 0.4  # what a word of its name is worth for a tool without declared intents: two make it clear
_DESCRIBED = 0.2  # … and a word of its description
_TELLING = 3  # letters that a stem must have to say anything there


class Phrase(NamedTuple):
    """A declared intent: its stems, what they weigh, and the text itself, folded.

    `only_literal`: but one of its words carries meaning, so the others must stand there too.
    """

    stems: tuple[str, ...]
    weight: float
    literal: str
    length: int
    only_literal: bool


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One tool, and what it is about to save."""

    spec: ToolSpec
    data: Mapping[str, Datum]
    payload: tuple[str, ...]

    @property
    def name(self) -> str:
        """As it is called."""
        return self.spec.name

    @property
    def read_back(self) -> tuple[str, ...]:
        """What is read back before it is saved: exact text, where one wrong letter costs.

        Only where the tool saves nothing else: what stands beside it is a turn that every customer would pay.
        """
        exact = all(
            self.data[name].kind in EXACT and self.data[name].chosen_from is None for name in self.payload
        )
        return self.payload if exact else ()


class Group(NamedTuple):
    """The data of one kind: those that the present job needs, then all others."""

    kind: str
    wanted: tuple[Datum, ...]
    others: tuple[Datum, ...]


def _grouped(wanted: Sequence[Datum], data: Iterable[Datum]) -> Iterator[Group]:
    names = {datum.name for datum in wanted}
    others = [datum for datum in data if datum.name not in names]
    for kind in ORDER:
        own = tuple(datum for datum in wanted if datum.kind == kind)
        rest = tuple(datum for datum in others if datum.kind == kind and kind not in UNASKED_NEVER)
        if own or rest:
            yield Group(kind, own, rest)


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """All jobs of a world.

    Attributes:
        jobs: by name.
        data: all their data, by name.
        language: the one in which most is declared.
        intents: language → the first stem of an intent → the jobs that have it.
        undeclared: language → job without intents in it → the stems of its name and description.
    """

    jobs: Mapping[str, Job]
    data: Mapping[str, Datum]
    language: str
    intents: Mapping[str, Mapping[str, tuple[tuple[str, Phrase], ...]]]
    undeclared: Mapping[str, Mapping[str, Mapping[str, float]]]
    _chains: dict[str, tuple[Datum, ...]] = field(default_factory=dict)
    _groups: dict[str, tuple[Group, ...]] = field(default_factory=dict)

    def chain(self, job: Job) -> tuple[Datum, ...]:
        """All data that the job needs, by itself or for what comes before it; in the order of asking."""
        if job.name not in self._chains:
            found: dict[str, Datum] = {}
            self._collect(job, found, set())
            self._chains[job.name] = tuple(found.values())
        return self._chains[job.name]

    def _collect(self, job: Job, found: dict[str, Datum], seen: set[str]) -> None:
        if job.name in seen:
            return
        seen.add(job.name)
        for name in job.spec.after:
            self._collect(self.job(name), found, seen)
        for name, datum in job.data.items():
            if datum.chosen_from is not None:
                self._collect(self.job(datum.chosen_from.tool), found, seen)
            found.setdefault(name, datum)

    def before(self, job: Job) -> frozenset[str]:
        """All tools that must have succeeded before `job`, by themselves or for one that must."""
        found: set[str] = set()
        open_ = [*job.spec.after]
        while open_:
            name = open_.pop()
            if name not in found:
                found.add(name)
                open_ += self.job(name).spec.after
        return frozenset(found)

    def groups(self, job: Job | None) -> tuple[Group, ...]:
        """All data by kind, as they claim parts of a message while `job` is being done."""
        key = job.name if job is not None else ""
        if key not in self._groups:
            wanted = self.chain(job) if job is not None else ()
            self._groups[key] = tuple(_grouped(wanted, self.data.values()))
        return self._groups[key]

    def job(self, name: str) -> Job:
        """The job of that name."""
        return self.jobs[name]


_desks: dict[int, tuple[Sequence[ToolSpec], Desk]] = {}


def desk_of(specs: Sequence[ToolSpec]) -> Desk:
    """The desk for those tools; compiled once, as the tools of a world are the same in all conversations."""
    known = _desks.get(id(specs))
    if known is not None and known[0] is specs:
        return known[1]
    desk = _compile(specs)
    if len(_desks) >= _KEPT:
        _desks.clear()
    _desks[id(specs)] = (specs, desk)
    return desk


def _compile(specs: Sequence[ToolSpec]) -> Desk:
    read = {name for spec in specs if spec.reads for name in spec.needs}
    jobs = {spec.name: _job(spec, read) for spec in specs}
    data: dict[str, Datum] = {}
    for job in jobs.values():
        for name, datum in job.data.items():
            if name not in data or (datum.choices and not data[name].choices):
                data[name] = datum
    known = [words_of(language) for language in spoken()]
    return Desk(
        jobs,
        data,
        _language(specs),
        {words.language: _intents(specs, words) for words in known},
        {words.language: _undeclared(specs, words) for words in known},
    )


def _intents(specs: Sequence[ToolSpec], words: Words) -> dict[str, tuple[tuple[str, Phrase], ...]]:
    weights = _weights(specs, words)
    index: dict[str, list[tuple[str, Phrase]]] = {}
    for spec in specs:
        for text in spec.intents.get(words.language, ()):
            phrase = _phrase(text, words, weights)
            if phrase.stems:
                index.setdefault(phrase.stems[0], []).append((spec.name, phrase))
    return {stem: tuple(phrases) for stem, phrases in index.items()}


def _undeclared(specs: Sequence[ToolSpec], words: Words) -> dict[str, dict[str, float]]:
    """For tools that nobody gave intents: a lookup that others need is none that customers ask for."""
    needed = {name for spec in specs for name in spec.after}
    needed |= {
        s.tool for spec in specs for n in spec.needs.values() for s in (n.found_in, n.chosen_from) if s
    }
    weak: dict[str, dict[str, float]] = {}
    for spec in specs:
        if not spec.intents and not (spec.reads and spec.name in needed):
            named = set(words.stems(tokens(fold(spaced(spec.name)))))
            described = set(words.stems(tokens(fold(spec.description)))) - named
            stems = {**dict.fromkeys(described, _DESCRIBED), **dict.fromkeys(named, _NAMED)}
            weak[spec.name] = {stem: weight for stem, weight in stems.items() if len(stem) >= _TELLING}
    return weak


def _language(specs: Sequence[ToolSpec]) -> str:
    """The language in which most is declared; English where nothing is."""
    known = spoken()
    counts = {
        lang: sum((lang in s.intents) + (lang in s.says) + (lang in s.reports) for s in specs)
        for lang in known
    }
    return max(("en", *known), key=lambda language: counts.get(language, 0))


def _job(spec: ToolSpec, read: set[str]) -> Job:
    properties = spec.parameters["properties"]
    data = {name: read_datum(name, need, properties.get(name, {})) for name, need in spec.needs.items()}
    payload = tuple(
        name
        for name, datum in data.items()
        if spec.writes and not datum.optional and _is_payload(name, datum, read)
    )
    return Job(spec, data, payload)


def _phrase(text: str, words: Words, weights: Mapping[str, float]) -> Phrase:
    stems, length = phrase_stems(text, words), len(tokens(fold(text)))
    weight = sum(weights.get(stem, 1.0) for stem in stems)
    return Phrase(stems, weight, fold(text), length, length > len(stems) == 1)


def _is_payload(name: str, datum: Datum, read: set[str]) -> bool:
    """What the job is about to save, as against what says on whom or what it works."""
    if datum.found_in is not None:
        return False
    return name not in read or datum.chosen_from is not None or datum.manner in ("date", "time")


def phrase_stems(phrase: str, words: Words) -> tuple[str, ...]:
    """The stems by which a phrase is recognised; all its words, where none carries meaning by itself."""
    folded = tokens(fold(phrase))
    return tuple(words.stems(folded)) or tuple(words.stem(word) for word in folded)


def _weights(specs: Sequence[ToolSpec], words: Words) -> dict[str, float]:
    """What a stem says: less, the more tools have it among their intents (inverse document frequency)."""
    owners: dict[str, set[str]] = {}
    for spec in specs:
        for phrase in spec.intents.get(words.language, ()):
            for stem in phrase_stems(phrase, words):
                owners.setdefault(stem, set()).add(spec.name)
    return {stem: 1.0 / len(names) for stem, names in owners.items()}


def shown_fields(spec: ToolSpec) -> set[str]:
    """The fields of a record that the tool's declaration speaks of."""
    texts = [*spec.reports.values(), *spec.shows.values()]
    fields = {field for text in texts for field in placeholders(text)}
    return fields | ({spec.choose} if spec.choose else set())
