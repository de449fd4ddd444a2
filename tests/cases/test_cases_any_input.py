# ruff: noqa: E501 - tables of cases, a case a line
"""Whatever is in a file, loading it gives a suite or a SuiteError."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import porfiado
from porfiado.cases.loading import load_suites, parse_suite
from porfiado.cases.problems import SuiteError
from porfiado.cases.schema import schema_of_suite
from porfiado.cases.shapes import MODELS, spellings

YAML = (Path(porfiado.__file__).parent / "suites/citas/suite.yaml").read_text(encoding="utf-8")[:6000]
JSON = '{"suite": "s", "scenarios": [{"id": "a", "persona": {"goal": "g", "known": {"a": 1.5}}, "state": {"x": [1]}}]}'
VALIDATOR = jsonschema.Draft202012Validator(schema_of_suite())
FORMATS = ("yaml", "json", "jsonl")


def outcome(text, form):
    """The problems found; none where it is a suite."""
    problems = refusal(lambda: parse_suite(text, format=form))
    for problem in problems:
        assert 1 <= problem.line <= text.count("\n") + 1
        assert 1 <= problem.column <= len(text) + 1
        assert problem.render("en")
        assert problem.render("es")
    return problems


def refusal(action):
    try:
        action()
    except SuiteError as error:
        return error.problems or pytest.fail("an error without a problem")
    return ()


@given(st.binary(max_size=200), st.sampled_from([".yaml", ".json", ".jsonl"]))
@settings(max_examples=300, deadline=None)
def test_bytes(tmp_path_factory, data, suffix):
    file = tmp_path_factory.mktemp("any") / f"s{suffix}"
    file.write_bytes(data)
    refusal(lambda: load_suites(file))


@given(st.text(max_size=200), st.sampled_from(FORMATS))
@settings(max_examples=400, deadline=None)
@example("%YAML 1.1\n---\na", "yaml")
@example("%TAG ! x\n", "yaml")
@example("{a: 1, <<: 3}", "yaml")
@example("<<: [*a]", "yaml")
@example("- &a\n- *a", "yaml")
@example("? \n", "yaml")
@example("!<x> y", "yaml")
@example("\ud800", "json")
def test_text(text, form):
    outcome(text, form)


@st.composite
def mutated(draw, text):
    """The text with a few pieces cut out, doubled, or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        new = draw(
            st.one_of(
                st.sampled_from(
                    ["", "- ", ": ", "\n", "  ", "{", "]", "&a ", "*a", "!!", "|\n", "'", '"', "null", "-1"]
                ),
                st.text(max_size=5),
                st.just(text[start:end] * 2),
            )
        )
        text = text[:start] + new + text[end:]
    return text


@given(mutated(YAML))
@settings(max_examples=80, deadline=None)
def test_mutated_yaml(text):
    outcome(text, "yaml")


@given(mutated(JSON), st.sampled_from(FORMATS))
@settings(max_examples=300, deadline=None)
def test_mutated_json(text, form):
    outcome(text, form)


KEYS = sorted({key for shape in MODELS for key in spellings(shape)} | {"entrada", "x"})
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 99), st.floats(allow_nan=False, allow_infinity=False),
              st.sampled_from(["a", "", "g", "(", "en", "es", "never_full_a", "8 turnos", "no abre links", "$gte"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from([*KEYS, "a", "b"]), inner, max_size=4)
    ),
    max_leaves=12,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(spellings("scenario")), VALUES, max_size=5),
       st.dictionaries(st.sampled_from(spellings("persona")), VALUES, max_size=6))  # fmt: skip
@example({}, {"patrones_peticion": {"a": None}, "datos_desconocidos": {"a": False}})
@example({}, {"patrones_peticion": {"a": "x"}, "datos_retenidos": {"a": []}})
@settings(max_examples=200, deadline=None)
def test_any_values_under_known_keys(scenario, persona):
    data = {"suite": "s", "scenarios": [{"id": "a", **scenario, "persona": {"goal": "g", **persona}}]}
    text = json.dumps(data)
    problems = outcome(text, "json")
    if not problems:
        assert VALIDATOR.is_valid(data), jsonschema.exceptions.best_match(VALIDATOR.iter_errors(data))
    for problem in problems:
        said = problem.say("en")
        for jargon in ("Input should", "pydantic", "Extra inputs", "valid "):
            assert jargon not in said, said
    # YAML reads JSON, and finds the same.
    assert [p.code for p in outcome(text, "yaml")] == [p.code for p in problems]
