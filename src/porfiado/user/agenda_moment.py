"""One agent message as this user takes it: the conditions of the agenda's table, each under a name."""

from __future__ import annotations

import re
from functools import cache, cached_property

from porfiado.patterns import compile_pattern
from porfiado.text import compose, contains_value, fold

from .agenda_mind import Mind
from .dossier import Entry
from .goals import states, stems
from .hearing import Clause, Hearing, find_values
from .hearing.types import mentions
from .preferences import best_option
from .wording import table

_LINK = re.compile(r"https?://|www\.|\[[^\]]+\]\([^)]+\)", re.IGNORECASE)
_SURE = 2.0  # an option with fewer points only happens to share a word with what the user wants
_GRANTS = 0.5  # share of the goal's telling words in an offer that grants it
_CHOSEN = frozenset({"date", "time", "color", "payment_method"})  # data that one chooses, and does not have
_TELLS = 4  # words of an assertion that tells something


@cache
def _phrase(language: str, name: str) -> re.Pattern[str]:
    return re.compile(table(language)["heard"][name])


class Moment:
    """What the agent's last message means to the user. Conditions are computed when they are looked at."""

    def __init__(self, mind: Mind, message: str, hearing: Hearing) -> None:
        self.mind = mind
        self.message = message
        self.heard = hearing.heard
        self.folded = fold(compose(hearing.heard.message))
        entries = mind.dossier.entries
        asks = [entries[name] for name in hearing.asks] or self._which_one(hearing)
        self.fresh = tuple(e for e in asks if e.fact is not None and not e.said)
        self.again = tuple(e for e in asks if e.fact is not None and e.said)
        self.unknown = tuple(e for e in asks if e.fact is None)
        self.confirmed = tuple(entries[name] for name in hearing.confirms)
        self.guessed = hearing.guesses
        mind.dossier.note_asks(e.name for e in asks)

    def _which_one(self, hearing: Hearing) -> list[Entry]:
        """After a vague answer, a question that names no fact ("which of the two?") asks for that one."""
        name, self.mind.vague = self.mind.vague, None
        if name is None or not any(c.choice or (c.question and c.open) for c in self.heard.clauses):
            return []
        other = bool(self.asked_types - {self.mind.dossier.type_of(name)})
        if other or name in hearing.guesses or name in hearing.confirms:
            return []
        return [self.mind.dossier.entries[name]]

    # What the message does

    @property
    def is_empty(self) -> bool:
        """There is nothing in it."""
        return not any(c.isalnum() for c in self.message)

    @property
    def is_the_same_again(self) -> bool:
        """The agent says word for word what it said last."""
        return self.mind.same > 0

    @property
    def has_an_act(self) -> bool:
        """Something was done in it; otherwise it is a non-answer."""
        return self.heard.acts

    @cached_property
    def requests(self) -> tuple[Clause, ...]:
        """The clauses that ask for some datum."""
        return tuple(
            c for c in self.heard.clauses if (c.request or (c.question and c.open)) and not c.general
        )

    @property
    def asks_for_facts(self) -> bool:
        """It asks for a fact of the persona."""
        return bool(self.fresh or self.again or self.unknown)

    @property
    def refuses(self) -> bool:
        """It will not be done."""
        return self.heard.refuses

    @property
    def insists(self) -> bool:
        """The user has come to insist, and what it wants is on the table."""
        mind = self.mind
        return mind.insists and (mind.stated or self.refuses or bool(mind.pushed))

    @property
    def fails(self) -> bool:
        """It could not be done."""
        return self.heard.reports_failure

    @property
    def says_goodbye(self) -> bool:
        """It ends the conversation, or asks whether there is anything else."""
        return self.heard.closes or self.heard.anything_else

    @property
    def asks_how_to_help(self) -> bool:
        """An open question."""
        return self.heard.open_question

    @property
    def asks_to_wait(self) -> bool:
        """It asks for patience."""
        return _phrase(self.mind.language, "wait").search(self.folded) is not None

    @property
    def has_link(self) -> bool:
        """It has a link to open."""
        return _LINK.search(self.message) is not None

    # What it means for what the user wants

    @property
    def change_is_due(self) -> bool:
        """The scenario says that the user changes its mind now."""
        if not self.mind.changes:
            return False
        change = self.mind.changes[0]
        if change.after_turn is not None:
            return self.mind.patience.replies >= change.after_turn
        return compile_pattern(change.when or "").search(self.heard.message) is not None

    @cached_property
    def to_set_right(self) -> Entry | None:
        """What the user notices now that it got wrong."""
        for entry in self.mind.dossier.entries.values():
            if entry.mistaken and self._notices(entry):
                return entry
        return None

    def _notices(self, entry: Entry) -> bool:
        then = entry.confusion.then if entry.confusion else "self"
        if then == "when_failed":
            return self.fails
        if then == "when_confirmed":
            return entry in self.confirmed or contains_value(self.folded, entry.believed)
        return True

    @cached_property
    def wrong_guess(self) -> tuple[Entry, str] | None:
        """A fact for which it offers a value that does not suit; what the user may speak of comes first."""
        wrong = [
            (self.mind.dossier.entries[name], value)
            for name, value in self.guessed.items()
            if not self.mind.wants.wants(value)
        ]
        wants = self.mind.wants
        return min(
            wrong, key=lambda pair: (wants.is_origin(pair[0].name), not pair[0].released), default=None
        )

    @cached_property
    def claims(self) -> bool:
        """It says that what the user wanted is done, and asks for nothing else."""
        if not self.heard.claims_success or self.fails or self.refuses or self.heard.options:
            return False
        if self.asks_for_facts or self.proposes or any(c.request for c in self.requests):
            return False
        if not self.mind.stated:
            return states(self.folded, self.mind.goal, self.mind.language)
        return not self._only_noted

    @property
    def _only_noted(self) -> bool:
        """What it did was to write down or find something, not what was wanted."""
        quote = fold(self.heard.success_quote)
        if _phrase(self.mind.language, "noted").search(quote) is None:
            return False
        return not self.mind.goal.stems & stems(quote, self.mind.language)

    @property
    def proposes(self) -> bool:
        """It asks something that is answered by yes or no."""
        heard = self.heard
        if heard.anything_else or heard.open_question:
            return False
        return heard.yes_no or (heard.offers and not self.fails and not self.asks_openly)

    @property
    def asks_openly(self) -> bool:
        """It has a question that yes or no does not answer."""
        return any(clause.open for clause in self.requests)

    @cached_property
    def suits(self) -> float | None:
        """How well what it says suits the user; None where it goes against its wishes."""
        return self.mind.wants.score(self.heard.message)

    @property
    def grants(self) -> bool:
        """It offers just what the user wants."""
        goal = self.mind.goal.stems
        if not self.proposes or self.refuses or self.suits is None or not goal:
            return False
        return len(goal & stems(self.folded, self.mind.language)) >= _GRANTS * len(goal)

    @cached_property
    def best(self) -> list[int]:
        """The numbers of the options that suit best; empty where there is none."""
        return best_option(self.options, self.mind.wants)

    @cached_property
    def options(self) -> tuple[str, ...]:
        """What it lets the user choose from; after "at what time?" also times that stand in another sentence."""
        if self.heard.options or not self.asked_types & _CHOSEN:
            return self.heard.options
        language, message = self.mind.language, self.heard.message
        listed = (find_values(type_, message, language) for type_ in sorted(self.asked_types & _CHOSEN))
        return next((tuple(values) for values in listed if len(values) > 1), ())

    @property
    def reads_back(self) -> bool:
        """It asks whether a value is right, nothing in it goes against the user's wishes, and that is all."""
        return bool(self.confirmed) and not self.asks_openly and self.suits is not None

    @property
    def has_options(self) -> bool:
        """It lets the user choose."""
        return bool(self.options)

    @property
    def has_a_favourite(self) -> bool:
        """One of the options is the one that the user would take."""
        if not self.options or len(self.best) != 1:
            return False
        return (self.mind.wants.score(self.options[self.best[0]]) or 0.0) >= _SURE

    @cached_property
    def asks_about_goal(self) -> bool:
        """It asks for something that the goal itself says."""
        if not self.requests:
            return False
        if self.asked_types:
            return self.mind.goal_has(self.asked_types)
        asked = frozenset[str]().union(*(stems(c.folded, self.mind.language) for c in self.requests))
        return bool(self.mind.goal.stems & asked)

    @property
    def preferred(self) -> str | None:
        """What it would like best of what it is asked for, where it has no such fact but a preference."""
        return self.mind.wants.preferred(self.asked_types) if self.asked_types else None

    @property
    def asks_what_is_all_the_same(self) -> bool:
        """It asks for a choice, such as an hour, that the user has no wishes about."""
        return bool(self.asked_types) and self.asked_types <= _CHOSEN

    @cached_property
    def asked_types(self) -> frozenset[str]:
        """The built-in types of data that it asks for, whether or not the persona has such a fact."""
        language = self.mind.language
        return frozenset(mention.type for c in self.requests for mention in mentions(c.folded, language))

    @property
    def informs(self) -> bool:
        """It tells something that bears on what the user wanted to know."""
        return any(self._tells(c) for c in self.heard.clauses if c.asserts)

    def _tells(self, clause: Clause) -> bool:
        if clause.general or clause.fails or len(clause.folded.split()) < _TELLS or self.asks_to_wait:
            return False
        return bool(
            self.mind.goal.stems & stems(clause.folded, self.mind.language)
            or any(map(str.isdigit, clause.text))
        )
