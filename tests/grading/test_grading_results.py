"""Results and summaries: the contract's shape, there and back."""

import json

import jsonschema
import msgspec
import pytest
from grading_support import BOOKING, RUT, call, graded, scenario, stepped, turn, written

from porfiado.cases import Kind
from porfiado.grading import Grader
from porfiado.grading.recorded import pair
from porfiado.grading.results import (
    ConversationResult,
    Results,
    Usage,
    conversation_result,
    decode_results,
    flatten,
    schema_of_results,
    unflatten,
)
from porfiado.grading.summary import summarise
from porfiado.records import Conversation, Ending, FactLedger, Outcome, Step, Verdict
from porfiado.statistics import clustered_rate, wilson
from porfiado.traces import RecordError, load_conversations

WHAT = scenario(
    persona={"withheld": {"rut": RUT, "reserva": BOOKING}},
    success={"state": {"day": "thu"}},
    path={"must_not_call": ["refund"]},
)


def result_of(*turns, **options):
    conversation = Conversation(scenario="one", turns=turns, language="es", **options)
    return conversation_result(conversation, Grader(WHAT).grade(conversation))


def results(*conversations):
    return Results(
        run="r1", suite="s", agent="a", conversations=conversations, summary=summarise(conversations)
    )


def made(
    name="x", trial=1, *, goal="pass", elicitation=None, turns=3, ending=Ending.GOAL_MET, delivered=2, drift=0
):
    """A result by hand."""
    criteria = {"goal": {"verdict": goal, "blocking": True}}
    if elicitation is not None:
        word = "pass" if elicitation == 1 else "fail"
        criteria["elicitation"] = {"verdict": word, "value": elicitation}
    return ConversationResult(
        scenario=name,
        trial=trial,
        ending=ending,
        turns=turns,
        criteria=criteria,
        ledger={"rut": FactLedger(withheld=True, delivered=delivered)},
        drift={"volunteered": drift},
        usage=Usage(),
    )


# ── one conversation


def test_the_contracts_shape():
    steps = stepped(call("move"))
    steps = (*steps[:-1], Step(stop_reason="end_turn", input_tokens=310, output_tokens=25))
    one = result_of(
        turn("hola", "¿Me das tu RUT?", state={"day": "tue"}),
        turn("12345678-9", "¿Tu número de reserva?"),
        turn("PED-4402", "Listo, tu hora quedó cambiada.", steps=steps, state={"day": "thu"}),
        ending=Ending.GOAL_MET,
    )
    body = json.loads(msgspec.json.encode(one))

    assert body["criteria"]["goal"] == {
        "verdict": "pass",
        "blocking": True,
        "value": True,
        "turn": 3,
        "evidence": 'since turn 3 the state satisfies {"day":"thu"}',
    }
    assert body["criteria"]["elicitation"] == {"verdict": "pass", "value": 1.0}
    assert body["criteria"]["reasks"] == {"verdict": "pass", "value": 0, "reasks_after_failure": 0}
    assert body["criteria"]["turns_to_goal"] == {
        "verdict": "pass",
        "value": 3,
        "turn": 3,
        "turn_efficiency": 1.0,
    }
    assert body["criteria"]["contradictions"] == {
        "verdict": "not_applicable",
        "reason": "no judge and no claims",
    }
    assert body["ledger"]["rut"] == {
        "withheld": True,
        "asked": [1],
        "released": 2,
        "delivered": 2,
        "volunteered": False,
    }
    assert body["drift"] == {"volunteered": 0, "leaks_blocked": 0}
    assert body["usage"] == {
        "agent": {"input_tokens": 310, "output_tokens": 25},
        "user": {},
        "judge": {},
        "cost_usd": 0.0,
    }
    assert (body["scenario"], body["trial"], body["ending"], body["turns"]) == ("one", 1, "goal_met", 3)


def test_an_extra_value_hides_none_of_the_verdicts_own():
    verdict = Verdict(verdict=Outcome.PASS, value=1, extra={"value": 2, "more": 3})

    assert flatten(verdict) == {"verdict": "pass", "value": 1, "more": 3}


def test_a_verdict_comes_back():
    verdict = Verdict(
        verdict=Outcome.FAIL, blocking=True, value=3, turn=4, evidence="e", extra={"tactic": None}
    )

    assert unflatten(flatten(verdict)) == verdict
    with pytest.raises(ValueError, match="maybe"):
        unflatten({"verdict": "maybe"})


def test_results_come_back_with_their_verdicts():
    one = result_of(turn("hola", "¿RUT?", state={"day": "x"}), ending=Ending.USER_LEFT)
    back = decode_results(written(results(one)))

    assert back == results(one)
    assert back.conversations[0].verdict("goal") == one.verdict("goal")
    assert back.conversations[0].verdict("none") is None
    assert back.conversations[0].outcome("none") is None
    assert written(back) == written(results(one))


def test_the_schema_describes_the_results():
    schema = schema_of_results()
    body = json.loads(written(results(result_of(turn("hola", "Hola.")), made())))

    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(body, schema)
    body["conversations"][0]["criteria"]["goal"]["verdict"] = "perhaps"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(body, schema)


# ── all conversations


def test_counts_rate_and_interval():
    summary = summarise([made(f"s{n}", goal="pass" if n < 31 else "fail") for n in range(36)])
    goal = summary.criteria["goal"]

    assert (goal.n, goal.passed, goal.failed, goal.not_applicable, goal.error) == (36, 31, 5, 0, 0)
    assert goal.rate == pytest.approx(0.861, abs=5e-4)
    assert goal.interval == pytest.approx((0.713, 0.939), abs=1e-3)
    assert goal.bounds is None
    assert goal.blocking
    assert summary.endings == {"goal_met": 36}
    written = json.loads(msgspec.json.encode(goal))
    assert {"n", "pass", "fail", "not_applicable", "error", "rate", "interval"} <= written.keys()


def test_errors_are_shown_apart_with_bounds():
    words = ["pass", "pass", "fail", "error", "error", "not_applicable"]
    goal = summarise([made(f"s{n}", goal=word) for n, word in enumerate(words)]).criteria["goal"]

    assert (goal.n, goal.error, goal.not_applicable) == (3, 2, 1)
    assert goal.rate == pytest.approx(2 / 3)
    assert goal.bounds == pytest.approx((2 / 5, 4 / 5))


def test_only_errors():
    goal = summarise([made(goal="error")]).criteria["goal"]

    assert (goal.n, goal.rate, goal.interval, goal.bounds) == (0, None, None, (0.0, 1.0))


def test_several_trials_are_clustered():
    words = {"a": ["pass", "pass"], "b": ["fail", "fail"], "c": ["pass", "error"]}
    found = [made(name, n, goal=word) for name, two in words.items() for n, word in enumerate(two, 1)]

    interval = summarise(found).criteria["goal"].interval
    assert interval == clustered_rate([[1, 1], [0, 0], [1]]).interval
    assert summarise(found, confidence=0.5).criteria["goal"].interval != interval


def test_one_trial_each_is_wilson():
    assert summarise([made("a"), made("b")]).criteria["goal"].interval == wilson(2, 2)


def test_median_turns_are_those_of_met_goals():
    found = [made("a", turns=2), made("b", turns=5), made("c", turns=99, ending=Ending.TURN_LIMIT)]

    assert summarise(found).median_turns == 3.5
    assert summarise(found[2:]).median_turns is None


def test_drift_and_unknown_endings_add_up():
    summary = summarise([made("a", drift=1), made("b", drift=2, ending=None)])

    assert summary.drift == {"volunteered": 3}
    assert summary.endings == {"goal_met": 1, "unknown": 1}
    assert (summary.conversations, summary.scenarios) == (2, 2)


def test_nothing_at_all():
    summary = summarise([])

    assert summary.criteria == {}
    assert summary.warnings == ()


def codes(found, scenarios=(), **options):
    return [warning.code for warning in summarise(found, scenarios, **options).warnings]


@pytest.mark.parametrize(
    ("values", "ending", "expected"),
    [
        ([0.0, 0.5], Ending.GOAL_MET, ["mild_user"]),
        ([0.5, 0.5], Ending.GOAL_MET, []),
        ([0.0, 0.0], Ending.USER_LEFT, []),
    ],
)
def test_a_mild_user(values, ending, expected):
    assert codes([made(f"s{v}", elicitation=v, ending=ending) for v in values]) == expected


def test_mean_elicitation():
    found = [made("a", elicitation=0.5), made("b", elicitation=1.0)]

    assert summarise(found).criteria["elicitation"].mean == 0.75
    assert summarise(found).criteria["goal"].mean is None


def test_everything_in_the_opening():
    found = [made("a", delivered=1), made("b", delivered=2)]

    assert codes(found) == ["all_in_opening"]
    assert codes(found[1:]) == []
    text = summarise(found, lang="es").warnings[0].text
    assert text == "en 1 de 2 conversaciones todos los datos retenidos estaban en el primer mensaje"


def personas(**counts):
    return [scenario(persona={"kind": kind}) for kind, count in counts.items() for _ in range(count)]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"cooperative": 4, "withholding": 1}, ["no_uncomfortable"]),
        ({"cooperative": 4, "insistent": 1}, []),
        ({"cooperative": 4}, []),
        ({"cooperative": 8, "withholding": 5, "confused": 3, "mind_changing": 2, "insistent": 2}, []),
        ({"cooperative": 9, "insistent": 1}, ["mix_far"]),
        ({"cooperative": 20}, ["no_uncomfortable", "mix_far"]),
    ],
)
def test_the_mix_of_personas(counts, expected):
    assert codes([], personas(**counts)) == expected


def test_cases_of_one_turn_are_no_personas():
    assert codes([], [one.model_copy(update={"max_turns": 1}) for one in personas(cooperative=20)]) == []


def test_the_mix_is_shown():
    warning = summarise([], personas(cooperative=9, insistent=1)).warnings[0]

    assert warning.text.endswith("90/0/0/0/10 %")
    assert {Kind(kind) for kind in ("cooperative", "insistent")} < set(Kind)


# ── recorded conversations and their scenarios


def test_pairing(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text(
        '{"id": "two", "turnos": []}\n'
        "broken\n"
        '{"turnos": []}\n'
        '{"llamadas": [], "respuesta": "ok"}\n'
        '{"id": "nobody", "turnos": []}\n'
        '{"id": "two", "turnos": []}\n',
        encoding="utf-8",
    )
    scenarios = [
        scenario(persona={"opening": "¿y mi pedido?"}).model_copy(update={"id": name})
        for name in ("one", "two", "three")
    ]
    problems: list[RecordError] = []
    paired = list(pair(load_conversations(path, problems=problems), scenarios, problems))

    assert [(one.scenario.id, one.conversation.trial, one.loaded.line) for one in paired] == [
        ("two", 1, 1),
        ("three", 1, 3),
        ("two", 2, 6),
    ]
    assert [(one.line, one.code, one.detail) for one in problems] == [
        (2, "json", problems[0].detail),
        (4, "scenario", "#4"),
        (5, "scenario", "nobody"),
    ]


def test_a_single_scenario_takes_all_that_name_none(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text('{"llamadas": [], "pasos": 1}\n' * 3, encoding="utf-8")
    problems: list[RecordError] = []
    what = scenario(persona={"opening": "¿y mi pedido?"})

    paired = list(pair(load_conversations(path, problems=problems), [what], problems))
    assert [one.conversation.trial for one in paired] == [1, 2, 3]
    assert paired[0].conversation.turns[0].user == "¿y mi pedido?"
    assert problems == []


def test_a_lessons_trajectory_is_graded(tmp_path):
    path = tmp_path / "r.jsonl"
    calls = [{"nombre": "buscar_pedido", "entrada": {"pedido_id": "7781"}, "error": False}]
    record = {
        "llamadas": calls,
        "pasos": 2,
        "tokens": 9,
        "stop_reason": "end_turn",
        "respuesta": "Va en camino.",
    }
    path.write_text(json.dumps(record), encoding="utf-8")
    what = scenario(
        path={
            "must_call": ["buscar_pedido"],
            "must_not_call": ["reembolsar"],
            "order": ["buscar_pedido"],
            "arguments": {"buscar_pedido": {"pedido_id": "7781"}},
            "max_steps": 3,
        }
    )

    conversation = next(load_conversations(path)).conversation
    criteria = graded(what, *conversation.turns).criteria
    names = [
        "required_tools",
        "forbidden_tools",
        "tool_order",
        "tool_arguments",
        "no_repeated_calls",
        "step_budget",
    ]
    assert {criteria[name].verdict for name in names} == {Outcome.PASS}
