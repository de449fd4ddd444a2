"""The product's own format: one conversation a line (JSONL), as `porfiado.records` has it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from porfiado.files import atomic_file
from porfiado.records import Conversation
from porfiado.traces.formats import Format, has_any
from porfiado.traces.problems import NotARecordError

SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"


def read_native(record: Mapping[str, Any]) -> Conversation:
    """A conversation from its JSON object. Keys that are not known are left aside.

    Raises:
        NotARecordError: a key has a value of a wrong type; the text names the path.
    """
    try:
        return msgspec.convert(record, Conversation)
    except (msgspec.ValidationError, RecursionError) as error:
        raise NotARecordError(str(error)) from None


def dumps(conversation: Conversation) -> bytes:
    """The conversation as one line of JSON, without its end. The same conversation gives the same bytes."""
    return encoded(conversation)


def encoded(value: Any) -> bytes:
    """A value as JSON on one line.

    What JSON has no form for is written as its `repr`, lone surrogates as escapes, NaN as null.
    """
    try:
        return msgspec.json.encode(value, enc_hook=repr)
    except (UnicodeEncodeError, OverflowError):  # lone surrogates; numbers of more than 64 bits
        plain = msgspec.to_builtins(value, enc_hook=repr, str_keys=True)
        return json.dumps(_finite(plain), separators=(",", ":")).encode()


def _finite(value: Any) -> Any:
    """`value` with null for NaN and infinities, as msgspec writes them: JSON has neither."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def dump(conversations: Iterable[Conversation], path: str | Path) -> int:
    """Write conversations to a JSONL file, which appears whole or not at all; how many they were.

    Raises:
        OSError: it cannot be written there.
    """
    count = 0
    with atomic_file(Path(path)) as stream:
        for count, conversation in enumerate(conversations, 1):  # noqa: B007 - counts what is written
            stream.write(dumps(conversation) + b"\n")
    return count


def schema_of_conversation() -> dict[str, Any]:
    """The JSON Schema of a conversation."""
    return {"$schema": SCHEMA_ID, "title": "porfiado conversation", **msgspec.json.schema(Conversation)}


FORMAT = Format("porfiado", has_any("turns"), lambda record: (read_native(record),))
