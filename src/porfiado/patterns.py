"""Regular expressions that come from people: RE2 syntax, linear time, case ignored.

A suite's author writes the pattern and a language model writes the text, so neither may be able to hang
a run: RE2 has no backtracking. What it cannot express (look-around, back-references) is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol

import re2

MAX_PATTERN_LENGTH = 2_000  # a longer one is a mistake, or an attack on the automaton's memory


class PatternError(ValueError):
    """A pattern that cannot be compiled; the text says why, for the person who wrote it."""


class Match(Protocol):
    """What is used of a match: the interface of `re.Match`."""

    def start(self, group: int = 0) -> int:
        """Where the group begins."""

    def end(self, group: int = 0) -> int:
        """Where the group ends."""

    def group(self, *groups: int) -> Any:
        """The text of the group."""

    def groups(self) -> tuple[str | None, ...]:
        """The texts of all groups."""


class Pattern:
    """A compiled pattern. Lone surrogates in the text are read as the replacement character."""

    __slots__ = ("_compiled", "source")

    def __init__(self, source: str, compiled: Any) -> None:
        self.source = source
        self._compiled = compiled

    def __repr__(self) -> str:
        return f"Pattern({self.source!r})"

    def search(self, text: str) -> Match | None:
        """The first match anywhere in `text`, or None."""
        try:
            return self._compiled.search(text)  # type: ignore[no-any-return]
        except UnicodeEncodeError:
            return self._compiled.search(scrub(text))  # type: ignore[no-any-return]

    def finditer(self, text: str) -> Iterator[Match]:
        """All matches that do not overlap, from left to right."""
        try:
            text.encode()
        except UnicodeEncodeError:
            text = scrub(text)
        return self._compiled.finditer(text)  # type: ignore[no-any-return]

    @property
    def groups(self) -> int:
        """How many groups the pattern has."""
        return int(self._compiled.groups)


def scrub(text: str) -> str:
    """`text` with each lone surrogate replaced by U+FFFD; the length stays."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@lru_cache(maxsize=4096)
def compile_pattern(source: str) -> Pattern:
    """Compile `source` (RE2 syntax, case ignored).

    Raises:
        PatternError: the pattern is empty, too long, or not RE2.
    """
    if not source:
        raise PatternError("the pattern is empty: it would match everything")
    if len(source) > MAX_PATTERN_LENGTH:
        raise PatternError(f"the pattern has {len(source)} characters, more than {MAX_PATTERN_LENGTH}")
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    try:
        return Pattern(source, re2.compile(source, options))
    except (re2.error, UnicodeEncodeError) as error:
        raise PatternError(_explain(error)) from None


def _explain(error: Exception) -> str:
    detail = error.args[0] if error.args else str(error)
    text = detail.decode(errors="replace") if isinstance(detail, bytes) else str(detail)
    if "(?=" in text or "(?!" in text or "(?<" in text:
        return f"{text} (look-around is not part of RE2 syntax)"
    return text
