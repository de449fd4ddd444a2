"""Holding and grading the conversations of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from porfiado.agents import AgentFactory
from porfiado.cases import FaultCase, Scenario, Suite
from porfiado.conversation import Limits, converse
from porfiado.grading import Graded, Grader
from porfiado.grading.provenance import Known
from porfiado.records import Conversation, Timing
from porfiado.runs.plan import Job
from porfiado.user import user_for
from porfiado.world import Fault, Session, World


@dataclass(frozen=True)
class Finished:
    """A conversation that was held and graded. Durations are in seconds, beside the record."""

    job: Job
    conversation: Conversation
    timing: Timing
    graded: Graded


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How to hold the conversations. `reply_timeout` (seconds) and the suite's own limit: the first given.

    `report_language` is the language of reasons and evidence, not of the conversations.
    """

    user: str = "scripted"
    seed: int = 1
    agent_retries: int = 0
    reply_timeout: float | None = None
    report_language: str = "en"


@dataclass
class Runner:
    """Holds conversations with one agent. Worlds are by suite name; a suite without one has no tools.

    `prompts` are what the suites tell agents, likewise by suite name: for grading, not for the agent.
    """

    agent: AgentFactory
    worlds: Mapping[str, type[World]]
    settings: Settings = field(default_factory=Settings)
    graders: dict[tuple[str, str], Grader] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)

    def with_agent(self, agent: AgentFactory) -> Runner:
        """The same for another agent: what was worked out for grading is shared."""
        return replace(self, agent=agent)

    def with_timeout(self, seconds: float) -> Runner:
        """The same with another limit for each reply."""
        return replace(self, settings=replace(self.settings, reply_timeout=seconds))

    async def hold(self, job: Job) -> Finished:
        """Hold one conversation and grade it.

        Raises:
            StateError: the scenario's state does not fit its world (`prepare` refuses such suites).
            FaultError: a fault of a tool that the world has not (likewise).
        """
        suite, scenario = job.suite, job.scenario
        language = suite.language_of(scenario)
        conversation, timing = await converse(
            scenario,
            user=user_for(self.settings.user, scenario, language, seed=self.settings.seed, trial=job.trial),
            agent=self.agent,
            session=self.session(suite, scenario),
            language=language,
            trial=job.trial,
            limits=self._limits(suite, scenario),
        )
        graded = self._grader(suite, scenario).grade(conversation)
        return Finished(job, conversation, timing, graded)

    def session(self, suite: Suite, scenario: Scenario) -> Session:
        """A fresh world for one conversation of `scenario`."""
        world = self.worlds.get(suite.suite, World)
        return Session(world, scenario.state or None, faults_of(scenario))

    def _limits(self, suite: Suite, scenario: Scenario) -> Limits:
        return Limits(
            max_turns=suite.turn_limit(scenario),
            reply_timeout=self.settings.reply_timeout or suite.timeout_of(scenario),
            agent_retries=self.settings.agent_retries,
        )

    def _grader(self, suite: Suite, scenario: Scenario) -> Grader:
        key = (suite.suite, scenario.id)
        if key not in self.graders:
            world = self.worlds.get(suite.suite)
            prompt = self.prompts.get(suite.suite)
            lang = self.settings.report_language
            self.graders[key] = grader_for(suite, scenario, world, lang, prompt=prompt)
        return self.graders[key]


def grader_for(
    suite: Suite, scenario: Scenario, world: type[World] | None, lang: str, *, prompt: str | None = None
) -> Grader:
    """The grader of a suite's scenario.

    Args:
        suite: The suite.
        scenario: One of its scenarios.
        world: Its world, if it has one: what its tools are, and which of them write.
        lang: The language of reasons and evidence.
        prompt: What the suite tells agents.
    """
    specs = world.specs if world else ()
    return Grader(
        scenario,
        language=suite.language_of(scenario),
        tools={spec.name: spec.writes for spec in specs},
        known=Known(
            system=prompt,
            schemas={spec.name: spec.parameters for spec in specs},
            checks=frozenset(name for spec in specs for name in spec.after),
        ),
        lang=lang,
    )


def faults_of(scenario: Scenario) -> list[Fault]:
    """The world's faults that a scenario asks for.

    Raises:
        FaultError: none or several kinds of fault at once.
    """
    return [_as_fault(case) for case in scenario.faults]


def _as_fault(case: FaultCase) -> Fault:
    # What the scenario does not say is left to the world: a result of null is a result.
    given = {name: getattr(case, name) for name in case.model_fields_set}
    return Fault(**given)
