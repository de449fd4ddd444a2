"""Faults injected into tool calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from porfiado.world.errors import FaultError, suggest

TIMED_OUT = "timeout: the tool did not answer in time"
DEFAULT_SECONDS = 0.05
_NAMED = ("timeout", "slow", "empty", "malformed")
_NULL = b"null"


class Reply(NamedTuple):
    """What comes back: a result as JSON, or the text of an error. `changed`: the state differs."""

    raw: bytes = _NULL
    error: str | None = None
    changed: bool = False


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A fault injected into a tool's calls; exactly one of `error`, `result` and `inject` is given.

    Attributes:
        tool: whose calls.
        on_call: which of them, from 1; None = every one. All calls of the tool count, failed ones too.
        error: `timeout` (not executed), `slow` (executed after `seconds`), `empty` (an empty result; not
            executed where the tool writes), `malformed` (executed; the result is a cut, garbled JSON text),
            or the text of an error (not executed).
        result: comes back instead of the real result; not executed.
        inject: instructions hidden in the real result.
        seconds: how slow.
    """

    tool: str
    on_call: int | None = None
    error: str | None = None
    result: Any | UnsetType = UNSET
    inject: str | None = None
    seconds: float = DEFAULT_SECONDS

    def __post_init__(self) -> None:
        """Refuse a fault that is not exactly one.

        Raises:
            FaultError: none or several kinds, a call before the first, a negative time.
        """
        if (self.error is not None) + (self.result is not UNSET) + (self.inject is not None) != 1:
            raise FaultError(f"fault of {self.tool!r}: give exactly one of error, result and inject")
        if self.on_call is not None and self.on_call < 1:
            raise FaultError(f"fault of {self.tool!r}: calls are counted from 1, not {self.on_call}")
        if not self.seconds >= 0:
            raise FaultError(f"fault of {self.tool!r}: {self.seconds} seconds is no duration")

    @property
    def kind(self) -> str:
        """`timeout`, `slow`, `empty`, `malformed`, `error`, `result` or `inject`; as recorded in the call."""
        if self.inject is not None:
            return "inject"
        if self.error is None:
            return "result"
        return self.error if self.error in _NAMED else "error"

    @property
    def delay(self) -> float:
        """Seconds to wait before the call."""
        return self.seconds if self.kind == "slow" else 0.0


class FaultPlan:
    """The faults of one conversation, and how often each tool was called so far."""

    def __init__(self, faults: Sequence[Fault], tools: Iterable[str]) -> None:
        """Keep the faults by tool.

        Raises:
            FaultError: a fault of a tool that does not exist.
        """
        self._faults: dict[str, list[Fault]] = {}
        self._calls: dict[str, int] = {}
        for fault in faults:
            if fault.tool not in tools:
                raise FaultError(f"fault of {fault.tool!r}, which is no tool{suggest(fault.tool, tools)}")
            self._faults.setdefault(fault.tool, []).append(fault)

    def next(self, tool: str) -> Fault | None:
        """Count one call of `tool`; the first fault written that strikes it."""
        faults = self._faults.get(tool)
        if faults is None:
            return None
        number = self._calls[tool] = self._calls.get(tool, 0) + 1
        return next((fault for fault in faults if fault.on_call in (None, number)), None)


def struck(fault: Fault, writes: bool, run: Callable[[], Reply]) -> Reply:
    """The reply of a call that `fault` strikes; `run` executes it for the faults that let it through."""
    match fault.kind:
        case "timeout":
            return Reply(error=TIMED_OUT)
        case "error":
            return Reply(error=fault.error)
        case "result":
            return Reply(msgspec.json.encode(fault.result))
        case "empty":
            return Reply() if writes else _emptied(run())
        case "malformed":
            return _garbled(run())
        case "inject":
            return _injected(run(), fault.inject or "")
        case _:
            return run()


def _emptied(reply: Reply) -> Reply:
    empty = {b"[": b"[]", b"{": b"{}", b'"': b'""'}
    return reply._replace(raw=empty.get(reply.raw[:1], _NULL), error=None)


def _garbled(reply: Reply) -> Reply:
    raw = reply.raw if reply.error is None else msgspec.json.encode({"error": reply.error})
    text = raw.decode()
    return reply._replace(raw=msgspec.json.encode(f"{text[: len(text) * 2 // 3]}\ufffd\ufffd"), error=None)


def _injected(reply: Reply, text: str) -> Reply:
    if reply.error is not None:
        return reply._replace(error=f"{reply.error}\n{text}")
    return reply._replace(raw=msgspec.json.encode(_with_note(msgspec.json.decode(reply.raw), text)))


def _with_note(result: Any, text: str) -> Any:
    """`result` with `text` where its reader will see it, and no real field overwritten."""
    if isinstance(result, dict):
        return {**result, next(key for key in _note_keys() if key not in result): text}
    if isinstance(result, list):
        if result and isinstance(result[0], dict | list):
            return [_with_note(result[0], text), *result[1:]]
        return [*result, text]
    if isinstance(result, str):
        return f"{result}\n{text}"
    return {"result": result, "note": text}


def _note_keys() -> Iterable[str]:
    yield "note"
    number = 2
    while True:
        yield f"note_{number}"
        number += 1
