"""The words of reports, in one language."""

from __future__ import annotations

from functools import cache
from typing import Any

from porfiado.locales import words


class Words:
    """The texts of `locales/<language>/report.toml`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._table: dict[str, Any] = words(language, "report")

    def __call__(self, key: str, **values: Any) -> str:
        """The text `section.name`, with its placeholders filled.

        Raises:
            KeyError: there is no such text.
        """
        section, _, name = key.partition(".")
        text: str = self._table[section][name]
        return text.format(**values) if values else text

    def name(self, section: str, name: str) -> str:
        """The plain words for something with a name of its own; the name itself where there are none."""
        return str(self._table[section].get(name, name.replace("_", " ")))

    def has(self, section: str, name: str) -> bool:
        """Whether there is such a text."""
        return name in self._table[section]

    def plural(self, key: str, count: int, **values: Any) -> str:
        """The text for one thing (`key_one`) or for several (`key`), with `{count}` filled."""
        return self(f"{key}_one" if count == 1 else key, count=self.number(count), **values)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as people of the language write it: thousands and decimals apart."""
        signs = self._table["numbers"]
        text = f"{value:,.{decimals}f}"
        return text.replace(",", "\0").replace(".", signs["decimal"]).replace("\0", signs["thousands"])

    def percent(self, share: float) -> str:
        """A share as a whole percentage; a share that is not quite 0 or 1 never looks as if it were."""
        whole = round(share * 100)
        if whole == 0 and share > 0:
            return f"<1{self('numbers.percent')}"
        if whole == 100 and share < 1:
            return f">99{self('numbers.percent')}"
        return f"{whole}{self('numbers.percent')}"


@cache
def speak(language: str) -> Words:
    """The words of `language`, read once."""
    return Words(language)
