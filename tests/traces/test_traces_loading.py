"""Reading files of recorded conversations: every format, every layout, every kind of damage."""

import json

import pytest

from porfiado.records import Call, Conversation, Ending, Step, Turn, Usage
from porfiado.traces import (
    NotARecordError,
    RecordError,
    UnreadableRecordsError,
    format_of,
    formats,
    load_conversations,
    named_format,
)

NATIVE = {"scenario": "a", "turns": [{"user": "hi", "agent": "hello"}], "ending": "goal_met"}
LESSON = {"id": "b", "turnos": [{"rol": "usuario", "texto": "hola"}, {"rol": "agente", "texto": "¿sí?"}]}
TRAJECTORY = {
    "id": "c",
    "llamadas": [],
    "pasos": 1,
    "tokens": 90,
    "stop_reason": "end_turn",
    "respuesta": "ok",
}


@pytest.fixture
def written(tmp_path):
    def write(text, name="records.jsonl"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def load(path, **options):
    problems = []
    return list(load_conversations(path, problems=problems, **options)), problems


def lines(*records):
    return "\n".join(record if isinstance(record, str) else json.dumps(record) for record in records) + "\n"


# ── layouts


def test_one_record_a_line_in_mixed_formats(written):
    loaded, problems = load(written(lines(NATIVE, LESSON, "", TRAJECTORY)))

    assert problems == []
    assert [(one.line, one.index, one.format, one.conversation.scenario) for one in loaded] == [
        (1, 0, "porfiado", "a"),
        (2, 1, "lesson-conversation", "b"),
        (4, 2, "lesson-trajectory", "c"),
    ]
    assert loaded[2].conversation.usage == Usage(total_tokens=90)


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array(written, indent):
    loaded, problems = load(written(json.dumps([NATIVE, LESSON], indent=indent), "records.json"))

    assert problems == []
    assert [one.conversation.scenario for one in loaded] == ["a", "b"]
    assert loaded[1].line == (1 if indent is None else 12)


@pytest.mark.parametrize("name", ["one.json", "one.txt"])
def test_one_record_over_several_lines(written, name):
    loaded, problems = load(written("\n" + json.dumps(NATIVE, indent=2), name))

    assert problems == []
    assert [(one.line, one.conversation.scenario) for one in loaded] == [(2, "a")]


def test_json_file_with_one_record_a_line(written):
    loaded, _ = load(written(lines(NATIVE, NATIVE), "records.json"))

    assert len(loaded) == 2


def test_byte_order_mark(written):
    for name, text in (("r.jsonl", lines(NATIVE)), ("r.json", json.dumps([NATIVE]))):
        assert len(load(written(b"\xef\xbb\xbf" + text.encode(), name))[0]) == 1


@pytest.mark.parametrize("text", ["", "\n \n", "[]", "[ ]\n"])
def test_nothing_in_the_file(written, text):
    assert load(written(text, "records.json")) == ([], [])


def test_a_file_is_read_as_it_is_asked_for(written):
    stream = load_conversations(written(lines(NATIVE, "not json", NATIVE)))

    assert next(stream).line == 1
    assert next(stream).line == 3
    with pytest.raises(UnreadableRecordsError, match=r"records\.jsonl:2: not JSON") as caught:
        next(stream)
    assert len(caught.value.problems) == 1


# ── damage: what is wrong, where, and that nothing else is lost


@pytest.mark.parametrize(
    ("bad", "code", "detail"),
    [
        ("{", "json", "double quotes"),
        ("[1]", "shape", "a list of none of the known kinds"),
        ("3", "shape", "an object is expected, not a number"),
        ("null", "shape", "an object is expected, not null"),
        ('{"x": 1, "y": 2}', "shape", "it has 'x', 'y'; the known formats are porfiado"),
        ("{}", "shape", "it has none"),
        ('{"turns": 3}', "shape", "Expected `array`, got `int` - at `$.turns`"),
        ('{"turns": [{"agent": "a"}]}', "shape", "missing required field `user` - at `$.turns[0]`"),
        ('{"turns": [], "ending": "bored"}', "shape", "Invalid enum value 'bored' - at `$.ending`"),
        ('{"turns": [{"user": "a", "calls": [{"name": 1}]}]}', "shape", "`$.turns[0].calls[0].name`"),
        ('{"turnos": {}}', "shape", "turnos: a list is expected"),
        ('{"turnos": ["hola"]}', "shape", "turnos[0]: an object with 'rol' and 'texto'"),
        ('{"turnos": [{"rol": "jefe", "texto": ""}]}', "shape", "turnos[0].rol: 'usuario' or 'agente'"),
        ('{"turnos": [{"rol": "usuario"}]}', "shape", "turnos[0].texto: a text is expected, not None"),
        ('{"turnos": [], "termino": "aburrido"}', "shape", "termino: one of objetivo_cumplido"),
        ('{"turnos": [], "termino": 3}', "shape", "termino: one of"),
        ('{"llamadas": [{}]}', "shape", "llamadas[0]: an object with 'nombre'"),
        ('{"llamadas": [{"nombre": "a", "error": 3}]}', "shape", "llamadas[0].error: true or false"),
        ('{"llamadas": [], "pasos": "dos"}', "shape", "pasos: a number of steps is expected, not 'dos'"),
        ('{"llamadas": [], "pasos": true}', "shape", "pasos: a number of steps"),
        ('{"llamadas": [], "pasos": -1}', "shape", "pasos: a number of steps"),
        ('{"llamadas": [{"nombre": "a"}], "pasos": 0}', "shape", "pasos: 0 steps, but 1 calls"),
        ('{"llamadas": [], "respuesta": 3}', "shape", "respuesta: a text is expected, not 3"),
        ("[" * 100_000, "json", "nested too deeply"),
    ],
)
def test_a_bad_line_is_named_and_costs_no_other(written, bad, code, detail):
    loaded, problems = load(written(lines(NATIVE, bad, LESSON)))

    assert [one.index for one in loaded] == [0, 2]
    assert [(one.line, one.code) for one in problems] == [(2, code)]
    assert detail in problems[0].detail


def test_bytes_that_are_no_utf8(written):
    loaded, problems = load(written(lines(NATIVE).encode() + b'{"turns": [{"user": "\xff"}]}\n'))

    assert len(loaded) == 1
    assert str(problems[0]).endswith("records.jsonl:2: not UTF-8: byte 0xff")


def test_no_utf8_in_a_document(written):
    _, problems = load(written(b'[\n{"turns": "\xff"}]', "records.json"))

    assert [(one.line, one.code) for one in problems] == [(2, "encoding")]


@pytest.mark.parametrize(
    ("text", "read", "line", "detail"),
    [
        (f"[{json.dumps(NATIVE)},\n{{]", 1, 2, "double quotes"),
        (f"[{json.dumps(NATIVE)}\n{json.dumps(NATIVE)}]", 1, 2, "Expecting ',' delimiter"),
        (f"[\n{json.dumps(NATIVE)},\n", 1, 3, "not closed"),
    ],
)
def test_an_array_that_breaks_off(written, text, read, line, detail):
    loaded, problems = load(written(text, "records.json"))

    assert len(loaded) == read
    assert [one.line for one in problems] == [line]
    assert detail in problems[0].detail


def test_a_document_that_breaks_off(written):
    _, problems = load(written('{\n "turns": [],\n "x"\n}', "records.json"))

    assert str(problems[0]).endswith("records.json:4: not JSON: Expecting ':' delimiter (column 1)")


def test_a_document_nested_too_deeply(written):
    _, problems = load(written('{"x":\n' + "[" * 100_000, "records.json"))

    assert [(one.line, one.code) for one in problems] == [(2, "json")]


def test_a_file_that_is_not_there(tmp_path):
    _, problems = load(tmp_path / "none.jsonl")

    assert str(problems[0]) == f"{tmp_path}/none.jsonl: cannot be read: No such file or directory"
    assert load(tmp_path)[1][0].code == "file"


def test_problems_in_spanish():
    problem = RecordError("a.jsonl", 3, "json", "x")

    assert problem.render("es") == "a.jsonl:3: no es JSON: x"
    assert problem.render("xx") == "a.jsonl:3: not JSON: x"


def test_nan_and_lone_surrogates_are_let_through(written):
    loaded, problems = load(written('{"turns": [{"user": "\\ud800", "state": {"x": NaN}}]}\n'))

    assert problems == []
    assert loaded[0].conversation.turns[0].user == "\ud800"


# ── the lessons' records


def spanish(record):
    (conversation,) = format_of(record).read(record)
    return conversation


def test_messages_in_a_row_are_one():
    told = [
        ("usuario", "hola"),
        ("usuario", "soy ana"),
        ("agente", "Hola."),
        ("agente", "¿RUT?"),
        ("usuario", "no"),
    ]
    record = {"turnos": [{"rol": role, "texto": text} for role, text in told], "termino": "usuario_abandono"}

    assert spanish(record) == Conversation(
        turns=(Turn(user="hola\nsoy ana", agent="Hola.\n¿RUT?"), Turn(user="no")), ending=Ending.USER_LEFT
    )


def test_the_agent_may_speak_first():
    record = {"turnos": [{"rol": "Agente", "texto": "Hola"}, {"rol": "usuario", "texto": "hola"}]}

    assert [turn.user for turn in spanish(record).turns] == ["", "hola"]


@pytest.mark.parametrize(
    ("last", "turns", "closing"),
    [
        ("[LISTO]", 1, "[LISTO]"),
        ("gracias [LISTO]", 2, "[LISTO]"),
        ("[ME VOY]", 1, "[ME VOY]"),
        ("chao", 2, None),
    ],
)
def test_a_closing_token_is_no_message(last, turns, closing):
    record = {"turnos": [*LESSON["turnos"], {"rol": "usuario", "texto": last}]}
    conversation = spanish(record)

    assert (len(conversation.turns), conversation.closing) == (turns, closing)


def test_a_token_quoted_by_the_agent_closes_nothing():
    record = {"turnos": [{"rol": "usuario", "texto": "hola"}, {"rol": "agente", "texto": "Diga [LISTO]."}]}

    assert spanish(record).closing is None
    assert spanish(record).turns[0].agent == "Diga [LISTO]."


@pytest.mark.parametrize("word", ["objetivo_cumplido", "Objetivo_Cumplido", "goal_met"])
def test_endings(word):
    assert spanish({"turnos": [], "termino": word}).ending is Ending.GOAL_MET


@pytest.mark.parametrize(("key", "value"), [("id", 7), ("caso", "7"), ("escenario", "7")])
def test_the_scenario_is_named_by(key, value):
    assert spanish({"turnos": [], key: value}).scenario == "7"


def named(*names):
    return [{"nombre": name, "entrada": {"n": i}, "error": False} for i, name in enumerate(names)]


@pytest.mark.parametrize(
    ("names", "count", "layout"),
    [
        ("", 1, [""]),
        ("a", 2, ["a", ""]),
        ("ab", 2, ["ab", ""]),
        ("ab", 4, ["a", "b", "", ""]),
        ("abcd", 3, ["a", "bcd", ""]),
        ("ab", 1, ["ab"]),
        ("", 0, []),
        ("a", 2.0, ["a", ""]),
    ],
)
def test_calls_are_laid_into_the_counted_steps(names, count, layout):
    steps = spanish({"llamadas": named(*names), "pasos": count, "stop_reason": "max_pasos"}).turns[0].steps

    assert ["".join(call.name for call in step.calls) for step in steps] == layout
    assert [step.stop_reason for step in steps][-1:] == ["max_pasos"][: len(layout)]


def test_a_trajectory_without_steps_has_calls():
    turn = spanish({"llamadas": named("a"), "respuesta": "ok", "pregunta": "¿?"}).turns[0]

    assert turn.calls == (Call(name="a", arguments={"n": 0}),)
    assert not isinstance(turn.steps, tuple)
    assert (turn.user, turn.agent) == ("¿?", "ok")


@pytest.mark.parametrize(
    ("given", "error"), [(False, None), (None, None), (True, "error"), ("no está", "no está"), ("", None)]
)
def test_errors_of_calls(given, error):
    record = {"llamadas": [{"nombre": "a", "entrada": {}, "error": given}]}

    assert spanish(record).turns[0].calls[0].error == error


@pytest.mark.parametrize(("given", "arguments"), [(None, {}), ({"a": 1}, {"a": 1}), ("x", {"entrada": "x"})])
def test_arguments_of_calls(given, arguments):
    assert spanish({"llamadas": [{"nombre": "a", "entrada": given}]}).turns[0].calls[0].arguments == arguments


def test_steps_without_reason():
    assert spanish({"pasos": 1, "stop_reason": ""}).turns[0].steps == (Step(),)


# ── formats of others


class Entry:
    name = "mine"
    value = "somewhere:mine"

    def __init__(self, loaded):
        self._loaded = loaded

    def load(self):
        return self._loaded


@pytest.fixture
def entry(monkeypatch):
    def install(loaded):
        monkeypatch.setattr(formats, "entry_points", lambda group: [Entry(loaded)])
        formats.all_formats.cache_clear()

    yield install
    monkeypatch.undo()
    formats.all_formats.cache_clear()


def test_a_format_from_elsewhere(entry, written):
    entry(
        formats.Format(
            "mine", formats.has_any("chat"), lambda record: (Conversation(scenario=record["chat"]),)
        )
    )

    loaded, _ = load(written('{"chat": "x"}\n'))
    assert (loaded[0].format, loaded[0].conversation.scenario) == ("mine", "x")


def test_an_entry_that_is_no_format(entry):
    entry(print)

    with pytest.raises(TypeError, match=r"'mine' .* is no Format"):
        formats.all_formats()


def test_a_format_that_is_asked_for(written):
    loaded, problems = load(written(lines(NATIVE, "[]")), as_format=named_format("porfiado"))

    assert len(loaded) == 1
    assert problems[0].code == "shape"
    with pytest.raises(KeyError):
        named_format("none")
    with pytest.raises(NotARecordError):
        format_of("text")
