"""For every argument of every call: where did its value come from?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from porfiado.grading.calls import PlacedCall, place_calls
from porfiado.grading.provenance.kinds import Kind, Typed, typed
from porfiado.grading.provenance.sources import Source, folded_scalars, is_derived, stands_in
from porfiado.grading.provenance.texts import Text, text_of, text_of_value
from porfiado.lazy import lazy
from porfiado.locales import FALLBACK
from porfiado.records import Call, Conversation
from porfiado.user.hearing import hear_user

_DEPTH = 32  # arguments nested deeper come from no tool's schema
_IN_SCHEMA = ("enum", "const", "default")


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


class Known(NamedTuple):
    """What the agent knew before it said anything.

    Attributes:
        system: Its system prompt; None where nobody knows it.
        schemas: Tool → the JSON Schema of its parameters.
        language: The language of the conversation, in which the user's corrections are heard.
        checks: Tools that must be called before others: a policy wants them, used or not.
    """

    system: str | None = None
    schemas: Mapping[str, Mapping[str, Any]] = {}
    language: str = FALLBACK
    checks: frozenset[str] = frozenset()


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
        self._known = known
        self._schemas = {
            **known.schemas,
            **{tool.name: tool.parameters for tool in conversation.tools if tool.parameters},
        }

    @lazy
    def arguments(self) -> tuple[Argument, ...]:
        """All values in the arguments of all calls, with their sources."""
        found = []
        for index, (turn, call) in enumerate(self._placed):
            for path, key, value in leaves(call.arguments):
                what = typed(value, key)
                source = self._source(what, turn, index, call, path)
                found.append(Argument(turn, index, call, path, value, what.kind, source))
        return tuple(found)

    def _source(self, value: Typed, turn: int, index: int, call: Call, path: str) -> Source:
        if not value.folded:
            return Source.FREE
        if value.kind is Kind.FREE and len(value.folded) > 64:
            return Source.FREE  # a text of the agent's own, not looked up
        for source, texts in (
            (Source.USER, self.user_words(turn)),
            (Source.RESULT, self.results(index)),
        ):
            if any(stands_in(value, text) for text in texts):
                return source
        if value.folded in self._offered_by_schema(call.name, path):
            return Source.SCHEMA
        if self.system is not None and stands_in(value, self.system):
            return Source.SYSTEM
        return self._elsewhere(value, turn, index) if value.kind.accountable else Source.FREE

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

    @lazy
    def tool_texts(self) -> Text:
        """What the agent was told of its tools: examples of values stand there too."""
        return text_of_value([self._schemas, [tool.description for tool in self._conversation.tools]])

    def derives(self, value: Typed, turn: int, index: int) -> bool:
        """Whether the value can be worked out from what was known at the call `index`."""
        spoken = [*self.user_words(turn), *self._agreed(turn)]
        texts = [*spoken, *self.results(index), *([self.system] if self.system else [])]
        return is_derived(value, texts, spoken)

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
            reply = turns[number - 1].agent
            if reply and not hear_user(turns[number].user, self._known.language).corrects:
                yield text_of(reply)

    @lazy
    def system(self) -> Text | None:
        """The agent's system prompt."""
        prompt = self._conversation.system if self._conversation.system is not None else self._known.system
        return None if prompt is None else text_of(prompt)

    @lazy
    def beside(self) -> tuple[Text, ...]:
        """What stands in the record and has no place in the conversation: attachments, state, metadata."""
        kept = [one.content for one in self._conversation.kept]
        return tuple(map(text_of_value, [*kept, *self._conversation.origin.values()]))

    def _offered_by_schema(self, tool: str, path: str) -> frozenset[str]:
        schema = self._schemas.get(tool)
        return _schema_values(schema, path.partition(".")[0].partition("[")[0]) if schema else frozenset()


def _unseen(one: PlacedCall) -> bool:
    """Whether the call had a result that nobody recorded."""
    call = one.call
    return call.answered is False or (call.result is None and call.error is None and call.changed is UNSET)


def leaves(value: Any, path: str = "", key: str = "", depth: int = _DEPTH) -> Iterator[tuple[str, str, Any]]:
    """The scalars of a JSON value: where each stands, the nearest key above it, and the scalar."""
    if depth and isinstance(value, Mapping):
        for name, item in value.items():
            yield from leaves(item, f"{path}.{name}" if path else str(name), str(name), depth - 1)
    elif depth and isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from leaves(item, f"{path}[{index}]", key, depth - 1)
    else:
        yield path, key, value


def _schema_values(schema: Mapping[str, Any], parameter: str) -> frozenset[str]:
    """The values that a schema itself offers for a parameter."""
    properties = schema.get("properties")
    own = properties.get(parameter, {}) if isinstance(properties, Mapping) else {}
    shared = [schema.get("$defs"), schema.get("definitions")]
    return folded_scalars(value for part in [own, *shared] for value in _offers(part))


def _offers(schema: Any, depth: int = _DEPTH) -> Iterator[Any]:
    if depth and isinstance(schema, Mapping):
        for key, part in schema.items():
            if key in _IN_SCHEMA:
                yield from (value for _, _, value in leaves(part))
            else:
                yield from _offers(part, depth - 1)
    elif depth and isinstance(schema, list):
        for part in schema:
            yield from _offers(part, depth - 1)


def count_sources(arguments: Sequence[Argument]) -> dict[str, int]:
    """How many values came from each source, in the order of `Source`; what none came from is left out."""
    counts = Counter(one.source for one in arguments)
    return {source.value: counts[source] for source in Source if counts[source]}
