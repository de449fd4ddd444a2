"""Which datum a tool's parameter needs, and where it may come from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from porfiado.world.errors import shown

_TYPE = re.compile(r"[a-z][a-z0-9_]*")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


class Source(NamedTuple):
    """A field (dotted path) in another tool's result; `result` stands for a bare value."""

    tool: str
    field: str


class _Typed(msgspec.Struct, frozen=True, eq=False):
    """Holds the one positional field of `Needs`."""

    type: str


class Needs(_Typed, frozen=True, eq=False, kw_only=True):
    """The datum that a parameter needs; stands in the parameter's `Annotated`.

    `type` is the datum's type, the same word as a persona's fact: rut, email, booking_number, date, …

    Attributes:
        words: language → what to call the datum when asking for it: {"es": "número de reserva"}.
        from_tool: "tool.field": the value may be read from that tool's result instead of being asked for.
        choices_from: "tool.field": the customer is asked, and offered the values of that field.
        optional: True = used when the customer says it, never asked for; by default so where the
            parameter has a default value. False = asked for although it has one.
        values: value of a Literal → language → what customers call it: {"refund": {"en": ["money back"]}}.
    """

    words: Mapping[str, str] = {}
    from_tool: str | None = None
    choices_from: str | None = None
    optional: bool | None = None
    values: Mapping[str, Mapping[str, Sequence[str]]] = {}

    def __post_init__(self) -> None:
        """Refuse a declaration that cannot mean anything.

        Raises:
            TypeError: says what is wrong.
        """
        if not isinstance(self.type, str) or not _TYPE.fullmatch(self.type):
            raise TypeError(f"Needs: the type is a word like 'booking_number', not {shown(self.type)}")
        texts("Needs: words", self.words)
        for value, words in mapping("Needs: values", self.values).items():
            word_lists(f"Needs: values of {value!r}", words)
        for reference in (self.from_tool, self.choices_from):
            if reference is not None and not (isinstance(reference, str) and all(reference.split("."))):
                raise TypeError(f"Needs: write 'tool.field', not {shown(reference)}")
        if self.from_tool and self.choices_from:
            raise TypeError("Needs: from_tool and choices_from exclude each other")

    @property
    def found_in(self) -> Source | None:
        """`from_tool`, taken apart."""
        return _source(self.from_tool)

    @property
    def chosen_from(self) -> Source | None:
        """`choices_from`, taken apart."""
        return _source(self.choices_from)


def _source(reference: str | None) -> Source | None:
    if reference is None:
        return None
    tool, _, field = reference.partition(".")
    return Source(tool, field or "result")


def mapping(what: str, value: Any) -> Mapping[str, Any]:
    """`value`, a mapping, as a read-only copy.

    Raises:
        TypeError: it is none; `what` names it.
    """
    if not isinstance(value, Mapping):
        raise TypeError(f"{what}: expected a mapping, got {shown(value)}")
    return MappingProxyType(dict(value))


def texts(what: str, value: Any) -> Mapping[str, str]:
    """`value` as a read-only mapping: language → text.

    Raises:
        TypeError: another shape, an empty text, or a key that is no language code.
    """
    for language, text in _by_language(what, value).items():
        if not isinstance(text, str) or not text.strip():
            raise TypeError(f"{what}: the text for {language!r} is {shown(text)}")
    return mapping(what, value)


def word_lists(what: str, value: Any) -> Mapping[str, tuple[str, ...]]:
    """`value` as a read-only mapping: language → words.

    Raises:
        TypeError: another shape; above all a bare text, which would be read letter by letter.
    """
    lists: dict[str, tuple[str, ...]] = {}
    for language, words in _by_language(what, value).items():
        lists[language] = names(f"{what}: {language!r}", words)
    return MappingProxyType(lists)


def names(what: str, value: Any) -> tuple[str, ...]:
    """`value` as a tuple of texts.

    Raises:
        TypeError: a bare text, or something in it that is no text.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError(f"{what}: expected a list of texts, got {shown(value)}")
    for item in value:
        if not isinstance(item, str) or not item.strip():
            raise TypeError(f"{what}: {shown(item)} is no text")
    return tuple(value)


def _by_language(what: str, value: Any) -> Mapping[str, Any]:
    for language in mapping(what, value):
        if not isinstance(language, str) or not _LANGUAGE.fullmatch(language):
            raise TypeError(f"{what}: {shown(language)} is no language code like 'es' or 'en'")
    return mapping(what, value)
