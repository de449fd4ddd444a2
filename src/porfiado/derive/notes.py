"""What had to be guessed about a case, in the words of a language, for a person to look at."""

from __future__ import annotations

from typing import Any

from porfiado.locales import FALLBACK, words, words_if_any


class Notes:
    """Collects notes, each once, in order.

    Args:
        language: The language of the texts; English where it has none.
    """

    def __init__(self, language: str) -> None:
        self._words = words_if_any(language, "derive").get("review") or words(FALLBACK, "derive")["review"]
        self._texts: dict[str, None] = {}

    def add(self, code: str, **values: Any) -> None:
        """Note that `code` of the locale's table applies."""
        self._texts[self._words[code].format(**values)] = None

    @property
    def texts(self) -> list[str]:
        """The notes so far."""
        return list(self._texts)
