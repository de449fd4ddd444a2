from __future__ import annotations

import json
import os

import pytest
from cases_support import only, problems_of

from porfiado.cases.lint import lint
from porfiado.cases.loading import load_suite, load_suites, parse_suite
from porfiado.cases.problems import SuiteError

GOOD = "suite: s\nscenarios:\n  - id: a\n    persona: {goal: g}\n"


def refused(path):
    with pytest.raises(SuiteError) as caught:
        load_suites(path)
    return caught.value


def test_a_suite_knows_its_file_and_lines(tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text("# a comment\n" + GOOD + "  - id: b\n    persona: {goal: h}\n")
    (loaded,) = load_suites(file)
    assert loaded.path == file
    assert loaded.base == tmp_path
    assert (loaded.line_of("a"), loaded.line_of("b"), loaded.line_of("c")) == (4, 6, 1)
    assert loaded.positions.at("scenarios", 1, "persona", "goal") == (7, 21)
    assert loaded.positions.key_at("scenarios", 1, "persona", "goal") == (7, 15)


@pytest.mark.parametrize("name", ["s.yaml", "s.yml", "s.json"])
def test_json_is_read_under_every_ending(tmp_path, name):
    file = tmp_path / name
    file.write_text(json.dumps({"suite": "s", "scenarios": [{"id": "a", "persona": {"goal": "ñandú"}}]}))
    assert load_suite(file).scenarios[0].persona.goal == "ñandú"


def test_several_suites_of_one_yaml(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(GOOD + "---\n" + GOOD.replace("suite: s", "suite: t"))
    assert [loaded.suite.suite for loaded in load_suites(file)] == ["s", "t"]
    with pytest.raises(SuiteError, match="2 suites"):
        load_suite(file)


def test_all_files_are_read_before_anything_is_refused(tmp_path):
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text("suite: s\nscenarios: []\n")
    with pytest.raises(SuiteError) as caught:
        load_suites([tmp_path / "a.yaml", tmp_path / "b.yaml"])
    assert [problem.code for problem in caught.value.problems] == ["no_scenarios", "no_scenarios"]


def test_a_missing_file_names_its_neighbour(tmp_path):
    (tmp_path / "citas.yaml").write_text(GOOD)
    (problem,) = refused(tmp_path / "cita.yaml").problems
    assert problem.code == "no_file"
    assert problem.suggestion == str(tmp_path / "citas.yaml")
    assert (
        str(problem)
        == f"{tmp_path / 'cita.yaml'}: there is no such file (did you mean '{tmp_path / 'citas.yaml'}'?)"
    )


def test_a_folder_is_no_suite(tmp_path):
    (tmp_path / "citas.yaml").write_text(GOOD)
    (problem,) = refused(tmp_path).problems
    assert (problem.code, problem.suggestion) == ("is_folder", str(tmp_path / "citas.yaml"))


def test_what_may_never_end_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", "/dev/zero"):
        (problem,) = refused(path).problems
        assert problem.code == "no_ordinary_file"


def test_other_endings_are_refused(tmp_path):
    (tmp_path / "s.toml").write_text(GOOD)
    assert refused(tmp_path / "s.toml").problems[0].code == "bad_suffix"


def test_impossible_names_are_refused():
    assert refused("a\0b.yaml").problems[0].code == "cannot_read"


def test_a_byte_order_mark_is_read_over(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load_suites(file)[0].line_of("a") == 3


def test_not_utf8_says_where(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_bytes(b"suite: s\nscenarios: [{id: a, persona: {goal: ni\xf1o}}]\n")
    (problem,) = refused(file).problems
    assert (problem.code, problem.line, problem.column) == ("not_utf8", 2, 39)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n---\n"])
def test_an_empty_file(text):
    assert only(text).code == "empty_file"
    assert only("  \n", "json").code == "empty_file"
    assert only("\n \n", "jsonl").code == "empty_file"


@pytest.mark.parametrize("text", ["suite: s\n", "suite: s\nscenarios: []\n"])
def test_a_suite_without_scenarios(text):
    assert only(text).code == "no_scenarios"


@pytest.mark.parametrize("text", ["just words", "12", "true"])
def test_what_is_no_mapping(text):
    assert only(text).code == "wants"


def test_a_prompt_that_is_not_there_is_a_finding_of_lint_and_no_mistake(tmp_path):
    file = tmp_path / "s.yaml"
    for name, found in (("prompt.md", ["prompt_missing"]), ("p" * 5000, ["prompt_missing"])):
        file.write_text(f"agent_prompt: {name}\n" + GOOD)
        (loaded,) = load_suites(file)
        assert [f.code for f in lint(loaded) if f.line == 1] == found
    file.write_text("agent_prompt: prompt.md\n" + GOOD)
    (tmp_path / "prompt.md").write_text("x")
    (loaded,) = load_suites(file)
    assert [f.code for f in lint(loaded) if f.line == 1] == []


class TestJsonl:
    def test_a_header_and_a_scenario_a_line(self):
        text = '{"suite": "s", "language": "es", "max_turns": 4}\n\n{"id": "a", "persona": {"goal": "g"}}\n'
        loaded = parse_suite(text, format="jsonl")
        assert (loaded.suite.suite, loaded.suite.language, loaded.suite.max_turns) == ("s", "es", 4)
        assert loaded.line_of("a") == 3

    def test_without_a_header_the_file_gives_the_name(self, tmp_path):
        file = tmp_path / "mine.jsonl"
        file.write_text('{"id": "a", "persona": {"goal": "g"}}\n{"id": "b", "persona": {"goal": "g"}}')
        suite = load_suite(file)
        assert suite.suite == "mine"
        assert [scenario.id for scenario in suite.scenarios] == ["a", "b"]

    def test_every_bad_line_is_named(self):
        text = '{"id": "a", "persona": {"goal": "g"}}\n{oops}\n{"id": }\n'
        found = problems_of(text, "jsonl")
        assert [(problem.line, problem.column) for problem in found] == [(2, 2), (3, 8)]

    def test_a_line_that_is_no_json_hides_no_mistake_of_the_others(self):
        text = '{"id": "a", "persona": {"gol": "g"}}\n{oops}\n'
        assert {problem.line for problem in problems_of(text, "jsonl")} == {1, 2}

    def test_a_header_comes_first(self):
        text = '{"id": "a", "persona": {"goal": "g"}}\n{"suite": "s"}\n'
        assert only(text, "jsonl").code == "header_first"

    def test_line_separators_inside_text_are_no_ends_of_lines(self):
        text = '{"id": "a", "persona": {"goal": "x\u2028y\x85z"}}'
        assert parse_suite(text, format="jsonl").suite.scenarios[0].persona.goal == "x\u2028y\x85z"
