# ruff: noqa: E501 - tables of cases, a case a line
from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import porfiado
from porfiado.cases.loading import parse_suite, read_source
from porfiado.cases.nodes import Source
from porfiado.cases.problems import Report, SuiteError
from porfiado.cases.read_yaml import read_yaml
from porfiado.cases.schema import schema_of_suite

SUITES = sorted((Path(porfiado.__file__).parent / "suites").rglob("suite.yaml"))


@pytest.fixture(scope="module")
def validator():
    schema = schema_of_suite()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def plain(text):
    source = Source("s", text)
    return json.loads(json.dumps(read_yaml(text, Report(source))[0][0]))


@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.parent.name)
def test_bundled_suites_are_accepted(validator, path):
    validator.validate(plain(read_source(path).text))


ACCEPTED = [
    "{suite: s, scenarios: [{id: a, persona: {goal: g}}]}",
    "{suite: s, idioma: es, escenarios: [{id: 4, persona: {objetivo: g}}]}",
    "[{id: a, persona: {goal: g}}]",
    "{nombre: n, objetivo: g, datos_retenidos: {rut: 1-9}, patrones_peticion: {rut: x}, tono: t, paciencia: 3}",
    "{id: a, entrada: hola, categoria: c, esperado: {debe_llamar: [x], max_pasos: 3}}",
    "{suite: s, scenarios: [{id: a, entrada: hola}, {nombre: n, objetivo: g}]}",
    "[{id: a, persona: {goal: g, known: {a: 1, b: x, c: {value: 2, asks: p, forms: [q]}}, unknown: [z]}}]",
    "[{id: a, persona: {goal: g, unknown: {z: null, y: {type: email}, w: {tipo: correo}}}}]",
    "[{id: a, persona: {goal: g, patience: 3, pushes: [anger, {tactic: x, says: y}], grantable: false}}]",
    "[{id: a, persona: {goal: g, patience: leaves after 5, tone: dry, constraints: [x]}}]",
    "[{id: a, persona: {goal: g, patience: {leaves_after: 3, se_molesta_tras: 2}, tipo: hostil}}]",
    "[{id: a, persona: {goal: g, prefers: {h: x}, changes: [{when: x, goal: h, facts: {}}]}}]",
    "[{id: a, persona: {goal: g}, path: {must_call: x, arguments_match: [a], overrides: {t: ignore, u: [f]}}}]",
    "[{id: a, persona: {goal: g}, path: {must_call: [], match: subset, reference: [{name: x}], repeats: strict}}]",
    "[{id: a, persona: {goal: g}, faults: [{tool: t, result: null}, {tool: t, result: [1]}], claims: {x: (y)}}]",
    "[{persona: {goal: g, name: n}, answer: {says: x, anywhere: true}, reply_timeout: 2.5, success: {state: {}}}]",
    "[{id: a, persona: {goal: g}, success: null, max_turns: null, limits: [{id: l, calls: t, state: {x: 1}}]}]",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_what_the_loader_accepts_the_schema_accepts(validator, text):
    parse_suite(text)
    validator.validate(plain(text))


REFUSED = [
    "{suite: s}",
    "{suite: s, scenarios: []}",
    "[]",
    "[{id: a}]",
    "[{persona: {goal: g}}]",
    "[{id: a, persona: {gaol: g}}]",
    "[{id: a, persona: {goal: g, x: 1}}]",
    "[{id: a, persona: {goal: g, kind: nice}}]",
    "[{id: a, persona: {goal: g, patience: 0}}]",
    "[{id: a, persona: {goal: g, grantable: no}}]",
    "[{id: a, persona: {goal: g, known: [x]}}]",
    "[{id: a, persona: {goal: g, known: {a: {valeu: x}}}}]",
    "[{id: a, persona: {goal: g}, path: {match: nearly}}]",
    "[{id: a, persona: {goal: g}, max_turns: 0}]",
    "[{id: a, persona: {goal: g}, limits: {x: 1}}]",
    "[{entrada: hola}]",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_both_refuse(validator, text):
    assert not validator.is_valid(plain(text))
    with pytest.raises(SuiteError):
        parse_suite(text)


def test_every_field_of_the_model_is_described_or_obvious():
    schema = schema_of_suite()
    fact = schema["$defs"]["fact"]["properties"]
    assert "text as written" in fact["value"]["description"]
    assert fact["valor"]["description"] == "= value"
