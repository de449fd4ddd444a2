"""What is wrong with a file, in words for the person who wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from porfiado.cases.nodes import Key, Source
from porfiado.locales import FALLBACK, words, words_if_any


class Name(str):
    """A word that a message says in its own language: the names in `problems.toml`."""

    __slots__ = ()


def path_text(path: Sequence[Key]) -> str:
    """A path as people read it: `scenarios[0].persona.goal`."""
    text = ""
    for key in path:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def kind_of(value: Any) -> str:
    """What a value is, in the words of `problems.toml`, with the value itself where it is short."""
    match value:
        case None:
            return Name("nothing")
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)[:40]
        case str():
            return f'"{value[:40]}"'
        case list() | tuple():
            return Name("list")
        case _:
            return Name("mapping")


@cache
def _words(section: str, language: str) -> dict[str, str]:
    """A section of `problems.toml`: English, with the language's own words over it."""
    own: dict[str, str] = words_if_any(language, "problems").get(section, {})
    return {**words(FALLBACK, "problems")[section], **own}


@dataclass(frozen=True)
class Problem:
    """One mistake in a file.

    Attributes:
        file: The file as it was named.
        line: Line, from 1; 0 where the whole file is meant.
        column: Column in characters, from 1; 0 where the whole file is meant.
        path: Where in the suite, by English keys: `scenarios[0].persona.goal`.
        code: What kind of mistake, for programs.
        values: What the message speaks of, by name.
        suggestion: The nearest right word, or None.
    """

    file: str
    line: int
    column: int
    path: str
    code: str
    values: dict[str, Any] = field(default_factory=dict)
    suggestion: str | None = None

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return self.say(FALLBACK)

    def say(self, language: str) -> str:
        """What is wrong, in `language`; in English where that language has no words for it."""
        names = _words("names", language)
        values = {k: names.get(v, v) if isinstance(v, Name) else v for k, v in self.values.items()}
        return _words("messages", language)[self.code].format_map(values)

    def render(self, language: str = FALLBACK) -> str:
        """`file:line:column: message (did you mean 'x'?)`."""
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        text = f"{where}: {self.say(language)}"
        return f"{text} ({self.hint(language)})" if self.suggestion is not None else text

    def hint(self, language: str = FALLBACK) -> str:
        """The suggestion as a question: `did you mean 'x'?`."""
        return _words("messages", language)["hint"].format(suggestion=self.suggestion)

    def __str__(self) -> str:
        return self.render()


class SuiteError(ValueError):
    """A suite that cannot be used. `problems` holds all that was found, in the order of the file."""

    def __init__(self, problems: Iterable[Problem], language: str = FALLBACK) -> None:
        self.problems = tuple(problems)
        super().__init__(self.render(language))

    def render(self, language: str = FALLBACK) -> str:
        """All problems, one a line."""
        return "\n".join(problem.render(language) for problem in self.problems)


class Report:
    """Gathers the problems of one source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._found: dict[tuple[int, str, str], tuple[int, Problem]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(
        self, code: str, at: int, path: Sequence[Key] = (), suggestion: str | None = None, **values: Any
    ) -> None:
        """Note a problem that stands at the offset `at`; the same one twice is noted once."""
        line, column = self.source.place(at)
        problem = Problem(self.source.file, line, column, path_text(path), code, values, suggestion)
        self._found.setdefault((at, code, repr(sorted(values.items(), key=str))), (at, problem))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was noted, in the order of the file."""
        return tuple(problem for _, problem in sorted(self._found.values(), key=lambda pair: pair[0]))

    def error(self) -> SuiteError:
        """The error to raise."""
        return SuiteError(self.problems)

    def stop(self, code: str, at: int, **values: Any) -> SuiteError:
        """Note a problem after which nothing more can be read; the error to raise."""
        self.add(code, at, **values)
        return self.error()
