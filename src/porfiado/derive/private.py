"""Finding what identifies a person in a conversation: numbers, addresses and names, in texts and in data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from porfiado.locales import languages, words_if_any
from porfiado.records import Conversation
from porfiado.text import comparable, compose
from porfiado.user.hearing import find_values

_DEPTH = 32
_NAME = r"[^\W\d_]+(?:[ '-][^\W\d_]+){0,3}"
_CODE = re.compile(
    r"(?=[A-Za-z#_-]*\d)(?:[A-Za-z]{1,6}[-_]?(?=[A-Za-z0-9_-]*\d{2})[A-Za-z0-9_-]{2,20}|#?\d{6,20})"
)
_SHAPED = ("email", "rut", "card", "phone")  # types that are personal wherever they stand, surest first
# Kinds of data by words in the name of their field. The first that fits wins.
_FIELDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"(?:^|_)(?:{words})(?:_|\d|$)"))
    for kind, words in (
        ("email", "e?_?mail|correo"),
        ("phone", "phone|telephone|mobile|cell|fono|telefono|celular|movil"),
        ("birth", "dob|birth|birthday|birth_?date|date_of_birth|nacimiento"),
        ("rut", "rut|run|dni|nif|ssn|curp|cuit|passport|pasaporte|document_?(?:id|number)"),
        ("address", r"address\d?|street|direccion|calle|domicilio"),
        (
            "code",
            "id|ids|number|no|code|numero|codigo|folio|reserva|reservation|booking|order|pedido|account|cuenta|card|tarjeta|policy|poliza",
        ),
        (
            "name",
            "name|first_?name|last_?name|full_?name|nombres?|apellidos?|surname|passenger|guest|customer|cliente|titular|holder|paciente",
        ),
    )
)
# Fields whose names end in "name" or "id" and that hold no person.
_IMPERSONAL = re.compile(
    r"(?:^|_)(?:tool|function|product|producto|service|servicio|plan|file|event|city|ciudad|airport|country|pais|model|item)s?_"
)
_SPACES = re.compile(r"[\s_-]+")


class Private(NamedTuple):
    """A personal datum: its kind (`email`, `rut`, `card`, `phone`, `birth`, `address`, `name`, `code`)."""

    kind: str
    value: str


def private_data(conversation: Conversation) -> Iterator[Private]:
    """The personal data of a conversation, in order of appearance; the same may come again."""
    for turn in conversation.turns:
        yield from in_text(turn.user)
        yield from in_text(turn.agent or "")
        for step in turn.steps if isinstance(turn.steps, tuple) else ():
            yield from in_text(step.text or "")
            for call in step.calls:
                yield from in_data(call.arguments)
                yield from in_data(_decoded(call.result))
        for call in turn.calls if isinstance(turn.calls, tuple) else ():
            yield from in_data(call.arguments)
            yield from in_data(_decoded(call.result))
        yield from in_data(turn.state if isinstance(turn.state, dict) else None)


def in_text(text: str) -> Iterator[Private]:
    """What stands in a message: shaped values, codes with letters and digits, addresses, names introduced."""
    if not text:
        return
    for language in languages():
        for kind in _SHAPED:
            yield from (Private(kind, value) for value in find_values(kind, text, language))
    composed = compose(text)
    folded = comparable(composed)
    for kind, patterns in (("address", _patterns("addresses")), ("name", _patterns("names"))):
        for pattern in patterns:
            for match in pattern.finditer(folded):
                start, end = match.span(match.lastindex or 0)
                value = composed[start:end]
                yield from _as_name(value) if kind == "name" else (Private(kind, value),)
    yield from (Private("code", match.group()) for match in _CODE.finditer(composed))


def in_data(value: Any, key: str = "", depth: int = _DEPTH) -> Iterator[Private]:
    """What stands in arguments, results and states, by the names of their fields and by its shape."""
    if isinstance(value, dict) and depth:
        for name, item in value.items():
            yield from in_text(str(name))  # data are keyed by their codes
            inner = (
                str(name) if isinstance(item, str | int | float) else f"{key}_{name}" if key else str(name)
            )
            yield from in_data(item, inner, depth - 1)
    elif isinstance(value, list) and depth:
        for item in value:
            yield from in_data(item, key, depth - 1)
    elif isinstance(value, str) and value.strip():
        yield from _field(key, value)
        yield from in_text(value)
    elif (
        isinstance(value, int) and not isinstance(value, bool) and _kind_of(key) in ("code", "phone", "card")
    ):
        yield from _field(key, str(value))


def _field(key: str, value: str) -> Iterator[Private]:
    kind = _kind_of(key)
    if kind is None:
        return
    if kind == "name":
        if re.fullmatch(_NAME, value.strip()) and value[:1].isupper():
            yield Private("name", value.strip())
    elif kind != "code" or (sum(c.isdigit() for c in value) >= 3 and " " not in value.strip()):
        yield Private(kind, value.strip())


def _kind_of(key: str) -> str | None:
    name = _SPACES.sub("_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key)).lower()
    name = comparable(name)
    if _IMPERSONAL.search(name):
        return None
    return next((kind for kind, pattern in _FIELDS if pattern.search(name)), None)


def _as_name(value: str) -> Iterator[Private]:
    """The words of an introduction that can be a name: those with a capital, or all where nothing has one."""
    words = value.split()
    capital = [word for word in words if word[:1].isupper()]
    if capital and words[0][:1].isupper():
        yield Private("name", " ".join(capital))


def _decoded(result: Any) -> Any:
    """A result that is JSON in a text, as data."""
    if isinstance(result, str) and result[:1] in "{[":
        import msgspec

        try:
            return msgspec.json.decode(result)
        except (msgspec.DecodeError, RecursionError):
            return result
    return result


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    sources = [
        source
        for language in languages()
        for source in words_if_any(language, "derive").get("private", {}).get(name, ())
    ]
    return tuple(re.compile(r"(?<![\w])" + source.replace("{name}", _NAME)) for source in sources)
