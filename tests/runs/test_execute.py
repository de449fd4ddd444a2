"""Plans, order of results, interruption."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal

import pytest

from porfiado.cases import Persona, Scenario, Suite
from porfiado.runs.execute import execute, run_interruptible
from porfiado.runs.plan import SelectionError, make_plan

SUITE = Suite(
    suite="s",
    scenarios=[
        Scenario(id="first", persona=Persona(goal="x"), tags=["pr"]),
        Scenario(id="second", persona=Persona(goal="x"), tags=["pr", "nightly"]),
        Scenario(id="third", persona=Persona(goal="x")),
    ],
)


def names(jobs):
    return [(job.scenario.id, job.trial) for job in jobs]


def test_a_plan_is_scenarios_by_trials():
    jobs = make_plan([SUITE], trials=2)
    assert names(jobs)[:3] == [("first", 1), ("first", 2), ("second", 1)]
    assert [job.index for job in jobs] == list(range(6))


def test_only_takes_ids_and_tags_together():
    assert names(make_plan([SUITE], only=["tag:nightly", "third"])) == [("second", 1), ("third", 1)]


@pytest.mark.parametrize(
    ("wanted", "near"), [("secnd", "second"), ("tag:nigtly", "tag:nightly"), ("zzzz", None)]
)
def test_an_unknown_selection_names_the_nearest(wanted, near):
    with pytest.raises(SelectionError) as caught:
        make_plan([SUITE], only=[wanted])
    assert caught.value.near == near


@pytest.mark.parametrize("concurrency", [1, 3, 200])
def test_results_come_in_the_order_of_the_plan_whatever_finishes_first(concurrency):
    dice = random.Random(4)
    delays = [dice.choice([0, 0, 1, 5]) for _ in range(150)]
    jobs = make_plan([SUITE], trials=50)
    running, peak = 0, 0

    async def hold(job):
        nonlocal running, peak
        running += 1
        peak = max(peak, running)
        for _ in range(delays[job.index]):
            await asyncio.sleep(0)
        running -= 1
        return job.index

    got, finished = [], []
    asyncio.run(
        execute(jobs, hold, concurrency=concurrency, on_result=got.append, on_finished=finished.append)
    )
    assert got == list(range(150))
    assert sorted(finished) == got
    assert peak <= concurrency


def test_one_slow_conversation_holds_back_a_bounded_number_of_others():
    jobs = make_plan([SUITE], trials=200)
    gate = None
    started = []

    async def main():
        nonlocal gate
        gate = asyncio.Event()
        got = []

        async def hold(job):
            started.append(job.index)
            if job.index == 0:
                await gate.wait()
            return job.index

        task = asyncio.ensure_future(execute(jobs, hold, concurrency=4, on_result=got.append))
        for _ in range(2_000):
            await asyncio.sleep(0)
        waiting = len(started)
        gate.set()
        await task
        return waiting, got

    waiting, got = asyncio.run(main())
    assert waiting < 100
    assert got == list(range(600))


def test_an_interrupted_run_hands_on_all_that_had_finished():
    jobs = make_plan([SUITE], trials=10)
    got = []

    async def hold(job):
        if job.index == 1:
            await asyncio.Event().wait()
        if job.index == 7:
            os.kill(os.getpid(), signal.SIGINT)
        return job.index

    interrupted = run_interruptible(lambda: execute(jobs, hold, concurrency=2, on_result=got.append))
    assert interrupted
    assert got[:7] == [0, 2, 3, 4, 5, 6, 7]


def test_a_run_that_never_waits_can_be_interrupted():
    jobs = make_plan([SUITE], trials=1000)
    got = []

    async def hold(job):
        if job.index == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return job.index

    assert run_interruptible(lambda: execute(jobs, hold, concurrency=1, on_result=got.append))
    assert 6 <= len(got) < len(jobs)


def test_a_run_that_ends_is_not_interrupted():
    jobs = make_plan([SUITE])

    async def hold(job):
        return job.index

    assert not run_interruptible(lambda: execute(jobs, hold, concurrency=2, on_result=lambda _: None))


def test_a_second_signal_stops_what_never_gives_the_loop_back():
    jobs = make_plan([SUITE])
    got = []

    async def hold(job):
        if job.index == 1:
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGTERM)
            while True:
                pass
        return job.index

    before = signal.getsignal(signal.SIGTERM)
    assert run_interruptible(lambda: execute(jobs, hold, concurrency=1, on_result=got.append))
    assert got == [0]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminals to lose")
@pytest.mark.parametrize("kept", [False, True])
def test_a_lost_terminal_stops_a_run_unless_it_was_told_to_go_on(kept):
    jobs = make_plan([SUITE], trials=5)
    got = []

    async def hold(job):
        if job.index == 1:
            os.kill(os.getpid(), signal.SIGHUP)
            await asyncio.sleep(0)
        return job.index

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if kept else signal.SIG_DFL)
    try:
        stopped = run_interruptible(lambda: execute(jobs, hold, concurrency=1, on_result=got.append))
    finally:
        signal.signal(signal.SIGHUP, before)
    assert stopped is not kept
    assert (len(got) == len(jobs)) is kept


def test_a_third_signal_ends_what_swallows_the_first_two(monkeypatch):
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)

    async def hold(job):
        for _ in range(3):
            with contextlib.suppress(BaseException):
                os.kill(os.getpid(), signal.SIGTERM)

    jobs = make_plan([SUITE], only=["first"])
    assert run_interruptible(lambda: execute(jobs, hold, concurrency=1, on_result=lambda _: None))
    assert ended == [130]
