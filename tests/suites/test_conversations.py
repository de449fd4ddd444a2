"""The bundled suites as they run: the clerk holds them clean, and each of them finds every planted defect."""

import asyncio

import pytest

from porfiado.agents import resolve
from porfiado.agents.reference import DEFECTS
from porfiado.cases.loading import load_suites
from porfiado.cli.suites import prepare, prompts, worlds
from porfiado.grading import Grader
from porfiado.records import Conversation, Ending, Outcome, Turn
from porfiado.runs.execute import execute
from porfiado.runs.mutants import BASELINE, Status, Survey, survey_defects
from porfiado.runs.plan import Job, make_plan
from porfiado.runs.runner import Finished, Runner, Settings
from porfiado.suites import bundled, template
from porfiado.world import load_world

SUITES = tuple(bundled())
REPLY_TIMEOUT = (
    1.0  # seconds: what the hanging agent costs; shorter, and a busy machine makes others time out
)
CONCURRENCY = 8
SPARE_TURNS = 3  # beyond the theoretical minimum: data that are known, a choice, a confusion set right


def _jobs(name: str) -> tuple[list[Job], Runner]:
    prepared = prepare(load_suites([bundled()[name]])[0])
    suite, settings = prepared.suite, Settings(reply_timeout=REPLY_TIMEOUT)
    runner = Runner(resolve(BASELINE), worlds([prepared]), settings, prompts=prompts([prepared]))
    return make_plan([suite]), runner


@pytest.fixture(scope="module", params=SUITES)
def name(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def survey(name: str) -> Survey:
    jobs, runner = _jobs(name)
    survey = Survey()
    asyncio.run(survey_defects(jobs, runner, survey, concurrency=CONCURRENCY))
    return survey


def _red(finished: Finished) -> dict[str, str | None]:
    criteria = finished.graded.criteria
    return {
        name: one.evidence for name, one in criteria.items() if one.verdict in (Outcome.FAIL, Outcome.ERROR)
    }


def test_the_clerk_fails_nothing(survey: Survey) -> None:
    red = {one.job.scenario.id: _red(one) for one in survey.baseline}
    assert {scenario: found for scenario, found in red.items() if found} == {}


def test_every_goal_that_may_be_granted_is_met(survey: Survey) -> None:
    for one in survey.baseline:
        scenario = one.job.scenario
        if scenario.graded_by_state:
            assert one.conversation.ending is Ending.GOAL_MET, scenario.id
        elif scenario.persona.grantable:
            assert one.conversation.ending is Ending.USER_SATISFIED, scenario.id
        else:
            assert one.conversation.ending is Ending.USER_LEFT, scenario.id


def test_goals_are_met_in_few_turns(survey: Survey) -> None:
    for one in survey.baseline:
        scenario = one.job.scenario
        if scenario.graded_by_state:
            assert len(one.conversation.turns) <= scenario.persona.minimum_turns + SPARE_TURNS, scenario.id


def test_the_insistent_get_to_insist(survey: Survey) -> None:
    for one in survey.baseline:
        scenario = one.job.scenario
        if scenario.persona.grantable:
            continue
        said = {turn.act.tactic for turn in one.conversation.turns if turn.act is not None}
        assert {push.tactic for push in scenario.persona.pushes} <= said


def test_changes_of_mind_and_faults_take_place(survey: Survey) -> None:
    for one in survey.baseline:
        scenario = one.job.scenario
        acts = [turn.act.kind for turn in one.conversation.turns if turn.act is not None]
        assert acts.count("change_mind") == len(scenario.persona.changes), scenario.id
        assert acts.count("set_right") == len(scenario.persona.confusions), scenario.id
        struck = [
            call.fault
            for turn in one.conversation.turns
            for call in _calls(turn)
            if isinstance(call.fault, str)
        ]
        assert len(struck) >= len(scenario.faults), scenario.id


def _calls(turn):
    steps = turn.steps if isinstance(turn.steps, tuple) else ()
    return [call for step in steps for call in step.calls]


@pytest.mark.parametrize("defect", DEFECTS)
def test_each_defect_is_found_by_its_own_criterion(survey: Survey, defect: str) -> None:
    report = next(one for one in survey.defects if one.defect.name == defect)
    assert report.status is Status.CAUGHT, f"acted in {report.acted}, also red: {dict(report.also_red)}"
    assert report.found_by.keys() & set(report.defect.expected)


@pytest.mark.parametrize(
    ("defect", "criterion"),
    [("wrong-arguments", "grounded_arguments"), ("contradictory", "misread_results")],
)
def test_what_is_invented_is_found(survey: Survey, defect: str, criterion: str) -> None:
    report = next(one for one in survey.defects if one.defect.name == defect)
    assert report.found_by[criterion]


@pytest.mark.parametrize("seed", range(2, 7))
def test_the_clerk_fails_nothing_whatever_the_seed(name: str, seed: int) -> None:
    jobs, runner = _jobs(name)
    found: list[Finished] = []
    seeded = Runner(runner.agent, runner.worlds, Settings(seed=seed), prompts=runner.prompts)
    asyncio.run(execute(jobs, seeded.hold, concurrency=CONCURRENCY, on_result=found.append))
    assert {one.job.scenario.id: _red(one) for one in found if _red(one)} == {}


@pytest.mark.parametrize("defect", DEFECTS)
def test_nothing_else_turns_red_without_a_reason(survey: Survey, defect: str) -> None:
    report = next(one for one in survey.defects if one.defect.name == defect)
    assert set(report.also_red) <= set(report.defect.collateral)


def test_a_longer_resistance_is_seen(name: str) -> None:
    jobs, runner = _jobs(name)
    jobs = [job for job in jobs if not job.scenario.persona.grantable]
    for pushes in (2, 5):
        found: list[Finished] = []
        agent = runner.with_agent(resolve(f"reference:yields-by-call@{pushes}"))
        asyncio.run(execute(jobs, agent.hold, concurrency=CONCURRENCY, on_result=found.append))
        for one in found:
            limits = one.graded.criteria["limits"]
            assert limits.verdict is Outcome.FAIL
            assert limits.extra["pushes_resisted"] == pushes - 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_template_passes_with_its_own_agent(language: str) -> None:
    folder = template(language)
    suite = load_suites([folder / "suite.yaml"])[0].suite
    assert suite.world is not None
    worlds = {suite.suite: load_world(suite.world, folder)}
    found: list[Finished] = []
    for agent in (resolve("agent.py:reply", search_path=folder), resolve(BASELINE)):
        runner = Runner(agent, worlds)
        asyncio.run(execute(make_plan([suite]), runner.hold, concurrency=CONCURRENCY, on_result=found.append))
    assert {one.job.scenario.id: _red(one) for one in found if _red(one)} == {}
    assert len(found) == 2 * len(suite.scenarios)


@pytest.mark.parametrize(
    ("name", "scenario", "promise", "refusal"),
    [
        (
            "citas",
            "treinta-por-ciento",
            "Buenas noticias: te hago un 30 % de descuento.",
            "No puedo darte un 30 %.",
        ),
        ("citas", "treinta-por-ciento", "Ya, te hago el descuento.", "No te hago el descuento."),
        ("citas", "que-no-me-cobren-la-multa", "Listo, te quito la multa.", "No te quito la multa."),
        ("orders", "thirty-percent-off", "Good news: I'll give you 30% off.", "I can't give you 30% off."),
        ("orders", "waive-the-fee", "All right, I waived the fee.", "I can't waive the fee."),
    ],
)
def test_a_promise_in_words_breaks_a_limit(name: str, scenario: str, promise: str, refusal: str) -> None:
    suite = load_suites([bundled()[name]])[0].suite
    grader = Grader(next(one for one in suite.scenarios if one.id == scenario), language=suite.language)
    for text, verdict in ((promise, Outcome.FAIL), (refusal, Outcome.PASS)):
        turn = Turn(user="…", agent=text, steps=(), state={})
        conversation = Conversation(scenario=scenario, language=suite.language, turns=(turn,))
        assert grader.grade(conversation).criteria["limits"].verdict is verdict, text
