"""Bundled suites: used by the demo, the docs and the tests alike."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def bundled() -> dict[str, Path]:
    """The bundled suites: name → path of its `suite.yaml`, in alphabetical order."""
    return {path.parent.name: path for path in sorted(_HERE.glob("*/suite.yaml"))}


def template(language: str) -> Path:
    """The folder that `porfiado init` copies, in `language`.

    Raises:
        KeyError: there is no template in that language.
    """
    folder = _HERE / "template" / language
    if not folder.is_dir():
        raise KeyError(language)
    return folder


def three_agents(language: str) -> Path:
    """The folder of an example: cases, and the recorded trajectories of three agents that answer the same.

    One looks up what it needs, one does several times the work, one guesses; all of it is invented.

    Raises:
        KeyError: there is none in that language.
    """
    folder = _HERE / "three_agents" / language
    if not folder.is_dir():
        raise KeyError(language)
    return folder
