"""`import`, and `grade` of traces from elsewhere, as a person types them."""

import gzip
import json

import pytest

CALL = {"id": "a", "type": "function", "function": {"name": "find_car", "arguments": '{"plate": "KZ"}'}}
BROKEN = {"id": "b", "type": "function", "function": {"name": "find_car", "arguments": '{"plate": '}}
CHAT = {
    "id": "brakes",
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "my brakes"}, {"type": "image_url"}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL, BROKEN]},
        {"role": "tool", "tool_call_id": "a", "content": '{"car": 1}'},
        {"role": "tool", "tool_call_id": "z", "content": "who asked?"},
        {"role": "assistant", "content": "It is here."},
    ],
}
TWICE = [
    {"role": "user", "content": "my brakes"},
    *[
        message
        for id_ in "cd"
        for message in (
            {"role": "assistant", "content": None, "tool_calls": [{**CALL, "id": id_}]},
            {"role": "tool", "tool_call_id": id_, "content": "none"},
        )
    ],
    {"role": "assistant", "content": "None."},
]
ANTHROPIC = {
    "system": "be kind",
    "messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}],
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in" / "more").mkdir(parents=True)
    (tmp_path / "in" / "a.jsonl").write_text(json.dumps(CHAT) + "\n" + json.dumps(TWICE) + "\n")
    (tmp_path / "in" / "more" / "b.json.gz").write_bytes(gzip.compress(json.dumps(ANTHROPIC).encode()))
    (tmp_path / "in" / "notes.txt").write_text("no trace")
    (tmp_path / "in" / ".hidden.json").write_text("no trace")
    return tmp_path


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rows(output):
    return [" ".join(line.split()) for line in output.splitlines()]


def test_a_directory_becomes_conversations_and_what_is_marked_is_counted(porfiado, folder):
    done = porfiado("import", "in", "--to", "conversations", "--out", "out.jsonl")

    assert (done.returncode, done.stderr) == (0, "")
    assert rows(done.stdout) == [
        "files 2",
        "conversations 3 openai-chat 2, anthropic 1",
        "turns 3",
        "calls 4",
        "calls without a result 1",
        "calls with malformed arguments 1",
        "results of no call 1",
        "kept as they are 1 part 1",
        "wrote out.jsonl",
    ]
    written = lines(folder / "out.jsonl")
    assert [one.get("scenario") for one in written] == ["brakes", None, None]
    assert written[2]["system"] == "be kind"


def test_it_speaks_spanish(porfiado, folder):
    done = porfiado("import", "in/a.jsonl", "--out", "out.jsonl", "--lang", "es")

    assert rows(done.stdout)[:2] == ["archivos 1", "conversaciones 2 openai-chat 2"]
    assert "llamadas con argumentos mal formados 1" in rows(done.stdout)
    assert rows(done.stdout)[-1] == "se escribió out.jsonl"


@pytest.mark.parametrize("to", ["openai-chat", "openai-responses", "anthropic", "bedrock", "langchain"])
def test_there_and_back(porfiado, folder, to):
    porfiado("import", "in/a.jsonl", "--out", "first.jsonl")
    assert porfiado("import", "first.jsonl", "--to", to, "--out", "foreign.jsonl").returncode == 0
    done = porfiado("import", "foreign.jsonl", "--out", "again.jsonl")

    assert f"conversations 2 {to} 2" in rows(done.stdout)
    for first, again in zip(lines(folder / "first.jsonl"), lines(folder / "again.jsonl"), strict=True):
        assert again["turns"] == first["turns"]


def test_what_cannot_be_read_is_told_and_the_rest_is_written(porfiado, folder):
    (folder / "mixed.jsonl").write_text(f"{json.dumps(TWICE)}\n{{oh no}}\n{json.dumps({'x': 1})}\n")
    done = porfiado("import", "mixed.jsonl", "missing.json", "--out", "out.jsonl")

    assert done.returncode == 2
    assert len(lines(folder / "out.jsonl")) == 1
    assert "mixed.jsonl:2: not JSON" in done.stderr
    assert "mixed.jsonl:3: not a recorded conversation: no key tells its format" in done.stderr
    assert "missing.json: cannot be read: No such file" in done.stderr
    assert "3 record(s) could not be read" in done.stderr


def test_many_problems_are_counted_and_not_all_shown(porfiado, folder):
    (folder / "bad.jsonl").write_text("{oh no}\n" * 500)
    done = porfiado("import", "bad.jsonl", "--out", "out.jsonl")

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) < 30
    assert "500 record(s)" in done.stderr
    assert not (folder / "out.jsonl").exists()


def test_standard_input(porfiado, folder):
    done = porfiado("import", "-", "--out", "out.jsonl", stdin=json.dumps([CHAT, TWICE], indent=1))

    assert done.returncode == 0
    assert len(lines(folder / "out.jsonl")) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["empty", "--out", "o.jsonl"], "empty"),
        (["empty.jsonl", "--out", "o.jsonl"], "nothing was written"),
        (["in", "--out", "no/such/o.jsonl"], "no/such"),
        (["in", "--out", "in"], "is a directory"),
        (["in", "--out", "o.jsonl", "--to", "csv"], "not one of conversations, cases, "),
        (["in", "--out", "o.jsonl", "--format", "zzz"], "zzz"),
        (["in"], "--out"),
    ],
)
def test_wrong_use(porfiado, folder, arguments, told):
    (folder / "empty").mkdir()
    (folder / "empty.jsonl").write_text("\n")
    done = porfiado("import", *arguments)

    assert done.returncode == 2
    assert told in done.stderr
    assert not (folder / "o.jsonl").exists()


def test_an_output_among_the_inputs_is_not_read(porfiado, folder):
    for _ in range(2):
        done = porfiado("import", "in", "--out", "in/out.jsonl")
        assert rows(done.stdout)[1].startswith("conversations 3 ")


def test_a_file_may_be_written_over_itself(porfiado, folder):
    assert porfiado("import", "in/a.jsonl", "--out", "in/a.jsonl").returncode == 0
    assert len(lines(folder / "in" / "a.jsonl")) == 2


def test_traces_are_graded_without_cases_by_what_needs_none(porfiado, folder):
    done = porfiado("grade", "in", "--json", "r.json")

    assert (done.returncode, done.stderr) == (0, "")
    graded = json.loads((folder / "r.json").read_text())["conversations"]
    assert [one["scenario"] for one in graded] == ["brakes", "a.jsonl#2", "b.json.gz#1"]
    assert [one["criteria"]["no_repeated_calls"]["verdict"] for one in graded][:2] == ["pass", "fail"]
    assert graded[0]["criteria"]["goal"]["verdict"] == "not_applicable"


def test_traces_are_graded_against_the_case_that_they_name(porfiado, folder):
    (folder / "suite.yaml").write_text(
        "suite: cars\nscenarios:\n"
        "  - {id: brakes, persona: {goal: to mend my brakes}, path: {must_call: [find_car, mend_car]}}\n"
        "  - {id: other, persona: {goal: to sell my car}}\n"
    )
    done = porfiado("grade", "in/a.jsonl", "--cases", "suite.yaml", "--json", "r.json")
    (first, _) = json.loads((folder / "r.json").read_text())["conversations"]
    assert (done.returncode, done.stderr) == (0, "")  # the criterion is not blocking
    assert first["criteria"]["required_tools"]["verdict"] == "fail"

    (folder / "stranger.jsonl").write_text(json.dumps({**CHAT, "id": "nobody"}))
    done = porfiado("grade", "stranger.jsonl", "--cases", "suite.yaml")
    assert done.returncode == 2
    assert "no case for it: nobody" in done.stderr
