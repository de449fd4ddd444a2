"""CPU per turn, in microseconds: the loop alone with stubs, and all of it with the reference agent."""

from __future__ import annotations

import asyncio
from time import process_time

from porfiado.agents import Reply, as_factory, resolve
from porfiado.cases import Persona, Scenario
from porfiado.cases.loading import load_suites
from porfiado.conversation import Limits, converse
from porfiado.records import Drift, UserAct
from porfiado.runs.execute import execute
from porfiado.runs.plan import Job, make_plan
from porfiado.runs.runner import Runner
from porfiado.suites import bundled
from porfiado.user import UserMove
from porfiado.world import Session, World, load_world

TURNS = 8
CONVERSATIONS = 2_000
TRIALS = 20


class StubUser:
    """Says the same thing for ever."""

    pending = False
    success = None
    drift = Drift()
    move = UserMove("hello", UserAct(kind="open"))

    def open(self) -> UserMove:
        return self.move

    def reply(self, agent_message: str, *, progressed: bool) -> UserMove:
        return self.move


async def stub_agent(message, history, tools):
    return Reply("ok")


async def stub_conversations() -> int:
    """Hold conversations between two stubs; the number of turns."""
    scenario = Scenario(id="stub", persona=Persona(goal="nothing"))
    factory, turns = as_factory(stub_agent), 0
    for _ in range(CONVERSATIONS):
        conversation, _ = await converse(
            scenario,
            user=StubUser(),
            agent=factory,
            session=Session(World),
            language="en",
            limits=Limits(max_turns=TURNS),
        )
        turns += len(conversation.turns)
    return turns


def per_turn(run) -> tuple[float, int]:
    """CPU per turn of the best of three runs, in microseconds, and the turns of one."""
    best, turns = float("inf"), 0
    for _ in range(3):
        started = process_time()
        turns = run()
        best = min(best, (process_time() - started) / turns * 1e6)
    return best, turns


def prepared(name: str) -> tuple[Runner, list[Job]]:
    """A bundled suite with the reference agent, ready to run: reading the suite is not the loop's."""
    loaded = load_suites(bundled()[name])[0]
    world = load_world(loaded.suite.world, loaded.base)
    runner = Runner(resolve("reference:clerk"), {loaded.suite.suite: world})
    return runner, make_plan([loaded.suite], trials=TRIALS)


def full_run(runner: Runner, jobs: list[Job]) -> int:
    """Simulated users, reference agent, world, snapshots and grading; the number of turns."""
    lengths: list[int] = []
    asyncio.run(
        execute(
            jobs,
            runner.hold,
            concurrency=10,
            on_result=lambda finished: lengths.append(len(finished.conversation.turns)),
        )
    )
    return sum(lengths)


def main() -> None:
    """Print the three figures."""
    alone, turns = per_turn(lambda: asyncio.run(stub_conversations()))
    print(f"loop alone, stub user and agent  {alone:6.1f} µs a turn  ({turns} turns; at most 36)")
    for name in bundled():
        runner, jobs = prepared(name)
        figure, turns = per_turn(lambda runner=runner, jobs=jobs: full_run(runner, jobs))
        print(f"everything, suite {name:<14} {figure:6.1f} µs a turn  ({turns} turns; at most 400)")
