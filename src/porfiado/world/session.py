"""One conversation's world: its state, its tools, and the record of the calls."""

from __future__ import annotations

import asyncio
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from porfiado.records import Call
from porfiado.world.arguments import explain_mismatch
from porfiado.world.base import World
from porfiado.world.errors import ToolError, shown, suggest
from porfiado.world.faults import Fault, FaultPlan, Reply, struck
from porfiado.world.jsonlike import NotJsonError, decode, encode, encode_arguments, record_safe, safe_text
from porfiado.world.signature import CompiledTool
from porfiado.world.state import canonical
from porfiado.world.tools import CallOutcome, Tools

_CLOSED = "the conversation is over: no more calls"


class Session:
    """The world of one conversation. It shares nothing that can change with any other.

    Calls may come from several threads: each runs alone. A call changes the state wholly or not at all.

    Attributes:
        tools: what the agent receives.
    """

    def __init__(
        self, world: type[World], overlay: Mapping[str, Any] | None = None, faults: Sequence[Fault] = ()
    ) -> None:
        """A fresh world: its default state with `overlay` over it.

        Raises:
            StateError: the overlay does not fit the state's type, or breaks the world's own rules.
            FaultError: a fault of a tool that does not exist.
        """
        self._blueprint = world.blueprint
        self._world = world()
        self._world.state = self._blueprint.build(overlay)
        self._blueprint.check_start(self._world)
        self._state = canonical(self._world.state)
        self._seen: bytes | None = None
        self._faults = FaultPlan(faults, self._blueprint.tools)
        self._calls: list[Call] = []
        self._durations: list[float] = []
        self._broken: list[str] = []
        self._closed = False
        self._lock = threading.RLock()
        self.tools = Tools(self._blueprint, self)

    # ── the state ──

    def snapshot(self) -> Any:
        """The state now, as JSON-like builtins; a fresh copy."""
        self._seen = self._state
        return decode(self._state)

    def snapshot_if_changed(self) -> Any | UnsetType:
        """The state now where it differs from the last snapshot taken (or none was), else UNSET."""
        return self.snapshot() if self.state_changed() else UNSET

    def state_changed(self) -> bool:
        """Whether the state differs from the last snapshot taken, or none was taken."""
        return self._state != self._seen

    # ── the record ──

    def take_calls(self) -> tuple[Call, ...]:
        """The calls since the last take, in the order in which they ended."""
        with self._lock:
            calls, self._calls = self._calls, []
        return tuple(calls)

    @property
    def durations(self) -> tuple[float, ...]:
        """Seconds that each call of the conversation took, in the order of the calls."""
        return tuple(self._durations)

    @property
    def broken(self) -> tuple[str, ...]:
        """What is wrong with the world itself: its bugs, and its own rules broken. Not the agent's fault."""
        return tuple(self._broken)

    def close(self) -> None:
        """End the conversation: later calls (of an agent left running) change and record nothing."""
        with self._lock:
            self._closed = True

    # ── calls ──

    def call(self, name: Any, arguments: Any = None, /) -> CallOutcome:
        """Call a tool. Never raises: what is wrong stands in the outcome's `error`."""
        started = time.perf_counter()
        name = _plain_name(name)
        fault = self._next_fault(name)
        if fault is not None and fault.delay:
            time.sleep(fault.delay)
        return self._answer(name, arguments, fault, started)

    async def acall(self, name: Any, arguments: Any = None, /) -> CallOutcome:
        """The same without blocking the event loop while a tool is slow."""
        started = time.perf_counter()
        name = _plain_name(name)
        fault = self._next_fault(name)
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        return self._answer(name, arguments, fault, started)

    def _next_fault(self, name: str) -> Fault | None:
        with self._lock:
            return None if self._closed else self._faults.next(name)

    def _answer(self, name: str, arguments: Any, fault: Fault | None, started: float) -> CallOutcome:
        recorded, raw, problem = _read(arguments)
        with self._lock:
            if self._closed:
                return CallOutcome(error=_CLOSED)
            reply = Reply(error=problem) if problem else self._reply(name, raw, fault)
            result = decode(reply.raw)
            self._calls.append(
                Call(
                    name=name,
                    arguments=recorded,
                    result=result,
                    error=reply.error,
                    changed=reply.changed,
                    fault=UNSET if fault is None or problem else fault.kind,
                )
            )
            self._durations.append(time.perf_counter() - started)
        # The agent's own copy: what it does to it must not reach the record.
        own = decode(reply.raw) if isinstance(result, dict | list) else result
        return CallOutcome(own, reply.error)

    def _reply(self, name: str, raw: bytes, fault: Fault | None) -> Reply:
        tool = self._blueprint.tools.get(name)
        if tool is None:
            return Reply(error=f"unknown tool {shown(name)}{suggest(name, self._blueprint.tools)}")
        if fault is None:
            return self._run(tool, raw)
        return struck(fault, tool.spec.writes, lambda: self._run(tool, raw))

    def _run(self, tool: CompiledTool, raw: bytes) -> Reply:
        try:
            values = tool.decoder.decode(raw)
        except msgspec.ValidationError as error:
            return Reply(error=explain_mismatch(tool, decode(raw), str(error)))
        given = decode(raw)
        return self._execute(tool, {name: getattr(values, name) for name in given})

    def _execute(self, tool: CompiledTool, values: dict[str, Any]) -> Reply:
        try:
            result = encode(_call(tool, self._world, values))
            state = canonical(self._world.state)
            changed = state != self._state
            if changed:
                self._check_change(tool, state)
                self._state = state
            return Reply(result, None, changed)
        except ToolError as error:
            self._roll_back()
            return Reply(error=safe_text(str(error)) or "the tool refused")
        except Exception as error:
            self._roll_back()
            self._blame(f"{tool.spec.name}: {_where(error)}")
            return Reply(error=f"internal error in tool {tool.spec.name!r}")

    def _check_change(self, tool: CompiledTool, state: bytes) -> None:
        """A changed state must be of its type, and come from a tool that writes."""
        if tool.spec.reads:
            raise RuntimeError("the tool is declared reads=True and changed the state")
        self._blueprint.state_type.decode(state)
        if self._blueprint.has_rules:
            for rule in self._world.broken(self._world.state):
                self._blame(f"{tool.spec.name}: {rule}")

    def _blame(self, problem: str) -> None:
        if problem not in self._broken:
            self._broken.append(problem)

    def _roll_back(self) -> None:
        self._world.state = self._blueprint.state_type.decode(self._state)


def _call(tool: CompiledTool, world: World, values: dict[str, Any]) -> Any:
    """What the tool returns. Python's own words for a wrong argument are a refusal, as `ToolError` is.

    That is `ValueError`, and a `KeyError` whose key the caller gave: it asked for what there is not.
    """
    try:
        return tool.function(world, **values)
    except KeyError as error:
        if error.args and error.args[0] in list(values.values()):
            raise ToolError(f"there is no {shown(error.args[0])}") from error
        raise
    except ValueError as error:
        raise ToolError(str(error)) from error


def _plain_name(name: object) -> str:
    """A tool's name as an agent gave it: any object at all."""
    return safe_text(str.__str__(name) if isinstance(name, str) else name)


def _read(arguments: Any) -> tuple[dict[str, Any], bytes, str | None]:
    """What to record of the arguments, their JSON, and what is wrong with them (None = nothing)."""
    if arguments is None:
        return {}, b"{}", None
    plain = _plain_mapping(arguments)
    if plain is None:
        return {"": record_safe(arguments)}, b"{}", f"the arguments are an object, not {shown(arguments)}"
    try:
        raw = encode_arguments(plain)
    except NotJsonError as error:
        return record_safe(plain), b"{}", str(error)
    return decode(raw), raw, None


def _plain_mapping(arguments: Any) -> dict[Any, Any] | None:
    if type(arguments) is dict:
        return arguments
    try:
        return dict(arguments) if isinstance(arguments, Mapping) else None
    except Exception:  # a mapping of the agent's own making
        return None


def _where(error: Exception) -> str:
    """An exception in a world's code, with the line that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = frame.filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{type(error).__name__}: {shown(str(error))} ({place}, line {frame.lineno})"
