# ruff: noqa: E501 - tables of cases, a case a line
from __future__ import annotations

import pytest
from cases_support import only, problems_of, suite_of

from porfiado.cases.loading import load_suites, parse_suite
from porfiado.cases.problems import SuiteError


def one(scenario: str, head: str = "language: en"):
    return only(suite_of(f"  - {{id: a, {scenario}}}", head))


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        ("persona: {goal: g, patince: 3}", "unknown key 'patince' in a persona (did you mean 'patience'?)"),
        ("persona: {goal: g, paciensia: 3}", "unknown key 'paciensia' in a persona (did you mean 'paciencia'?)"),
        ("persona: {goal: g}, limts: []", "unknown key 'limts' in a scenario (did you mean 'limits'?)"),
        ("persona: {tone: [dry]}", "a persona needs 'goal'"),
        ("persona: {goal: ''}", "'goal' must not be empty"),
        ("persona: {goal: [g]}", "'goal' must be text, not a list"),
        ("persona: {goal: g, kind: insistant}", "(did you mean 'insistent'?)"),
        ("persona: {goal: g, kind: insistnte}", "(did you mean 'insistente'?)"),
        ("persona: {goal: g, grantable: no}", "'grantable' must be true or false, not \"no\""),
        ("persona: {goal: g, grantable: 1}", "'grantable' must be true or false, not 1"),
        ("persona: {goal: g, patience: 0}", "'patience' must be at least 1, not 0"),
        ("persona: {goal: g, patience: 2.5}", "'patience' must be a number of replies, or a mapping, not 2.5"),
        ("persona: {goal: g, facts_per_message: two}", "must be a whole number, not \"two\""),
        ("persona: {goal: g, withheld: [rut]}", "'withheld' must be a mapping (key: value), not a list"),
        ("persona: {goal: g, withheld: {a: {}}}", "a fact needs 'value'"),
        ("persona: {goal: g, withheld: {a: {value: x, tipe: rut}}}", "unknown key 'tipe' in a fact (did you mean 'type'?)"),
        ("persona: {goal: g, unknown: {a: {value: x}}}", "unknown key 'value' in an unknown fact"),
        ("persona: {goal: g, withheld: {a: {value: x, type: emial}}}", "(did you mean 'email'?)"),
        ("persona: {goal: g, withheld: {a: {value: x, asks: '(?=x)'}}}", "the pattern '(?=x)' cannot be used"),
        ("persona: {goal: g, withheld: {a: {value: x, asks: ['ok', '(']}}}", "the pattern '(' cannot be used"),
        ("persona: {goal: g, withheld: {a: {value: x, asks: ''}}}", "the pattern '' cannot be used"),
        ("persona: {goal: g, known: {a: x}, withheld: {a: y}}", "the fact 'a' is declared twice"),
        ("persona: {goal: g, known: {hora: x}, prefers: {hra: [y]}}", "(did you mean 'hora'?)"),
        ("persona: {goal: g, known: {day: x}, changes: [{after_turn: 2, goal: h, facts: {dya: z}}]}", "(did you mean 'day'?)"),
        ("persona: {goal: g, changes: [{goal: h}]}", "exactly one of 'after_turn' and 'when'"),
        ("persona: {goal: g, changes: [{goal: h, after_turn: 1, when: x}]}", "exactly one of 'after_turn' and 'when'"),
        ("persona: {goal: g, confusions: [{fact: q, says_first: x}]}", "'confusions' speaks of 'q'"),
        ("persona: {goal: g, known: {rut: x}, constraints: [never_full_rot]}", "(did you mean 'rut'?)"),
        ("persona: {goal: g, known: {rut: x}, constraints: [never_full_rut]}", "the first of its 'forms'"),
        ("persona: {goal: g, patience: whenever}", "the patience 'whenever' is not understood"),
        ("persona: 3", "'persona' must be a mapping (key: value), not 3"),
        ("tags: [x]", "a scenario needs a 'persona'"),
        ("persona: {goal: g}, success: {state: {a: {$gtt: 2}}}", "a.$gtt: unknown operator; did you mean '$gt'?"),
        ("persona: {goal: g}, limits: [{id: l, state: {a: {$in: 2}}}]", "this condition cannot be used"),
        ("persona: {goal: g}, path: {arguments: {t: {a: {$regex: '('}}}}", "this condition cannot be used"),
        ("persona: {goal: g, changes: [{after_turn: 1, goal: h, success: {state: {$nt: 1}}}]}", "this condition cannot be used"),
        ("persona: {goal: g}, limits: [{id: l, calls: x}, {id: l, calls: y}]", "the limit 'l' is declared twice"),
        ("persona: {goal: g}, faults: [{tool: t}]", "exactly one of 'error', 'result' and 'inject'"),
        ("persona: {goal: g}, faults: [{tool: t, error: x, result: null}]", "exactly one of"),
        ("persona: {goal: g}, faults: [{tool: t, error: x, on_call: 0}]", "'on_call' must be at least 1, not 0"),
        ("persona: {goal: g}, path: {match: in_ordr}", "(did you mean 'in_order'?)"),
        ("persona: {goal: g}, path: {arguments_match: exct}", "(did you mean 'exact'?)"),
        ("persona: {goal: g}, path: {overrides: {t: 3}}", "'t' must be one of ignore"),
        ("persona: {goal: g}, path: {must_call: {a: b}}", "'must_call' must be a text or a list of texts"),
        ("persona: {goal: g}, path: {must_call: [[x]]}", "an item of 'must_call' must be text, not a list"),
        ("persona: {goal: g}, success: 3", "'success' must be a mapping (key: value), not 3"),
        ("persona: {goal: g}, success: {sate: {}}", "unknown key 'sate' in success (did you mean 'state'?)"),
        ("persona: {goal: g}, language: fr", "there is no language 'fr'"),
        ("persona: {goal: g}, reply_timeout: 0", "'reply_timeout' must be more than 0.0, not 0"),
        ("persona: {goal: g, objetivo: h}", "'objetivo' and 'goal' are the same thing"),
    ],
)  # fmt: skip
def test_what_is_said(scenario, text):
    found = problems_of(suite_of(f"  - {{id: a, {scenario}}}"))
    assert any(text in str(problem) for problem in found), [str(problem) for problem in found]
    everything = "\n".join(problem.say("en") + problem.say("es") for problem in found)
    for jargon in (
        "pydantic",
        "validation",
        "Input should",
        "extra_forbidden",
        "value_error",
        "Extra inputs",
    ):
        assert jargon not in everything


@pytest.mark.parametrize(
    "scenario",
    [
        "persona: {goal: g, known: {rut: x}, changes: [{after_turn: 2, goal: h, facts: {day: friday}}]}",
        "persona: {goal: g}, claims: {opening: [monday, tuesday]}",
        "persona: {goal: g}, limits: [{id: nothing}]",
    ],
)
def test_what_is_no_mistake(scenario):
    """A change may bring a new fact, a claim without a group is its own value, and lint sees an idle limit."""
    assert parse_suite(suite_of(f"  - {{id: a, {scenario}}}")).suite.scenarios


def test_the_place_of_a_bad_matcher():
    (problem,) = problems_of(suite_of("  - {id: a, persona: {goal: g}, success: {state: {a: {$gtt: 2}}}}"))
    assert (problem.code, problem.line, problem.column) == ("world_condition", 4, 55)


def test_a_world_that_cannot_be_used_has_a_place_among_the_other_mistakes(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text("suite: s\nworld: w.py:Shop\nscenarios:\n  - {id: a, persona: {gol: g}}\n")
    with pytest.raises(SuiteError) as caught:
        load_suites(file, world_fault=lambda name, base: f"no {name} in {base.name}")
    assert [(p.code, p.line, p.column) for p in caught.value.problems][:1] == [("world_import", 2, 8)]
    assert str(caught.value.problems[0]).endswith(f"no w.py:Shop in {tmp_path.name}")
    assert len(caught.value.problems) > 1


def test_places_are_those_of_the_word_that_is_wrong():
    text = suite_of("  - id: a\n    persona:\n      goal: g\n      kind: coperative\n      patince: 3\n")
    assert [(p.line, p.column, p.path) for p in problems_of(text)] == [
        (7, 13, "scenarios[0].persona.kind"),
        (8, 7, "scenarios[0].persona"),
    ]


def test_the_rendering():
    text = suite_of("  - {id: a, persona: {gol: g}}")
    with pytest.raises(SuiteError) as caught:
        parse_suite(text, name="dir/x.yaml")
    assert str(caught.value).splitlines() == [
        "dir/x.yaml:4:14: a persona needs 'goal'".replace("14", "22"),
        "dir/x.yaml:4:23: unknown key 'gol' in a persona (did you mean 'goal'?)",
    ]
    assert caught.value.render("es").splitlines()[1] == (
        "dir/x.yaml:4:23: clave desconocida 'gol' en una persona (¿quisiste decir 'goal'?)"
    )
    assert caught.value.render("xx") == caught.value.render("en")


def test_everything_at_once():
    text = """suite: s
language: ess
agnt: x
scenarios:
  - {id: a, persona: {goal: g, known: {a: {value: x, asks: '['}}}, max_turns: 0}
  - {id: a, persona: {goal: g, tone: {a: 1}}}
  - {id: b, persona: {objetvo: g}}
  - 7
"""
    assert [(p.line, p.code) for p in problems_of(text)] == [
        (2, "unknown_language"),
        (3, "unknown_key"),
        (5, "bad_pattern"),
        (5, "too_small"),
        (6, "duplicate_id"),
        (6, "wants"),
        (7, "missing_key"),
        (7, "unknown_key"),
        (8, "wants_item"),
    ]


def test_an_id_used_twice_names_the_first_line():
    text = suite_of(
        "  - {id: a, persona: {goal: g}}\n  - {id: b, persona: {goal: g}}\n  - {id: a, persona: {goal: g}}"
    )
    assert str(only(text)).endswith("6:10: the id 'a' is used twice; the first is in line 4")


def test_a_preference_may_be_about_something_that_is_no_fact():
    loaded = parse_suite(suite_of("  - {id: a, persona: {goal: g, prefers: {hour: ['15:00']}}}"))
    assert loaded.suite.scenarios[0].persona.prefers == {"hour": ("15:00",)}


@pytest.mark.parametrize("world", ["nope", "a:", ":B"])
def test_a_world_that_names_nothing(world):
    assert one("persona: {goal: g}", f"world: '{world}'").code == "world_form"


def test_the_tables_of_both_languages_say_the_same_things():
    from porfiado.locales import words

    for name in ("problems", "lint"):
        english, spanish = words("en", name), words("es", name)
        assert english.keys() == spanish.keys()
        for section in english:
            assert english[section].keys() == spanish[section].keys()


def test_the_tables_use_the_same_values():
    import re

    from porfiado.locales import words

    def fields(text):
        return set(re.findall(r"(?<!\{)\{(\w+)\}(?!\})", text))

    english, spanish = words("en", "problems")["messages"], words("es", "problems")["messages"]
    assert {code: fields(text) for code, text in english.items()} == {
        code: fields(text) for code, text in spanish.items()
    }
    english, spanish = words("en", "lint")["findings"], words("es", "lint")["findings"]
    for code in english:
        for part in ("message", "advice"):
            assert fields(english[code][part]) == fields(spanish[code][part]), code
