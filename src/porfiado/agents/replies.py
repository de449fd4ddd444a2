"""What people's agents return, read as a `Reply`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from porfiado.agents.protocol import AgentError, Reply
from porfiado.records.model import Step

_TEXT_KEYS = ("text", "content")
_MISSING = object()


def as_reply(value: Any) -> Reply:
    """Read `value`, which an agent returned: a string, a `Reply`, None, a dict, or an object with `.text`.

    None is no answer: a reply with an empty text.

    Raises:
        AgentError: it is none of these; the error names the type.
    """
    if isinstance(value, Reply):
        return _checked(value.text, value.steps, type(value).__name__)
    if isinstance(value, str):
        return Reply(_plain(value))
    if value is None:
        return Reply("")
    if isinstance(value, Mapping):
        return _from_mapping(value)
    text = getattr(value, "text", _MISSING)
    if text is not _MISSING and not callable(text):
        return _checked(text, getattr(value, "steps", None), type(value).__name__)
    raise AgentError(
        f"the agent returned {_type_name(value)}; expected a str, a Reply, a dict with 'text', "
        "an object with .text, or None"
    )


def _from_mapping(value: Mapping[Any, Any]) -> Reply:
    for key in _TEXT_KEYS:
        if key in value:
            return _checked(value[key], value.get("steps"), f"dict with {key!r}")
    keys = ", ".join(repr(key) for key in list(value)[:5]) or "none"
    raise AgentError(f"the agent returned a dict without 'text' or 'content' (its keys: {keys})")


def _checked(text: Any, steps: Any, where: str) -> Reply:
    if text is None:
        text = ""
    if not isinstance(text, str):
        raise AgentError(f"the agent returned a {where} whose text is {_type_name(text)}, not a str")
    return Reply(_plain(text), _steps(steps))


def _plain(text: str) -> str:
    """`text` as a `str` and nothing else: a subclass may do anything when it is read."""
    return text if type(text) is str else str.__str__(text)


def _steps(value: Any) -> tuple[Step, ...] | None:
    """Steps as they come: `Step`s, or dicts with the keys of the conversation format.

    What they hold is taken as JSON would hold it: the record of the conversation is JSON, and the agent
    may go on changing its own lists. What has no form there is its `repr`.
    """
    if value is None:
        return None
    try:
        steps = msgspec.convert(list(value), tuple[Step, ...], from_attributes=True)
        return msgspec.json.decode(msgspec.json.encode(steps, enc_hook=repr), type=tuple[Step, ...])
    except (ValueError, TypeError, RecursionError, OverflowError) as error:
        raise AgentError(f"the agent returned steps that cannot be read: {error}") from None


def _type_name(value: Any) -> str:
    name = type(value).__qualname__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
