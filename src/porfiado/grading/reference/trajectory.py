"""Trajectories as they are compared: the calls in their order, and the messages that they stand in.

Read from a record, from a list of calls, or from messages in any shape that imports.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from porfiado.cases.references import is_call, written_of
from porfiado.grading.reference.arguments import Malformed
from porfiado.lazy import lazy
from porfiado.records import Call, Conversation, Turn
from porfiado.traces import NotARecordError, format_of

_CHAT_ROLES = {role: role for role in ("system", "user", "assistant", "tool")} | {
    "developer": "system",
    "function": "tool",
}
_decode = msgspec.json.decode


class TrajectoryError(ValueError):
    """What cannot be read as a trajectory, or has not what the comparison needs; the text says why."""


class Messages(NamedTuple):
    """Whose each message is, and where its calls end among the trajectory's, one past the last."""

    roles: list[str]
    ends: list[int]

    def calls(self, index: int) -> range:
        """The calls of a message."""
        return range(self.ends[index - 1] if index else 0, self.ends[index])

    def add(self, role: str, calls: int = 0) -> None:
        """One more message, with so many calls."""
        self.roles.append(role)
        self.ends.append(calls + (self.ends[-1] if self.ends else 0))


class Trajectory:
    """The calls of a conversation in their order. `names`, `arguments` and `turns` run in parallel.

    Attributes:
        names: The tool of each call.
        arguments: Its arguments; `Malformed` where they were no object.
        turns: The turn that it was made in, from 1; 0 where that is unknown.
        recorded: It was read from a conversation, where messages of the user in a row are one and the
            system's are left aside. To compare with it, messages from elsewhere are joined likewise.
    """

    def __init__(
        self,
        names: list[str],
        arguments: list[Any],
        turns: list[int],
        messages: Callable[[], Messages | None],
        *,
        recorded: bool = False,
    ) -> None:
        self.names = names
        self.arguments = arguments
        self.turns = turns
        self.recorded = recorded
        self._messages = messages

    def __len__(self) -> int:
        return len(self.names)

    @lazy
    def messages(self) -> Messages | None:
        """The messages; None where only calls are known."""
        return self._messages()

    @lazy
    def joined(self) -> Messages | None:
        """The messages as a record has them."""
        return self.messages if self.recorded or self.messages is None else _join(self.messages)


def read_trajectory(source: Any) -> Trajectory:
    """A trajectory from a `Conversation`, a list of calls (`Call`, or `{name, arguments}`) or messages.

    Raises:
        TrajectoryError: it is none of these, or holds more than one conversation, or unknown calls.
    """
    if isinstance(source, Trajectory):
        return source
    if isinstance(source, Conversation):
        return _from_record(source)
    if isinstance(source, list | tuple):
        if not source:
            return Trajectory([], [], [], lambda: Messages([], []))
        if isinstance(source[0], Call):
            return _from_calls(source)
        if is_call(source[0]):
            return _from_mappings(source)
    found = _from_chat(source)
    return found if found is not None else _from_record(_imported(source))


def _imported(source: Any) -> Conversation:
    try:
        found = list(format_of(source).read(source))
    except NotARecordError as error:
        raise TrajectoryError(str(error)) from None
    if len(found) != 1:
        raise TrajectoryError(f"one conversation is expected, not {len(found)}")
    return found[0]


# ── calls ──


def _arguments_of(call: Call) -> Any:
    return Malformed(call.raw_arguments) if isinstance(call.raw_arguments, str) else call.arguments


def _from_calls(calls: Sequence[Any]) -> Trajectory:
    for index, call in enumerate(calls):
        if not isinstance(call, Call):
            raise TrajectoryError(f"[{index}]: a Call is expected, not {type(call).__name__}")
    return Trajectory(
        [call.name for call in calls], list(map(_arguments_of, calls)), [0] * len(calls), lambda: None
    )


def _from_mappings(items: Sequence[Any]) -> Trajectory:
    """A missing `arguments` is a call without any, not one with whatever."""
    names: list[str] = []
    arguments: list[Any] = []
    for index, item in enumerate(items):
        if not is_call(item):
            raise TrajectoryError(f"[{index}]: a call with 'name' and 'arguments' is expected")
        name = written_of(item, "name")
        if not isinstance(name, str):
            raise TrajectoryError(f"[{index}].name: a text is expected, not {name!r}")
        names.append(name)
        arguments.append(_object(written_of(item, "arguments"), index))
    return Trajectory(names, arguments, [0] * len(names), lambda: None)


def _object(given: Any, index: int) -> Any:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, str):
        return _parsed(given)
    raise TrajectoryError(f"[{index}].arguments: an object is expected, not {given!r}")


def _parsed(text: str) -> Any:
    """The arguments that a text holds. Like the importers it lets NaN and lone surrogates through."""
    try:
        value = _decode(text) if text else {}
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        value = _parsed_leniently(text)
    return value if type(value) is dict else Malformed(text)


def _parsed_leniently(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


# ── records ──


def _from_record(conversation: Conversation) -> Trajectory:
    names: list[str] = []
    arguments: list[Any] = []
    turns: list[int] = []
    known = not conversation.turns
    for number, turn in enumerate(conversation.turns, 1):
        groups = _groups(turn)
        known = known or groups is not None
        for calls in groups or ():
            for call in calls:
                names.append(call.name)
                arguments.append(call.arguments if call.raw_arguments is UNSET else _arguments_of(call))
                turns.append(number)
    if conversation.trajectory_unknown or not known:
        raise TrajectoryError("the trajectory is unknown: no steps and no calls were recorded")
    return Trajectory(names, arguments, turns, lambda: _messages_of(conversation), recorded=True)


def _groups(turn: Turn) -> Sequence[Sequence[Call]] | None:
    """The turn's calls, step by step; None where they are unknown."""
    if isinstance(turn.steps, tuple):
        return [step.calls for step in turn.steps if step.calls]
    return (turn.calls,) if isinstance(turn.calls, tuple) else None


def _messages_of(conversation: Conversation) -> Messages | None:
    """A record as messages; None where the steps, each of which is a message, are not all known.

    A turn is a message of the user, then for each step one of the assistant with its calls and one of the
    tool for each call that was answered. A reply without any step is one message of the assistant.
    """
    if not all(map(_steps_known, conversation.turns)):
        return None
    messages = Messages([], [])
    for turn in conversation.turns:
        messages.add("user")
        steps = turn.steps or ()
        for step in steps:
            messages.add("assistant", len(step.calls))
            for call in step.calls:
                if call.answered is not False:
                    messages.add("tool")
        if not steps and turn.agent is not None:
            messages.add("assistant")
    return messages


def _steps_known(turn: Turn) -> bool:
    """Whether the turn's steps were recorded, or nothing tells that there were any."""
    return isinstance(turn.steps, tuple) or (turn.steps is UNSET and not isinstance(turn.calls, tuple))


def _join(messages: Messages) -> Messages:
    """Messages as a record has them: none of the system, and each turn begun by one of the user."""
    joined = Messages([], [])
    for index, role in enumerate(messages.roles):
        before = joined.roles[-1] if joined.roles else None
        if role == "system" or (role == "user" and before == "user"):
            continue
        if before is None and role != "user":
            joined.add("user")
        joined.add(role, len(messages.calls(index)))
    return joined


# ── chat messages ──


def _from_chat(source: Any) -> Trajectory | None:
    """Plain chat messages (a list, or `{"messages": …}`), read directly; None where an importer is needed."""
    listed = source.get("messages") if isinstance(source, dict) else source
    if not isinstance(listed, list | tuple):
        return None
    names: list[str] = []
    arguments: list[Any] = []
    turns: list[int] = []
    turn, before = 0, None
    try:
        for message in listed:
            role, content = message["role"], message.get("content")
            if not (content is None or type(content) is str) or role not in _CHAT_ROLES:
                return None
            if role == "user" and before != "user":
                turn += 1
            before = role
            if "tool_calls" not in message and "function_call" not in message:
                continue
            for function in _functions(message):
                name, given = function["name"], function.get("arguments")
                if type(name) is not str or role != "assistant":
                    return None
                names.append(name)
                arguments.append(_parsed(given) if type(given) is str else _object(given, len(turns)))
                turns.append(turn)
    except (KeyError, TypeError, AttributeError):  # a shape that is not quite this one
        return None
    return Trajectory(names, arguments, turns, lambda: _chat_messages(listed))


def _functions(message: Mapping[str, Any]) -> Sequence[Any]:
    """What a chat message calls."""
    requests = message.get("tool_calls")
    if requests:
        return [request["function"] for request in requests]
    return (message["function_call"],) if message.get("function_call") else ()


def _chat_messages(listed: Sequence[Any]) -> Messages:
    ends: list[int] = []
    end = 0
    for message in listed:
        if "tool_calls" in message or "function_call" in message:
            end += len(_functions(message))
        ends.append(end)
    return Messages([_CHAT_ROLES[message["role"]] for message in listed], ends)
