"""Messages whose content is a list of blocks: Anthropic's, and Bedrock's Converse (as Strands keeps them).

Both put a tool's result into a user's message. Such a message is the results, and then what the user said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from porfiado.records import Kept
from porfiado.traces.messages import Message, Request
from porfiado.traces.openai_chat import is_role
from porfiado.traces.parts import beside_words, content_of, fields_left, kept_part, words_of
from porfiado.traces.tolerant import a_text, an_object, objects

Block = Mapping[str, Any]


class Dialect(msgspec.Struct, frozen=True):
    """How one of the formats words its blocks.

    Attributes:
        request: The call that a block is, or None.
        result: The result that a block is, or None.
        counted: What a message says of its step: tokens, reason, model.
        fields: The keys of a message that have a place.
    """

    request: Callable[[Block], Request | None]
    result: Callable[[Block], Message | None]
    counted: Callable[[Mapping[str, Any]], dict[str, Any]]
    fields: frozenset[str]


def blocks_in(messages: Any) -> Iterator[Block]:
    """All blocks of all messages; quick where there are none."""
    if type(messages) is not list:
        return iter(())
    contents = [
        content
        for one in messages
        if type(one) is dict and type(content := one.get("content")) is list and "role" in one
    ]
    return (block for content in contents for block in objects(content))


def read_messages(messages: Any, dialect: Dialect) -> Iterator[Message]:
    """The messages in the common shape. What has no known role is left out; `strangers` has it."""
    for message in objects(messages):
        if is_role(message.get("role")):
            yield from _read(message, dialect)


def _read(message: Mapping[str, Any], dialect: Dialect) -> Iterator[Message]:
    content = message.get("content")
    blocks = content if isinstance(content, list) else [] if content is None else [content]
    texts: list[str] = []
    calls: list[Request] = []
    results: list[Message] = []
    kept: list[Kept] = []
    for block in blocks:
        given = an_object(block)
        if (answer := dialect.result(given)) is not None:
            results.append(answer)
        elif (call := dialect.request(given)) is not None:
            calls.append(call)
        elif (text := words_of(block)) is not None:
            texts.append(text)
            kept += beside_words(block)
        else:
            kept.append(kept_part(block))
    kept += fields_left(message, dialect.fields)
    text = "\n".join(texts) if texts else None
    if message["role"] in ("assistant", "model"):
        counted = dialect.counted(message)
        yield Message(role="assistant", text=text, calls=tuple(calls), kept=tuple(kept), **counted)
        yield from results  # of tools that the provider runs itself
        return
    yield from results
    if text is not None or kept or not blocks:
        role = "system" if message["role"] in ("system", "developer") else "user"
        yield Message(role="system" if role == "system" else "user", text=text, kept=tuple(kept))


def system_text(system: Any) -> list[Message]:
    """The system prompt beside the messages, as a message: a text, or blocks of words."""
    text, kept = content_of(system)
    return [Message(role="system", text=text, kept=kept)] if text or kept else []


def plain_result(content: Any) -> Any:
    """What a result's content is: its words where it is only words, else as it stands."""
    text, kept = content_of(content)
    return content if kept else text


def failed(flag: bool, result: Any) -> str | None:
    """The error of a result that is marked as one."""
    if not flag:
        return None
    return a_text(result) or "error"
