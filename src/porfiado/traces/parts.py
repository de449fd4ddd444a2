"""The content of a message: words, and parts of other kinds that are kept as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from porfiado.records import Kept
from porfiado.traces.arguments import object_in
from porfiado.traces.tolerant import as_text

PART = "part"  # an image, a sound, a citation, anything that is neither words nor a call nor a result
REASONING = "reasoning"
FIELD = "field"  # what a message says beside its role, words and calls
_TEXT = frozenset({"text", "input_text", "output_text", "summary_text"})
_REASONING = frozenset(
    {"reasoning", "thinking", "redacted_thinking", "reasoning_content", "reasoningContent"}
)
_ERROR_PREFIXES = ("Error:", "error:", "ERROR:")
_OF_WORDS = frozenset({"type", "text"})


def is_one_of(value: Any, names: frozenset[str]) -> bool:
    """Whether a value, which may be anything, is one of these names."""
    return isinstance(value, str) and value in names


def is_nothing(value: Any) -> bool:
    """Whether a field says nothing: software that writes all fields leaves many of them so."""
    return value is None or value in ("", [], {})


def words_of(part: Any) -> str | None:
    """The words of a part; None where it is no part of words."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return None
    text = part.get("text")
    return text if isinstance(text, str) and is_one_of(part.get("type", "text"), _TEXT) else None


def content_of(content: Any) -> tuple[str | None, tuple[Kept, ...]]:
    """The words of a message's content, joined by line ends, and its other parts; content may be anything."""
    if content is None or isinstance(content, str):
        return content, ()
    texts: list[str] = []
    rest: list[Kept] = []
    for part in content if isinstance(content, list) else [content]:
        text = words_of(part)
        if text is None:
            rest.append(kept_part(part))
        else:
            texts.append(text)
            rest += beside_words(part)
    return ("\n".join(texts) if texts else None), tuple(rest)


def beside_words(part: Any) -> tuple[Kept, ...]:
    """What a part of words holds beside them: citations, annotations, marks of caching."""
    return fields_left(part, _OF_WORDS, kind=PART) if isinstance(part, dict) else ()


def kept_part(part: Any) -> Kept:
    """A part that has no place, under its kind."""
    marks = [part.get("type"), *part] if isinstance(part, dict) else []
    reasoning = any(is_one_of(mark, _REASONING) for mark in marks[:2])
    return Kept(kind=REASONING if reasoning else PART, content=part)


def fields_left(given: Mapping[str, Any], known: frozenset[str], *, kind: str = FIELD) -> tuple[Kept, ...]:
    """What an object says under other keys than those that have a place; nothing is what is empty."""
    if given.keys() <= known:
        return ()
    left = {key: value for key, value in given.items() if key not in known and not is_nothing(value)}
    return (Kept(kind=kind, content=left),) if left else ()


def error_in(result: Any) -> str | None:
    """The error that a tool's result tells of, where the format has no mark for it.

    A text that begins with "Error:" failed, and so did an object (also as JSON) with something under "error".
    """
    if isinstance(result, str):
        if result.startswith(_ERROR_PREFIXES):
            return result
        if not (result.startswith("{") and '"error"' in result):
            return None
        result = object_in(result)
    if isinstance(result, dict) and result.get("error"):
        return as_text(result["error"])
    return None
