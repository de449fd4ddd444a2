"""The quick way for chat messages without anything unusual, which most of a large file are.

It gives what the general way through `Message` and `assemble` gives, or nothing: with any other key, parts
in place of words, or a result that does not follow its call, the general way has to be taken.
"""

from __future__ import annotations

from typing import Any

import msgspec

from porfiado.records import Call, Step, Turn
from porfiado.traces.parts import error_in, is_nothing

_decode = msgspec.json.decode
_SAID = frozenset({"role", "content"})
_ASSISTANT = _SAID | {"tool_calls"}
_TOOL = _SAID | {"tool_call_id", "name"}


class _UnusualError(Exception):
    """Something that only the general way reads."""


_UNUSUAL = (_UnusualError, KeyError, TypeError, IndexError, ValueError, RecursionError)


def plain_turns(messages: Any) -> tuple[str | None, tuple[Turn, ...]] | None:
    """The system prompt and the turns of plain messages; None where anything about them is unusual."""
    if type(messages) is not list:
        return None
    try:
        system = _system(messages)
        return system, _turns(messages, 0 if system is None else 1)
    except _UNUSUAL:
        return None


def _system(messages: list[Any]) -> str | None:
    first = messages[0]
    return _words(first) if first["role"] in ("system", "developer") else None


def _words(message: dict[str, Any]) -> str:
    """The words of a message that has nothing else, not even none."""
    words = message["content"]
    if type(words) is not str or not words or (len(message) != 2 and _says_more(message, _SAID)):
        raise _UnusualError
    return words


def _turns(messages: list[Any], at: int) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    end = len(messages)
    while at < end:
        if messages[at]["role"] != "user":
            raise _UnusualError
        user = _words(messages[at])
        at, steps, reply = _steps(messages, at + 1)
        if not steps and at < end:
            raise _UnusualError
        turns.append(Turn(user=user, agent=reply, steps=tuple(steps)))
    return tuple(turns)


def _steps(messages: list[Any], at: int) -> tuple[int, list[Step], str | None]:
    """The steps from `at` on: where they end, they themselves, and the reply that they make."""
    steps: list[Step] = []
    after: list[str] = []  # said since the last call
    spoken: str | None = None
    end = len(messages)
    while at < end and (message := messages[at])["role"] == "assistant":
        at += 1
        text = message["content"]
        if text is not None and type(text) is not str:
            raise _UnusualError
        asked = message.get("tool_calls")
        if len(message) != (3 if asked else 2) and _says_more(message, _ASSISTANT):
            raise _UnusualError
        if asked:
            steps.append(Step(calls=_calls(asked, messages, at), text=text))
            at += len(asked)
            after = []
        else:
            steps.append(Step(text=text))
            if text:
                after.append(text)
        spoken = text or spoken
    return at, steps, "\n".join(after) if after else spoken


def _calls(asked: Any, messages: list[Any], at: int) -> tuple[Call, ...]:
    """The calls with the results that follow them, from `at` on."""
    if len(asked) == 1:
        return (_call(asked[0], messages[at]),)
    return tuple([_call(call, messages[at + place]) for place, call in enumerate(asked)])


def _call(call: dict[str, Any], answer: dict[str, Any]) -> Call:
    """A call with the result that follows it."""
    function = call["function"]
    arguments, id_, result = function["arguments"], call["id"], answer["content"]
    if type(id_) is not str or type(result) is not str or not id_ or answer["tool_call_id"] != id_:
        raise _UnusualError
    if answer["role"] != "tool" or (len(answer) != 3 and _says_more(answer, _TOOL)):
        raise _UnusualError
    if type(arguments) is str:
        arguments = _decode(arguments)
    name = function["name"]
    if type(arguments) is not dict or type(name) is not str:
        raise _UnusualError
    return Call(name=name, arguments=arguments, result=result, error=error_in(result), id=id_)


def _says_more(message: dict[str, Any], known: frozenset[str]) -> bool:
    """Whether a message has other keys than these, and something under one of them."""
    return not all(is_nothing(message[key]) for key in message.keys() - known)
