"""What an agent receives: the tools of its conversation, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any, Protocol

import msgspec

from porfiado.world.base import Blueprint
from porfiado.world.declare import ToolSpec
from porfiado.world.errors import suggest


class CallOutcome(msgspec.Struct, frozen=True):
    """What came back from a call: a result, or the text of an error. A copy: the agent may change it."""

    result: Any = None
    error: str | None = None

    @property
    def content(self) -> Any:
        """What the agent sees: the result, or {"error": …}."""
        return self.result if self.error is None else {"error": self.error}


class _Caller(Protocol):
    """The part of a session that tools use."""

    def call(self, name: Any, arguments: Any = None, /) -> CallOutcome: ...

    def acall(self, name: Any, arguments: Any = None, /) -> Coroutine[Any, Any, CallOutcome]: ...


class BoundTool:
    """One tool, to be called like a function. It returns the result or {"error": …}, and never raises."""

    __slots__ = ("__name__", "_call", "_parameters")

    def __init__(
        self, name: str, call: Callable[[str, Any], CallOutcome], parameters: tuple[str, ...]
    ) -> None:
        self.__name__ = name
        self._call = call
        self._parameters = parameters

    def __repr__(self) -> str:
        return f"<tool {self.__name__}({', '.join(self._parameters)})>"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the tool. Arguments by position are mapped to names in the order of the parameters."""
        for position, value in enumerate(args):
            name = self._parameters[position] if position < len(self._parameters) else f"#{position + 1}"
            # An argument given twice becomes an unexpected one, and the error says so.
            kwargs[f"#{position + 1}" if name in kwargs else name] = value
        return self._call(self.__name__, kwargs).content


class Tools(Mapping[Any, BoundTool]):
    """The tools of one conversation: `tools["name"](…)`, `tools.name(…)`, `tools.call("name", {…})`.

    An unknown name in brackets gives a callable too, whose result is an error: a model that makes up a tool
    learns so, and the call is recorded.
    """

    __slots__ = ("_blueprint", "_caller")

    def __init__(self, blueprint: Blueprint, caller: _Caller) -> None:
        self._blueprint = blueprint
        self._caller = caller

    def __getitem__(self, name: Any) -> BoundTool:
        known = self._blueprint.tools.get(name) if isinstance(name, str) else None
        return BoundTool(name, self._caller.call, known.parameters if known else ())

    def __getattr__(self, name: str) -> BoundTool:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._blueprint.tools:
            raise AttributeError(f"there is no tool {name!r}{suggest(name, self._blueprint.tools)}")
        return self[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._blueprint.tools

    def __iter__(self) -> Iterator[str]:
        return iter(self._blueprint.tools)

    def __len__(self) -> int:
        return len(self._blueprint.tools)

    def get(self, name: Any, default: Any = None) -> Any:
        """The tool, or `default` where there is none of this name."""
        return self[name] if name in self else default  # noqa: SIM401 - that would be this very method

    @property
    def schemas(self) -> list[dict[str, Any]]:
        """Name, description and JSON Schema of the parameters of each tool; a fresh copy."""
        schemas: list[dict[str, Any]] = msgspec.json.decode(self._blueprint.schemas_json)
        return schemas

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All that is declared of each tool."""
        return self._blueprint.world.specs

    def call(self, name: Any, arguments: Any = None, /) -> CallOutcome:
        """Call a tool by name. Never raises: what is wrong stands in the outcome's `error`."""
        return self._caller.call(name, arguments)

    async def acall(self, name: Any, arguments: Any = None, /) -> CallOutcome:
        """The same for asynchronous agents: a slow tool does not block the others."""
        return await self._caller.acall(name, arguments)
