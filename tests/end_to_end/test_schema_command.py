"""`porfiado schema`."""

import json

import jsonschema
import pytest


@pytest.mark.parametrize("what", ["suite", "conversation", "results"])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_each_format_has_a_schema_that_is_one(porfiado, what, lang):
    done = porfiado("schema", what, "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    schema = json.loads(done.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert what in schema["title"]


def test_what_the_commands_write_is_valid(porfiado, tmp_path):
    porfiado("init", ".")
    run = porfiado("run", "suite.yaml", "--agent", "agent:reply", "--json", "r.json", "--export", "c.jsonl")
    assert run.returncode == 0, run.stdout + run.stderr
    results, conversation = (
        json.loads(porfiado("schema", what).stdout) for what in ("results", "conversation")
    )
    jsonschema.validate(json.loads((tmp_path / "r.json").read_text()), results)
    lines = (tmp_path / "c.jsonl").read_text().splitlines()
    assert len(lines) == 5
    for line in lines:
        jsonschema.validate(json.loads(line), conversation)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "did you mean 'suite'?"), ("es", "¿quisiste decir 'suite'?")]
)
def test_an_unknown_format_is_code_2(porfiado, lang, words):
    done = porfiado("schema", "suit", "--lang", lang)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
