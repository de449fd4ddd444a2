"""What a persona says in words: patterns, tone, constraints, patience, and a goal that tells to insist."""

from __future__ import annotations

from typing import Any

from porfiado.cases.free_text import (
    Understood,
    understand_constraints,
    understand_goal,
    understand_patience,
    understand_tone,
)
from porfiado.cases.model import Kind
from porfiado.cases.nodes import Map, Seq, Where
from porfiado.cases.problems import Name, Report, kind_of
from porfiado.nearest import nearest

_FACTS = ("known", "withheld", "unknown")


class PersonaWords:
    """Reads the words of one persona (English keys already) into the model's fields.

    Attributes:
        left_over: Phrases of tone and constraints that nothing enforces.
    """

    def __init__(self, report: Report, persona: Map, where: Where) -> None:
        self.report = report
        self.persona = persona
        self.where = where
        self.left_over: list[str] = []
        self._words = Understood()

    def read(self) -> Map:
        """The persona with its words understood."""
        self._asks()
        self._tone_and_constraints()
        self._goal()
        self._patience()
        self._kind()
        self.left_over = self._words.left_over
        return self.persona

    def _facts(self) -> dict[str, Map]:
        """Each fact's name → the mapping that it is declared in."""
        found: dict[str, Map] = {}
        for key in _FACTS:
            group = self.persona.get(key)
            if isinstance(group, Map):
                found |= dict.fromkeys(group, group)
        return found

    def _asks(self) -> None:
        """`patrones_peticion`: the patterns of all facts in one mapping, as in the lessons."""
        if "asks" not in self.persona:
            return
        patterns = self.persona.pop("asks")
        if not isinstance(patterns, Map):
            wanted, given = Name("mapping"), kind_of(patterns)
            at = self.persona.values_at["asks"]
            self.report.add("wants", at, self.where, key="asks", wanted=wanted, given=given)
            return
        unknown = self.persona.get("unknown")
        if isinstance(unknown, Seq):
            self.persona["unknown"] = _named(unknown)
        facts = self._facts()
        for name in patterns:
            if name not in facts:
                at, hint = patterns.keys_at[name], nearest(name, facts)
                self.report.add("unknown_fact", at, self.where, hint, key="asks", fact=name)
                continue
            group = facts[name]
            # What is no fact at all (a list, a value of an unknown one) is left for the model to refuse.
            if isinstance(group[name], Map) or _may_become_fact(
                group[name], group is self.persona.get("unknown")
            ):
                _give_patterns(group, name, patterns)

    def _texts(self, key: str) -> list[str] | None:
        """The texts under a key; None where something else stands there, for the model to refuse."""
        value = self.persona.get(key)
        if isinstance(value, str):
            return [value]
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return list(value)
        return None

    def _tone_and_constraints(self) -> None:
        tone, constraints = self._texts("tone"), self._texts("constraints")
        if tone is not None:
            understand_tone(tone, self._words)
        if constraints is not None:
            understand_constraints(constraints, self._with_parts(), self._words)
        for key, said, words in (
            ("tone", tone, self._words.tone),
            ("constraints", constraints, self._words.constraints),
        ):
            if (said is not None or words) and self.persona.get(key, said) is not None:
                self._write(key, _texts_at(words, self._at(key)))

    def _at(self, key: str) -> int:
        return self.persona.values_at.get(key, self.persona.start)

    def _write(self, key: str, value: Any) -> None:
        at = self.persona.keys_at.get(key, self.persona.start)
        self.persona.put(key, value, at, self._at(key))

    def _with_parts(self) -> list[str]:
        """Facts that have another form: only of these can a part be said."""
        return [
            name
            for name, group in self._facts().items()
            if isinstance(group[name], Map) and group[name].get("forms")
        ]

    def _goal(self) -> None:
        goal = self.persona.get("goal")
        if not isinstance(goal, str) or "pushes" in self.persona:
            return
        told = understand_goal(goal)
        if told is None:
            return
        self._words.insists = True
        self.persona["goal"] = told.goal
        if told.undue and "grantable" not in self.persona:
            self._write("grantable", False)
        if told.tactics:
            self._write("pushes", _texts_at(told.tactics, self._at("goal")))

    def _patience(self) -> None:
        value = self.persona.get("patience")
        if isinstance(value, str):
            self._patience_text(value)
        elif isinstance(value, bool | float | Seq):
            wanted, given = Name("patience_form"), kind_of(value)
            path = (*self.where, "patience")
            self.report.add("wants", self._at("patience"), path, key="patience", wanted=wanted, given=given)
            del self.persona["patience"]
        if self._words.annoyed_after is not None:
            self._annoyed(self._words.annoyed_after)

    def _patience_text(self, text: str) -> None:
        at = self._at("patience")
        found = understand_patience(text)
        if found is None:
            self.report.add("patience_text", at, (*self.where, "patience"), text=text[:80])
            del self.persona["patience"]
            return
        patience = Map(at)
        for key, value in (("leaves_after", found.leaves_after), ("annoyed_after", found.annoyed_after)):
            if value is not None:
                patience.put(key, value, at, at)
        if found.reask:
            patience.put("reask_cost", 1, at, at)
            self._complains()
        self.persona["patience"] = patience

    def _complains(self) -> None:
        written = self.persona.get("constraints", Seq(self._at("patience")))
        if isinstance(written, Seq) and "complains_when_asked_again" not in written:
            written.add("complains_when_asked_again", self._at("patience"))
            self._write("constraints", written)

    def _annoyed(self, after: int) -> None:
        value = self.persona.get("patience")
        at = self._at("patience")
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            patience = Map(at)
            if value is not None:
                patience.put("leaves_after", value, at, at)
            value = patience
            self._write("patience", patience)
        if isinstance(value, Map) and "annoyed_after" not in value:
            value.put("annoyed_after", after, at, at)

    def _kind(self) -> None:
        """Where the kind is not written, it follows from what the persona has."""
        if "kind" in self.persona:
            return
        self._write("kind", str(self._guessed()))

    def _guessed(self) -> Kind:
        persona = self.persona
        if self._words.insists or persona.get("pushes") or persona.get("grantable") is False:
            return Kind.INSISTENT
        if persona.get("changes"):
            return Kind.MIND_CHANGING
        if persona.get("confusions"):
            return Kind.CONFUSED
        return Kind.WITHHOLDING if persona.get("withheld") else Kind.COOPERATIVE


def _texts_at(texts: list[str], at: int) -> Seq:
    written = Seq(at)
    for text in texts:
        written.add(text, at)
    return written


def _named(listed: Seq) -> Map:
    """`unknown: [a, b]` as a mapping, so that patterns can be given to each."""
    found = Map(listed.start)
    for name, at in zip(listed, listed.items_at, strict=True):
        if isinstance(name, str):
            found.put(name, Map(at), at, at)
    return found


def _may_become_fact(value: Any, unknown: bool) -> bool:
    """Whether what stands for a fact may become a mapping: nothing for unknown ones, else a value."""
    if unknown:
        return value is None
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _give_patterns(group: Map, name: str, patterns: Map) -> None:
    fact = group[name]
    at = group.values_at[name]
    if not isinstance(fact, Map):
        written = Map(at)
        if fact is not None:
            written.put("value", fact, at, at)
        group[name] = fact = written
    if "asks" not in fact:
        fact.take(patterns, name, "asks")
        return
    both = Seq(patterns.values_at[name])
    for value, place in ((fact["asks"], fact.values_at["asks"]), (patterns[name], patterns.values_at[name])):
        for item in value if isinstance(value, Seq) else [value]:
            both.add(item, place)
    fact["asks"] = both
