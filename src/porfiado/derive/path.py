"""What is expected of the path and of the state, at the least restrictive level that says something."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from porfiado.derive.notes import Notes
from porfiado.grading.calls import PlacedCall, came_to_nothing, place_calls
from porfiado.grading.provenance import Source, trace_arguments
from porfiado.locales import words_if_any
from porfiado.records import Call, Conversation
from porfiado.text import comparable, value_finder

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_KNOWN = frozenset({Source.USER, Source.RESULT, Source.OFFERED})
_FREE_TEXT = 4  # words; a longer text is wording, which another good agent would word otherwise
_DEPTH = 16


class PathReader:
    """Reads the expected path out of a conversation.

    Args:
        conversation: The conversation.
        language: Its language.
        tools: Tool → whether it writes, where that is declared; concluded from its name elsewhere.
        notes: What had to be guessed is added here.
    """

    def __init__(
        self, conversation: Conversation, language: str, tools: Mapping[str, bool], notes: Notes
    ) -> None:
        self._conversation = conversation
        self._language = language
        self._tools = tools
        self._notes = notes
        self._calls = place_calls(conversation) or ()
        self._traced = trace_arguments(conversation) or ()
        self._guessed: dict[str, None] = {}

    def path(self) -> dict[str, Any]:
        """Required tools, forbidden ones, order and arguments of writes; {} where nothing was called.

        Where something was written, the writes are required and the reads are left to the agent. Where
        nothing was, the reads are all that can be required.
        """
        made = [one for one in self._calls if not came_to_nothing(one.call)]
        writes = [one for one in made if self._writes(one)]
        found: dict[str, Any] = {}
        required = _names(writes) or _names(made)
        if required:
            found["must_call"] = required
        forbidden = self._forbidden(required)
        if forbidden:
            found["must_not_call"] = forbidden
        if len(_names(writes)) > 1:
            found["order"] = _names(writes)
        arguments = self._arguments(writes)
        if arguments:
            found["arguments"] = arguments
        self._note(made)
        return found

    def _writes(self, placed: PlacedCall) -> bool:
        call = placed.call
        if call.changed is not UNSET:
            return bool(call.changed)
        return self._is_writing(call.name)

    def _is_writing(self, tool: str) -> bool:
        declared = self._tools.get(tool)
        if declared is not None:
            return declared
        self._guessed[tool] = None
        spoken = [word.lower() for word in _WORD.findall(comparable(tool) if tool.isupper() else tool)]
        reads = {
            word
            for language in (self._language, "en", "es")
            for word in words_if_any(language, "derive").get("path", {}).get("reads", ())
        }
        return not (spoken and (spoken[0] in reads or spoken[-1] in reads))

    def _forbidden(self, required: Sequence[str]) -> list[str]:
        """The writing tools that were at hand and not called."""
        at_hand = [*self._tools, *(tool.name for tool in self._conversation.tools)]
        called = {one.call.name for one in self._calls}
        found = [tool for tool in dict.fromkeys(at_hand) if tool not in called and self._is_writing(tool)]
        if found and required:
            self._notes.add("must_not", names=", ".join(found))
        return found if required else []

    def _arguments(self, writes: Sequence[PlacedCall]) -> dict[str, dict[str, Any]]:
        """Of the last call of each writing tool, the arguments whose values had been said or looked up."""
        found: dict[str, dict[str, Any]] = {}
        for placed in writes:
            known = self._known_arguments(placed.call)
            kept = {name: value for name, value in placed.call.arguments.items() if name in known}
            if kept:
                found[placed.call.name] = kept
        if found:
            self._notes.add("arguments", names=", ".join(found))
        return found

    def _known_arguments(self, call: Call) -> set[str]:
        """The arguments of which every value came from the user or a tool, and none is wording."""
        values = [one for one in self._traced if one.call is call]
        names = [(re.split(r"[.\[]", one.path, maxsplit=1)[0], one) for one in values]
        made = {name for name, one in names if one.source not in _KNOWN or _is_wording(one.value)}
        return {name for name, _ in names} - made

    def _note(self, made: Sequence[PlacedCall]) -> None:
        if self._guessed:
            self._notes.add("writes", names=", ".join(self._guessed))
        failed = {one.call.name for one in self._calls} - {one.call.name for one in made}
        if failed:
            self._notes.add("failed", names=", ".join(sorted(failed)))


def _names(placed: Sequence[PlacedCall]) -> list[str]:
    return list(dict.fromkeys(one.call.name for one in placed))


def _is_wording(value: Any) -> bool:
    return isinstance(value, str) and len(value.split()) > _FREE_TEXT


def states(conversation: Conversation) -> tuple[Any, Any]:
    """The state that the conversation began with, as far as it is known, and the one that it ended with.

    A record holds the state after each turn. That after the first is taken for the initial one where nothing
    was called in it. None where unknown.
    """
    known = [turn.state for turn in conversation.turns if turn.state is not UNSET and turn.state is not None]
    if not known:
        return None, None
    first = conversation.turns[0]
    quiet = not any(one.turn == 1 for one in place_calls(conversation) or ())
    begun = first.state if quiet and first.state is not UNSET else None
    return begun, known[-1]


def changed(before: Any, after: Any, known: str, depth: int = _DEPTH) -> Any:
    """The part of `after` that differs from `before`, as far as another conversation would come to it too.

    Left out: what stands under a new key that nobody had said (an id that the system made up), and texts
    that are wording. None where nothing is left.

    Args:
        before: The state at the start, or None.
        after: The state at the end.
        known: What was said and looked up, as comparable text.
        depth: Deeper than this the values are taken whole.
    """
    if before == after:
        return None
    if isinstance(after, str) and len(after.split()) > _FREE_TEXT - 1:
        return None
    if not isinstance(after, dict) or not depth:
        return after
    old = before if isinstance(before, dict) else {}
    parts = {
        key: changed(old.get(key), item, known, depth - 1)
        for key, item in after.items()
        if key in old or not _made_up(str(key), known)
    }
    return {key: part for key, part in parts.items() if part is not None} or None


def _made_up(key: str, known: str) -> bool:
    """Whether a key is a code (it has a digit) that nobody had said."""
    return any(c.isdigit() for c in key) and value_finder(key).search(known) is None


def all_known(conversation: Conversation) -> str:
    """What the user said and the tools were given, as comparable text. Results hold what tools made up."""
    said = [turn.user for turn in conversation.turns]
    given = [str(one.call.arguments) for one in place_calls(conversation) or ()]
    return comparable("\n".join([*said, *given]))
