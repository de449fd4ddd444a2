"""Where arguments came from: what was said in whatever form, what follows from it, and what nobody said."""

from __future__ import annotations

from typing import Any

import pytest
from grading_support import call, gave, stepped, turn

from porfiado.grading.provenance import Kind, Known, Source, count_sources, trace_arguments
from porfiado.records import Call, Conversation, Kept, Step, ToolDefinition, Turn


def traced(*turns: Turn, known: Known | None = None, **parts: Any):
    found = trace_arguments(Conversation(turns=turns, language="en", **parts), known)
    assert found is not None
    return found


def source(
    user: str, value: Any, name: str = "x", *, results: tuple[Any, ...] = (), **options: Any
) -> Source:
    """The source of one argument of a call in the turn of `user`'s message, after calls with `results`."""
    before = [gave(f"t{index}", result) for index, result in enumerate(results)]
    last = Call(name="tool", arguments={name: value})
    return traced(turn(user, steps=stepped(*before, last)), **options)[-1].source


SAID = [
    # codes, however they are separated, in parts, within longer ones
    ("my RUT is 12.345.678-9", "12345678-9"),
    ("it is ped 4402", "PED-4402"),
    ("Order #W2378156, please", "W2378156"),
    ("the booking is PED, and then 4402", "PED-4402"),
    ("order 4402", "PED-4402"),
    ("my user is MIA_LI_3668.", "mia_li_3668"),
    ("pay with certificate_7504069", "7504069"),
    ("call me at 9 1234 5678", "+56912345678"),
    ("four four zero two", 4402),
    # mail
    ("ANA@Example.com please", "ana@example.com"),
    ("it is ana at example dot com", "ana@example.com"),
    ("ana arroba ejemplo punto cl", "ana@ejemplo.cl"),
    ("ana guion bajo rojas arroba ejemplo punto cl", "ana_rojas@ejemplo.cl"),
    # numbers
    ("I paid 1.500 pesos", 1500),
    ("I paid $1,500.00", 1500.0),
    ("cuesta 1500,50", 1500.5),
    ("pagué mil quinientos pesos", 1500),
    ("twenty-five thousand, I think", 25000),
    ("about 25k", 25000),
    ("son 12 lucas", 12000),
    ("tres mil doscientos", "$3.200"),
    # days and times
    ("el 12 de marzo de 2026", "2026-03-12"),
    ("el 12 de marzo", "2026-03-12"),
    ("on May 20th", "2024-05-20"),
    ("20 May 2024", "2024-05-20T00:00:00Z"),
    ("12/03/2026", "2026-03-12"),
    ("on 5/20", "2024-05-20"),
    ("the 12th, please", "2026-03-12"),
    ("on Thursday", "2026-03-12"),
    ("el jueves", "jueves"),
    ("sometime in March", "2026-03-01"),
    ("at 3 pm", "15:00"),
    ("a las 3", "15:00"),
    ("3:30pm on the 12th", "2026-03-12T15:30:00"),
    ("a las 15:30", "3:30 PM"),
    # names
    ("I'm José Pérez", "Jose Perez"),
]


@pytest.mark.parametrize(("said", "value"), SAID)
def test_what_the_user_said_in_another_form_is_the_users(said, value):
    name = "first_name" if value == "Jose Perez" else "order_id" if value == 4402 else "x"
    assert source(said, value, name) is Source.USER


@pytest.mark.parametrize(("said", "value"), SAID)
def test_a_result_gives_it_as_well(said, value):
    name = "first_name" if value == "Jose Perez" else "order_id" if value == 4402 else "x"
    found = source("hello", value, name, results=({"text": [said]},))
    assert found is Source.RESULT


NOBODY_SAID = [
    ("my RUT is 12.345.678-9", "12345678-0", "x"),
    ("PED-4402", "PED-4403", "x"),
    ("ana@example.com", "aana@example.com", "x"),
    ("ana@example.com", "ana@example.cl", "x"),
    ("hello", "W-5120", "x"),
    ("hello", 784123, "x"),
    ("hello", 4512, "order_id"),
    ("hello", "$3.471,20", "x"),
    ("on May 20th", "2024-05-25", "x"),
    ("on Thursday", "2026-03-14", "x"),
    ("on the 12th at 3 pm", "2026-03-12T17:10:00", "x"),
    ("at 3 pm", "16:17", "x"),
    ("hello", "Jane Doe", "passenger_name"),
    ("hello", "HATHAT", "reservation_id"),
    ("call me at 9 1234 5678", "+56987654321", "x"),
]


@pytest.mark.parametrize(("said", "value", "name"), NOBODY_SAID)
def test_what_nobody_said_comes_from_nowhere(said, value, name):
    assert source(said, value, name) is Source.NOWHERE


FOLLOWS = [
    ("tomorrow at 3pm", "2026-03-12T15:00:00"),
    ("mañana", "2026-03-12"),
    ("the week after next", "2026-03-12"),
    ("from March 12, three nights", "2026-03-15"),
    ("leaving on March 12", "2026-03-13"),
    ("at 3 pm", "16:00"),
    ("at 3 pm for 90 minutes", "16:30"),
    ("in the afternoon", "16:20"),
    ("one costs 152 and the other 103", 255),
    ("152 and 103, and 50 for the bag", 305),
    ("3 at 152 each", 456),
    ("from 305 I pay 250", 55),
    ("15 % of 480", 72),
    ("480 less 15 %", 408),
    ("$12.34", 1234),
]


@pytest.mark.parametrize(("said", "value"), FOLLOWS)
def test_what_follows_from_what_was_said_is_derived(said, value):
    assert source(said, value) in (Source.DERIVED, Source.USER)


@pytest.mark.parametrize(
    "value",
    [True, False, None, 0, 3, 20, 50, 100, 1000, 2026, "", "economy", "one_way", "JFK", "a reason of my own",
     "The customer says that order 99812 never came.", "report_2024.pdf", "152 + 103 * 2", "XL", "Q3",
     float("nan"), float("inf"), 10**400],
)  # fmt: skip
def test_small_numbers_words_and_the_agents_own_texts_accuse_nobody(value):
    assert source("hello", value) is Source.FREE


def test_the_latest_words_count_and_later_ones_do_not():
    turns = (
        turn("hello", steps=stepped(call("a", id="W-5120"))),
        turn("it is W-5120", steps=stepped(call("a", id="W-5120"))),
    )
    assert [one.source for one in traced(*turns)] == [Source.NOWHERE, Source.USER]


def test_a_calls_own_result_and_later_ones_give_nothing():
    turns = (
        turn("hi", steps=stepped(gave("a", {"id": "W-5120"}, id="W-5120"), gave("b", None, id="W-5120"))),
    )
    assert [one.source for one in traced(*turns)] == [Source.NOWHERE, Source.RESULT]


def test_an_error_is_a_result_too():
    refused = Call(name="move", arguments={}, error="15:00 is taken; there is 16:20")
    assert traced(turn("hi", steps=stepped(refused, call("move", at="16:20"))))[-1].source is Source.RESULT


def test_the_keys_of_a_result_are_read():
    assert (
        source("hi", "credit_card_4421486", results=({"cards": {"credit_card_4421486": {}}},))
        is Source.RESULT
    )


def test_the_prompt_of_the_trace_goes_before_the_suites():
    known = Known(system="Branch 88121.")
    assert source("hi", "88121", known=known) is Source.SYSTEM
    assert source("hi", "88121", known=known, system="Branch 90001.") is Source.NOWHERE
    assert source("hi", "90001", known=known, system="Branch 90001.") is Source.SYSTEM


@pytest.mark.parametrize(
    "schema",
    [
        {"enum": ["TIER-901"]},
        {"const": "TIER-901"},
        {"default": "tier-901"},
        {"anyOf": [{"enum": ["TIER-901"]}, {}]},
    ],
)
def test_the_schema_offers_its_enumerations_constants_and_defaults(schema):
    parameters = {"type": "object", "properties": {"x": schema}}
    assert source("hi", "TIER-901", known=Known(schemas={"tool": parameters})) is Source.SCHEMA
    tools = (ToolDefinition(name="tool", parameters=parameters),)
    assert source("hi", "TIER-901", tools=tools) is Source.SCHEMA


def test_an_example_in_a_description_is_no_value():
    parameters = {
        "properties": {"x": {"type": "string", "description": "like W-1234", "examples": ["W-1234"]}}
    }
    assert source("hi", "W-1234", known=Known(schemas={"tool": parameters})) is Source.NOWHERE


def test_the_schema_of_another_parameter_offers_nothing():
    parameters = {"properties": {"x": {"type": "string"}, "y": {"enum": ["TIER-901"]}}}
    assert source("hi", "TIER-901", known=Known(schemas={"tool": parameters})) is Source.NOWHERE


def test_what_the_agent_said_and_the_user_did_not_correct_was_offered():
    def asked(answer):
        turns = (
            turn("hi", "Shall I use ana@example.com?"),
            turn(answer, steps=stepped(call("a", mail="ana@example.com"))),
        )
        return traced(*turns)[0].source

    assert asked("yes, please") is Source.OFFERED
    assert asked("no, that is wrong, it's another one") is Source.NOWHERE


def test_after_a_result_that_nobody_recorded_nothing_is_invented():
    hidden = Call(name="find", arguments={"q": "a"})
    assert traced(turn("hi", steps=stepped(hidden, call("get", id="W-5120"))))[-1].source is Source.UNKNOWN
    seen = Call(name="find", arguments={"q": "a"}, result=None, changed=False)
    assert traced(turn("hi", steps=stepped(seen, call("get", id="W-5120"))))[-1].source is Source.NOWHERE


def test_what_stands_beside_the_conversation_accuses_nobody():
    beside = {"kept": (Kept(kind="image", content={"text": "W-5120"}),)}
    assert source("hi", "W-5120", **beside) is Source.UNKNOWN
    assert source("hi", "W-5120", origin={"session": {"order": "W-5120"}}) is Source.UNKNOWN


def test_lists_and_objects_are_traced_leaf_by_leaf():
    arguments = {
        "flights": [{"flight": "HAT136", "date": "2024-05-20"}],
        "people": [{"first_name": "Mia"}],
        "paid": [255],
    }
    found = traced(turn("I'm Mia: HAT136 on May 20th", steps=stepped(Call(name="book", arguments=arguments))))
    assert [(one.path, one.kind, one.source) for one in found] == [
        ("flights[0].flight", Kind.CODE, Source.USER),
        ("flights[0].date", Kind.DATE, Source.USER),
        ("people[0].first_name", Kind.NAME, Source.USER),
        ("paid[0]", Kind.AMOUNT, Source.NOWHERE),
    ]
    assert count_sources(found) == {"user": 3, "nowhere": 1}


def test_a_trajectory_that_nobody_recorded_is_unknown():
    assert trace_arguments(Conversation(turns=(turn(),))) is None
    assert trace_arguments(Conversation(turns=(turn(steps=(Step(),)),))) == ()
