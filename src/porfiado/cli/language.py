"""Which language the command line speaks: `--lang`, then PORFIADO_LANG, then the system's, then English."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from porfiado.locales import FALLBACK, words

OFFERED = ("es", "en")
_VARIABLES = ("PORFIADO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def pick_language(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """The language for this call. An unknown one in `--lang` is refused later, by the option itself."""
    for index, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return _known(argument.partition("=")[2])
        if argument == "--lang" and index + 1 < len(arguments):
            return _known(arguments[index + 1])
    for variable in _VARIABLES:
        if environment.get(variable):
            return _known(environment[variable][:2].lower())
    return FALLBACK


def _known(language: str) -> str:
    return language if language in OFFERED else FALLBACK


@cache
def _table(language: str) -> dict[str, Any]:
    return words(language, "cli")


class Speaker:
    """The command line's texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **values: Any) -> str:
        """The text `section.name`, with its placeholders filled."""
        section, _, name = key.partition(".")
        text: str = _table(self.language)[section][name]
        return text.format(**values) if values else text
