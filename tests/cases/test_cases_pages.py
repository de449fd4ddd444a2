"""The examples of the two pages load, and say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from porfiado.cases.loading import parse_suite
from porfiado.cases.vocabulary import CONSTRAINTS, TONES, fact_types, tactics

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": "personas.md", "es": "personas.es.md"}


def blocks(language):
    text = (DOCS / PAGES[language]).read_text(encoding="utf-8")
    return text, re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("language", PAGES)
def test_the_examples_load(language):
    _, (suite, expectations, persona) = blocks(language)
    first = parse_suite(suite).suite
    assert first.language == language
    assert first.scenarios[0].graded_by_state
    indented = expectations.replace("\n", "\n    ")
    second = parse_suite(f"suite: s\nscenarios:\n  - id: a\n    persona: {{goal: g}}\n    {indented}").suite
    assert len(second.scenarios[0].faults) == 3
    who = parse_suite(f"goal: g\nname: n\nknown: {{day: x, dia: x, booking: x, reserva: x}}\n{persona}").suite
    assert who.scenarios[0].persona.changes[0].success is not None
    assert [push.tactic for push in who.scenarios[0].persona.pushes] == ["old_customer", "promised_by_phone"]


@pytest.mark.parametrize("language", PAGES)
def test_every_word_is_documented(language):
    text, _ = blocks(language)
    for word in (*TONES, *CONSTRAINTS, *fact_types(language), *tactics(language)):
        assert f"`{word}`" in text, word
