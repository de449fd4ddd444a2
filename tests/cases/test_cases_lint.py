# ruff: noqa: E501 - tables of cases, a case a line
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
from cases_support import load
from msgspec import Struct, field

import porfiado
from porfiado.cases import Kind
from porfiado.cases.lint import SEVERITIES, lint
from porfiado.cases.lint_suite import distance
from porfiado.cases.loading import load_suites
from porfiado.world import Needs, World, load_world, tool

SUITES = sorted((Path(porfiado.__file__).parent / "suites").rglob("suite.yaml"))


class Order(Struct):
    day: str = "monday"
    size: str = "M"
    status: str = "open"


def _orders():
    return {"W-1001": Order()}


class State(Struct):
    orders: dict[str, Order] = field(default_factory=_orders)


class Shop(World):
    state: State

    @tool(reads=True)
    def find(self, number: Annotated[str, Needs("order_number")]) -> Order:
        """Find an order.

        Args:
            number: its number.
        """
        return self.state.orders[number]

    @tool(writes=True)
    def change(
        self,
        number: Annotated[str, Needs("order_number")],
        day: Annotated[str, Needs("date")],
        size: Annotated[str, Needs("size", choices_from="find.size")],
    ) -> None:
        """Change an order.

        Args:
            number: its number.
            day: the new day.
            size: the new size.
        """
        self.state.orders[number].day = day

    @tool(writes=True, restricted="not by chat")
    def discount(self, number: Annotated[str, Needs("order_number")]) -> None:
        """Give a discount.

        Args:
            number: its number.
        """


class Tracked(Shop):
    @tool(reads=True)
    def track(
        self, number: Annotated[str, Needs("order_number")], place: Annotated[str, Needs("zip")]
    ) -> str:
        """Track an order.

        Args:
            number: its number.
            place: where it goes.
        """
        return "on its way"


FACTS = "number: {value: W-1001, type: order_number}"
EXPECTED = "success: {state: {orders: {W-1001: {status: x}}}}"


def codes(scenarios, head="language: en", world=None, prompt=None):
    return [finding.code for finding in lint(load(scenarios, head), world, prompt)]


def of(persona, rest=EXPECTED, **options):
    """What is found of one scenario; that it alone withholds nothing is a matter of the suite."""
    found = codes(f"  - {{id: a, persona: {{{persona}}}, {rest}}}", **options)
    return [code for code in found if code != "suite_withholds_nothing"]


GOOD = f"goal: change my order, opening: 'hi, my order', withheld: {{{FACTS}}}, patience: 8"


def test_a_good_scenario_has_no_faults():
    assert of(GOOD) == []
    assert of(GOOD, world=Shop) == []


@pytest.mark.parametrize("path", SUITES, ids=lambda path: "/".join(path.parts[-3:-1]))
def test_the_bundled_suites_have_no_faults(path):
    for loaded in load_suites(path):
        prompt = loaded.base / (loaded.suite.agent_prompt or "")
        world = load_world(loaded.suite.world, loaded.base)
        text = prompt.read_text(encoding="utf-8") if prompt.is_file() else None
        assert lint(loaded, world, text) == []


@pytest.mark.parametrize(
    ("persona", "code"),
    [
        (f"goal: g, opening: 'order w 1001 please', withheld: {{{FACTS}}}", "all_in_opening"),
        (f"goal: g, opening: 'order W-1001 please', withheld: {{{FACTS}, zip: 99123}}", "fact_in_opening"),
        (f"goal: change W-1001, withheld: {{{FACTS}}}", "fact_in_persona"),
        (f"goal: g, tone: [says W-1001 a lot], withheld: {{{FACTS}}}", "fact_in_persona"),
        (f"goal: g, withheld: {{{FACTS}, link: shop/W-1001}}", "fact_in_fact"),
        (f"goal: g, known: {{ticket: W-1001}}, withheld: {{{FACTS}}}", "fact_in_fact"),
        ("goal: g, kind: withholding", "nothing_withheld"),
        (f"goal: g, kind: confused, withheld: {{{FACTS}}}", "no_confusion"),
        ("goal: g, kind: mind_changing", "no_change"),
        ("goal: g, kind: insistent", "no_pushes"),
        (
            f"goal: g, withheld: {{{FACTS}}}, confusions: [{{fact: number, says_first: w-1001}}]",
            "confusion_is_right",
        ),
        ("goal: g, withheld: {x1: abc}", "never_asked"),
        ("goal: g, withheld: {id: abc}", "never_asked"),
        ("goal: g, withheld: {zip: {value: abc, asks: 'x?'}}", "ask_matches_all"),
        ("goal: g, withheld: {zip: {value: abc, asks: 'b'}}", "ask_is_value"),
        ("goal: g, withheld: {zip: {value: abc, asks: '^zip$'}}", "ask_anchored"),
        (f"goal: g, patience: 1, withheld: {{{FACTS}}}", "patience_too_short"),
        ("goal: g, patience: 5, changes: [{after_turn: 5, goal: h}]", "change_too_late"),
        ("goal: g, patience: {annoyed_after: 6, leaves_after: 6}", "annoyed_too_late"),
        ("goal: g, patience: 3, pushes: [anger, hardship, competition]", "pushes_too_many"),
        ("goal: g, constraints: [say whether the goal was met]", "self_grading"),
        ("goal: g, constraints: [very patient]", "patience_in_words"),
        ("goal: g, constraints: [leaves after 4 turns]", "patience_in_words"),
        ("goal: g, constraints: [open_no_links]", "word_misspelt"),
        ("goal: g, tone: [in rhymes]", "not_enforced"),
        ("goal: g, grantable: false, pushes: [anger]", "no_limits"),
    ],
)
def test_faults_of_a_persona(persona, code):
    assert code in of(persona)


@pytest.mark.parametrize(
    "persona",
    [
        "goal: g, withheld: {day: friday, mail: {value: ana@x.com, type: email}, name: {value: ana, type: name}}",
        "goal: g, opening: 'any day but friday', known: {day: friday}",
        "goal: g, withheld: {postcode: {value: '8320000', asks: [postcode, 'zip( code)?']}}",
        "goal: g, kind: confused, withheld: {booking: {value: x, vague: the monday one}}",
        "goal: g, kind: confused, unknown: [policy]",
        "goal: g, patience: 4, facts_per_message: 2, withheld: {day: a, city: b, street: c, plate: d}",
        "goal: g, patience: 4, pushes: [anger, hardship, competition]",
        "goal: g, tone: 'hurried, annoyed from turn 3', constraints: opens no links",
    ],
)
def test_what_is_no_fault_of_a_persona(persona):
    assert of(persona) == []


def test_a_value_in_the_agents_prompt():
    assert of(GOOD, prompt="Orders such as w-1001 …") == ["fact_in_prompt"]
    assert of("goal: g, withheld: {day: friday}", prompt="We close on friday") == []


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("tags: x", "nothing_expected"),
        ("answer: {says: x}", "words_only"),
        ("success: {state: {}}", "success_empty"),
        ("success: {state: {orders: {W-1001: {status: open}}}}", "success_at_start"),
        ("path: {must_call: [find], must_not_call: [find]}", "required_and_forbidden"),
        ("path: {order: [find]}, limits: [{id: l, calls: find}]", "required_and_limited"),
        ("path: {reference: [{name: find}], must_not_call: [find]}", "required_and_forbidden"),
        (
            "path: {reference: [{name: find}], match: exact}, limits: [{id: l, calls: find}]",
            "required_and_limited",
        ),
        ("path: {must_call: [find], max_steps: 1}", "steps_too_few"),
        ("limits: [{id: l, calls: [nope]}]", "limit_unbreakable"),
        ("limits: [{id: l, state: {orders: {W-1001: {status: open}}}}]", "limit_at_start"),
        ("max_turns: 2, success: {state: {orders: {W-1001: {day: tuesday}}}}", None),
    ],
)
def test_faults_of_what_is_expected(rest, code):
    found = of(GOOD, rest, world=Shop)
    assert code is None or code in found


STATE = "success: {state: {orders: {W-1001: {day: tuesday}}}}"
CALLS = "reference: [{name: find}, {name: change}]"


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        (f"path: {{{CALLS}}}, {STATE}", ["sequence_over_state"]),
        (f"path: {{{CALLS}, match: exact}}, {STATE}", ["sequence_over_state"]),
        (f"path: {{reference: [{{name: change}}], match: exact}}, {STATE}", ["sequence_over_state"]),
        (f"path: {{reference: {{turns: []}}, match: strict}}, {STATE}", ["sequence_over_state"]),
        (f"path: {{{CALLS}, match: any_order}}, {STATE}", []),
        (f"path: {{reference: [{{name: change}}]}}, {STATE}", []),
        (f"path: {{reference: []}}, {STATE}", []),
        (f"path: {{{CALLS}}}", []),
        ("path: {order: [find, track]}", ["order_of_reads"]),
        ("path: {order: [find, find]}", []),
        ("path: {order: [find, discount]}", []),
        ("path: {arguments: {track: {number: W-1001, place: '1'}}}", ["read_arguments_whole"]),
        ("path: {arguments: {track: {number: W-1001}}}", []),
        ("path: {arguments: {track: {number: W-1001, place: {$regex: '1'}}}}", []),
        ("path: {arguments: {find: {number: W-1001}}}", []),
        ("path: {arguments: {discount: {number: W-1001}}}", []),
    ],
)
def test_restrictions_beyond_what_matters(rest, found):
    advice = ("sequence_over_state", "order_of_reads", "read_arguments_whole")
    codes = [code for code in of(GOOD, rest, world=Tracked) if code in advice]
    assert codes == found


@pytest.mark.parametrize("language", ["en", "es"])
def test_advice_on_restrictions_gives_its_reason(language):
    loaded = load(f"  - {{id: a, persona: {{{GOOD}}}, path: {{{CALLS}}}, {STATE}}}")
    (finding,) = [one for one in lint(loaded, None, None, language) if one.code == "sequence_over_state"]

    assert finding.severity == "note"
    assert "in_order" in finding.message
    assert {"en": "the least that captures", "es": "lo mínimo que capture"}[language] in finding.advice


def test_success_at_the_start_counts_the_scenarios_own_state():
    success = "success: {state: {orders: {W-1001: {status: done}}}}"
    assert of(GOOD, success, world=Shop) == []
    assert of(GOOD, f"state: {{orders: {{W-1001: {{status: done}}}}}}, {success}", world=Shop) == [
        "success_at_start"
    ]


def test_words_with_a_path_are_evidence():
    assert of(GOOD, "answer: {says: x}, path: {must_call: [find]}", world=Shop) == []


class TestChoices:
    PATH = "path: {must_succeed: [change]}"

    def test_a_datum_that_the_persona_does_not_know(self):
        assert of(GOOD, self.PATH, world=Shop) == ["choice_unknown", "choice_unknown"]

    @pytest.mark.parametrize(
        "more",
        [
            "known: {when: {value: friday, type: date}}, prefers: {size: [L]}",
            "known: {new_day: friday, size: L}",
            "unknown: [day, size]",
            "known: {size: L}, changes: [{after_turn: 2, goal: h, facts: {}}], prefers: {day: [friday]}",
        ],
    )
    def test_a_fact_a_preference_or_not_knowing_will_do(self, more):
        assert "choice_unknown" not in of(f"{GOOD}, {more}", self.PATH, world=Shop)

    def test_a_choice_that_success_leaves_open(self):
        success = "success: {state: {orders: {W-1001: {size: {$in: [S, L]}}}}}"
        found = of(f"{GOOD}, known: {{day: friday}}", f"{self.PATH}, {success}", world=Shop)
        assert found == []

    def test_a_value_that_only_the_success_knows(self):
        success = "success: {state: {orders: {W-1001: {day: friday}}}}"
        persona = f"{GOOD}, known: {{day: monday}}, prefers: {{size: [L]}}"
        assert of(persona, f"{self.PATH}, {success}", world=Shop) == ["success_unknown"]

    def test_a_restricted_tool_needs_nothing(self):
        assert of(GOOD, "path: {must_call: [discount]}", world=Shop) == []

    def test_what_no_tool_needs(self):
        found = of(f"goal: g, withheld: {{{FACTS}, shoe_colour: red}}", world=Shop)
        assert found == ["fact_unneeded"]


def suite(*kinds, tag=""):
    bodies = {
        "c": "kind: cooperative, withheld: {N}",
        "w": "kind: withholding, withheld: {N}",
        "f": "kind: confused, withheld: {N}, unknown: [policy]",
        "m": "kind: mind_changing, withheld: {N}, changes: [{after_turn: 2, goal: h}]",
        "i": "kind: insistent, pushes: [anger]",
    }
    rows = []
    for number, kind in enumerate(kinds):
        body = bodies[kind].replace("{N}", f"{{{FACTS}}}")
        rows.append(f"  - {{id: s{number}, persona: {{goal: g, {body}}}, {EXPECTED}{tag}}}\n")
    return "".join(rows)


@pytest.mark.parametrize(
    ("kinds", "found"),
    [
        ("c", []),
        ("cc", []),
        ("ccc", ["only_cooperative"]),
        ("ccccc", ["only_cooperative"]),
        ("ccwfm", []),
        ("ccwfi", []),
        ("ccccw", ["mix"]),
        ("ccccwwwffmi", []),
        ("ccccccccwf", ["mix"]),
        ("cccccccccwwwwwfffmmii", ["no_tiers"]),
        ("c" * 10 + "w" * 6 + "f" * 6, ["mix", "no_tiers"]),
    ],
)
def test_the_mix(kinds, found):
    assert codes(suite(*kinds)) == found


def test_a_small_suite_gets_a_note_and_a_large_one_a_warning():
    small, large = lint(load(suite(*"cccww"))), lint(load(suite(*"ccccccccww")))
    assert [f.severity for f in small] == []
    assert [(f.code, f.severity) for f in large] == [("mix", "warning")]
    assert [(f.code, f.severity) for f in lint(load(suite(*"ccccw")))] == [("mix", "note")]


def test_the_distance_of_the_mix_is_the_share_that_would_have_to_change():
    from collections import Counter

    exact = Counter(
        {Kind.COOPERATIVE: 8, Kind.WITHHOLDING: 5, Kind.CONFUSED: 3, Kind.MIND_CHANGING: 2, Kind.INSISTENT: 2}
    )
    assert distance(exact) == pytest.approx(0)
    assert distance(Counter({Kind.COOPERATIVE: 1})) == pytest.approx(0.6)


def test_tags_tell_the_tiers_apart():
    assert codes(suite(*"cccccccccwwwwwfffmmii", tag=", tags: [nightly]")) == []


def test_nobody_withholds_anything():
    rows = (
        f"  - {{id: a, persona: {{goal: g}}, {EXPECTED}}}\n  - {{id: b, persona: {{goal: h}}, {EXPECTED}}}\n"
    )
    assert codes(rows) == ["suite_withholds_nothing"]


def test_the_same_opening_twice():
    row = (
        "  - {{id: {}, persona: {{goal: g, opening: '{}', withheld: {{zip: {}}}}}, "
        + EXPECTED.replace("{", "{{").replace("}", "}}")
        + "}}\n"
    )
    found = lint(load(row.format("a", "Hola  qué tal", "x") + row.format("b", "hola que TAL", "y")))
    assert [(f.code, f.scenario, f.line) for f in found] == [("opening_twice", "b", 5)]


def test_cases_of_one_turn_are_no_conversations():
    rows = "".join(
        f"  - {{id: c{i}, entrada: 'pregunta {i}', esperado: {{debe_llamar: [x]}}}}\n" for i in range(30)
    )
    assert codes(rows, "language: es") == []


def test_what_the_world_lacks_is_an_error_with_the_nearest_name():
    loaded = load(f"  - {{id: a, persona: {{{GOOD}}}, path: {{must_call: [fnd]}}}}")
    (finding,) = lint(loaded, Shop)
    assert (finding.code, finding.severity, finding.scenario, finding.line) == ("world_tool", "error", "a", 4)
    assert finding.message.endswith("(did you mean 'find'?)")
    assert lint(loaded, Shop, language="es")[0].message.endswith("(¿quisiste decir 'find'?)")


def test_every_finding_has_a_place_and_advice_in_both_languages():
    loaded = load("  - id: a\n    persona:\n      goal: g\n      kind: insistent\n      grantable: false\n")
    for language in ("en", "es"):
        found = lint(loaded, language=language)
        assert [(f.code, f.line) for f in found] == [
            ("suite_withholds_nothing", 3),
            ("no_pushes", 7),
            ("no_limits", 8),
        ]
        assert all(f.message and f.advice and f.severity in SEVERITIES for f in found)
    assert lint(loaded, language="en")[0].message != lint(loaded, language="es")[0].message


@pytest.mark.parametrize(
    ("pushes", "found"),
    [
        ("[anger, rephrase, {tactic: bribe, says: take this}]", []),
        ("[angr]", ["tactic_unknown"]),
        ("[enojo, competencia]", []),
    ],
)
def test_a_tactic_without_words(pushes, found):
    assert of(f"goal: g, pushes: {pushes}") == found


def test_one_scenario_that_withholds_nothing():
    assert "suite_withholds_nothing" in codes(
        "  - {id: a, persona: {goal: g}, answer: {says: x}, path: {order: [t]}}"
    )


@pytest.mark.parametrize("limit", ["{id: l}", "{id: l, calls: [refund_all]}"])
def test_a_limit_that_nothing_could_break(limit):
    assert "limit_unbreakable" in of(GOOD, f"{EXPECTED}, limits: [{limit}]", world=Shop)


class Plain(World):
    """Tools that declare nothing of what they need."""

    state: State

    @tool(writes=True)
    def change(self, number: str, day: str) -> None:
        """Change an order."""
        self.state.orders[number].day = day


def test_of_a_world_that_declares_nothing_no_fact_is_called_unneeded():
    persona = "goal: change my order to friday, withheld: {rut: {value: 1-9, type: rut}}, patience: 8"
    assert of(persona, "success: {state: {orders: {W-1001: {day: friday}}}}", world=Plain) == []


def test_a_choice_that_the_persona_does_not_know_without_any_path():
    persona = "goal: change my order, withheld: {rut: {value: 1-9, type: rut}}, patience: 8"
    found = of(persona, "success: {state: {orders: {W-1001: {day: friday}}}}", world=Plain)
    assert found == ["success_unknown"]
