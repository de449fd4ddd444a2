"""The clerk's sentences. Which sentence is said depends only on how often its like was said before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from porfiado.agents.reference.datum import Datum, spaced
from porfiado.agents.reference.jobs import Job
from porfiado.agents.reference.memory import Memory
from porfiado.agents.reference.pending import Ask, Choose, Confirm
from porfiado.agents.reference.words import Words, words_of
from porfiado.text import fold
from porfiado.world import fill

_LONGEST_VALUE = 160  # characters of a value that are repeated; a longer one is no datum


class Voice:
    """Words what the clerk says in one conversation."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @property
    def words(self) -> Words:
        """The words of the conversation's language."""
        return words_of(self._memory.language)

    def say(self, name: str, **values: str) -> str:
        """The next way of saying `name`."""
        return self._next(name, self.words.say[name], values)

    def _next(self, key: str, ways: Sequence[str], values: dict[str, str]) -> str:
        said = self._memory.spoken[key]
        self._memory.spoken[key] += 1
        text = ways[said % len(ways)]
        for place, value in values.items():
            text = text.replace(f"{{{place}}}", value)
        return text

    def join(self, *parts: str | None) -> str:
        """Sentences one after the other, without the empty ones."""
        return " ".join(part.strip() for part in parts if part and part.strip())

    # ── questions ──

    def ask(self, ask: Ask) -> str:
        """The question for a datum; another wording each time."""
        datum, label = ask.datum, ask.datum.label(self.words)
        self._memory.asked[datum.name] += 1
        if ask.stuck and self.words.asks["kinds_of"].get(datum.manner) != "own":
            return self.join(self.say("needed"), self.rephrase(datum))
        if ask.stuck:
            return self.join(self.say("no_way"), self.say("no_way_ask", x=label))
        return self.question(datum)

    def question(self, datum: Datum, label: str = "") -> str:
        """Only the question; `label` is what to call the datum, where not by its own name."""
        label = label or datum.label(self.words)
        if self.words.clausal.match(fold(label)):
            return self._next(f"ask {datum.name}", self.words.asks["with_clause"], {"x": label})
        if self.words.article.match(fold(label)) and datum.kind != "boolean":
            return self._next(f"ask {datum.name}", self.words.asks["with_article"], {"x": label})
        style = self.words.asks["kinds_of"].get(datum.manner, "wanted")
        first = sum(self._memory.asked.values()) - 1
        ways: list[str] = self.words.asks[style]
        again = self._memory.spoken[f"ask {datum.name}"]
        self._memory.spoken[f"ask {datum.name}"] += 1
        return ways[(max(first, 0) + again) % len(ways)].replace("{x}", label)

    def rephrase(self, datum: Datum) -> str:
        """The question again for somebody who did not understand or answered something else."""
        other = datum.other_label(self.words) if self._memory.confused_by[datum.name] % 2 else ""
        self._memory.confused_by[datum.name] += 1
        return self.join(self.question(datum, other), self._hint(datum))

    def _hint(self, datum: Datum) -> str:
        """What an answer looks like; for a choice, what there is to choose."""
        kind = "place" if datum.manner == "place" else datum.kind
        hint = self.words.hints.get(kind, "")
        if "{x}" not in hint:
            return hint
        return hint.replace(
            "{x}", self.listed([spaced(value) for value in datum.raw_choices], self.words.list_or)
        )

    def choose(self, choose: Choose, told: str = "") -> str:
        """Let the customer choose; `told` is what is known of the options."""
        self._memory.asked[choose.datum.name] += 1
        labels = [option.label for option in choose.options]
        missed = self.say("offer_missed", missed=choose.missed) if choose.missed else ""
        if choose.records:
            return self.say("several", x=_bullets(labels)) + self.say("which_one")
        if len(labels) == 1:
            return self.join(
                missed, told, self.say("offer_one", x=labels[0], label=choose.datum.label(self.words))
            )
        return self.join(
            missed,
            told,
            self.say("offer", x=self.listed(labels, self.words.list_or)),
            self.say("which", x=choose.datum.label(self.words)),
        )

    def listed(self, labels: Sequence[str], joint: str | None = None) -> str:
        """Several things as one text; `joint` stands before the last, "and" where it is not given."""
        if len(labels) == 1:
            return labels[0]
        return ", ".join(labels[:-1]) + (joint or self.words.list_and) + labels[-1]

    def confirm(self, confirm: Confirm) -> str:
        """Read back what is about to be saved."""
        data = [confirm.job.data[name] for name in confirm.names]
        values = ((datum, self._memory.value(datum)) for datum in data)
        shown = [f"{datum.label(self.words)} {value}" for datum, value in values if value is not None]
        return self.say("confirm", x=self.listed(shown))

    # ── news ──

    def success(self, job: Job, arguments: dict[str, Any], records: Sequence[Any]) -> str:
        """What was done, in the world's own words where it has some."""
        template = job.spec.says.get(self.words.language)
        text = fill(template, arguments, records[0] if records else None) if template else None
        return text or self.say("done")

    def report(self, job: Job, arguments: dict[str, Any], records: Iterable[Any]) -> str:
        """What a lookup found, one sentence a record; "" where the world has no words for it."""
        template = job.spec.reports.get(self.words.language)
        if not template:
            return ""
        texts = [fill(template, arguments, record) for record in records]
        return self.join(*dict.fromkeys(text for text in texts if text))

    def plain_report(self, records: Sequence[Any]) -> str:
        """A lookup's result where the world has no words for it: its fields as they are."""
        shown = [plain for record in records if (plain := _plain(record))]
        return ". ".join(shown) + "." if shown else self.say("found_nothing")

    def error(self, text: str) -> str:
        """A tool's own reason, as a sentence."""
        text = " ".join(text.split())[:_LONGEST_VALUE]
        return text if text.endswith((".", "!", "?")) else f"{text}."


def _bullets(labels: Sequence[str]) -> str:
    return "".join(f"\n- {label}" for label in labels) + "\n"


def _plain(record: Any) -> str:
    if not isinstance(record, dict):
        return str(record)[:_LONGEST_VALUE] if record is not None else ""
    scalars = [(k, v) for k, v in record.items() if isinstance(v, str | int | float) and v != ""]
    return ", ".join(
        f"{key.replace('_', ' ')}: {value}" for key, value in scalars if len(str(value)) < _LONGEST_VALUE
    )
