"""Blocking agents, run beside the event loop so that they can neither block it nor keep the program alive."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import Any

from porfiado.agents.protocol import AgentError


async def in_thread(function: Callable[[], Any]) -> Any:
    """The result of `function`, run in a daemon thread with a copy of the context.

    When the caller is cancelled (a time limit) the thread is abandoned: nothing can stop it, but a daemon
    does not hold the interpreter at its exit, as the threads of an executor would.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def work() -> None:
        try:
            result = context.run(function)
        except BaseException as error:
            _post(loop, _fail, future, portable(error))
        else:
            _post(loop, _finish, future, result)

    threading.Thread(target=work, name="porfiado-agent", daemon=True).start()
    return await future


def portable(error: BaseException) -> Exception:
    """An error that a future can carry: `SystemExit` would end the loop, `StopIteration` is refused."""
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    wrapped = AgentError(f"the agent raised {type(error).__name__}: {error}")
    wrapped.__cause__ = error
    return wrapped


def _post(loop: asyncio.AbstractEventLoop, *call: Any) -> None:
    try:
        loop.call_soon_threadsafe(*call)
    except RuntimeError:
        return  # the loop is closed: the conversation was abandoned long ago


def _finish(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
