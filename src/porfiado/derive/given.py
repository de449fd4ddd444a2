"""The data that a user gave: which, in which message, and whether the agent had asked for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from porfiado.derive.arguments import Argument, arguments_of
from porfiado.derive.questions import asked_types, named_in_question, plain_answer
from porfiado.records import Conversation
from porfiado.text import comparable, compose, value_finder
from porfiado.user.hearing import find_values, hear_user, types
from porfiado.user.hearing.types import has_shape, mentions, shaped_types

# Types whose values identify somebody or something: data wherever they are said.
IDENTIFYING = frozenset(
    {"rut", "email", "phone", "card", "order_number", "booking_number", "account_number", "policy_number"}
)
_CODES = ("order_number", "booking_number", "account_number", "policy_number")
# What nobody asked for is a code only if it has letters and digits, or many digits.
_CODE = re.compile(r"(?=.*\d.*\d.*\d)[A-Za-z]{1,6}[-_]?[A-Za-z0-9_-]{2,20}|#?\d{6,20}")
_SHORTEST = 2  # characters of an argument that is looked for in the user's words


class Given(NamedTuple):
    """A datum in a user's message.

    Attributes:
        name: Of the fact: the argument that it went to, else its type, else what the question names.
        type: Its built-in type, or None.
        value: As the user wrote it.
        turn: The message's turn, from 1.
        asks: A pattern taken from the agent's question, where there is no type to hear it by.
    """

    name: str
    type: str | None
    value: str
    turn: int
    asks: str | None = None


class _Span(NamedTuple):
    start: int
    end: int
    name: str | None
    types: tuple[str, ...]


def data_given(conversation: Conversation, language: str) -> list[Given]:
    """Every datum in the user's messages, in the order said; the same value said again counts once."""
    arguments = arguments_of(conversation)
    found: list[Given] = []
    for number, turn in enumerate(conversation.turns, 1):
        before = (conversation.turns[number - 2].agent or "") if number > 1 else ""
        later = [one for one in arguments if one.turn >= number]
        found += _in_message(turn.user, before, number, later, language)
    seen: set[tuple[str, str]] = set()
    return [one for one in found if not _said(one, seen)]


def not_known(conversation: Conversation, language: str) -> list[str]:
    """The types that the agent asked for and the user did not know."""
    found: dict[str, None] = {}
    for before, turn in zip(conversation.turns, conversation.turns[1:], strict=False):
        if hear_user(turn.user, language).says_dont_know:
            found.update(dict.fromkeys(asked_types(before.agent or "", language)))
    return list(found)


def _said(one: Given, seen: set[tuple[str, str]]) -> bool:
    key = (one.name, re.sub(r"[\s.\-_/]+", "", comparable(one.value)))
    if key in seen:
        return True
    seen.add(key)
    return False


def _in_message(
    message: str, before: str, number: int, arguments: Sequence[Argument], language: str
) -> Iterator[Given]:
    text = compose(message)
    asked = asked_types(before, language) if before else ()
    spans = _longest([*_argument_spans(text, arguments), *_typed_spans(text, asked, language)])
    question = named_in_question(before, language) if before and len(spans) == 1 else None
    for span in spans:
        type_ = _type(span, text, asked, language)
        name = span.name or type_
        if name is None:  # nobody asked for it, no tool got it, and nothing says what it is
            continue
        heard_by_name = any(word in comparable(before) for word in _words(name))
        asks = None if type_ or heard_by_name else question
        yield Given(name, type_, text[span.start : span.end], number, asks)
    if not spans and before and not hear_user(message, language).says_dont_know:
        yield from _answer(message, before, asked, number, language)


def _answer(message: str, before: str, asked: Sequence[str], number: int, language: str) -> Iterator[Given]:
    """A short answer without any value that has a shape: the datum is the answer itself."""
    answer = plain_answer(message, language)
    if answer is None:
        return
    if len(asked) == 1:
        yield Given(asked[0], asked[0], answer, number)
    elif not asked and (question := named_in_question(before, language)) is not None:
        yield Given(re.sub(r"\W+", "_", question).strip("_"), None, answer, number, question)


def _argument_spans(text: str, arguments: Sequence[Argument]) -> Iterator[_Span]:
    folded = comparable(text)
    for one in arguments:
        if len(one.value) < _SHORTEST:
            continue
        match = value_finder(one.value).search(folded)
        if match is not None:
            yield _Span(match.start(), match.end(), one.name, ())


def _typed_spans(text: str, asked: Sequence[str], language: str) -> Iterator[_Span]:
    for type_ in types(language):
        if type_ not in asked and type_ not in IDENTIFYING:
            continue
        at = 0
        for value in find_values(type_, text, language):
            start = text.find(value, at)
            at = start + len(value)
            if type_ in asked or type_ not in _CODES or _CODE.fullmatch(value):
                yield _Span(start, at, None, (type_,))


def _longest(spans: Sequence[_Span]) -> list[_Span]:
    """The spans that no longer one covers. Spans in the same place are one, with the name and all the types.

    What a tool was given of a longer value ("jueves" of "el jueves") is the datum, if it is most of it.
    """
    kept: list[_Span] = []
    for span in sorted(spans, key=lambda one: (one.start - one.end, one.start)):
        over = next((i for i, one in enumerate(kept) if span.start < one.end and one.start < span.end), None)
        if over is None:
            kept.append(span)
        elif kept[over].start <= span.start and span.end <= kept[over].end:
            kept[over] = _merged(kept[over], span)
    return sorted(kept)


def _merged(long: _Span, short: _Span) -> _Span:
    name = long.name or short.name
    if long.name is None and short.name and 2 * (short.end - short.start) >= long.end - long.start:
        return _Span(short.start, short.end, name, (*long.types, *short.types))
    same = (long.start, long.end) == (short.start, short.end)
    return long._replace(name=name, types=(*long.types, *short.types) if same else long.types)


def _type(span: _Span, text: str, asked: Sequence[str], language: str) -> str | None:
    """The type of a value: what was asked for, else what the user or the argument's name calls it."""
    value = text[span.start : span.end]
    shaped = dict.fromkeys((*span.types, *shaped_types(value, language)))
    if not any(c.isdigit() for c in value):  # a word may have the shape of a code, and is none
        shaped = {type_: None for type_ in shaped if type_ not in _CODES}
    for type_ in asked:
        if type_ in shaped:
            return type_
    if len(asked) == 1 and not has_shape(asked[0], language):
        return asked[0]
    called = [one.type for one in mentions(comparable(text), language)]
    called += _called_by(span.name, language)
    for type_ in called:
        if type_ in shaped:
            return type_
    only = [type_ for type_ in shaped if type_ not in _CODES]
    if span.name is None or any(type_ in IDENTIFYING for type_ in only):
        return only[0] if only else None
    return None


@cache
def _called_by(name: str | None, language: str) -> tuple[str, ...]:
    spoken = (name or "").replace("_", " ")
    return tuple(one.type for one in mentions(comparable(spoken), language))


def _words(name: str) -> list[str]:
    return [word for word in comparable(name).replace("_", " ").split() if len(word) > _SHORTEST]
