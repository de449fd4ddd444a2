"""One process, many conversations at once.

Results are handed on in the order of the plan, whatever order they finish in, so that a run's output does
not depend on its concurrency. Nothing finished is lost when the run is stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import os
import signal
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import Any, Generic, TypeVar

from porfiado.runs.plan import Job

Result = TypeVar("Result")

# How far ahead of the slowest conversation the others may run: bounds what waits to be handed on in order.
_WINDOW = 64

_STOPS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
_STUCK = 3  # an agent that catches everything and goes on swallows the first two
_INTERRUPTED = 130


class _InOrder(Generic[Result]):
    """Hands results on in the order of their index, holding back those that are early."""

    def __init__(self, hand_on: Callable[[Result], None]) -> None:
        self._hand_on = hand_on
        self._waiting: list[tuple[int, Result]] = []
        self._next = 0
        self.room = asyncio.Event()
        self.room.set()

    def put(self, index: int, result: Result) -> None:
        heapq.heappush(self._waiting, (index, result))
        while self._waiting and self._waiting[0][0] == self._next:
            self._hand_on(heapq.heappop(self._waiting)[1])
            self._next += 1
        if len(self._waiting) < _WINDOW:
            self.room.set()
        else:
            self.room.clear()

    def flush(self) -> None:
        """Hand on what waits for a conversation that will never finish."""
        while self._waiting:
            self._hand_on(heapq.heappop(self._waiting)[1])


async def execute(
    jobs: Iterable[Job],
    hold: Callable[[Job], Awaitable[Result]],
    *,
    concurrency: int,
    on_result: Callable[[Result], None],
    on_finished: Callable[[Result], None] = lambda _: None,
) -> None:
    """Hold every job's conversation, at most `concurrency` at once.

    `on_finished` is called as each one finishes, `on_result` in the order of the plan. When the task is
    cancelled, what has finished is still handed on before the cancellation goes on.
    """
    queue: Iterator[tuple[int, Job]] = iter(enumerate(jobs))
    ordered = _InOrder(on_result)

    async def work() -> None:
        for index, job in queue:
            result = await hold(job)
            on_finished(result)
            ordered.put(index, result)
            await ordered.room.wait()
            await asyncio.sleep(0)  # agents that never wait would keep Ctrl-C from being heard

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, concurrency)):
                group.create_task(work())
    finally:
        ordered.flush()


class _StopNow(BaseException):
    """Thrown into what runs when a second signal comes. No KeyboardInterrupt: asyncio would not clean up."""


def run_interruptible(main: Callable[[], Coroutine[Any, Any, None]]) -> bool:
    """Run `main` to its end, or until Ctrl-C, SIGTERM or a lost terminal; True if it was interrupted.

    The first signal stops the run between two steps of the event loop; a second one, at once: an agent that
    never gives the loop back cannot hold the run. A third one ends the program where it stands.
    """
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        task = loop.create_task(main())
        with _stopping(loop, task) as asked:
            try:
                loop.run_until_complete(task)
            except BaseException:
                if not asked:
                    raise
        return bool(asked)


@contextlib.contextmanager
def _stopping(loop: asyncio.AbstractEventLoop, task: asyncio.Task[None]) -> Iterator[list[int]]:
    """While inside, signals stop the task; yields those that came. The handlers before are put back."""
    asked: list[int] = []

    def stop(number: int, frame: object) -> None:
        asked.append(number)
        if len(asked) >= _STUCK:
            os._exit(_INTERRUPTED)
        if len(asked) > 1:
            raise _StopNow
        loop.call_soon_threadsafe(task.cancel)

    hung_up = getattr(signal, "SIGHUP", None)
    kept = signal.SIG_IGN  # what `nohup` has set
    stops = [one for one in _STOPS if one != hung_up or signal.getsignal(one) != kept]
    before = {number: signal.signal(number, stop) for number in stops}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
