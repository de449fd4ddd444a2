"""Traces of other software, which stand beside the project: nothing of a file is missing in the record."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from porfiado.traces import dumps, load_conversations

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "traces"
SPANS = sorted(FOLDER.glob("*_spans.json"))

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared traces are not beside this clone")


def conversations(path):
    return [one.conversation for one in load_conversations(path)]


def calls_of(found):
    return [call for one in found for turn in one.turns for step in turn.steps or () for call in step.calls]


def plain(value):
    """A value with JSON in its texts read, however often it was written into a text."""
    if isinstance(value, str):
        try:
            inner = json.loads(value)
        except ValueError:
            return value
        return value if isinstance(inner, int | float | str | bool | None) else plain(inner)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def walk(value):
    yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(item)


def test_tau_bench_runs_are_read_whole():
    path = FOLDER / "taubench-results.json"
    runs, found = json.loads(path.read_text()), conversations(path)

    assert len(found) == len(runs)
    for run, one in zip(runs, found, strict=True):
        asked = [call["function"] for message in run["traj"] for call in message.get("tool_calls") or ()]
        made = calls_of([one])
        assert [(call.name, call.arguments) for call in made] == [
            (call["name"], json.loads(call["arguments"])) for call in asked
        ]
        results = [message["content"] for message in run["traj"] if message["role"] == "tool"]
        assert Counter(call.result for call in made if call.answered is not False) == Counter(results)
        assert sum(call.error is not None for call in made) == sum(
            result.startswith("Error:") for result in results
        )
        text = plain(json.loads(dumps(one)))
        said = "\n".join(item for item in walk(text) if isinstance(item, str))
        for message in run["traj"]:
            if message["role"] in ("user", "assistant") and message["content"]:
                assert message["content"] in said
        assert (one.scenario, one.trial, one.origin["reward"]) == (
            str(run["task_id"]), run["trial"] + 1, run["reward"],
        )  # fmt: skip


@pytest.mark.parametrize("path", SPANS, ids=lambda path: path.stem)
def test_every_message_of_the_spans_is_in_the_record(path):
    records = plain([json.loads(dumps(one)) for one in conversations(path)])
    held = squeezed("".join(item for item in walk(records) if isinstance(item, str))) + squeezed(str(records))
    missing = [text for text in texts_of(plain(json.loads(path.read_text()))) if squeezed(text) not in held]

    assert missing == []


def texts_of(value):
    """The words of messages: `content` of a part or a message, `text` of a part."""
    for item in walk(value):
        if isinstance(item, dict) and ("role" in item or item.get("type") == "text"):
            for key in ("content", "text"):
                if isinstance(item.get(key), str) and item[key].strip():
                    yield item[key]


def squeezed(text):
    """Letters and digits only, so that layout does not count."""
    return re.sub(r"\W+", "", text)
