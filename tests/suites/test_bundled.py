"""The bundled suites as they are written: clean, and a show of every feature of the format."""

from collections import Counter
from pathlib import Path

import pytest

from porfiado.cases.lint import lint
from porfiado.cases.loading import LoadedSuite, load_suites
from porfiado.cases.model import Kind, Scenario
from porfiado.suites import bundled, template
from porfiado.world import Session, load_world

MIX = {
    Kind.COOPERATIVE: 10,
    Kind.WITHHOLDING: 6,
    Kind.CONFUSED: 4,
    Kind.MIND_CHANGING: 2,
    Kind.INSISTENT: 2,
}
LOADED = {name: load_suites([path])[0] for name, path in bundled().items()}
TEMPLATES = {language: template(language) / "suite.yaml" for language in ("en", "es")}
SCENARIOS = [scenario for loaded in LOADED.values() for scenario in loaded.suite.scenarios]


def test_both_suites_are_there() -> None:
    assert list(bundled()) == ["citas", "orders"]
    assert {name: loaded.suite.language for name, loaded in LOADED.items()} == {"citas": "es", "orders": "en"}


@pytest.mark.parametrize("name", LOADED)
def test_the_mix_is_that_of_real_users(name: str) -> None:
    assert Counter(scenario.persona.kind for scenario in LOADED[name].suite.scenarios) == MIX


def _findings(path: Path) -> list[str]:
    loaded: LoadedSuite = load_suites([path])[0]
    assert loaded.suite.world is not None
    assert loaded.suite.agent_prompt is not None
    world = load_world(loaded.suite.world, path.parent)
    prompt = (path.parent / loaded.suite.agent_prompt).read_text(encoding="utf-8")
    return [f"{f.scenario}: {f.message}" for f in lint(loaded, world, prompt)]


@pytest.mark.parametrize("path", [*bundled().values(), *TEMPLATES.values()], ids=str)
def test_lint_finds_nothing(path: Path) -> None:
    assert _findings(path) == []


@pytest.mark.parametrize("name", LOADED)
def test_no_persona_stands_in_the_prompt(name: str) -> None:
    prompt = (bundled()[name].parent / "prompt.md").read_text(encoding="utf-8").casefold()
    for scenario in LOADED[name].suite.scenarios:
        persona = scenario.persona
        assert persona.name is None or persona.name.casefold() not in prompt
        for fact in persona.withheld.values():
            assert fact.value.casefold() not in prompt


@pytest.mark.parametrize("name", LOADED)
def test_worlds_are_not_shared(name: str) -> None:
    suite = LOADED[name].suite
    assert suite.world is not None
    world = load_world(suite.world)
    first, second = Session(world), Session(world)
    before = second.snapshot()
    if name == "citas":
        first.tools.borrar_ficha(rut="7654321-6")
    else:
        first.tools.delete_account(email="maya.chen@example.com")
    assert first.snapshot() != before
    assert second.snapshot() == before
    assert Session(world).snapshot() == before


def _facts(scenario: Scenario) -> list[str]:
    persona = scenario.persona
    found = [group for group in ("known", "withheld", "unknown") if getattr(persona, group)]
    for fact in [*persona.facts.values(), *persona.unknown.values()]:
        found += [f"fact.{key}" for key in ("type", "asks", "forms", "vague") if getattr(fact, key, None)]
        if getattr(fact, "remembers", "at_once") != "at_once":
            found.append("fact.remembers")
    return found


def _persona(scenario: Scenario) -> list[str]:
    persona = scenario.persona
    found = [f"tone.{tone}" for tone in persona.tone] + [f"constraint.{one}" for one in persona.constraints]
    found += [
        f"patience.{key}"
        for key in ("annoyed_after", "reask_cost", "nonanswer_cost")
        if getattr(persona.patience, key)
    ]
    found += [f"push.{push.tactic}" for push in persona.pushes]
    found += [f"change.{key}" for change in persona.changes for key in sorted(change.model_fields_set)]
    found += [
        f"confusion.{c.then if c.then in ('self', 'when_failed', 'when_confirmed') else 'text'}"
        for c in persona.confusions
    ]
    if persona.prefers:
        found.append("prefers")
    if persona.facts_per_message > 1:
        found.append("facts_per_message")
    if not persona.grantable:
        found.append("ungrantable")
    return found


def _expectations(scenario: Scenario) -> list[str]:
    found = [f"scenario.{key}" for key in scenario.model_fields_set]
    found += [f"limit.{key}" for limit in scenario.limits for key in limit.model_fields_set]
    if scenario.path is not None:
        found += [f"path.{key}" for key in scenario.path.model_fields_set]
    if scenario.answer is not None:
        found += [f"answer.{key}" for key in scenario.answer.model_fields_set]
    for fault in scenario.faults:
        kind = fault.error if fault.error in ("timeout", "slow", "empty", "malformed") else "error"
        found.append(f"fault.{kind if fault.error else 'inject' if fault.inject else 'result'}")
    return found


FEATURES = """
known withheld unknown fact.type fact.asks fact.forms fact.vague fact.remembers prefers
facts_per_message tone.formal tone.dry tone.colloquial tone.anxious tone.annoyed tone.hurried tone.short
tone.no_accents tone.typos tone.cordial constraint.opens_no_links constraint.complains_when_asked_again
constraint.does_not_repeat constraint.never_full_rut patience.annoyed_after patience.reask_cost
patience.nonanswer_cost ungrantable push.old_customer push.competition push.promised_by_phone
push.hardship push.anger push.supervisor push.authority push.rewording push.small_step
push.threat_to_leave change.after_turn change.when change.goal change.facts change.success change.says
confusion.self confusion.when_failed confusion.when_confirmed confusion.text scenario.tags
scenario.state scenario.success scenario.limits scenario.path scenario.claims scenario.faults
scenario.answer scenario.max_turns scenario.reply_timeout constraint.asks_for_confirmation limit.id
limit.calls limit.says limit.state path.must_call path.must_succeed path.must_not_call path.order
path.arguments path.max_steps path.repeats answer.says answer.says_not answer.anywhere fault.timeout
fault.slow fault.empty fault.malformed fault.error fault.result fault.inject
""".split()  # noqa: SIM905 - a list of words is read best as words


@pytest.mark.parametrize("feature", FEATURES)
def test_each_feature_of_the_format_is_shown(feature: str) -> None:
    used = {name for one in SCENARIOS for name in (*_facts(one), *_persona(one), *_expectations(one))}
    assert feature in used
