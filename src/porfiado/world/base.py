"""The base class of worlds, and what is worked out once for each of them."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from porfiado.world.declare import MARK, ToolSpec
from porfiado.world.errors import StateError, shown
from porfiado.world.links import check_links
from porfiado.world.signature import CompiledTool, compile_tool, resolve_hints
from porfiado.world.state import StateType

# Names that `Tools` or `World` use themselves.
_RESERVED = {
    "acall",
    "broken",
    "call",
    "get",
    "initial",
    "items",
    "keys",
    "schemas",
    "specs",
    "state",
    "values",
}


class World:
    """A mocked world: a typed state, and the tools that an agent may use on it.

    Subclass it, annotate `state` with the type of its state (a plain dict where it is not annotated), and
    mark methods with `@tool`. An instance lives for one conversation. Everything that may change belongs in
    `self.state`: nothing else is reset, rolled back, recorded or graded, so no other attribute can be set.

    Raises:
        TypeError: at the creation of a subclass, where a declaration is wrong.
    """

    specs: ClassVar[tuple[ToolSpec, ...]] = ()
    blueprint: ClassVar[Blueprint]
    state: Any

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        try:
            cls.blueprint = Blueprint(cls)
        except TypeError as error:
            raise TypeError(f"world {cls.__qualname__}: {error}") from None
        cls.specs = tuple(tool.spec for tool in cls.blueprint.tools.values())

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "state":
            raise AttributeError(
                f"a world keeps everything in self.state: self.{name} would outlive a rollback"
            )
        super().__setattr__(name, value)

    def initial(self) -> Any:
        """The default state. Called once for each class, so it must depend on nothing."""
        return self.blueprint.empty_state()

    def broken(self, state: Any) -> list[str]:
        """The world's own rules that `state` breaks, in words. Override it to have them watched."""
        return []


class Blueprint:
    """A world's class, read once: its tools, the type of its state, its default state."""

    def __init__(self, world: type[World]) -> None:
        self.world = world
        annotation = _state_annotation(world)
        self.holder = _holder(annotation)
        try:
            self.state_type = StateType(annotation)
        except TypeError as error:
            raise TypeError(f"the type of its state has no JSON form: {str(error).splitlines()[0]}") from None
        self.tools: Mapping[str, CompiledTool] = MappingProxyType(_tools_of(world))
        self.has_rules = world.broken is not World.broken
        self.schemas_json = msgspec.json.encode([_schema(tool.spec) for tool in self.tools.values()])

    def empty_state(self) -> Any:
        """The state type's own default: all fields at their defaults."""
        return {} if issubclass(self.holder, Mapping) else self.holder()

    @cached_property
    def default(self) -> bytes:
        """The default state as JSON.

        Raises:
            StateError: `initial` raised, or gave what does not fit the state's type.
        """
        try:
            state = self.world().initial()
        except Exception as error:
            raise StateError(
                f"{self.world.__qualname__}.initial: {type(error).__name__}: {shown(str(error))}"
            ) from None
        return self.state_type.default(state)

    def build(self, overlay: Mapping[str, Any] | None) -> Any:
        """A fresh state: the default with `overlay` over it.

        Raises:
            StateError: the overlay does not fit the state's type.
        """
        if overlay is None:
            return self.state_type.decode(self.default)
        return self.state_type.overlaid(self.default, overlay)

    def check_start(self, world: World) -> None:
        """Refuse a start state that breaks the world's own rules.

        Raises:
            StateError: it does, or `broken` raised.
        """
        if not self.has_rules:
            return
        try:
            rules = world.broken(world.state)
        except Exception as error:
            raise StateError(
                f"{self.world.__qualname__}.broken: {type(error).__name__}: {shown(str(error))}"
            ) from None
        if rules:
            raise StateError(f"state: {'; '.join(rules)}")


def _schema(spec: ToolSpec) -> dict[str, Any]:
    return {"name": spec.name, "description": spec.description, "parameters": spec.parameters}


def _state_annotation(world: type[World]) -> Any:
    hint = resolve_hints(world, vars(world)).get("state", Any)
    return dict[str, Any] if hint is Any else hint


def _holder(annotation: Any) -> type:
    """The class of the state itself, which must have named parts for conditions to speak of."""
    holder = typing.get_origin(annotation) or annotation
    if isinstance(holder, type) and (
        issubclass(holder, Mapping | msgspec.Struct) or dataclasses.is_dataclass(holder)
    ):
        return holder
    raise TypeError(f"its state is a Struct, a dataclass, a TypedDict or a dict, not {annotation}")


def _tools_of(world: type[World]) -> dict[str, CompiledTool]:
    tools: dict[str, CompiledTool] = {}
    # Base classes first, so that the order is the order in which a reader meets them.
    attributes = dict.fromkeys(name for base in reversed(world.__mro__) for name in vars(base))
    for attribute in attributes:
        function = getattr(world, attribute, None)
        if not hasattr(function, MARK):
            continue
        compiled = compile_tool(typing.cast(Any, function), vars(world))
        name = compiled.spec.name
        if name in _RESERVED or attribute in _RESERVED:
            raise TypeError(f"tool {name!r}: the name is taken; call it otherwise")
        if name in tools:
            raise TypeError(f"two tools are called {name!r}")
        tools[name] = compiled
    check_links(tools)
    return tools


World.blueprint = Blueprint(World)
