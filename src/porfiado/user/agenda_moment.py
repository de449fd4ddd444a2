"""One agent message as this user takes it: the conditions of the agenda's table, each under a name."""

from __future__ import annotations

import re
from functools import cache

from porfiado.lazy import lazy
from porfiado.patterns import compile_pattern
from porfiado.text import contains_value, fold

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
_PRIVATE = frozenset(  # what everybody knows of themselves
    ("name", "phone", "email", "address", "postcode", "city", "country", "age", "birth_date", "gender")
)
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
        if name is None or name in hearing.guesses:
            return []
        entry = self.mind.dossier.entries[name]
        which = self.asks_which or (
            self.asks_openly and not self.asked_types - {self.mind.dossier.type_of(name)}
        )
        # Only what hearing has heard asked for is released: the ledger of the conversation goes by that.
        return [entry] if which and entry.asks else []

    @property
    def vaguely_meant(self) -> Entry | None:
        """What it asks "which one?" about, where the user has only a vague answer ready."""
        if not self.asks_which:
            return None
        entries = self.mind.dossier.entries.values()
        return next((e for e in entries if e.fact and e.fact.vague and not e.said and not e.asks), None)

    # What the message does

    @lazy
    def folded(self) -> str:
        """The message, folded."""
        return fold(self.heard.message)

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

    @lazy
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

    @lazy
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

    @lazy
    def wrong_guess(self) -> tuple[Entry, str] | None:
        """A fact for which it offers a value that does not suit; what the user may speak of comes first."""
        wrong = [
            (self.mind.dossier.entries[name], value)
            for name, value in self.guessed.items()
            if not self.mind.wants.wants(value) and not (self.grants and value.replace(" ", "").isalpha())
        ]
        return min(wrong, key=lambda pair: self._closeness(pair[0]), default=None)

    def _closeness(self, entry: Entry) -> tuple[bool, bool, bool]:
        """Sorts first the facts that a guess is likely to be about, and that may be spoken of."""
        return (entry.fact is None, self.mind.wants.is_origin(entry.name), not entry.released)

    @lazy
    def claims(self) -> bool:
        """It says that what the user wanted is done, and asks for nothing else."""
        if not self.heard.claims_success or self.fails or self.refuses or self.heard.options:
            return False
        if _phrase(self.mind.language, "acknowledges").fullmatch(self.folded.strip(" .!")):
            return False
        if self.asks_for_facts or self.proposes or any(c.request for c in self.requests):
            return False
        if not self.mind.stated:
            return states(self.folded, self.mind.goal, self.mind.language) or self._shows_a_datum
        return not self._only_noted

    @property
    def _shows_a_datum(self) -> bool:
        """It names something that the user told it: it has understood what it was for."""
        entries = self.mind.dossier.entries.values()
        return any(e.delivered and e.fact and contains_value(self.folded, e.fact.value) for e in entries)

    @property
    def _only_noted(self) -> bool:
        """What it did was to write down or find something, not what was wanted."""
        quote = fold(self.heard.success_quote)
        if _phrase(self.mind.language, "noted").search(quote) is None:
            return False
        return not self.mind.goal.stems & stems(quote, self.mind.language)

    @lazy
    def proposes(self) -> bool:
        """It asks something that is answered by yes or no."""
        heard = self.heard
        if heard.anything_else or heard.open_question:
            return False
        return heard.yes_no or (heard.offers and not self.fails and not self.asks_openly)

    @lazy
    def asks_which(self) -> bool:
        """It asks which of several it is, without saying which there are."""
        which = _phrase(self.mind.language, "which")
        choosing = any(c.open and (c.choice or which.search(c.folded)) for c in self.requests)
        return choosing and not self.heard.options

    @lazy
    def asks_openly(self) -> bool:
        """It has a question that yes or no does not answer."""
        return any(clause.open for clause in self.requests)

    @lazy
    def suits(self) -> float | None:
        """How well what it says suits the user; None where it goes against its wishes."""
        return self.mind.wants.score(self.heard.message)

    @lazy
    def given_up(self) -> Entry | None:
        """A fact of which it names the value from before the user's change of mind, and not the one now."""
        for entry in self.mind.dossier.entries.values():
            if any(contains_value(self.folded, value) for value in entry.former) and not contains_value(
                self.folded, entry.believed
            ):
                return entry
        return None

    @property
    def misses(self) -> bool:
        """What it says goes against the user's wishes, or is what the user wanted before."""
        return self.suits is None or self.given_up is not None

    @property
    def grants(self) -> bool:
        """It offers just what the user wants."""
        goal = self.mind.goal.stems
        if not self.proposes or self.refuses or self.suits is None or not goal:
            return False
        return len(goal & stems(self.folded, self.mind.language)) >= _GRANTS * len(goal)

    @lazy
    def best(self) -> list[int]:
        """The numbers of the options that suit best; empty where there is none."""
        return best_option(self.options, self.mind.wants)

    @lazy
    def options(self) -> tuple[str, ...]:
        """What it lets the user choose from; after "at what time?" also times in another sentence."""
        if self.heard.options or not self.asked_types & _CHOSEN:
            return self.heard.options
        language, message = self.mind.language, self.heard.message
        listed = (find_values(type_, message, language) for type_ in sorted(self.asked_types & _CHOSEN))
        return next((tuple(values) for values in listed if len(values) > 1), ())

    @property
    def hears_the_user_out(self) -> bool:
        """It checks a datum, or asks what the user wants before it was told no."""
        return bool(self.confirmed) or (self.asks_how_to_help and not self.mind.pushed)

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

    @lazy
    def asks_about_goal(self) -> bool:
        """It asks for something that the goal itself says."""
        if not self.asks_something:
            return False
        if self.asked_types and not self.asks_which:
            return self.mind.goal_has(self.asked_types)
        asked = frozenset[str]().union(*(stems(c.folded, self.mind.language) for c in self.requests))
        return bool(self.mind.goal.stems & asked)

    @lazy
    def preferred(self) -> str | None:
        """What it would like best of what it is asked for, where it has no such fact but a preference."""
        if not self.asked_types:
            return None
        return self.mind.wants.preferred(self.asked_types, self.folded, self.mind.proposed)

    @property
    def wonders(self) -> bool:
        """It asks for something, no datum that has a name, and the user has not said yet what it wants."""
        return self.asks_something and not self.asked_types and not self.mind.stated

    @property
    def asks_something(self) -> bool:
        """It asks for a datum: one that has a name, or in a question that is written as one."""
        return bool(self.asked_types) or (bool(self.requests) and "?" in self.message)

    @property
    def asks_for_private_data(self) -> bool:
        """It asks for what everybody knows of themselves, and the persona has no such fact."""
        return bool(self.asked_types & _PRIVATE)

    @property
    def asks_what_is_all_the_same(self) -> bool:
        """It asks for a choice, such as an hour, that the user has no wishes about."""
        return bool(self.asked_types) and self.asked_types <= _CHOSEN and not self.asks_which

    @lazy
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
