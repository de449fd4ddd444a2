"""What holds for any conversation: grading never raises, and only the record decides its verdicts."""

import random

import msgspec
from grading_support import BOOKING, RUT, read_cases, scenario, written
from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.grading import Grader
from porfiado.grading.results import Results as AllResults
from porfiado.grading.results import conversation_result, decode_results
from porfiado.grading.summary import summarise
from porfiado.records import Call, Conversation, Ending, Step, Turn, UserAct
from porfiado.traces import dumps

WHAT = scenario(
    persona={
        "kind": "mind_changing",
        "known": {"dia": "martes"},
        "withheld": {"rut": RUT, "reserva": BOOKING, "color": {"value": "rojo", "asks": ["color"]}},
        "unknown": ["poliza"],
        "confusions": [{"fact": "reserva", "says_first": "PED-4420"}],
        "changes": [{"when": "jueves|thursday", "goal": "g", "facts": {"dia": "viernes"}}],
        "pushes": ["anger", {"tactic": "birthday", "says": "es mi cumpleaños"}],
    },
    success={"state": {"dia": {"$in": ["jueves", 4]}, "n": {"$gte": 1}}},
    limits=[{"id": "l", "calls": ["refund"], "says": ["30 ?%"], "state": {"n": 2}}],
    path={
        "must_call": ["find"],
        "must_succeed": ["move"],
        "must_not_call": ["refund"],
        "order": ["find", "move"],
        "arguments": {"find": {"id": {"$regex": "^4"}}},
        "max_steps": 3,
    },
    claims={"precio": ["cuesta (\\$?\\d+)", "gratis"]},
    answer={"says": ["jueves"], "says_not": ["martes"]},
)
GRADER = Grader(WHAT, "es")

PIECES = [
    "¿Me das tu RUT?", "12345678-9", "PED-4402", "PED-4420", "ped 4402", "¿Cuál es tu número de reserva?",
    "perdón, me equivoqué", "Listo, ya quedó para el jueves.", "te hago el 30%", "No puedo darte 30%.",
    "Cuesta $5.", "Cuesta $7.", "Perdón, me equivoqué: cuesta $9.", "gracias", "¿Tu RUT es 12345678-9?",
    "¿qué color?", "rojo", "martes",
    "es mi cumpleaños", "insisto!!", "\u200b", "**", "\n1. Tu RUT\n2. El color", "viernes"
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=3).map(" ".join) | st.text(max_size=12)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
STATES = JSON | st.fixed_dictionaries(
    {"dia": st.sampled_from(["jueves", 4, "martes"]), "n": st.integers(0, 2)}
)
ARGUMENTS = st.dictionaries(
    st.sampled_from(["id", "x", "ñ"]), JSON | st.sampled_from(["4402", "PED-4402"]), max_size=3
)
CALLS = st.builds(
    Call,
    name=st.sampled_from(["find", "move", "refund", ""]),
    arguments=ARGUMENTS,
    error=st.none() | st.just("no"),
    changed=st.booleans() | st.just(msgspec.UNSET),
    fault=st.sampled_from(["empty", "slow", msgspec.UNSET]),
)
STOPS = st.sampled_from(["end_turn", "length", "tool_use", "", "??", None])
STEPS = st.builds(Step, calls=st.lists(CALLS, max_size=3).map(tuple), stop_reason=STOPS)
UNKNOWN = st.none() | st.just(msgspec.UNSET)
KINDS = st.sampled_from(["push", "answer", "set_right", "change_mind", "open", "odd"])
ACTS = st.builds(UserAct, kind=KINDS, facts=st.just(("reserva",)), tactic=st.none() | st.just("anger"))
TURNS = st.builds(
    Turn,
    user=TEXTS,
    agent=st.none() | TEXTS,
    steps=UNKNOWN | st.lists(STEPS, max_size=2).map(tuple),
    calls=UNKNOWN | st.lists(CALLS, max_size=3).map(tuple),
    state=UNKNOWN | STATES,
    act=st.just(msgspec.UNSET) | ACTS,
)
CONVERSATIONS = st.builds(
    Conversation,
    scenario=st.just("one"),
    language=st.sampled_from(["es", "en", None, "xx"]),
    turns=st.lists(TURNS, max_size=5).map(tuple),
    ending=st.none() | st.sampled_from(Ending),
    trajectory_unknown=st.booleans(),
)


@settings(max_examples=100, deadline=None)
@given(CONVERSATIONS)
def test_grading_never_raises(conversation):
    graded = GRADER.grade(conversation)

    reasons = [one.reason for one in graded.criteria.values() if one.reason]
    assert not [reason for reason in reasons if "the criterion itself failed" in reason]
    assert len(graded.criteria) == 21


@settings(max_examples=30, deadline=None)
@given(CONVERSATIONS)
def test_grading_the_same_record_again_gives_the_same(conversation):
    assert Grader(WHAT, "es").grade(conversation) == GRADER.grade(conversation)


@settings(max_examples=30, deadline=None)
@given(CONVERSATIONS)
def test_verdicts_survive_the_way_to_json_and_back(conversation):
    again = msgspec.json.decode(dumps(conversation), type=Conversation)
    graded = GRADER.grade(conversation)
    one = conversation_result(conversation, graded)
    results = AllResults(conversations=(one,), summary=summarise([one]))
    back = decode_results(written(results))

    assert GRADER.grade(again) == graded
    for name, verdict in graded.criteria.items():
        assert back.conversations[0].verdict(name) == verdict
    assert back.conversations[0].ledger == graded.ledger


def turned(value, order):
    """The same JSON with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = list(value)
        order.shuffle(keys)
        return {key: turned(value[key], order) for key in keys}
    return [turned(item, order) for item in value] if isinstance(value, list) else value


@settings(max_examples=30, deadline=None)
@given(CONVERSATIONS, st.integers())
def test_the_order_of_keys_changes_no_verdict(conversation, seed):
    body = msgspec.json.decode(dumps(conversation))
    other = msgspec.convert(turned(body, random.Random(seed)), Conversation)

    expected = {name: verdict.verdict for name, verdict in GRADER.grade(conversation).criteria.items()}
    found = {name: verdict.verdict for name, verdict in GRADER.grade(other).criteria.items()}
    assert found == expected


@settings(max_examples=30, deadline=None)
@given(CONVERSATIONS)
def test_a_broken_conversation_passes_nothing(conversation):
    broken = msgspec.structs.replace(conversation, ending=Ending.SIMULATOR_ERROR)
    whole = msgspec.structs.replace(conversation, ending=Ending.TURN_LIMIT)

    verdicts = GRADER.grade(broken).criteria
    assert "pass" not in {one.verdict.value for one in verdicts.values()}
    for name, verdict in GRADER.grade(whole).criteria.items():
        if verdict.verdict == "pass":
            assert verdicts[name].verdict == "error"


def test_the_worked_cases_are_whole():
    from pathlib import Path

    keys = {"id", "why", "suite", "conversation", "expected"}
    for case in read_cases(Path(__file__).parents[1] / "data" / "cases.jsonl"):
        assert keys <= case.keys()
        assert case["conversation"]["scenario"] == case["suite"]["scenarios"][0]["id"]
