"""Arguments of calls, which providers send as an object or as the JSON text of one."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_decode = msgspec.json.decode


def arguments_of(given: Any) -> tuple[dict[str, Any], str | None]:
    """The arguments as an object; and as they stood, where they are none."""
    if isinstance(given, dict):
        return given, None
    if given is None or given == "":
        return {}, None
    if isinstance(given, str):
        value = object_in(given)
        return ({}, given) if value is None else (value, None)
    return {}, json.dumps(given, ensure_ascii=False, default=repr)


def object_in(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is; None where it is none. NaN and lone surrogates are let through."""
    try:
        value = _decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None
