"""What kind of value a datum is: how it is recognised in a message, from its declared type."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from porfiado.agents.reference.words import spoken, words_of

# Kinds in the order in which they claim their part of a message: the more particular first.
ORDER = (
    "email",
    "rut",
    "enum",
    "birth_date",
    "date",
    "time",
    "percent",
    "code",
    "phone",
    "amount",
    "number",
    "boolean",
    "name",
    "address",
    "text",
)
FREE = frozenset({"name", "address", "text"})  # understood only as the answer to a question
EXACT = frozenset({"email", "phone", "address", "code", "amount", "name"})  # read back before they are saved

_TYPES = {
    "rut": "rut",
    "email": "email",
    "phone": "phone",
    "date": "date",
    "birth_date": "birth_date",
    "time": "time",
    "name": "name",
    "address": "address",
    "amount": "amount",
    "price": "amount",
    "percentage": "percent",
    "quantity": "number",
    "city": "text",
    "reason": "text",
}
_NUMERIC = frozenset({"integer", "number"})
_KEPT_NUMERIC = frozenset({"amount", "percent", "number"})


@cache
def kind_by_name(datum_type: str) -> str | None:
    """The kind by the name of the type: by the whole, else by the last or first word of it that is known."""
    if datum_type in _TYPES:
        return _TYPES[datum_type]
    parts = datum_type.lower().split("_")
    for part in (parts[-1], *parts):
        if part in _TYPES:
            return _TYPES[part]
        for language in spoken():
            for kind, names in words_of(language).kinds.items():
                if part in names:
                    return kind
    return None


def kind_of(datum_type: str, schema: Mapping[str, Any]) -> str:
    """The kind of a datum with that type and that JSON Schema."""
    if schema.get("enum"):
        return "enum"
    json_type = schema.get("type")
    if json_type == "boolean":
        return "boolean"
    named = kind_by_name(datum_type)
    if json_type in _NUMERIC:
        return named if named in _KEPT_NUMERIC else "number"
    if schema.get("format") == "date":
        return named if named == "birth_date" else "date"
    return named or "text"
