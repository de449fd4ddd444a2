"""A message made fit to be heard: composed, without invisible characters, of bounded length."""

from __future__ import annotations

import re

from porfiado.patterns import scrub
from porfiado.text import compose, fold

HEAD_HEARD = 12_000
TAIL_HEARD = 4_000
MAX_HEARD = HEAD_HEARD + TAIL_HEARD + 3  # the head and the tail of a longer message, and the cut between

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n?|\u2028|\u2029|\x85")
_MARKDOWN = re.compile(r"\*+|`+|__+|~~+")


def clean(message: str) -> str:
    """`message` as it is heard. Nearly always the message itself."""
    if len(message) > MAX_HEARD:
        message = message[:HEAD_HEARD] + "\n…\n" + message[-TAIL_HEARD:]
    if message.isascii():
        return _CONTROL.sub(" ", _LINE_ENDS.sub("\n", message)) if not message.isprintable() else message
    message = _LINE_ENDS.sub("\n", message)
    message = _CONTROL.sub(" ", _INVISIBLE.sub("", message))
    if _SURROGATE.search(message):
        message = scrub(message)
    return compose(message)


def folded(cleaned: str) -> str:
    """`cleaned` folded, its Markdown signs blanked; character by character, so that positions carry over."""
    text = fold(cleaned)
    return _MARKDOWN.sub(lambda signs: " " * len(signs[0]), text) if _MARKDOWN.search(text) else text
