"""JSON with places. The standard library's reader tells nothing of where a value stood."""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # public in CPython, not in the stubs
from typing import Any

from porfiado.cases.nodes import MAX_DEPTH, MAX_NODES, Map, Seq, Written
from porfiado.cases.problems import Report

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?P<rest>(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)")
_WORDS = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_LONGEST_NUMBER = 300  # digits; Python itself refuses to read much longer ones


def read_number(text: str) -> int | Written:
    """A JSON number; what has a fraction or an exponent remembers how it was written."""
    return Written(text) if any(c in text for c in ".eE") else int(text)


class _Reader:
    def __init__(self, text: str, base: int, report: Report) -> None:
        self.text = text
        self.base = base
        self.report = report
        self.nodes = 0

    def fail(self, code: str, at: int, **values: Any) -> Exception:
        return self.report.stop(code, self.base + at, **values)

    def skip(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at

    def whole(self) -> tuple[Any, int]:
        start = self.skip(0)
        if start == len(self.text):
            raise self.fail("empty_file", start)
        value, end = self.value(start, 0)
        end = self.skip(end)
        if end < len(self.text):
            raise self.fail("json_extra", end)
        return value, self.base + start

    def value(self, at: int, depth: int) -> tuple[Any, int]:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.fail("too_many", at, limit=MAX_NODES)
        if depth > MAX_DEPTH:
            raise self.fail("too_deep", at, limit=MAX_DEPTH)
        sign = self.text[at : at + 1]
        if sign == '"':
            return self.string(at)
        if sign == "{":
            return self.mapping(at, depth)
        if sign == "[":
            return self.sequence(at, depth)
        return self.word(at)

    def string(self, at: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self.text, at + 1, True)
        except json.JSONDecodeError as error:
            raise self.fail("json_string", error.pos) from None
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            raise self.fail("json_surrogate", at)
        return value, end

    def word(self, at: int) -> tuple[Any, int]:
        match = _NUMBER.match(self.text, at)
        token = _WORD.match(self.text, at)
        if match and token and match.end() == token.end():
            if len(match[0]) > _LONGEST_NUMBER:
                raise self.fail("number_too_long", at)
            number = read_number(match[0])
            if number in (float("inf"), float("-inf")):
                raise self.fail("number_too_long", at)
            return number, match.end()
        if token and token[0] in _WORDS:
            return _WORDS[token[0]], token.end()
        if token:
            raise self.fail("json_word", at, word=token[0][:40])
        if at >= len(self.text):
            raise self.fail("json_cut", at)
        raise self.fail("json_value", at, sign=self.text[at])

    def separator(self, at: int, closing: str) -> tuple[bool, int]:
        """Whether the container ends at `at`, and where to go on."""
        at = self.skip(at)
        sign = self.text[at : at + 1]
        if sign == closing:
            return True, at + 1
        if sign != ",":
            raise self.fail("json_cut" if not sign else "json_separator", at, closing=closing)
        after = self.skip(at + 1)
        if self.text[after : after + 1] == closing:
            raise self.fail("json_trailing", at)
        return False, after

    def sequence(self, at: int, depth: int) -> tuple[Seq, int]:
        found = Seq(self.base + at)
        at = self.skip(at + 1)
        if self.text[at : at + 1] == "]":
            return found, at + 1
        done = False
        while not done:
            value, end = self.value(at, depth + 1)
            found.add(value, self.base + at)
            done, at = self.separator(end, "]")
        return found, at

    def mapping(self, at: int, depth: int) -> tuple[Map, int]:
        found = Map(self.base + at)
        at = self.skip(at + 1)
        if self.text[at : at + 1] == "}":
            return found, at + 1
        done = False
        while not done:
            if self.text[at : at + 1] != '"':
                raise self.fail("json_cut" if at >= len(self.text) else "json_key", at)
            key_at = self.base + at
            key, end = self.string(at)
            end = self.skip(end)
            if self.text[end : end + 1] != ":":
                raise self.fail("json_colon", end)
            start = self.skip(end + 1)
            value, end = self.value(start, depth + 1)
            if key in found:
                line, _ = self.report.source.place(found.keys_at[key])
                self.report.add("duplicate_key", key_at, key=key, line=line)
            else:
                found.put(key, value, key_at, self.base + start)
            done, at = self.separator(end, "}")
        return found, at


def read_json(text: str, report: Report, base: int = 0) -> tuple[Any, int]:
    """Read one JSON value; the value and its offset. `base` is where `text` begins in the source.

    Raises:
        SuiteError: it is no JSON. Duplicate keys are noted in `report`, and reading goes on.
    """
    return _Reader(text, base, report).whole()
