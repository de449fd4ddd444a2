"""From a file as written to the English keys of the model: other languages' keys, short forms, lesson cases.

What cannot be put right here (a text where a list belongs) is left as it is for the model to refuse.
"""

from __future__ import annotations

from typing import Any

from porfiado.cases.nodes import Map, Seq, Where
from porfiado.cases.persona_words import PersonaWords
from porfiado.cases.problems import Name, Report, kind_of
from porfiado.cases.shapes import CHILDREN, VALUES, english, spellings
from porfiado.cases.vocabulary import aliases, value_aliases
from porfiado.nearest import nearest


def put_new(node: Map, key: str, value: Any, at: int) -> None:
    """Set a key that the file does not have, at the place that it follows from."""
    node.put(key, value, at, at)


class Normaliser:
    """Turns the mappings of one file into the model's; notes what is unknown or stands twice."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._languages: set[str] = set()

    def suite(self, node: Any, at: int, name: str) -> Map:
        """A whole document: a suite, a list of scenarios, or one scenario or persona alone."""
        if isinstance(node, Seq):
            suite = Map(at)
            put_new(suite, "suite", name, at)
            suite.put("scenarios", node, at, at)
        elif isinstance(node, Map) and not self._is_suite(node):
            alone = Seq(at)
            alone.add(node, at)
            suite = Map(at)
            put_new(suite, "suite", name, at)
            suite.put("scenarios", alone, at, at)
        elif isinstance(node, Map):
            suite = self.keys("suite", node, ())
        else:
            raise self.report.stop("wants", at, key="suite", wanted=Name("mapping"), given=kind_of(node))
        self._scenarios(suite)
        return suite

    def _is_suite(self, node: Map) -> bool:
        here = {found[0] for key in node if (found := english("suite", key))}
        if here & {"suite", "scenarios"}:
            return True
        return not (
            _has(node, "scenario", "persona")
            or _has(node, "persona", "goal")
            or _has(node, "case", "opening")
        )

    def _scenarios(self, suite: Map) -> None:
        written = suite.get("scenarios")
        if not isinstance(written, Seq):
            return
        scenarios = Seq(written.start)
        guesses = []
        for number, (node, at) in enumerate(zip(written, written.items_at, strict=True)):
            self._languages = set()
            where: Where = ("scenarios", number)
            scenarios.add(self.scenario(node, where) if isinstance(node, Map) else node, at)
            guesses.append(next(iter(sorted(self._languages)), None))
        suite.put("scenarios", scenarios, suite.keys_at["scenarios"], suite.values_at["scenarios"])
        if "language" not in suite:
            _guess_language(suite, scenarios, guesses)

    def keys(self, shape: str, node: Map, where: Where) -> Map:
        """`node` with English keys; what is unknown or stands twice is noted and left out."""
        found = Map(node.start)
        origin: dict[str, str] = {}
        for key in node:
            meaning = english(shape, key)
            if meaning is None:
                self._unknown(shape, key, node.keys_at[key], where, spellings(shape))
                continue
            name, language = meaning
            if name in found:
                self.report.add("key_twice", node.keys_at[key], (*where, name), key=key, other=origin[name])
                continue
            if language != "en":
                self._languages.add(language)
            origin[name] = key
            found.take(node, key, name)
        self._values(shape, found)
        for name, (form, below) in CHILDREN.get(shape, {}).items():
            if name in found:
                found[name] = self._children(form, below, found[name], (*where, name))
        return found

    def _unknown(self, shape: str, key: str, at: int, where: Where, choices: tuple[str, ...]) -> None:
        self.report.add("unknown_key", at, where, nearest(key, choices), key=key, owner=Name(shape))

    def _values(self, shape: str, node: Map) -> None:
        for key, table in VALUES.get(shape, {}).items():
            value = node.get(key)
            if isinstance(value, str):
                node[key] = value_aliases(table).get(value, value)

    def _children(self, form: str, shape: str, value: Any, where: Where) -> Any:
        if form == "one":
            return self._child(shape, value, where)
        if form == "map" and isinstance(value, Map):
            mapped = Map(value.start)
            for key in value:
                mapped.take(value, key)
                mapped[key] = self._child(shape, value[key], (*where, key))
            return mapped
        if form == "list" and isinstance(value, Seq):
            listed = Seq(value.start)
            for number, (item, at) in enumerate(zip(value, value.items_at, strict=True)):
                listed.add(self._child(shape, item, (*where, number)), at)
            return listed
        return value

    def _child(self, shape: str, value: Any, where: Where) -> Any:
        if isinstance(value, Map):
            return self.keys(shape, value, where)
        if shape == "push" and isinstance(value, str):
            return value_aliases("tactic").get(value, value)
        return value

    def scenario(self, node: Map, where: Where) -> Map:
        """One scenario: as written, a bare persona, or a lesson's case of one turn."""
        if _has(node, "scenario", "persona"):
            found = self.keys("scenario", node, where)
        else:
            found = self._from_parts(node, where)
        persona = found.get("persona")
        if isinstance(persona, Map):
            found["persona"] = self._persona(found, persona, where)
        if "id" not in found and isinstance(found.get("persona"), Map):
            persona = found["persona"]
            if isinstance(persona.get("name"), str):
                found.put("id", persona["name"], persona.keys_at["name"], persona.values_at["name"])
        return found

    def _from_parts(self, node: Map, where: Where) -> Map:
        """A mapping without `persona`: the persona's (or case's) keys stand beside the scenario's."""
        case = _has(node, "case", "opening") and not _has(node, "persona", "goal")
        scenario, rest = Map(node.start), Map(node.start)
        for key in node:
            (scenario if english("scenario", key) else rest).take(node, key)
        found = self.keys("scenario", scenario, where)
        if case:
            self._case(found, rest, where)
        elif _has(node, "persona", "goal"):
            found.put("persona", rest, node.start, node.start)
        else:
            for key in rest:
                self._unknown("scenario", key, rest.keys_at[key], where, spellings("scenario"))
            if not rest or "id" in found or not any(english("persona", key) for key in rest):
                self.report.add("no_persona", node.start, where)
        return found

    def _case(self, found: Map, rest: Map, where: Where) -> None:
        """A lesson's case: what is asked for in one message, and one reply to it."""
        persona = Map(found.start)
        for key in rest:
            meaning = aliases("case").get(key)
            if meaning is None:
                choices = (*spellings("scenario"), *aliases("case"))
                self._unknown("scenario", key, rest.keys_at[key], where, choices)
                continue
            self._languages.add(meaning[1])
            at = rest.keys_at[key]
            value_at = rest.values_at[key]
            if not isinstance(rest[key], str):
                self.report.add(
                    "wants", value_at, where, key=key, wanted=Name("text"), given=kind_of(rest[key])
                )
                continue
            persona.put("goal", rest[key], at, value_at)
            persona.put("opening", rest[key], at, value_at)
        if "goal" in persona:
            found.put("persona", persona, persona.keys_at["goal"], persona.values_at["goal"])
        if "max_turns" not in found:
            put_new(found, "max_turns", 1, found.start)

    def _persona(self, scenario: Map, node: Map, where: Where) -> Map:
        where = (*where, "persona")
        words = PersonaWords(self.report, self.keys("persona", node, where), where)
        persona = words.read()
        if words.left_over:
            left = scenario.get("not_enforced")
            kept = [*left] if isinstance(left, Seq) else []
            at = persona.values_at.get("constraints", persona.values_at.get("tone", persona.start))
            written = Seq(at)
            for text in dict.fromkeys([*kept, *words.left_over]):
                written.add(text, at)
            put_new(scenario, "not_enforced", written, at)
        return persona


def _has(node: Map, shape: str, name: str) -> bool:
    """Whether a mapping has the key `name` of a shape, in any language."""
    if shape == "case":
        return any(aliases("case").get(key, ("",))[0] == name for key in node)
    return any((english(shape, key) or ("",))[0] == name for key in node)


def _guess_language(suite: Map, scenarios: Seq, guesses: list[str | None]) -> None:
    """Where nobody says in what language the suite is, the language of its keys is taken."""
    first = guesses[0] if guesses else None
    if first is not None and all(guess == first for guess in guesses):
        put_new(suite, "language", first, suite.start)
        return
    for scenario, guess in zip(scenarios, guesses, strict=True):
        if guess is not None and isinstance(scenario, Map) and "language" not in scenario:
            put_new(scenario, "language", guess, scenario.start)
