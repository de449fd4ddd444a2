"""What can go wrong with a world, and how it is said."""

from __future__ import annotations

from collections.abc import Iterable

from porfiado.nearest import nearest

SHOWN = 80  # characters of a foreign text that an error message repeats


class WorldError(ValueError):
    """A world that cannot be loaded or used; the text is for the person who wrote it."""


class StateError(WorldError):
    """A state that does not fit the world's type; the text names the dotted path."""


class FaultError(WorldError):
    """A fault that cannot be injected: no such tool, or not exactly one kind."""


class ToolError(Exception):
    """Raised by a tool to refuse: "there is no such booking". The agent receives the text as the error."""


def shown(value: object) -> str:
    """`value` as it stands in an error message: quoted and not too long. Never raises."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def suggest(word: str, known: Iterable[str]) -> str:
    """The end of an error message about an unknown `word`: the nearest known one, or all of them."""
    names = sorted(known)
    near = nearest(word[:SHOWN], names)
    if near is not None:
        return f"; did you mean {near!r}?"
    return f"; there are: {', '.join(names)}" if names else "; there are none"
