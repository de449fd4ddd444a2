"""The `tool` decorator, and what it declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from porfiado.world.errors import shown
from porfiado.world.needs import Needs, names, texts, word_lists

F = TypeVar("F", bound=Callable[..., Any])
MARK = "__porfiado_tool__"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")  # what the model providers accept


class Declaration(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What `@tool(…)` says of a tool. All mappings are read-only.

    Attributes:
        name: as the agent calls it.
        reads: looks things up and leaves the state as it is.
        writes: may change the state.
        intents: language → words and short phrases in which customers ask for this.
        after: tools that must have succeeded before.
        restricted: why staff may not use it on a customer's word; None = they may.
        refuses: language → what to tell a customer who wants a restricted tool.
        says: language → what to tell the customer when it succeeded (writes).
        reports: language → how to report one record of the result (reads).
        choose: the field that tells several records apart (reads): the customer picks one.
        shows: language → how to show one record in that choice.
    """

    name: str
    reads: bool
    writes: bool
    intents: Mapping[str, tuple[str, ...]]
    after: tuple[str, ...]
    restricted: str | None
    refuses: Mapping[str, str]
    says: Mapping[str, str]
    reports: Mapping[str, str]
    choose: str | None
    shows: Mapping[str, str]


class ToolSpec(Declaration, frozen=True, kw_only=True, eq=False):
    """All that is known of a tool without running it: the declaration, what it needs, how it is called.

    There is one for each tool of a class, so specs are the same when they are the same object.

    Attributes:
        description: the docstring's first paragraph.
        needs: parameter → datum, in the order of the parameters; every required parameter has one,
            and `optional` is True or False in each.
        schema_json: the parameters' JSON Schema as JSON.
        answers: its return annotation excludes None, so that a null result is no success.
    """

    description: str
    needs: Mapping[str, Needs]
    schema_json: bytes
    answers: bool = False

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters' JSON Schema (an object); a fresh copy."""
        schema: dict[str, Any] = msgspec.json.decode(self.schema_json)
        return schema


def tool(
    *,
    reads: bool = False,
    writes: bool = False,
    name: str | None = None,
    intents: Mapping[str, Sequence[str]] | None = None,
    after: Sequence[str] = (),
    restricted: str | None = None,
    refuses: Mapping[str, str] | None = None,
    says: Mapping[str, str] | None = None,
    reports: Mapping[str, str] | None = None,
    choose: str | None = None,
    shows: Mapping[str, str] | None = None,
) -> Callable[[F], F]:
    """Offer a method of a world to the agent. The arguments are the attributes of `Declaration`.

    Raises:
        TypeError: the declaration contradicts itself, or has a wrong shape.
    """
    if reads == writes:
        raise TypeError("a tool either reads or writes: say exactly one of reads=True and writes=True")

    def mark(function: F) -> F:
        own_name = name or function.__name__
        declared = Declaration(
            name=own_name,
            reads=reads,
            writes=writes,
            intents=word_lists(f"{own_name}: intents", intents or {}),
            after=names(f"{own_name}: after", after),
            restricted=restricted,
            refuses=texts(f"{own_name}: refuses", refuses or {}),
            says=texts(f"{own_name}: says", says or {}),
            reports=texts(f"{own_name}: reports", reports or {}),
            choose=choose,
            shows=texts(f"{own_name}: shows", shows or {}),
        )
        _check(declared)
        setattr(function, MARK, declared)
        return function

    return mark


def _check(tool: Declaration) -> None:
    """What one declaration can get wrong by itself."""
    if not isinstance(tool.name, str) or not _NAME.fullmatch(tool.name):
        raise TypeError(
            f"{shown(tool.name)} is no tool name (ASCII letters, digits, _ and -, 64 at most): give name="
        )
    if tool.restricted is not None and not (isinstance(tool.restricted, str) and tool.restricted.strip()):
        raise TypeError(f"{tool.name}: restricted is the reason, a text, not {shown(tool.restricted)}")
    if tool.refuses and tool.restricted is None:
        raise TypeError(f"{tool.name}: refuses= is said of a restricted tool; give restricted= too")
    if tool.reads and tool.says:
        raise TypeError(f"{tool.name}: says= is for tools that write; a tool that reads has reports=")
    if tool.writes and (tool.reports or tool.choose or tool.shows):
        raise TypeError(
            f"{tool.name}: reports=, choose= and shows= are for tools that read; one that writes has says="
        )
    if tool.shows and not tool.choose:
        raise TypeError(f"{tool.name}: shows= words a choice; give choose= too")
