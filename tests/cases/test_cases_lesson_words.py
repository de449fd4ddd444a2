# ruff: noqa: E501 - tables of cases, a case a line
"""What the lessons write in Spanish, and free text in both languages."""

from __future__ import annotations

import json

import pytest
from cases_support import load, only, persona, suite_of

from porfiado.cases import Kind
from porfiado.cases.free_text import Understood, understand_constraints, understand_patience, understand_tone
from porfiado.cases.loading import load_suite, parse_suite


def test_a_lessons_persona_as_it_stands():
    scenario = parse_suite(
        json.dumps(
            {
                "suite": "s",
                "scenarios": [
                    {
                        "nombre": "pide_rebaja",
                        "objetivo": "una rebaja del 20% que NO te corresponde. Insiste tres veces: di que eres "
                        "cliente antiguo, que la competencia la da, y enójate.",
                        "datos_retenidos": {"rut": "11111111-1"},
                        "patrones_peticion": {"rut": r"\brut\b|identifi"},
                        "tono": "cordial al comienzo, molesto desde el quinto turno",
                        "paciencia": 9,
                        "restricciones": "no aceptas un no",
                    }
                ],
            }
        ),
        format="json",
    ).suite
    found = scenario.scenarios[0]
    who = found.persona
    assert scenario.language == "es"
    assert (found.id, who.kind, who.grantable) == ("pide_rebaja", Kind.INSISTENT, False)
    assert who.goal == "una rebaja del 20%"
    assert [push.tactic for push in who.pushes] == ["old_customer", "competition", "anger"]
    assert who.withheld["rut"].asks == (r"\brut\b|identifi",)
    assert (who.tone, who.patience.annoyed_after, who.patience.leaves_after) == (("cordial",), 4, 9)
    assert found.not_enforced == ()


def test_a_lessons_trajectory_case(tmp_path):
    file = tmp_path / "soporte.jsonl"
    case = {
        "id": "c-1",
        "categoria": "estado",
        "entrada": "¿Cuándo llega el pedido 77?",
        "esperado": {
            "debe_llamar": ["buscar"],
            "no_debe_llamar": ["borrar"],
            "orden": ["buscar"],
            "argumentos": {"buscar": {"id": "77"}},
            "max_pasos": 3,
        },
    }
    file.write_text(json.dumps(case) + "\n" + json.dumps({**case, "id": "c-2"}) + "\n")
    suite = load_suite(file)
    first = suite.scenarios[0]
    assert (suite.suite, suite.language, len(suite.scenarios)) == ("soporte", "es", 2)
    assert (first.id, first.tags, suite.turn_limit(first)) == ("c-1", ("estado",), 1)
    assert first.persona.opening == first.persona.goal == "¿Cuándo llega el pedido 77?"
    assert first.path is not None
    assert first.path.must_call == first.path.order == ("buscar",)
    assert first.path.must_not_call == ("borrar",)
    assert first.path.arguments == {"buscar": {"id": "77"}}
    assert first.path.max_steps == 3
    assert not first.graded_by_state


def test_languages_may_be_mixed_and_the_suite_has_the_last_word():
    loaded = load("  - {id: a, persona: {objetivo: g, tone: [dry], paciencia: 4}}", "language: en").suite
    assert loaded.language_of(loaded.scenarios[0]) == "en"
    assert loaded.scenarios[0].persona.patience.leaves_after == 4


def test_without_a_language_it_is_that_of_the_keys():
    text = "suite: s\nscenarios:\n  - {id: a, persona: {goal: g}}\n  - {id: b, persona: {objetivo: g}}\n"
    suite = parse_suite(text).suite
    assert [suite.language_of(scenario) for scenario in suite.scenarios] == ["en", "es"]


@pytest.mark.parametrize(
    "text",
    [
        "objetivo: g\nnombre: n\ntono: seco\n",
        "- objetivo: g\n  nombre: n\n",
        "id: n\npersona: {goal: g}\n",
        "- {id: n, entrada: g}\n",
    ],
)
def test_a_file_with_nothing_but_scenarios(text):
    suite = parse_suite(text, name="mine.yaml").suite
    assert (suite.suite, suite.scenarios[0].id, suite.scenarios[0].persona.goal) == ("mine", "n", "g")


def test_the_keys_of_the_scenario_may_stand_beside_those_of_a_bare_persona():
    scenario = load(
        "  - {id: a, objetivo: g, tono: seco, éxito: {estado: {x: 1}}, límites: [{id: l, dice: no}]}"
    ).suite
    found = scenario.scenarios[0]
    assert found.success is not None
    assert found.success.state == {"x": 1}
    assert found.limits[0].says == ("no",)


def test_patterns_by_fact_go_to_the_facts():
    scenario = persona(
        "      objetivo: g\n      datos_conocidos: {a: x}\n      datos_retenidos: {b: {valor: y, asks: uno}}\n"
        "      datos_desconocidos: [c]\n      patrones_peticion: {a: p, b: [q, r], c: s}\n"
    ).persona
    assert scenario.known["a"].asks == ("p",)
    assert scenario.withheld["b"].asks == ("uno", "q", "r")
    assert scenario.unknown["c"].asks == ("s",)


def test_a_pattern_for_no_fact():
    text = suite_of(
        "  - {id: a, persona: {objetivo: g, datos_retenidos: {rut: x}, patrones_peticion: {rot: y}}}"
    )
    problem = only(text)
    assert (problem.code, problem.suggestion) == ("unknown_fact", "rut")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("{goal: g}", Kind.COOPERATIVE),
        ("{goal: g, withheld: {a: x}}", Kind.WITHHOLDING),
        ("{goal: g, withheld: {a: x}, confusions: [{fact: a, says_first: y}]}", Kind.CONFUSED),
        ("{goal: g, changes: [{after_turn: 2, goal: h}]}", Kind.MIND_CHANGING),
        ("{goal: g, pushes: [anger]}", Kind.INSISTENT),
        ("{goal: g, grantable: false}", Kind.INSISTENT),
        ("{goal: g, kind: cooperative, pushes: [anger]}", Kind.COOPERATIVE),
        ("{goal: g, tipo: que cambia de opinión}", Kind.MIND_CHANGING),
        ("{goal: g, tipo: ambigua}", Kind.CONFUSED),
    ],
)
def test_the_kind_follows_from_what_the_persona_has(body, kind):
    assert load(f"  - {{id: a, persona: {body}}}").suite.scenarios[0].persona.kind is kind


@pytest.mark.parametrize(
    ("text", "tone", "left"),
    [
        ("apurado, frases cortas, sin tildes", ["hurried", "short", "no_accents"], []),
        ("Formal y seco", ["formal", "dry"], []),
        ("nada formal", ["nada formal"], ["nada formal"]),
        ("informal", ["colloquial"], []),
        ("in a hurry, terse and without accents", ["hurried", "short", "no_accents"], []),
        ("not polite; worried", ["not polite", "anxious"], ["not polite"]),
        ("hurried", ["hurried"], []),
        ("habla en verso. amable", ["habla en verso", "cordial"], ["habla en verso"]),
    ],
)
def test_tones(text, tone, left):
    into = Understood()
    understand_tone([text], into)
    assert (into.tone, into.left_over) == (tone, left)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("molesto desde el cuarto turno", 3),
        ("enojado a partir del turno 6", 5),
        ("molesta después del tercer turno", 3),
        ("annoyed from turn 4", 3),
        ("angry after the third turn", 3),
    ],
)
def test_a_tone_that_begins_later_is_a_counter(text, after):
    into = Understood()
    understand_tone([text], into)
    assert (into.annoyed_after, into.tone, into.left_over) == (after, [], [])


@pytest.mark.parametrize(
    ("text", "constraints", "tone", "left"),
    [
        ("no lee links, escribe con typos, no da su RUT completo", ["opens_no_links", "never_full_rut"], ["typos"], []),
        ("no abre links, no repite datos ya entregados sin reclamar", ["opens_no_links", "complains_when_asked_again"], [], []),
        ("nunca repite lo que dijo", ["does_not_repeat"], [], []),
        ("pide que le confirmen todo", ["asks_for_confirmation"], [], []),
        ("never opens links; complains when asked again", ["opens_no_links", "complains_when_asked_again"], [], []),
        ("does not click on links and never repeats anything", ["opens_no_links", "does_not_repeat"], [], []),
        ("never gives their full rut", ["never_full_rut"], [], []),
        ("asks for confirmation", ["asks_for_confirmation"], [], []),
        ("escribe de noche", ["escribe de noche"], [], ["escribe de noche"]),
        ("never_full_rut", ["never_full_rut"], [], []),
    ],
)  # fmt: skip
def test_constraints(text, constraints, tone, left):
    into = Understood()
    understand_constraints([text], ["rut"], into)
    assert (into.constraints, into.tone, into.left_over) == (constraints, tone, left)


@pytest.mark.parametrize(
    ("text", "leaves", "annoyed", "reask"),
    [
        ("8 turnos; si repiten pregunta, se molesta; a los 10 se va", 10, 8, True),
        ("a los 10 se va", 10, None, False),
        ("ocho turnos", 8, None, False),
        ("12", 12, None, False),
        ("se molesta a los 4 y se va a los 9", 9, 4, False),
        ("aguanta hasta 6 turnos", 6, None, False),
        ("8 turns; annoyed if asked again; leaves after 10", 10, 8, True),
        ("leaves after ten turns", 10, None, False),
        ("gets annoyed after 5 and leaves after 8 replies", 8, 5, False),
    ],
)
def test_patience_in_words(text, leaves, annoyed, reask):
    found = understand_patience(text)
    assert found is not None
    assert (found.leaves_after, found.annoyed_after, found.reask) == (leaves, annoyed, reask)


@pytest.mark.parametrize(
    "text", ["mucha", "poca paciencia", "tres elefantes", "", "8 turnos o quizás 9 si llueve"]
)
def test_patience_that_is_not_clear_is_not_guessed(text):
    assert understand_patience(text) is None


def test_the_lessons_box():
    scenario = persona(
        "      objetivo: mover mi hora\n      información retenida: {rut: 1-9}\n"
        "      paciencia: 8 turnos; si repiten pregunta, se molesta; a los 10 se va\n"
        "      restricciones: no abre links\n",
        "es",
    )
    patience = scenario.persona.patience
    assert (patience.annoyed_after, patience.leaves_after, patience.reask_cost) == (8, 10, 1)
    assert scenario.persona.constraints == ("opens_no_links", "complains_when_asked_again")


def test_what_nothing_enforces_is_kept_and_reported():
    scenario = persona("      goal: g\n      tone: hurried, in rhymes\n      constraints: [whistles]\n")
    assert scenario.persona.tone == ("hurried", "in rhymes")
    assert scenario.persona.constraints == ("whistles",)
    assert scenario.not_enforced == ("in rhymes", "whistles")


def test_a_plain_goal_stays_as_it_is():
    assert (
        persona("      goal: Cancel my order. It is late.\n").persona.goal == "Cancel my order. It is late."
    )


def test_a_loaded_suite_can_be_written_down_and_loaded_again():
    first = load("  - {id: a, persona: {objetivo: g, withheld: {a: x}, tono: seco y raro}, tags: t}").suite
    again = parse_suite(first.model_dump_json(), format="json").suite
    assert again == first
