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
    "place",
    "text",
)
FREE = frozenset({"name", "address", "place", "text"})  # understood only as the answer to a question
UNASKED_NEVER = FREE - {"name"}  # not looked for in a message, unless the present job needs them
IDENTIFYING = frozenset({"rut", "email", "phone", "code"})  # one finds the others
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
    "city": "place",
    "reason": "text",
}
_NUMERIC = frozenset({"integer", "number"})
_KEPT_NUMERIC = frozenset({"amount", "percent", "number"})


# Where several words of a type's name are known, the kind that comes first here: a phone_number is a phone.
_RANK = (
    *("email", "rut", "birth_date", "phone", "date", "time", "percent", "amount", "number"),
    *("address", "name", "place", "code", "text"),
)


@cache
def kind_by_name(datum_type: str) -> str | None:
    """The kind by the name of the type: by the whole, else by those words of it that are known."""
    if datum_type in _TYPES:
        return _TYPES[datum_type]
    kinds = {kind for part in datum_type.lower().split("_") for kind in _of_word(part)}
    return min(kinds, key=_RANK.index, default=None)


def _of_word(word: str) -> set[str]:
    known = {_TYPES[word]} if word in _TYPES else set()
    for language in spoken():
        known |= {kind for kind, names in words_of(language).kinds.items() if word in names}
    return known


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
