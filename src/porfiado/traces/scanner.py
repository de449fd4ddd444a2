"""JSON values one by one from a stream of any length: one value and a window of text are held, no more."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any, BinaryIO

WINDOW = 1 << 20  # bytes read at a time
BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_LONGEST_LITERAL = 16  # what the end of the window can cut in two, other than a text: `-Infinity`, `\ud83d`


class BrokenJsonError(ValueError):
    """The text is no JSON from here on.

    Attributes:
        line: The line, from 1.
        code: As in `RecordError`: `json` or `encoding`.
        detail: What is wrong.
    """

    def __init__(self, line: int, code: str, detail: str) -> None:
        self.line = line
        self.code = code
        self.detail = detail
        super().__init__(detail)


class Scanner:
    """Walks through JSON text. NaN and lone surrogates are let through.

    Values are decoded whole, one at a time; around them (the elements of a list, the members of an object)
    the caller walks with `peek` and `take`.
    """

    def __init__(self, stream: BinaryIO, window: int = WINDOW) -> None:
        self._stream = stream
        self._window = window
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._text = ""
        self._at = 0
        self._line = 1  # of the position `_counted`
        self._counted = 0
        self._dropped = 0  # characters of the current line that were dropped with the window's past
        self._ended = False
        self._bad_byte: str | None = None

    @property
    def line(self) -> int:
        """The line of the next character, from 1."""
        self._count(self._at)
        return self._line

    def peek(self) -> str:
        """The next character that is no white space; empty at the end of the stream."""
        while True:
            match = _SPACE.match(self._text, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                if self._bad_byte is not None:
                    raise BrokenJsonError(self.line, "encoding", self._bad_byte)
                return ""

    def take(self, expected: str) -> None:
        """Step over a character of JSON's own.

        Raises:
            BrokenJsonError: another one stands there, or none.
        """
        if self.peek() != expected:
            raise self.broken(f"Expecting {expected!r} delimiter")
        self._at += 1

    def broken(self, message: str) -> BrokenJsonError:
        """What is wrong with the next character."""
        return self._broken(message, self._at)

    def value(self) -> Any:
        """The next value.

        Raises:
            BrokenJsonError: none stands there.
        """
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut_off = self._cut_off(error)
                if not (cut_off and self._more()):
                    raise self._broken(error.msg, error.pos, cut_off=cut_off) from None
            except RecursionError:
                raise BrokenJsonError(self.line, "json", "nested too deeply") from None
            except ValueError as error:  # a number with more digits than Python converts
                raise BrokenJsonError(self.line, "json", str(error)) from None
            else:
                if not self._may_go_on(end) or not self._more():
                    self._at = end
                    return value

    def _may_go_on(self, end: int) -> bool:
        """Whether a value that ends here may be a number cut in two by the window (`1.`, `1e+`)."""
        left = len(self._text) - end
        return left == 0 or (left < len("e+0") and self._text[end] in ".eE")

    def _cut_off(self, error: json.JSONDecodeError) -> bool:
        """Whether the error may come from the window's end and not from the text."""
        return error.msg.startswith("Unterminated") or error.pos > len(self._text) - _LONGEST_LITERAL

    def _more(self) -> bool:
        """Read on, as much again as is held; what lies behind is let go. False at the end: all stays."""
        if self._ended:
            return False
        raw = self._stream.read(max(self._window, len(self._text) - self._at))
        self._ended = not raw
        try:
            text = self._decode(raw, not raw)
        except UnicodeDecodeError as error:
            self._ended = True
            self._bad_byte = f"byte {error.object[error.start]:#04x}"
            text = error.object[: error.start].decode()
        if not text and self._ended:
            return False
        self._drop()
        self._text += text
        return True

    def _drop(self) -> None:
        self._count(self._at)
        before = self._text.rfind("\n", 0, self._at)
        self._dropped = self._dropped + self._at if before < 0 else self._at - before - 1
        self._text = self._text[self._at :]
        self._at = self._counted = 0

    def _count(self, at: int) -> None:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at

    def _broken(self, message: str, at: int, *, cut_off: bool = False) -> BrokenJsonError:
        if cut_off and self._bad_byte is not None:
            self._count(len(self._text))
            return BrokenJsonError(self._line, "encoding", self._bad_byte)
        self._count(at)
        before = self._text.rfind("\n", 0, at)
        column = at - before if before >= 0 else at + 1 + self._dropped
        return BrokenJsonError(self._line, "json", f"{message} (column {column})")
