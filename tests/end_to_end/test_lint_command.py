"""`porfiado lint`."""

import json

import pytest

POOR = """\
suite: poor
language: en
scenarios:
  - id: only-one
    persona:
      kind: cooperative
      goal: move my appointment
      opening: hi, I am Ana, my code is AB-1234, move it to Friday
      known: {code: {value: AB-1234}}
"""
BROKEN = """\
suite: broken
scenarios:
  - id: a
    persona: {goal: x, patiense: 3}
"""


@pytest.fixture
def poor(tmp_path):
    path = tmp_path / "poor.yaml"
    path.write_text(POOR)
    return path


def test_the_bundled_suites_and_the_templates_are_clean(porfiado, tmp_path):
    for lang in ("en", "es"):
        porfiado("init", lang, "--lang", lang)
    done = porfiado("lint", "citas", "orders", "en/suite.yaml", "es/suite.yaml")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("✔") == 4


@pytest.mark.parametrize(("lang", "word"), [("en", "finding(s)"), ("es", "hallazgo(s)")])
def test_findings_are_code_1_and_say_where_and_what_to_do(porfiado, poor, lang, word):
    done = porfiado("lint", poor, "--lang", lang)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"{poor}:4: " in done.stdout
    assert "only-one: " in done.stdout
    assert "→" in done.stdout
    assert word in done.stdout


def test_machines_get_a_file_where_they_asked_for_one(porfiado, poor, tmp_path):
    done = porfiado("lint", poor, "citas", "--json", "found.json", "--quiet")
    assert (done.returncode, done.stdout) == (1, "")
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["format"] == "porfiado.lint/1"
    assert {one["suite"] for one in found["findings"]} == {"poor"}
    one = found["findings"][0]
    assert one["file"] == str(poor)
    assert one["line"] >= 1
    assert one["severity"] in ("error", "warning", "note")
    assert one["message"]
    assert one["advice"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.yaml", None, "no such suite"),
        ("broken.yaml", BROKEN, "patience"),
        ("syntax.yaml", "suite: [", "syntax.yaml:"),
        ("world.yaml", POOR.replace("language: en", "world: nowhere.py:World"), "nowhere.py"),
    ],
)
def test_a_suite_that_cannot_be_read_is_code_2(porfiado, tmp_path, name, content, words):
    if content is not None:
        (tmp_path / name).write_text(content)
    done = porfiado("lint", name)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_place_for_the_file_that_does_not_exist_is_refused_first(porfiado, poor):
    done = porfiado("lint", poor, "--json", "nowhere/found.json")
    assert (done.returncode, done.stdout) == (2, "")


def test_foreign_text_is_shown_not_obeyed(porfiado, tmp_path):
    path = tmp_path / "odd.yaml"
    path.write_text(POOR.replace("only-one", '"[red]\\x1b[2J\\u202e"'))
    done = porfiado("lint", path)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert "[red]\\x1b[2J\\u202e" in done.stdout
