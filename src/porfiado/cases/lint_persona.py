"""Faults of one persona: what it gives away, what nobody can ask it for, and whether it can reach its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porfiado.cases.free_text import understand_patience
from porfiado.cases.lint_context import Case, Found, folded, is_code, said_in
from porfiado.cases.model import Fact, Kind
from porfiado.cases.vocabulary import CONSTRAINTS, TONES, tactics
from porfiado.locales import words_if_any
from porfiado.nearest import nearest
from porfiado.patterns import compile_pattern
from porfiado.text import comparable, contains_value

_WORD = re.compile(r"[^\W\d_]+")
_REWORDING = ("rephrase",)  # asks for the same in other words, as every tactic without words of its own does
_SHORTEST_NAME = 3  # letters; "id", "n" and "x1" are no words that anybody asks with


def persona_rules(case: Case, prompt: str | None) -> Iterator[Found]:
    """All faults of a scenario's persona."""
    yield from _opening(case)
    yield from _given_away(case, prompt)
    yield from _kinds(case)
    yield from _asking(case)
    yield from _patience(case)
    yield from _pushes(case)
    yield from _words(case)


def _opening(case: Case) -> Iterator[Found]:
    withheld = case.persona.withheld
    opening = folded(case.persona.opening)
    said = [name for name, fact in withheld.items() if said_in(fact, opening)]
    if said and len(said) == len(withheld):
        yield case.found("all_in_opening", "warning", "persona", "opening", facts=", ".join(said))
    else:
        for name in said:
            yield case.found("fact_in_opening", "warning", "persona", "opening", fact=name)


def _given_away(case: Case, prompt: str | None) -> Iterator[Found]:
    """Withheld values that stand elsewhere than in the fact itself."""
    persona = case.persona
    places = {"goal": folded(persona.goal), "tone": folded("; ".join(persona.tone))}
    agent = folded(prompt)
    for name, fact in persona.withheld.items():
        for key, text in places.items():
            if said_in(fact, text):
                yield case.found("fact_in_persona", "warning", "persona", key, fact=name, key=key)
        if any(is_code(saying) and contains_value(agent, saying) for saying in fact.sayings):
            yield case.found("fact_in_prompt", "warning", "persona", "withheld", name, fact=name)
        for other, holder in persona.facts.items():
            if other != name and _tells(holder, fact):
                yield case.found(
                    "fact_in_fact", "warning", "persona", "withheld", name, fact=name, other=other
                )


def _tells(holder: Fact, fact: Fact) -> bool:
    """Whether saying one fact says the other. "Ana" in "ana@example.com" does not."""
    text = folded(holder.value)
    return any(
        text == folded(saying) or (is_code(saying) and contains_value(text, saying))
        for saying in fact.sayings
    )


def _kinds(case: Case) -> Iterator[Found]:
    """A kind that has nothing of what makes it that kind."""
    persona = case.persona
    if not case.conversation:
        return
    hesitates = any(fact.vague or fact.remembers == "second_ask" for fact in persona.facts.values())
    marks = {
        Kind.WITHHOLDING: (persona.withheld, "nothing_withheld"),
        Kind.CONFUSED: (persona.confusions or persona.unknown or hesitates, "no_confusion"),
        Kind.MIND_CHANGING: (persona.changes, "no_change"),
        Kind.INSISTENT: (persona.pushes, "no_pushes"),
    }
    mark, code = marks.get(persona.kind, (True, ""))
    if not mark:
        yield case.found(code, "warning", "persona", "kind")
    for number, confusion in enumerate(persona.confusions):
        if folded(confusion.says_first) in map(folded, persona.facts[confusion.fact].sayings):
            path = ("persona", "confusions", number)
            yield case.found("confusion_is_right", "warning", *path, fact=confusion.fact)


def _asking(case: Case) -> Iterator[Found]:
    """Facts that no question reaches, and patterns that are no questions."""
    persona = case.persona
    for group, facts in (("known", persona.known), ("withheld", persona.withheld)):
        for name, fact in facts.items():
            path = ("persona", group, name)
            if group == "withheld" and not fact.asks and not fact.type and not _askable(name, case.language):
                yield case.found("never_asked", "warning", *path, fact=name)
            for pattern in fact.asks:
                yield from _pattern(case, path, name, fact, pattern)


def _askable(name: str, language: str) -> bool:
    """Whether a fact's name has a word that somebody would ask with."""
    found = [word for word in _WORD.findall(folded(name.replace("_", " "))) if len(word) >= _SHORTEST_NAME]
    split = words_if_any(language, "hearing").get("split", {})
    return any(
        word not in split.get("generic", ()) and word not in split.get("stopwords", ()) for word in found
    )


def _pattern(case: Case, path: tuple[str, ...], name: str, fact: Fact, pattern: str) -> Iterator[Found]:
    compiled = compile_pattern(pattern)
    shown = pattern[:60]
    if compiled.search("") is not None:
        yield case.found("ask_matches_all", "warning", *path, "asks", fact=name, pattern=shown)
    elif any(compiled.search(saying) is not None for saying in fact.sayings):
        yield case.found("ask_is_value", "warning", *path, "asks", fact=name, pattern=shown)
    elif pattern.startswith("^") and pattern.endswith("$"):
        yield case.found("ask_anchored", "warning", *path, "asks", fact=name, pattern=shown)


def _patience(case: Case) -> Iterator[Found]:
    persona = case.persona
    patience = persona.patience
    least = persona.minimum_turns
    if not case.conversation:
        return
    if persona.grantable and patience.leaves_after < least:
        values = {"turns": patience.leaves_after, "minimum": least}
        yield case.found("patience_too_short", "warning", "persona", "patience", **values)
    if persona.grantable and case.turn_limit < least:
        yield case.found("limit_too_short", "warning", "max_turns", turns=case.turn_limit, minimum=least)
    last = min(patience.leaves_after, case.turn_limit)
    for number, change in enumerate(persona.changes):
        if change.after_turn is not None and change.after_turn >= last:
            path = ("persona", "changes", number)
            yield case.found("change_too_late", "warning", *path, turn=change.after_turn, last=last)
    if patience.annoyed_after is not None and patience.annoyed_after >= patience.leaves_after:
        values = {"annoyed": patience.annoyed_after, "leaves": patience.leaves_after}
        yield case.found("annoyed_too_late", "warning", "persona", "patience", **values)


def _pushes(case: Case) -> Iterator[Found]:
    persona = case.persona
    last = min(persona.patience.leaves_after, case.turn_limit)
    if len(persona.pushes) >= last > 1:
        values = {"pushes": len(persona.pushes), "turns": last}
        yield case.found("pushes_too_many", "warning", "persona", "pushes", **values)
    known = tactics(case.language)
    for number, push in enumerate(persona.pushes):
        if known and push.says is None and push.tactic not in (*known, *_REWORDING):
            near = nearest(push.tactic, known) or ", ".join(known)
            yield case.found(
                "tactic_unknown", "warning", "persona", "pushes", number, tactic=push.tactic, near=near
            )


def _words(case: Case) -> Iterator[Found]:
    """Words of tone and constraints that nothing enforces."""
    for text in case.scenario.not_enforced:
        key = "tone" if text in case.persona.tone else "constraints"
        near = nearest(text, (*TONES, *CONSTRAINTS), at_least=80)
        table = _patterns(case.language)
        if any(compile_pattern(p).search(comparable(text)) for p in table.get("grading", ())):
            yield case.found("self_grading", "warning", "persona", key, text=text)
        elif understand_patience(text) or any(
            compile_pattern(p).search(comparable(text)) for p in table.get("patience", ())
        ):
            yield case.found("patience_in_words", "warning", "persona", key, text=text)
        elif near:
            yield case.found("word_misspelt", "warning", "persona", key, text=text, near=near)
        else:
            yield case.found("not_enforced", "note", "persona", key, text=text)


def _patterns(language: str) -> dict[str, list[str]]:
    table: dict[str, list[str]] = words_if_any(language, "lint").get("patterns", {})
    return table
