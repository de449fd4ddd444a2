from __future__ import annotations

import pytest
from cases_support import only, problems_of


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ('{"suite": "s",}', "json_trailing", 14),
        ('{"suite": s}', "json_word", 11),
        ("{'suite': 1}", "json_key", 2),
        ('{"suite" "s"}', "json_colon", 10),
        ('{"suite": "s" "x": 1}', "json_separator", 15),
        ('{"suite": "s"} x', "json_extra", 16),
        ('{"suite": "s"', "json_cut", 14),
        ('{"suite": ', "json_cut", 11),
        ('{"suite": "a\tb"}', "json_string", 13),
        ('{"suite": "a', "json_string", 11),
        ('{"suite": 01}', "json_word", 11),
        ('{"suite": NaN}', "json_word", 11),
        ('{"suite": 1e999}', "number_too_long", 11),
        ('{"suite": "\\ud800"}', "json_surrogate", 11),
        ('{"suite": ,}', "json_value", 11),
    ],
)
def test_json_that_is_none(text, code, column):
    problem = only(text, "json")
    assert (problem.code, problem.line, problem.column) == (code, 1, column)


def test_json_keeps_the_place_across_lines():
    problem = only(
        '{\r\n\t"suite": "s",\r\n\t"scenarios": [{"id": "a", "persona": {"goal": "g", "x": 1}}]}', "json"
    )
    assert (problem.code, problem.line, problem.column) == ("unknown_key", 3, 53)


def test_duplicate_keys_are_named_with_the_first():
    yaml = "suite: s\nscenarios: [{id: a, persona: {goal: g}}]\nsuite: t\n"
    json = '{"suite": "s", "scenarios": [{"id": "a", "persona": {"goal": "g"}}],\n "suite": "t"}'
    for text, form, line in ((yaml, "yaml", 3), (json, "json", 2)):
        problem = only(text, form)
        assert (problem.code, problem.line, problem.values) == (
            "duplicate_key",
            line,
            {"key": "suite", "line": 1},
        )


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("suite: [s\n", "yaml_syntax", 2),
        ("a: b: c\n", "yaml_syntax", 1),
        ("suite: s\n\tscenarios: []\n", "yaml_syntax", 2),
        ("suite: 'x\n", "yaml_syntax", 2),
        ("a: *b\n", "alias_unknown", 1),
        ("a: &x [*x]\n", "alias_loop", 1),
        ("? [a]\n: b\n", "yaml_key", 1),
        ("a: \x00\n", "yaml_syntax", 1),
    ],
)
def test_yaml_that_is_none(text, code, line):
    problem = only(text)
    assert (problem.code, problem.line) == (code, line)


@pytest.mark.parametrize("tag", ["!!python/object:os.system", "!custom", "!!binary", "!!int"])
def test_tags_are_refused(tag):
    assert "yaml_tag" in {
        p.code for p in problems_of(f"suite: {tag} s\nscenarios: [{{id: a, persona: {{goal: g}}}}]\n")
    }


def test_deep_nesting_is_refused_not_followed():
    assert only("[" * 5000).code == "too_deep"
    assert only("[" * 100_000, "json").code == "too_deep"
    assert only('{"a":' * 5000, "json").code == "too_deep"


def test_an_alias_bomb_is_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    assert only("\n".join(lines)).code == "too_many"
