"""Words of each language. A language is a folder with the same TOML files; no code names a language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FALLBACK = "en"  # where a language has no words for something
_HERE = Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, by their folder's name, in alphabetical order."""
    return tuple(sorted(folder.name for folder in _HERE.iterdir() if (folder / "hearing.toml").is_file()))


@cache
def words(language: str, name: str) -> dict[str, Any]:
    """The table `name` (`hearing`, `wording`, `report`, …) of a language.

    Raises:
        KeyError: there is no such language or table.
    """
    path = _HERE / language / f"{name}.toml"
    if not path.is_file():
        raise KeyError(f"no table {name!r} for language {language!r}; languages: {', '.join(languages())}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def words_if_any(language: str, name: str) -> dict[str, Any]:
    """The table `name` of a language; an empty one where there is no such language or table."""
    try:
        return words(language, name)
    except KeyError:
        return {}
