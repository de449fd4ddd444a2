"""`porfiado chat`: the person at the keyboard is the user."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from rich.text import Text

from porfiado.agents import AgentFactory, resolve
from porfiado.cases import Scenario
from porfiado.cli import suites
from porfiado.cli.chat_user import Person, WatchedSession
from porfiado.cli.chat_view import View
from porfiado.cli.language import Speaker
from porfiado.cli.output import (
    FAILED,
    INTERRUPTED,
    OK,
    UsageProblem,
    check_writable,
    make_console,
    output_file,
)
from porfiado.cli.suites import Prepared
from porfiado.conversation import Limits, converse
from porfiado.grading import Graded, Grader
from porfiado.nearest import nearest
from porfiado.records import Conversation, Ending
from porfiado.reports.one import print_verdicts
from porfiado.reports.safe import escaped
from porfiado.reports.words import speak
from porfiado.runs.runner import faults_of, grader_for
from porfiado.traces.native import dumps
from porfiado.world import Session, World


def command(
    *, say: Speaker, name: str, scenario_id: str, agent: str, export: Path | None, quiet: bool
) -> int:
    """Hold one conversation with the person at the keyboard, and grade it."""
    check_writable(export)
    prepared, scenario = _choose(suites.load(name, say), scenario_id, say)
    factory = resolve(agent)
    console = make_console(quiet=quiet and not sys.stdin.isatty())
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    view = View(console, say)
    view.intro(scenario.persona, factory.name)
    grader = grader_for(prepared.suite, scenario, prepared.world, say.language, prompt=prepared.prompt)
    person, session = _seat(prepared, scenario, grader, view)
    if not person.begin():
        return INTERRUPTED if person.interrupted else OK
    conversation = asyncio.run(_talk(prepared, scenario, factory, person, session))
    if len(conversation.turns) > person.shown and conversation.turns[-1].agent is not None:
        person.show(conversation.turns[-1].agent)
    graded = grader.grade(conversation)
    console.print()
    console.print(Text(_ended(conversation, graded, say), style="bold"))
    print_verdicts(console, graded, say.language)
    if export is not None:
        _write(conversation, export)
        console.print(Text(say("run.wrote", path=export)))
    return _code(person, graded)


def _choose(loaded: list[Prepared], wanted: str, say: Speaker) -> tuple[Prepared, Scenario]:
    """The scenario with that id.

    Raises:
        UsageProblem: there is none.
    """
    every = {scenario.id: (one, scenario) for one in loaded for scenario in one.suite.scenarios}
    if wanted in every:
        return every[wanted]
    near = nearest(wanted, every)
    hint = say("error.did_you_mean", near=near) if near else ""
    names = ", ".join(one.suite.suite for one in loaded)
    raise UsageProblem(say("error.unknown_scenario", scenario=wanted, suite=names, near=hint))


def _seat(
    prepared: Prepared, scenario: Scenario, grader: Grader, view: View
) -> tuple[Person, WatchedSession]:
    """The person and the world of the conversation."""
    world, overlay = prepared.world or World, scenario.state or None
    session = WatchedSession(world, overlay, faults_of(scenario))
    session.state = Session(world, overlay).snapshot()  # of another: the first snapshot belongs to the loop
    brief = grader.evidence(Conversation(language=prepared.suite.language_of(scenario))).brief
    return Person(scenario, brief, session, view), session


async def _talk(
    prepared: Prepared, scenario: Scenario, factory: AgentFactory, person: Person, session: Session
) -> Conversation:
    suite = prepared.suite
    conversation, _ = await converse(
        scenario,
        user=person,
        agent=factory,
        session=session,
        language=suite.language_of(scenario),
        limits=Limits(max_turns=suite.turn_limit(scenario), reply_timeout=suite.timeout_of(scenario)),
    )
    return conversation


def _ended(conversation: Conversation, graded: Graded, say: Speaker) -> str:
    ending = speak(say.language).name("endings", graded.ending or "unknown")
    text = say("chat.ended", ending=ending, turns=graded.turns)
    return f"{text}: {escaped(conversation.error)}" if conversation.error else text


def _write(conversation: Conversation, path: Path) -> None:
    with output_file(path) as stream:
        stream.write(dumps(conversation) + b"\n")


def _code(person: Person, graded: Graded) -> int:
    if person.interrupted:
        return INTERRUPTED
    broke = graded.ending is Ending.AGENT_ERROR
    return FAILED if broke or graded.failed else OK
