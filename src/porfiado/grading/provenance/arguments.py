"""For every argument of every call: where did its value come from?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from porfiado.grading.calls import PlacedCall, place_calls
from porfiado.grading.provenance.derived import is_derived
from porfiado.grading.provenance.kinds import Kind, Typed, typed
from porfiado.grading.provenance.known import Known
from porfiado.grading.provenance.leaves import leaves
from porfiado.grading.provenance.sources import LOOKS, Source, stands_in
from porfiado.grading.provenance.texts import Text, text_of, text_of_value
from porfiado.grading.provenance.words import declines
from porfiado.lazy import lazy
from porfiado.records import Call, Conversation
from porfiado.user.hearing import hear_user

_SOURCES = tuple((source, source.value) for source in Source)
_USER, _RESULT, _FREE = Source.USER, Source.RESULT, Kind.FREE  # looked up once, used for every value
_OWN_WORDS = 64  # characters of words that nobody need have said; longer ones are not looked for


class Argument(NamedTuple):
    """One value in the arguments of a call, and where it came from.

    Attributes:
        turn: The turn of the call, from 1.
        place: Which call of the conversation it is, from 0.
        call: The call.
        path: Where it stands: "flights[0].date".
        value: The value: a text, a number, true, false or null.
        kind: What kind of value it is.
        source: Where it came from.
    """

    turn: int
    place: int
    call: Call
    path: str
    value: Any
    kind: Kind
    source: Source


def trace_arguments(conversation: Conversation, known: Known | None = None) -> tuple[Argument, ...] | None:
    """Where each value in the arguments came from; None where the trajectory is unknown.

    What the record itself says of the agent's prompt and tools goes before `known`.
    """
    placed = place_calls(conversation)
    if placed is None:
        return None
    return Tracer(conversation, placed, known or Known()).arguments


class Tracer:
    """What could be known when, in one conversation."""

    def __init__(self, conversation: Conversation, placed: Sequence[PlacedCall], known: Known) -> None:
        self._conversation = conversation
        self._placed = placed
        self.known = known.beside(conversation)

    @lazy
    def arguments(self) -> tuple[Argument, ...]:
        """All values in the arguments of all calls, with their sources."""
        found = []
        for place, (turn, call) in enumerate(self._placed):
            # The latest first: what is called with was mostly said or found just before.
            said, results = self._said[turn - 1 :: -1], self._results[:place][::-1]
            for path, key, value in leaves(call.arguments):
                what = typed(value, key)
                source = self._given(what, said, results) or self._source(what, turn, place, call, path)
                found.append(Argument(turn, place, call, path, value, what.kind, source))
        return tuple(found)

    @staticmethod
    def _given(value: Typed, said: Sequence[Text], results: Sequence[Text]) -> Source | None:
        """Whether the user or a result gave the value, by the strictest look."""
        needle, code = value.folded, value.squeezed
        if not needle or (value.kind is _FREE and len(needle) > _OWN_WORDS):
            return Source.FREE  # a text of the agent's own, not looked up
        for text in said:  # as `LOOKS` begins, without its calls: nearly all values are found here
            if (needle in text.folded and text.has(needle)) or (code and code in text.squeezed):
                return _USER
        for text in results:
            if (needle in text.folded and text.has(needle)) or (code and code in text.squeezed):
                return _RESULT
        return None

    def _source(self, value: Typed, turn: int, place: int, call: Call, path: str) -> Source:
        """The source of a value that neither the user nor a result gave by the strictest look."""
        if value.folded in self.known.offered(call.name, path):
            return Source.SCHEMA
        prompt = self.known.prompt
        looks = LOOKS[value.kind]
        if prompt is not None and looks[0](value, prompt):
            return Source.SYSTEM
        for look in looks[1:]:
            if any(look(value, text) for text in self.user_words(turn)):
                return Source.USER
            if any(look(value, text) for text in self.results(place)):
                return Source.RESULT
            if prompt is not None and look(value, prompt):
                return Source.SYSTEM
        return self._elsewhere(value, turn, place) if value.kind.accountable else Source.FREE

    def _elsewhere(self, value: Typed, turn: int, index: int) -> Source:
        if any(stands_in(value, text) for text in self._agreed(turn)):
            return Source.OFFERED
        if self.derives(value, turn, index):
            return Source.DERIVED
        if any(stands_in(value, text) for text in self.beside):
            return Source.UNKNOWN
        return Source.UNKNOWN if self.hidden(index) else Source.NOWHERE

    def hidden(self, index: int) -> bool:
        """Whether a call before the call `index` had a result that nobody recorded."""
        return any(map(_unseen, self._placed[:index]))

    def derives(self, value: Typed, turn: int, place: int, *, days: bool = True) -> bool:
        """Whether the value can be worked out from what was known at the call `place`.

        Without `days`, no day follows from the user's "tomorrow" or "three nights".
        """
        user, prompt = self.user_words(turn), self.known.prompt
        found = [*reversed(self.results(place)), *([prompt] if prompt is not None else [])]
        return is_derived(value, [*user, *self._agreed(turn)], user if days else (), found)

    def user_words(self, turn: int) -> Sequence[Text]:
        """The user's messages up to that turn."""
        return self._said[:turn]

    @lazy
    def _said(self) -> tuple[Text, ...]:
        return tuple(text_of(turn.user) for turn in self._conversation.turns)

    def results(self, index: int) -> Sequence[Text]:
        """The results and errors of the calls before the call `index`."""
        return self._results[:index]

    @lazy
    def _results(self) -> tuple[Text, ...]:
        return tuple(
            text_of_value(one.call.result if one.call.error is None else [one.call.error, one.call.result])
            for one in self._placed
        )

    def _agreed(self, turn: int) -> Iterator[Text]:
        """The replies before that turn that the user's next message does not correct."""
        turns = self._conversation.turns
        for number in range(1, turn):
            reply, answer = turns[number - 1].agent, turns[number].user
            if not reply or declines(text_of(answer).folded):
                continue
            if not hear_user(answer, self.known.language).corrects:
                yield text_of(reply)

    @lazy
    def beside(self) -> tuple[Text, ...]:
        """What stands in the record and has no place in the conversation: attachments, state, metadata."""
        kept = [one.content for one in self._conversation.kept]
        return tuple(map(text_of_value, [*kept, *self._conversation.origin.values()]))


def _unseen(one: PlacedCall) -> bool:
    """Whether the call had a result that nobody recorded."""
    call = one.call
    return call.answered is False or (call.result is None and call.error is None and call.changed is UNSET)


def count_sources(arguments: Sequence[Argument]) -> dict[str, int]:
    """How many values came from each source, in the order of `Source`; what none came from is left out."""
    found = [one.source for one in arguments]
    return {name: count for source, name in _SOURCES if (count := found.count(source))}
