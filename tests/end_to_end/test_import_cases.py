"""From traces to cases as a person types it; a case that is run again comes to the same verdicts."""

import json

import pytest
from ruamel.yaml import YAML

CLERK = ("--agent", "reference:clerk", "--quiet")
SAME = ("goal", "limits", "elicitation", "required_tools", "forbidden_tools", "tool_order", "tool_arguments")
CHAT = [
    {"role": "user", "content": "hi, i need to move my dog's visit, i'm Rosa Melo"},
    {"role": "assistant", "content": "Sure, Rosa. What's your booking number?"},
    {"role": "user", "content": "it's VET-2210"},
    {"role": "assistant", "content": "Thanks. Which day would you like?"},
    {"role": "user", "content": "friday please"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "a",
                "type": "function",
                "function": {"name": "move_visit", "arguments": '{"visit": "VET-2210", "day": "friday"}'},
            }
        ],
    },
    {"role": "tool", "tool_call_id": "a", "content": "moved"},
    {"role": "assistant", "content": "Done, your visit is on Friday now."},
]


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": CHAT}))
    return path


@pytest.mark.parametrize(
    ("suite", "world"),
    [("citas", "porfiado.suites.citas.world:Clinica"), ("orders", "porfiado.suites.orders.world:Shop")],
)
def test_a_case_that_is_run_again_comes_to_the_same_verdicts(porfiado, tmp_path, suite, world):
    assert porfiado("run", suite, *CLERK, "--export", "first.jsonl").returncode == 0
    made = porfiado(
        *("import", "first.jsonl", "--to", "cases", "--world", world),
        *("--keep-personal-data", "--out", "cases.yaml"),
    )
    assert made.returncode == 0, made.stderr

    again = porfiado("run", "cases.yaml", *CLERK, "--json", "again.json")

    assert again.returncode == 0, again.stdout + again.stderr
    results = json.loads((tmp_path / "again.json").read_text())["conversations"]
    red = [
        (one["scenario"], name)
        for one in results
        for name, verdict in one["criteria"].items()
        if verdict["verdict"] in ("fail", "error") and name in SAME
    ]
    assert red == []


def test_against_a_replay_of_the_agent_the_user_says_the_same_things(porfiado, tmp_path, chat):
    replies = [one["content"] for one in CHAT if one["role"] == "assistant" and one["content"]]
    (tmp_path / "replay.py").write_text(
        "class Agent:\n"
        "    def __init__(self):\n        self.said = iter(REPLIES)\n"
        "    def __call__(self, message, history):\n        return next(self.said)\n"
        f"REPLIES = {replies + ['Bye.'] * 9!r}\n"
    )
    assert (
        porfiado("import", chat, "--to", "cases", "--keep-personal-data", "--out", "cases.json").returncode
        == 0
    )

    porfiado("run", "cases.json", "--agent", "replay:Agent", "--export", "out.jsonl")

    turns = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])["turns"]
    said = [one["user"].lower() for one in turns]
    assert said[0] == CHAT[0]["content"].lower()
    assert "vet-2210" in said[1]
    assert "friday" in said[2]
    assert "friday" not in said[1]


def test_what_is_written_is_a_suite_without_personal_data(porfiado, tmp_path, chat):
    made = porfiado("import", chat, "--to", "cases", "--out", "mine.yaml")

    assert made.returncode == 0
    assert "to_review" in made.stdout
    text = (tmp_path / "mine.yaml").read_text()
    assert YAML(typ="safe").load(text)["suite"] == "mine"
    assert not [secret for secret in ("Rosa", "Melo", "2210") if secret in text]
    assert porfiado("lint", "mine.yaml").returncode in (0, 1)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--to", "cases", "--out", "x.txt"], "a suite ends in"),
        (["--to", "cases", "--out", "x.yaml", "--world", "nowhere:World"], "nowhere"),
        (["--to", "conversations", "--out", "x.jsonl", "--world", "a:B"], "--to cases"),
        (["--to", "conversations", "--out", "x.jsonl", "--keep-personal-data"], "--to cases"),
    ],
)
def test_wrong_use_is_said(porfiado, tmp_path, chat, options, says):
    result = porfiado("import", chat, *options)

    assert result.returncode == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["chat.json"]
