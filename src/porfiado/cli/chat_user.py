"""The person at the keyboard as the user of a conversation, and a world that remembers what just happened."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import UNSET, UnsetType

from porfiado.cases import Scenario, Success
from porfiado.cli.chat_view import View
from porfiado.grading.brief import Brief
from porfiado.locales import languages, words
from porfiado.records import Call, Drift
from porfiado.user.acts import UserMove
from porfiado.world import Session

# The tokens of all languages: people type the one that they know.
CLOSINGS = tuple(words(language, "wording")["closing"] for language in languages())


class WatchedSession(Session):
    """A session that keeps what its last turn brought, for somebody who looks on."""

    calls: tuple[Call, ...] = ()
    before: Any = None
    state: Any = None  # set it to what the conversation begins with

    def take_calls(self) -> tuple[Call, ...]:
        """The calls of the turn, remembered."""
        self.calls = super().take_calls()
        return self.calls

    def snapshot_if_changed(self) -> Any | UnsetType:
        """The state, where it changed, remembered."""
        found = super().snapshot_if_changed()
        self.before = self.state
        if found is not UNSET:
            self.state = found
        return found


class Person:
    """Who types is the user. Their acts are not recorded: nobody but they know what they meant.

    Attributes:
        shown: How many turns were shown.
        interrupted: Ctrl-C was typed.
    """

    drift = Drift()

    def __init__(self, scenario: Scenario, brief: Brief, session: WatchedSession, view: View) -> None:
        self._scenario = scenario
        self._brief = brief
        self._session = session
        self._view = view
        self._changes = 0
        self.shown = 0
        self.interrupted = False
        self._first: str | None = None

    @property
    def pending(self) -> bool:
        """A change of mind that the scenario holds in store has not come yet."""
        return self._changes < len(self._brief.changes)

    @property
    def success(self) -> Success | None:
        """The success condition in force."""
        state = self._brief.phases[self._changes].success
        return None if state is None else Success(state=state)

    def begin(self) -> bool:
        """Ask for the first message; whether there is one."""
        self._first = self._ask()
        return bool(self._first and self._first.strip())

    def open(self) -> UserMove:
        """The first message."""
        return self._move(self._first)

    def reply(self, agent_message: str, *, progressed: bool) -> UserMove:
        """Show what the agent did, and ask for the next message."""
        self.show(agent_message)
        if self._change_is_due(agent_message):
            self._changes += 1
            self._view.change(self._scenario.persona.changes[self._changes - 1].goal)
        return self._move(self._ask())

    def show(self, agent_message: str) -> None:
        """Show the agent's reply, what was heard in it, and what it did."""
        self.shown += 1
        phase = self._brief.phases[self._changes]
        self._view.reply(agent_message, phase.listen(agent_message))
        self._view.deeds(self._session.calls, self._session.before, self._session.state)
        self._view.goal(phase.success, self._session.state, grantable=self._scenario.persona.grantable)

    def _change_is_due(self, agent_message: str) -> bool:
        if not self.pending:
            return False
        change = self._brief.changes[self._changes]
        if change.when is not None:
            return change.when.search(agent_message) is not None
        return change.after_turn is not None and change.after_turn <= self.shown

    def _move(self, line: str | None) -> UserMove:
        act: Any = UNSET
        if line is None or not line.strip():
            return UserMove(None, act, leaves=True)
        for token in CLOSINGS:
            if line.rstrip().upper().endswith(token):
                text = line.rstrip()[: -len(token)].strip()
                return UserMove(text or None, act, closing=token)
        return UserMove(line.strip(), act)

    def _ask(self) -> str | None:
        """A line; None at the end of the input or with Ctrl-C."""
        try:
            with _plain_interrupt():
                return self._view.read()
        except KeyboardInterrupt:
            self.interrupted = True
            return None


@contextmanager
def _plain_interrupt() -> Iterator[None]:
    """Ctrl-C raises at once: the event loop's handler waits for a loop that is waiting for the keyboard."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
