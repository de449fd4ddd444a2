"""The scripted user: no model anywhere. Hearing, agenda, patience, wording and guard, put together."""

from __future__ import annotations

from functools import lru_cache

from porfiado.cases.model import Kind, Scenario, Success
from porfiado.records.model import Drift

from .acts import Act, Intent, UserMove
from .agenda import decide
from .agenda_mind import Mind
from .agenda_moment import Moment
from .agenda_wants import say_goal
from .goals import states
from .hearing import FactProbe, Hearing, Listener
from .wording import Wording


@lru_cache(maxsize=1024)
def _listener(probes: tuple[FactProbe, ...], language: str) -> Listener:
    return Listener(probes, language)


@lru_cache(maxsize=8192)
def _heard(listener: Listener, message: str, values: tuple[tuple[str, str], ...]) -> Hearing:
    """What the message does to the facts: trials of a scenario hear the same messages again and again."""
    return listener.listen(message, dict(values))


class ScriptedUser:
    """A simulated user whose every move follows from the scenario, the agent's messages and the seed.

    Args:
        scenario: What it wants, knows and does.
        language: The language it hears and writes.
        seed: Number that all its choices come from, together with the scenario's id and `trial`.
        trial: Which repetition of the scenario this is, from 1.

    Raises:
        KeyError: there are no words for the language.
    """

    def __init__(self, scenario: Scenario, language: str, *, seed: int, trial: int = 1) -> None:
        self._mind = Mind(scenario, language, seed=seed, trial=trial)
        self._wording = Wording(scenario.persona.tone, language, self._mind.dice)
        self._listen()
        self.rule = ""

    def _listen(self) -> None:
        self._listener = _listener(self._mind.dossier.probes(), self._mind.language)

    @property
    def pending(self) -> bool:
        """A change of mind is still to come, or something it got wrong is still to be set right."""
        return self._mind.pending

    @property
    def success(self) -> Success | None:
        """The success condition in force."""
        return self._mind.success

    @property
    def drift(self) -> Drift:
        """What it did that a real user would not."""
        guard = self._mind.guard
        return Drift(leaks_blocked=guard.leaks_blocked, repeated=guard.repeated)

    def open(self) -> UserMove:
        """The first message."""
        self.rule = "opens"
        return self._say(self._opening())

    def reply(self, agent_message: str, *, progressed: bool) -> UserMove:
        """What the user does after the agent's reply.

        Args:
            agent_message: The agent's whole reply.
            progressed: A call succeeded or the state changed since the last message.
        """
        mind = self._mind
        if mind.over:
            return self._leave()
        hearing = _heard(self._listener, agent_message, tuple(mind.dossier.values().items()))
        mind.notice_repetition(agent_message)
        moment = Moment(mind, agent_message, hearing)
        mind.patience.count(
            reasks=0 if moment.fails else sum(e.delivered for e in moment.again),
            nonanswer=not progressed and not moment.has_an_act,
        )
        if mind.patience.left:
            self.rule = "patience is spent"
            return self._leave()
        if not moment.says_goodbye:
            mind.goodbyes = 0  # only closings in a row show that the agent means it
        self.rule, intent = decide(moment)
        if intent.act is Act.CHANGE_MIND:
            self._listen()
        return self._say(intent)

    def _opening(self) -> Intent:
        mind = self._mind
        opening = mind.persona.opening
        if opening is not None:
            mind.stated = states(opening, mind.goal, mind.language)
            return Intent(act=Act.OPEN, text=opening)
        if mind.persona.kind in (Kind.WITHHOLDING, Kind.CONFUSED):
            return Intent(act=Act.OPEN, key=f"open_{mind.persona.kind.value}")
        return say_goal(mind, Act.OPEN, "open")

    def _say(self, intent: Intent) -> UserMove:
        mind = self._mind
        if intent.leaves:
            return self._leave()
        wordings = self._wording.texts(intent, annoyed=mind.patience.annoyed)
        dossier = mind.dossier
        text = mind.guard.choose(wordings, dossier.secrets(), dossier.later(intent.facts))
        mind.dossier.note_said(text)
        mind.over = intent.closes
        return UserMove(text, intent.record, closing=self._wording.closing if intent.closes else None)

    def _leave(self) -> UserMove:
        self._mind.over = True
        return UserMove(None, Intent(act=Act.LEAVE).record, leaves=True)
