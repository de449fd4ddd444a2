"""Reference trajectories in suites: what is accepted, and the place of what is not."""

from __future__ import annotations

from typing import Annotated

import pytest
from cases_support import load, only, suite_of
from jsonschema import Draft202012Validator

from porfiado.cases.lint_world import check_against_world
from porfiado.cases.loading import load_suites
from porfiado.cases.problems import SuiteError
from porfiado.cases.schema import schema_of_suite
from porfiado.grading.reference import reference_fault
from porfiado.world import Needs, World, tool


def with_path(path):
    return suite_of(f"  - id: a\n    persona: {{goal: g}}\n    path:\n{path}")


@pytest.mark.parametrize(
    "reference",
    [
        "[]",
        "[{name: find}]",
        "[{name: find, arguments: {id: 1}}, {nombre: mover, entrada: {id: {$in: [1, 2]}}}]",
        "[{name: find, arguments: null, result: [1], error: null, id: c1}]",
        "[{name: find, arguments: '{\"id\": 1}'}]",
        "[{role: user, content: hi}, {role: assistant, content: ok}]",
        "{messages: [{role: user, content: hi}]}",
        "{llamadas: [{nombre: find, entrada: {}, error: false}], pasos: 2}",
    ],
)
def test_what_is_accepted(reference, tmp_path):
    text = with_path(f"      reference: {reference}")
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    (loaded,) = load_suites(tmp_path / "s.yaml", reference_fault=reference_fault)

    assert loaded.suite.scenarios[0].path.reference is not None
    validator = Draft202012Validator(schema_of_suite())
    validator.validate(
        {"id": "a", "persona": {"goal": "g"}, "path": {"reference": loaded.suite.scenarios[0].path.reference}}
    )


@pytest.mark.parametrize(
    ("path", "line", "column", "text"),
    [
        ("      reference: find", 7, 18, "'reference' must be a list of calls, or messages, not \"find\""),
        (
            "      reference:\n        - name: find\n        - move",
            9,
            11,
            'must be a call {name: …, arguments: …}, not "move"',
        ),
        ("      reference:\n        - name: find\n        - role: user", 9, 11, "must be a call"),
        (
            "      reference:\n        - {name: find, argumnts: {}}",
            8,
            24,
            "unknown key 'argumnts' in a call (did you mean 'arguments'?)",
        ),
        ("      reference:\n        - {name: 3}", 8, 18, "'name' must be text, not 3"),
        (
            "      reference:\n        - {name: find, arguments: [1]}",
            8,
            35,
            "'arguments' must be a mapping (key: value), not a list",
        ),
        (
            "      reference:\n        - {name: find, arguments: 'id 1'}",
            8,
            35,
            "'arguments' must be a mapping",
        ),
        (
            "      reference:\n        - name: find\n          arguments: {id: {$inn: [1]}}",
            9,
            28,
            "id.$inn: unknown operator",
        ),
        ("      reference: [{name: find}]\n      match: strict", 8, 14, "'strict' compares messages"),
        (
            "      arguments_match: [id, '']",
            7,
            24,
            "each field in 'arguments_match' must be a dotted path",
        ),
    ],
)
def test_what_is_not(path, line, column, text):
    found = only(with_path(path))

    assert (found.line, found.column) == (line, column)
    assert text in str(found)


@pytest.mark.parametrize(
    ("reference", "text"),
    [
        ("[{type: nothing}]", "this reference trajectory cannot be used: a list of none of the known kinds"),
        ("{turn: 1}", "no key tells its format"),
        ("{turns: 3}", "turns"),
        ("[find]", "cannot be used"),
        (
            "[{role: assistant, tool_calls: [{function: {name: find, arguments: '{oops'}}]}]",
            "call 1, find: the arguments are no JSON object: '{oops'",
        ),
        (
            '[{role: assistant, tool_calls: [{function: {name: find, arguments: \'{"id": {"$inn": 1}}\'}}]}]',
            "unknown operator",
        ),
    ],
)
def test_messages_are_read_before_anything_is_run(reference, text, tmp_path):
    (tmp_path / "s.yaml").write_text(with_path(f"      reference: {reference}"), encoding="utf-8")
    with pytest.raises(SuiteError) as caught:
        load_suites(tmp_path / "s.yaml", reference_fault=reference_fault)

    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.path) == (7, 18, "scenarios[0].path.reference")
    assert text in str(problem)


class Desk(World):
    state: dict[str, str]

    @tool(reads=True)
    def find(self, number: Annotated[str, Needs("order_number")]) -> str:
        """Find.

        Args:
            number: its number.
        """
        return self.state[number]


@pytest.mark.parametrize(
    "reference",
    [
        "[{name: find}, {name: fnd}]",
        "[{name: find}, {nombre: fnd}]",
        "[{role: user}, {role: assistant, tool_calls: [{function: {name: fnd}}]}]",
    ],
)
def test_a_tool_that_the_world_has_not_is_named(reference):
    loaded = load(f"  - {{id: a, persona: {{goal: g}}, path: {{reference: {reference}}}}}")
    (problem,) = check_against_world(loaded, Desk)

    assert problem.message == "the world has no tool 'fnd'"
    assert problem.suggestion == "find"
    assert problem.column > 60


def test_the_schema_knows_the_rules_of_arguments():
    validator = Draft202012Validator(schema_of_suite())

    def valid(**path):
        return validator.is_valid({"id": "a", "persona": {"goal": "g"}, "path": path})

    assert valid(arguments_match="subset", overrides={"t": ["a.b"], "u": "ignore"})
    assert not valid(arguments_match="loose")
    assert not valid(overrides={"t": "a.b"})
    assert not valid(overrides={"t": [1]})
    assert not valid(match="sloppy")
    assert not valid(reference="find")
