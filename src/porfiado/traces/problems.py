"""What is wrong with a recorded conversation, and where."""

from __future__ import annotations

from collections.abc import Iterable

from porfiado.locales import FALLBACK, words, words_if_any


class NotARecordError(ValueError):
    """A JSON value that is no conversation in the format it seems to have; the text says why."""


class RecordError(ValueError):
    """A record that could not be read.

    Attributes:
        file: The file as it was named.
        line: Line in the file, from 1; 0 where the whole file is meant.
        code: What kind of problem, for programs: `json`, `shape`, `format`, `encoding`, `file`, `scenario`.
        detail: What exactly is wrong.
    """

    def __init__(self, file: str, line: int, code: str, detail: str) -> None:
        self.file = file
        self.line = line
        self.code = code
        self.detail = detail
        super().__init__(self.render())

    def render(self, language: str = FALLBACK) -> str:
        """`file:line: what is wrong`, in `language`; in English where that language has no words for it."""
        own = words_if_any(language, "traces").get("problems", {})
        template = own.get(self.code) or words(FALLBACK, "traces")["problems"][self.code]
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {template.format(detail=self.detail)}"


class UnreadableRecordsError(ValueError):
    """Several records that could not be read; raised after all others were handed out."""

    def __init__(self, problems: Iterable[RecordError]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))
