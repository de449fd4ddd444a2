"""What the user carries through a conversation: what it wants, what it has said, how it has been treated."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from porfiado.cases.free_text import Understood, understand_constraints
from porfiado.cases.model import Change, Kind, Persona, Scenario, Success

from .dice import Dice
from .dossier import Dossier
from .goals import Goal, parse_goal
from .guard import Guard, leaks
from .hearing import find_values
from .patience import PatienceCounter
from .preferences import Wants
from .wording import lead_words, table

CHOSEN = ("date", "time")  # what one chooses among options and then expects to get


class Mind:
    """The state of one simulated user.

    Attributes:
        stated: It has said what it wants.
        success: The success condition in force.
        changes: Changes of mind still to come.
        vague: The fact that it was vague about in its last message.
        guard: The last check of what it says.
        failures: How many failures the agent has reported.
        goodbyes: Closings by the agent in a row with nothing done.
        same: How often in a row the agent has said the same again.
        nudges: How often the user had to say "and?".
        doubts: It will ask for a confirmation when it hears that its goal is met.
        puzzled: It has said once that it did not understand.
        over: It has closed, or left.
        proposed: The values that it has named because it likes them best.
        chosen: The days and hours that it has chosen among options, by type.
    """

    def __init__(self, scenario: Scenario, language: str, *, seed: int, trial: int) -> None:
        persona = scenario.persona
        self.persona: Persona = persona
        self.language = language
        self.dice = Dice(seed, scenario.id, trial)
        self.constraints = known_constraints(persona.constraints, tuple(persona.facts))
        self.dossier = Dossier(persona, self.constraints)
        self.patience = PatienceCounter(persona.patience)
        self.goal: Goal = parse_goal(persona.goal, language)
        self.success: Success | None = scenario.success
        self.changes: list[Change] = list(persona.changes)
        self.informed = (
            scenario.success is None
            and persona.grantable
            and not any(change.success for change in persona.changes)
        )
        self.guard = Guard(lead_words(language), table(language)["guard"]["fallbacks"])
        self.avoids_links = "opens_no_links" in self.constraints
        self.doubts = "asks_for_confirmation" in self.constraints
        self.insists = bool(persona.pushes) or persona.kind is Kind.INSISTENT or not persona.grantable
        self.pushed: list[str] = []
        self.stated = False
        self.vague: str | None = None
        self.failures = self.goodbyes = self.same = self.nudges = 0
        self.puzzled = False
        self.over = False
        self.chosen: dict[str, str] = {}
        self.proposed: list[str] = []
        self._heard_last: list[str] = []
        self._wants: Wants | None = None

    @property
    def pending(self) -> bool:
        """A change of mind is to come, or something that it got wrong is to be set right."""
        return bool(self.changes) or any(entry.mistaken for entry in self.dossier.entries.values())

    @property
    def wants(self) -> Wants:
        """What would suit it now."""
        if self._wants is None:
            values = {n: (v, self.dossier.type_of(n)) for n, v in self.dossier.values().items()}
            values.update((f"chosen {type_}", (value, type_)) for type_, value in self.chosen.items())
            self._wants = Wants(self.goal, self.persona.prefers, values, self.language)
        return self._wants

    @property
    def wants_to_know(self) -> bool:
        """All it wants is to be told something, and it has said what."""
        return self.informed and self.stated

    def may_say(self, text: str) -> bool:
        """Nothing in `text` has to be kept back."""
        return not leaks(text, self.dossier.secrets())

    def goal_has(self, types: Iterable[str]) -> bool:
        """The goal says a datum of one of these types."""
        if "time" in types and self.wants.part:
            return True
        return any(find_values(type_, self.goal.text, self.language) for type_ in types)

    def choose(self, option: str) -> None:
        """Remember what it chose: from now on it wants that."""
        for type_ in CHOSEN:
            found = find_values(type_, option, self.language)
            if len(found) == 1:
                self.chosen[type_] = found[0]
        self._wants = None

    def change(self) -> Change:
        """Change its mind: from now on it wants what the next change says."""
        change = self.changes.pop(0)
        self.goal = parse_goal(change.goal, self.language)
        self.success = change.success or self.success
        self.dossier.change(change.facts)
        self.chosen.clear()
        self._wants = None
        return change

    def notice_repetition(self, message: str) -> None:
        """Compare the agent's message with its last one."""
        words = message.lower().split()
        self.same = self.same + 1 if words == self._heard_last else 0
        self._heard_last = words


@lru_cache(maxsize=1024)
def known_constraints(constraints: tuple[str, ...], facts: tuple[str, ...]) -> frozenset[str]:
    """The constraints of a persona with these facts, from their names or from free text in any language."""
    understood = Understood()
    understand_constraints(constraints, facts, understood)
    return frozenset(understood.constraints)
