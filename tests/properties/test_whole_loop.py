"""Invariants of whole conversations: what is never said, what never differs, what the agent never gets."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.agents import as_factory, resolve
from porfiado.agents.reference import DEFECTS
from porfiado.cases import Scenario
from porfiado.cases.loading import load_suites
from porfiado.records import Conversation
from porfiado.runs.plan import Job, make_plan
from porfiado.runs.runner import Finished, Runner, Settings
from porfiado.suites import bundled
from porfiado.text import compose, contains_value, fold
from porfiado.traces.native import dumps, read_native
from porfiado.world import load_world

SUITES = tuple(bundled())
QUICK = [name for name in DEFECTS if name not in ("hanging", "crashing", "silent")]


@cache
def prepared(name: str):
    loaded = load_suites(bundled()[name])[0]
    return loaded.suite, load_world(loaded.suite.world, loaded.base)


def runner_for(name: str, agent: Any, seed: int = 1) -> Runner:
    suite, world = prepared(name)
    factory = resolve(agent) if isinstance(agent, str) else as_factory(agent)
    return Runner(factory, {suite.suite: world}, Settings(seed=seed, reply_timeout=5.0))


def hold_all(runner: Runner, jobs: list[Job], *, at_once: bool) -> list[Finished]:
    async def together() -> list[Finished]:
        if at_once:
            return list(await asyncio.gather(*map(runner.hold, jobs)))
        return [await runner.hold(job) for job in jobs]

    return asyncio.run(together())


def leaks(scenario: Scenario, finished: Finished) -> list[tuple[int, str]]:
    """(turn, fact) where a withheld value, or a form of it, is said before its release."""
    found = []
    for number, turn in enumerate(finished.conversation.turns, 1):
        said = fold(compose(turn.user))
        for name, fact in scenario.persona.withheld.items():
            released = finished.graded.ledger[name].released
            if released is not None and number >= released:
                continue
            if any(contains_value(said, value) for value in fact.sayings):
                found.append((number, name))
    return found


@pytest.mark.parametrize("name", SUITES)
@pytest.mark.parametrize("agent", ["clerk", *QUICK])
def test_no_withheld_value_is_said_before_its_release(name, agent):
    suite, _ = prepared(name)
    for finished in hold_all(runner_for(name, f"reference:{agent}"), make_plan([suite]), at_once=True):
        assert leaks(finished.job.scenario, finished) == [], finished.job.scenario.id
        assert finished.graded.drift.volunteered == 0


WORDS = {
    "citas": "rut reserva correo nombre teléfono hora día jueves martes ¿ ? por favor necesito dime gracias "
    "listo no puedo 15:00 1. 2. - cambié tu cita edad precio adiós fecha de nacimiento",
    "orders": "order number email name phone date ? please need your give me thanks done cannot 15:00 "
    "1. 2. - changed address amount size colour goodbye refund which one first second is it",
}


@settings(max_examples=60, deadline=None)
@given(data=st.data(), name=st.sampled_from(SUITES), seed=st.integers(0, 10_000))
def test_whatever_the_agent_says_nothing_leaks_and_the_conversation_ends(data, name, seed):
    suite, _ = prepared(name)
    scenario = data.draw(st.sampled_from(suite.scenarios))
    vocabulary = WORDS[name].split() + [fact.value for fact in scenario.persona.facts.values()]
    message = st.lists(st.sampled_from(vocabulary), min_size=1, max_size=9).map(" ".join)
    replies = data.draw(st.lists(message, min_size=1, max_size=6))

    async def babbler(message: str, history: Any) -> str:
        return replies[(len(history) // 2) % len(replies)]

    job = Job(0, suite, scenario, 1)
    finished = hold_all(runner_for(name, babbler, seed), [job], at_once=False)[0]
    assert finished.conversation.ending is not None
    assert finished.conversation.error is None
    assert len(finished.conversation.turns) <= suite.turn_limit(scenario)
    assert leaks(scenario, finished) == []


@pytest.mark.parametrize("name", SUITES)
def test_what_runs_beside_a_conversation_does_not_change_it(name):
    suite, _ = prepared(name)
    jobs = make_plan([suite], trials=2)
    agent = "reference:yields-by-call"
    alone = [dumps(one.conversation) for one in hold_all(runner_for(name, agent), jobs, at_once=False)]
    together = [dumps(one.conversation) for one in hold_all(runner_for(name, agent), jobs, at_once=True)]
    backwards = [
        dumps(one.conversation) for one in hold_all(runner_for(name, agent), jobs[::-1], at_once=True)
    ]
    assert alone == together == backwards[::-1]
    assert len(set(alone)) == len(alone)


@pytest.mark.parametrize("name", SUITES)
@pytest.mark.parametrize("agent", ["clerk", *DEFECTS])
def test_a_record_that_was_written_and_read_gets_the_same_verdicts(name, agent):
    suite, _ = prepared(name)
    runner = runner_for(name, f"reference:{agent}")
    runner = Runner(runner.agent, runner.worlds, Settings(reply_timeout=0.1))
    for finished in hold_all(runner, make_plan([suite]), at_once=True):
        again: Conversation = read_native(msgspec.json.decode(dumps(finished.conversation)))
        grader = runner.graders[(suite.suite, finished.job.scenario.id)]
        assert grader.grade(again) == finished.graded


CANARY = "zanahoria-4417"


def with_canaries(scenario: Scenario) -> Scenario:
    """The scenario with the canary in every text of its persona that the user does not say aloud."""
    persona = scenario.persona.model_dump(exclude_unset=True)
    persona["name"] = CANARY
    persona["tone"] = [*persona.get("tone", ()), CANARY]
    persona["constraints"] = [*persona.get("constraints", ()), CANARY]
    persona["withheld"] = {
        **persona.get("withheld", {}),
        "secret": {"value": CANARY, "asks": ["no agent asks this"]},
    }
    persona["unknown"] = {**persona.get("unknown", {}), "canary_unknown": {"asks": [CANARY]}}
    persona["prefers"] = {**persona.get("prefers", {}), "canary_choice": [CANARY]}
    changed = scenario.model_dump(exclude_unset=True)
    return Scenario.model_validate(
        {
            **changed,
            "persona": persona,
            "tags": [CANARY],
            "answer": {"says": [CANARY]},
            "not_enforced": [CANARY],
        }
    )


@pytest.mark.parametrize("name", SUITES)
def test_the_agent_gets_nothing_of_the_persona(name):
    suite, world = prepared(name)
    clerk = resolve("reference:clerk")
    received: list[str] = []

    class Spy:
        def __init__(self) -> None:
            self.inner = clerk.new()

        async def __call__(self, message: str, history: Any, tools: Any) -> Any:
            received.extend(
                [message, repr(list(history)), repr(tools.schemas), repr(tools.specs), repr(vars(self))]
            )
            return await self.inner.reply(message, history, tools)

    watched = suite.model_copy(update={"scenarios": tuple(map(with_canaries, suite.scenarios))})
    runner = Runner(as_factory(Spy), {suite.suite: world}, Settings(reply_timeout=5.0))
    hold_all(runner, make_plan([watched]), at_once=True)
    assert len(received) > 5 * len(suite.scenarios)
    assert not [text for text in received if CANARY in text]
    goals = [scenario.id for scenario in suite.scenarios]
    assert not [text for text in received if any(identifier in text for identifier in goals)]
