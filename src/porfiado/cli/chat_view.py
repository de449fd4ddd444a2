"""What a person who plays the user is shown: the agent's replies, and what the harness makes of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from porfiado.cases import Fact, Persona
from porfiado.cli.language import Speaker
from porfiado.grading.canonical import shown_call
from porfiado.grading.prose import render_mismatch
from porfiado.records import Call
from porfiado.reports.safe import escaped, one_line
from porfiado.user.hearing import Hearing
from porfiado.world import difference, matches

_CHANGES_SHOWN = 8
_LABEL = 12  # columns
_MOST = 100_000  # characters of one message
_FLAGS = (
    "claims_success",
    "reports_failure",
    "refuses",
    "offers",
    "anything_else",
    "closes",
    "greets",
    "thanks",
    "apologises",
    "open_question",
)


class View:
    """Prints the conversation as it goes, in the speaker's language.

    Args:
        console: Where to.
        say: The words.
    """

    def __init__(self, console: Console, say: Speaker) -> None:
        self._console = console
        self._say = say

    def intro(self, persona: Persona, agent: str) -> None:
        """Who the person is to be, and what they hold back."""
        self._console.print(Text(self._say("chat.intro", goal=escaped(persona.goal), agent=escaped(agent))))
        self._facts("chat.known", persona.known)
        self._facts("chat.withheld", persona.withheld)
        if persona.unknown:
            self._note("chat.unknown", ", ".join(map(escaped, persona.unknown)))
        if persona.opening:
            self._note("chat.opening", escaped(persona.opening))
        self._console.print(Text(self._say("chat.how"), style="dim"))

    def read(self) -> str | None:
        """The next message; None where there is nothing more to read."""
        self._console.print()
        who = f"{self._say('chat.you')} ▸ "
        if sys.stdin.isatty():
            try:
                return input(who)[:_MOST]
            except EOFError:
                self._console.print()
                return None
        line = sys.stdin.readline(_MOST)
        if not line:
            self._console.print(Text(self._say("error.chat_needs_terminal"), style="dim"))
            return None
        self._console.print(Text.assemble((who, "bold cyan"), escaped(line.rstrip("\r\n"))))
        return line

    def change(self, goal: str) -> None:
        """The scenario's user changes its mind now."""
        self._console.print(Text(self._say("chat.change", goal=escaped(goal)), style="bold yellow"))

    def reply(self, message: str, hearing: Hearing) -> None:
        """The agent's reply, and what is heard in it."""
        who = f"{self._say('chat.agent')} ▸ "
        lines = escaped(message.strip(), lines=True).split("\n")
        self._console.print(Text.assemble((who, "bold green"), lines[0]))
        for line in lines[1:]:
            self._console.print(Padding(Text(line), (0, 0, 0, len(who))))
        self._note("chat.heard", "; ".join(self._acts(hearing)) or self._say("chat.nothing"))

    def deeds(self, calls: Iterable[Call], before: Any, state: Any) -> None:
        """The calls of the turn, and how the state differs after it."""
        for call in calls:
            came = self._say("chat.failed", error=one_line(call.error, 60)) if call.error is not None else "✔"
            line = one_line(shown_call(call.name, call.arguments), 80)
            self._note("chat.call", f"{line} {came}")
        changes = difference(before, state)
        for change in changes[:_CHANGES_SHOWN]:
            self._note("chat.state", one_line(change.describe(), 100))
        if len(changes) > _CHANGES_SHOWN:
            self._note("chat.state", self._say("chat.more", count=len(changes) - _CHANGES_SHOWN))

    def goal(self, success: Mapping[str, Any] | None, state: Any, *, grantable: bool) -> None:
        """Whether the goal is met."""
        if not grantable:
            self._note("chat.goal", self._say("chat.not_grantable"))
        elif success is None:
            self._note("chat.goal", self._say("chat.no_success"))
        else:
            mismatch = matches(success, state)
            text = self._say("chat.met") if mismatch is None else self._say("chat.not_met")
            detail = (
                ""
                if mismatch is None
                else f" ({one_line(render_mismatch(mismatch, self._say.language), 80)})"
            )
            self._note("chat.goal", text + detail, style="green" if mismatch is None else "dim")

    def _acts(self, hearing: Hearing) -> list[str]:
        acts = []
        if hearing.asks:
            acts.append(self._say("chat.asks", facts=", ".join(map(escaped, hearing.asks))))
        if hearing.confirms:
            acts.append(self._say("chat.confirms", facts=", ".join(map(escaped, hearing.confirms))))
        acts += [
            self._say("chat.guesses", fact=escaped(name), value=one_line(value, 40))
            for name, value in hearing.guesses.items()
        ]
        heard = hearing.heard
        acts += [self._say(f"chat.{flag}") for flag in _FLAGS if getattr(heard, flag)]
        if heard.options:
            options = " · ".join(one_line(option, 30) for option in heard.options)
            acts.append(self._say("chat.options", options=options))
        return acts

    def _facts(self, key: str, facts: Mapping[str, Fact]) -> None:
        for name, fact in facts.items():
            self._note(key, f"{escaped(name)} = {escaped(fact.value)}")

    def _note(self, key: str, text: str, style: str = "dim") -> None:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=_LABEL, justify="right", style="dim", no_wrap=True)
        grid.add_column(style=style)
        grid.add_row(self._say(key), Text(text))
        self._console.print(grid)
