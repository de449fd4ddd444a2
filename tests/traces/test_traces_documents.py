"""Files of any size and layout: windows, long lists, compression, pipes, pieces that are scattered."""

import gzip
import io
import json
import os
import threading

import pytest
from damage import JSON
from hypothesis import given
from hypothesis import strategies as st

from porfiado.records import Conversation, Turn
from porfiado.traces import Format, NotARecordError, formats, load_conversations, load_files
from porfiado.traces.formats import Fragment
from porfiado.traces.layout import LONG_LINE, Shapes, records
from porfiado.traces.problems import RecordError
from porfiado.traces.scanner import BrokenJsonError, Scanner
from porfiado.traces.spool import Spool

CHAT = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
FLOATS = st.floats(allow_nan=False)
VALUES = st.recursive(JSON | FLOATS, lambda inner: st.lists(inner, max_size=3), max_leaves=4)


def load(path, **options):
    problems = []
    return list(load_conversations(path, problems=problems, **options)), problems


def users(loaded):
    return [one.conversation.turns[0].user for one in loaded]


def said(text):
    return [{"role": "user", "content": text}, {"role": "assistant", "content": "ok"}]


# ── the scanner: the window's end may stand anywhere


@given(st.lists(VALUES, min_size=1, max_size=4), st.integers(1, 40), st.sampled_from([None, 1]))
def test_values_are_read_whatever_the_window(values, window, indent):
    text = "\n".join(json.dumps(value, indent=indent, ensure_ascii=False) for value in values)
    scanner = Scanner(io.BytesIO(text.encode()), window)
    found = []
    while scanner.peek():
        found.append(scanner.value())

    assert found == values


@given(st.lists(VALUES, max_size=5), st.integers(1, 20))
def test_lines_are_counted_whatever_the_window(values, window):
    text = "".join(f"\n{json.dumps(value)}\n" for value in values)
    scanner = Scanner(io.BytesIO(text.encode()), window)
    lines = []
    while scanner.peek():
        lines.append(scanner.line)
        scanner.value()

    assert lines == [2 * place + 2 for place in range(len(values))]


@given(st.binary(max_size=30), st.integers(1, 9))
def test_any_bytes_are_values_or_broken_and_the_window_changes_nothing(raw, window):
    def walk(size):
        scanner, found = Scanner(io.BytesIO(raw), size), []
        try:
            while scanner.peek():
                found.append(repr(scanner.value()))
        except BrokenJsonError as error:
            found.append((error.line, error.code))
        return found

    assert walk(window) == walk(1 << 20)


def test_a_broken_place_is_told_by_line_and_column_behind_the_window():
    scanner = Scanner(io.BytesIO(b'[1,\n  "some words that fill the window", oh]'), 8)
    scanner.take("[")
    scanner.value()
    scanner.take(",")
    scanner.value()
    scanner.take(",")
    with pytest.raises(BrokenJsonError) as caught:
        scanner.value()

    assert (caught.value.line, caught.value.detail) == (2, "Expecting value (column 38)")


# ── layouts


def placed(text, name="x.json", slices=(), is_record=lambda values: False):
    def sliced(outline):
        return [key for key in slices if outline.get(key)]

    shapes = Shapes(is_record, frozenset(slices), sliced)
    stream = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return [
        (line, str(value) if isinstance(value, RecordError) else value)
        for line, value in records(stream, name, shapes)
    ]


def test_a_long_list_is_read_element_by_element_with_what_stands_around_it():
    text = '{"before": 1,\n"runs": [\n{"a": 1},\n{"a": 2}\n],\n"after": {"x": [1]}}'

    assert placed(text, slices=("runs",)) == [
        (3, {"before": 1, "runs": [{"a": 1}], "after": {"x": [1]}}),
        (4, {"before": 1, "runs": [{"a": 2}], "after": {"x": [1]}}),
    ]


def test_two_long_lists_in_one_object():
    assert placed('{"a": [1, 2],\n"b": [3]}', slices=("a", "b")) == [
        (1, {"a": [1], "b": []}),
        (1, {"a": [2], "b": []}),
        (2, {"a": [], "b": [3]}),
    ]


def test_a_list_that_is_no_long_one_after_all_is_read_whole():
    shapes = Shapes(lambda values: False, frozenset({"runs"}), lambda outline: [])
    text = b'{"runs": [1, 2, 3],\n "x": 1}\n{"y": 2}'

    assert list(records(io.BytesIO(text), "x.json", shapes)) == [
        (1, {"runs": [1, 2, 3], "x": 1}),
        (3, {"y": 2}),
    ]


def test_what_stands_before_the_break_of_a_long_list_is_read():
    found = placed('{"runs": [\n{"a": 1},\n{"a": ]}', slices=("runs",))

    assert found[:1] == [(2, {"runs": [{"a": 1}]})]
    assert found[1:] == [(3, "x.json:3: not JSON: Expecting value (column 7)")]


def test_documents_one_after_the_other():
    assert placed('{\n"a": 1}\n{\n"b": 2}\n[3]') == [(1, {"a": 1}), (3, {"b": 2}), (5, 3)]


def test_an_array_that_is_itself_one_record():
    found = placed("[1,\n2,\n3]", is_record=lambda values: values[0] == 1)

    assert found == [(1, [1, 2, 3])]


def test_what_is_there_of_a_record_that_breaks_off_is_read():
    found = placed("[1,\n2,\n", is_record=lambda values: True)

    assert found == [(1, [1, 2]), (3, "x.json:3: not JSON: the list is not closed (column 1)")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"a": 1}\noh no\n{"b": 2}\n', "x.jsonl"),
        ('{"a": 1}\n\n{oh no}\n{"b": 2}', "x.json"),
        ('{oh no}\n{"a": 1}\n{"b": 2}', "-"),
        ('{"a": 1}\r\n{oh no}\r\n{"b": 2}\r\n', "x.txt"),
    ],
)
def test_a_record_a_line_is_seen_whatever_the_name(text, name):
    found = placed(text, name)

    assert [value for _, value in found if isinstance(value, dict)] == [{"a": 1}, {"b": 2}]
    assert sum("not JSON" in str(value) for _, value in found) == 1


def test_a_document_in_a_file_called_jsonl():
    assert placed('{\n"a": 1\n}', "x.jsonl") == [(1, {"a": 1})]
    assert placed("[\n1\n]", "x.jsonl.gz") == [(2, 1)]


def test_a_long_document_on_one_line():
    text = json.dumps([{"a": "x" * (LONG_LINE // 2)}] * 3)

    assert [len(value["a"]) for _, value in placed(text)] == [LONG_LINE // 2] * 3


@given(st.binary(max_size=60), st.sampled_from(["x.json", "x.jsonl"]))
def test_any_bytes_are_records_or_problems(raw, name):
    placed(raw, name, slices=("a",))


@given(st.text(st.sampled_from('{}[]",:a1\n '), max_size=25))
def test_any_almost_json_is_records_or_problems(text):
    placed(text, slices=("a",), is_record=lambda values: values == [1])


# ── where it comes from


def test_compressed_files(tmp_path):
    lines = "".join(json.dumps(said(f"n{number}")) + "\n" for number in range(3))
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    (tmp_path / "misnamed.json").write_bytes(gzip.compress(json.dumps(CHAT, indent=1).encode()))

    loaded, problems = load(tmp_path / "a.jsonl.gz")
    assert (users(loaded), problems) == (["n0", "n1", "n2"], [])
    assert users(load(tmp_path / "misnamed.json")[0]) == ["hi"]


def test_a_compressed_file_that_breaks_off(tmp_path):
    text = "".join(json.dumps(said(os.urandom(300).hex())) + "\n" for _ in range(200))
    whole = gzip.compress(text.encode())
    (tmp_path / "a.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "b.jsonl.gz").write_bytes(whole[:9] + b"\xff\xfe" * 30 + whole[40:])

    loaded, problems = load(tmp_path / "a.jsonl.gz")
    assert loaded
    assert [problem.code for problem in problems] == ["file"]
    assert {problem.code for problem in load(tmp_path / "b.jsonl.gz")[1]} == {"file"}


def test_a_pipe_is_read_although_it_has_no_way_back(tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(json.dumps([CHAT, CHAT], indent=1)))
    writer.start()
    loaded, problems = load(pipe)
    writer.join()

    assert (users(loaded), problems) == (["hi", "hi"], [])


# ── records


def test_lines_may_be_bare_lists_of_messages(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(said(text)) + "\n" for text in ("one", "two")))
    loaded, problems = load(path)

    assert problems == []
    assert [(one.line, one.index, one.format) for one in loaded] == [
        (1, 0, "openai-chat"),
        (2, 1, "openai-chat"),
    ]


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_may_be_one_list_of_messages_or_many(tmp_path, indent):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(CHAT * 4, indent=indent))
    assert [len(one.conversation.turns) for one in load(path)[0]] == [4]

    path.write_text(json.dumps([CHAT, said("two"), {"messages": said("three")}], indent=indent))
    assert users(load(path)[0]) == ["hi", "two", "three"]


def test_a_list_of_messages_that_breaks_off_is_read_as_far_as_it_goes(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(CHAT * 4, indent=1)[:-8])
    loaded, problems = load(path)

    assert [len(one.conversation.turns) for one in loaded] == [4]
    assert [problem.code for problem in problems] == ["json"]


@pytest.fixture
def with_format(monkeypatch):
    def register(form):
        known = formats.all_formats()
        for module in ("porfiado.traces.formats", "porfiado.traces.load"):
            monkeypatch.setattr(f"{module}.all_formats", lambda: (*known, form))

    return register


def read_words(record):
    if record["words"] == [13]:
        raise NotARecordError("unlucky")
    if record["words"] == [0]:
        record["nothing"]
    return (Conversation(turns=(Turn(user=str(record["words"])),)),)


@pytest.mark.parametrize(("name", "indent"), [("x.json", 1), ("x.jsonl", None)])
def test_a_bad_element_of_a_long_list_costs_no_other(tmp_path, with_format, name, indent):
    def recognises(record):
        return isinstance(record, dict) and "words" in record

    with_format(Format("words", recognises, read_words, slices=("words",)))
    path = tmp_path / name
    path.write_text(json.dumps({"words": [1, 13, 0, 2]}, indent=indent) + "\n")
    loaded, problems = load(path)

    assert [(one.index, one.conversation.turns[0].user) for one in loaded] == [(0, "[1]"), (3, "[2]")]
    assert [(problem.code, problem.line) for problem in problems] == [
        ("shape", 4 if indent else 1),
        ("format", 5 if indent else 1),
    ]
    assert "words: KeyError: 'nothing'" in str(problems[1])


def test_scattered_pieces_come_together_in_their_order(tmp_path, with_format):
    def fragments(record):
        for group, order in record["piece"]:
            yield Fragment(group, order, [group, order])

    def read(values):
        if values[0][0] == "bad":
            raise NotARecordError("a bad group")
        return (Conversation(turns=tuple(Turn(user=str(value)) for value in values)),)

    def recognises(record):
        return isinstance(record, dict) and "piece" in record

    with_format(Format("pieces", recognises, read, fragments=fragments))
    path = tmp_path / "x.jsonl"
    path.write_text(
        "\n".join(
            json.dumps(record)
            for record in (
                {"piece": [["b", 2.5], ["a", 9]]},
                {"messages": CHAT},
                {"piece": [["bad", 1]]},
                {"piece": [["a", -1], ["b", 0], ["\ud800", 0]]},
                {"piece": [3]},
            )
        )
    )
    loaded, problems = load(path)

    assert [(one.format, one.line, len(one.conversation.turns)) for one in loaded] == [
        ("openai-chat", 2, 1),
        ("pieces", 1, 2),
        ("pieces", 1, 2),
        ("pieces", 4, 1),
    ]
    assert [turn.user for turn in loaded[1].conversation.turns] == ["['b', 0]", "['b', 2.5]"]
    assert [(problem.line, problem.code) for problem in problems] == [(5, "format"), (3, "shape")]


def test_the_spool_keeps_values_as_they_are():
    spool = Spool()
    values = [float("inf"), 2**80, "\ud800", None, {"a": [1.5]}]
    spool.add("f", "x.json", 1, 0, [Fragment("g", 0.0, value) for value in values])

    (group,) = spool.groups()
    assert group.values == values
    spool.close()


@pytest.mark.parametrize("form", formats.all_formats(), ids=lambda form: form.name)
def test_a_format_that_was_asked_for_and_is_not_there_is_told(tmp_path, form):
    path = tmp_path / "x.jsonl"
    path.write_text('{"x": 1}\n3\n[7]\n"words"\nnull\n[]\n')
    loaded, problems = load(path, as_format=form)

    assert not [turn for one in loaded for turn in one.conversation.turns if turn.user or turn.steps]
    assert {problem.code for problem in problems} <= {"shape"}
    assert {2, 4, 5} <= {problem.line for problem in problems}


def test_words_alone_are_read_as_the_format_that_was_asked_for(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"messages": CHAT}))

    assert [one.format for one in load(path, as_format=formats.named_format("anthropic"))[0]] == ["anthropic"]


def test_a_folder_of_a_session_is_one_conversation(tmp_path):
    folder = tmp_path / "messages"
    folder.mkdir()
    texts = [f"words {number}" for number in range(12)]
    for number, text in enumerate(texts):
        role = "assistant" if number % 2 else "user"
        record = {"message": {"role": role, "content": [{"text": text}]}, "message_id": number}
        (folder / f"message_{number}.json").write_text(json.dumps({**record, "redact_message": None}))
    (folder / "agent.json").write_text('{"agent_id": "a", "state": {}, "conversation_manager_state": {}}')
    problems = []
    (one,) = load_files(sorted(folder.iterdir()), problems=problems)

    assert problems == []
    assert [turn.agent for turn in one.conversation.turns] == texts[1::2]
