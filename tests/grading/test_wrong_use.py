"""Five ways to use a tool wrongly: what the criteria see, and whom they do not accuse."""

from __future__ import annotations

from typing import Any

import pytest
from grading_support import call, gave, scenario, stepped, turn

from porfiado.grading import Grader
from porfiado.grading.provenance import Known
from porfiado.records import Call, Conversation, Ending, Outcome, Step, Turn, Verdict

ORDER = {"order": "W-5120", "status": "shipped", "arrives": "2026-03-12", "total": 84.90}
OTHER = {"order": "W-7001", "status": "cancelled", "arrives": "never"}
PAGES = [{"page": "Payment", "text": "Cards are accepted."}, {"page": "Jobs", "text": "Write to us."}]
TOOLS = {"find": False, "list": False, "docs": False, "cancel": True, "move": True}


def verdict(
    criterion: str,
    *turns: Turn,
    language: str = "en",
    tools: dict[str, bool] | None = TOOLS,
    known: Known | None = None,
    what: dict[str, Any] | None = None,
    **parts: Any,
) -> Verdict:
    conversation = Conversation(scenario="one", language=language, turns=turns, **parts)
    grader = Grader(scenario(**(what or {})), language, tools=tools, known=known)
    return grader.grade(conversation).criteria[criterion]


# ── grounded_arguments


def test_the_same_invention_counts_once_and_sources_are_counted():
    one = turn(
        "hi",
        steps=stepped(
            gave("find", {}, order="W-1"), gave("find", {}, id="W-9031"), gave("find", {}, id="W-9031")
        ),
    )
    two = turn("W-5120", steps=stepped(call("find", id="W-5120")))
    found = verdict("grounded_arguments", one, two)
    assert (found.verdict, found.value, found.turn) == (Outcome.FAIL, 1, 1)
    assert found.extra == {"sources": {"user": 1, "free": 1, "nowhere": 2}}
    assert "find with id" in (found.evidence or "")
    assert not found.blocking


def test_without_calls_or_without_the_users_words_it_does_not_apply():
    assert verdict("grounded_arguments", turn("hi", steps=stepped())).reason == "no tool was called"
    unheard = turn("", steps=stepped(call("find", id="W-9031")))
    assert verdict("grounded_arguments", unheard).reason == "nobody recorded what the user said"
    assert verdict("grounded_arguments", turn("hi")).verdict is Outcome.NOT_APPLICABLE


def test_an_invention_stays_one_when_the_conversation_breaks_off():
    one = turn("hi", steps=stepped(call("find", id="W-9031")))
    assert verdict("grounded_arguments", one, ending=Ending.AGENT_ERROR).verdict is Outcome.FAIL
    fine = turn("W-9031", steps=stepped(call("find", id="W-9031")))
    assert verdict("grounded_arguments", fine, ending=Ending.AGENT_ERROR).verdict is Outcome.ERROR


# ── needless_calls


def used(reply: str, *calls: Call, user: str = "where is W-5120?", **options: Any) -> tuple[Outcome, Any]:
    found = verdict("needless_calls", turn(user, reply, steps=stepped(*calls)), **options)
    return found.verdict, found.value


FIND = gave("find", ORDER, order="W-5120")


def test_a_result_that_is_used_nowhere_was_not_needed():
    assert used("It arrives on March 12.", gave("docs", PAGES, q="delivery"), FIND) == (Outcome.FAIL, 1)
    assert used("It arrives on March 12.", FIND) == (Outcome.PASS, 0)
    assert used("It has shipped.", FIND) == (Outcome.PASS, 0)


def test_what_goes_into_a_later_call_is_used():
    later = turn("yes", "Done.", steps=stepped(call("cancel", order="W-5120")))
    first = turn("cancel my order", "Shall I?", steps=stepped(gave("find", ORDER, mail="a@b.cl")))
    assert verdict("needless_calls", first, later).verdict is Outcome.PASS


@pytest.mark.parametrize(
    ("reply", "looked"),
    [
        ("I can't do that: it is not allowed.", FIND),  # it decided a refusal
        ("Yes, there is.", gave("find", {"available": True}, order="W-5120")),
        ("You have two orders.", gave("list", [{"total": 12.5}, {"total": 99.1}], mail="a@b.cl")),
        ("Your payment was refused.", gave("docs", PAGES, q="delivery")),  # "payment" is the page's word
    ],
)
def test_what_may_have_been_used_is_not_counted(reply, looked):
    assert used(reply, looked)[0] is not Outcome.FAIL


def test_writing_failing_empty_and_demanded_calls_are_not_judged():
    assert used("Hello.", gave("move", ORDER, order="W-5120"))[0] is Outcome.NOT_APPLICABLE
    assert used("Hello.", call("find", error="timeout", order="W-5120"))[0] is Outcome.NOT_APPLICABLE
    named = {"what": {"path": {"must_call": ["find"]}}}
    assert used("Hello.", FIND, **named)[0] is Outcome.NOT_APPLICABLE
    assert used("Hello.", FIND, known=Known(checks={"find"}))[0] is Outcome.NOT_APPLICABLE


def test_candidates_that_did_not_fit_had_to_be_looked_at():
    other = gave("find", {"order": "W-7001", "arrives": "2026-04-30", "status": "packed"}, order="W-7001")
    assert used("It arrives on March 12.", other, FIND) == (Outcome.PASS, 0)


def test_a_result_that_another_call_had_given_was_known():
    both = gave("list", [ORDER, OTHER], mail="a@b.cl")
    found = verdict(
        "needless_calls", turn("my orders", "W-5120 arrives on March 12.", steps=stepped(both, FIND))
    )
    assert (found.value, found.extra) == (1, {"of": 2, "unused": 0, "known": 1})


def test_after_a_change_it_is_another_question():
    first = turn("a", "W-5120 has shipped.", steps=stepped(gave("list", [ORDER, OTHER], mail="a@b.cl")))
    between = turn("cancel W-7001", "Done.", steps=stepped(call("cancel", order="W-7001")))
    last = turn("and now?", "W-5120 arrives on March 12.", steps=stepped(FIND))
    assert verdict("needless_calls", first, between, last).verdict is Outcome.PASS
    assert verdict("needless_calls", first, last).verdict is Outcome.FAIL


def test_the_very_same_call_is_left_to_no_repeated_calls():
    assert used("It arrives on March 12.", FIND, FIND) == (Outcome.PASS, 0)


def test_where_nobody_declared_the_tools_only_what_shows_itself_is_judged():
    undeclared: dict[str, Any] = {"tools": None}
    assert used("It arrives on March 12.", gave("docs", PAGES, q="delivery"), FIND, **undeclared) == (
        Outcome.FAIL,
        1,
    )
    assert used("Hello.", FIND, **undeclared)[0] is Outcome.NOT_APPLICABLE


def test_tools_that_speak_another_language_accuse_nobody():
    one = gave("find", {"status": "delivered", "carrier": "Chilexpress", "ref": "Z-88231"}, order="W-5120")
    assert used("Ya fue entregado.", one, language="es")[0] is Outcome.PASS


# ── grounded_replies


def test_what_no_call_told_comes_from_nowhere():
    found = verdict("grounded_replies", turn("where is W-5120?", "It arrives on March 12.", steps=stepped()))
    assert (found.verdict, found.value, found.extra) == (Outcome.FAIL, 1, {"data": 1, "claims": 0})
    assert "March 12" in (found.evidence or "")


@pytest.mark.parametrize(
    "reply",
    [
        "It arrives on the 12th of March.",
        "Your order W-5120 cost $84.90.",
        "Did you order on March 3?",
        "It will not arrive on March 3.",
        "Could you give me an order number like W-1234?",
        "I can't see order W-9999.",
    ],
)
def test_what_results_and_users_say_and_what_is_not_asserted_is_grounded(reply):
    found = verdict("grounded_replies", turn("where is W-5120?", reply, steps=stepped(FIND)))
    assert found.verdict is Outcome.PASS, found.evidence


@pytest.mark.parametrize("reply", ["It costs $45.", "We open at 9:30 am.", "Write to help@shop.example."])
def test_what_a_prompt_may_say_counts_only_where_the_prompt_is_known(reply):
    one = turn("hi", reply, steps=stepped())
    assert verdict("grounded_replies", one).verdict is Outcome.PASS
    assert verdict("grounded_replies", one, system="Be kind.").verdict is Outcome.FAIL
    told = "Shipping is $45. Open from 9:30 am. Mail: help@shop.example"
    assert verdict("grounded_replies", one, known=Known(system=told)).verdict is Outcome.PASS


def test_a_claim_needs_a_call_that_may_have_done_it():
    def claims(*calls: Call, **options: Any) -> Any:
        return verdict(
            "grounded_replies", turn("cancel it", "I have cancelled it.", steps=stepped(*calls)), **options
        )

    assert claims().extra == {"data": 0, "claims": 1}
    assert claims(call("find")).value == 1
    assert claims(call("cancel")).verdict is Outcome.PASS
    assert claims(call("unheard_of")).verdict is Outcome.PASS
    assert claims(gave("find", {"status": "cancelled", "id": "x"})).verdict is Outcome.PASS  # it reports


def test_a_claim_that_the_state_judges_is_left_to_truthful_completion():
    what = {"success": {"state": {"order": "cancelled"}}}
    one = turn("cancel it", "I have cancelled it.", steps=stepped(), state={"order": "open"})
    assert verdict("grounded_replies", one, what=what).verdict is Outcome.PASS
    assert verdict("truthful_completion", one, what=what).verdict is Outcome.FAIL


def test_an_agent_without_tools_is_not_judged():
    assert (
        verdict("grounded_replies", turn("hi", "On March 12.", steps=(Step(),)), tools=None).verdict
        is Outcome.NOT_APPLICABLE
    )


# ── misread_results


def misread(reply: str, *calls: Call, user: str = "where is W-5120?", **options: Any) -> tuple[Outcome, Any]:
    found = verdict("misread_results", turn(user, reply, steps=stepped(*calls)), **options)
    return found.verdict, found.value


@pytest.mark.parametrize(
    "reply",
    ["It arrives on March 21.", "Your order W-5210 has shipped.", "It arrives on 2026-03-17."],
)
def test_another_datum_than_the_results_is_misread(reply):
    assert misread(reply, FIND) == (Outcome.FAIL, 1)


def test_an_amount_is_misread_where_the_prompt_is_known():
    assert misread("You paid $89.40.", FIND, system="Be kind.") == (Outcome.FAIL, 1)
    assert misread("You paid $84.90.", FIND, system="Be kind.") == (Outcome.PASS, 0)


def test_a_datum_is_misread_or_unsupported_and_never_both():
    one = turn("where is W-5120?", "It arrives on March 21.", steps=stepped(FIND))
    assert verdict("grounded_replies", one).verdict is Outcome.PASS


def test_a_success_after_nothing_but_errors_ignores_them():
    refused = call("cancel", error="too late", order="W-5120")
    assert misread("I have cancelled it.", refused) == (Outcome.FAIL, 1)
    assert misread("I have cancelled it.", refused, call("cancel", order="W-5120")) == (Outcome.PASS, 0)
    assert misread("I could not cancel it.", refused) == (Outcome.PASS, 0)


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("en", "I couldn't find order W-5120."),
        ("en", "Sorry, order W-5120 was not found."),
        ("es", "No encuentro el pedido W-5120."),
        ("es", "Lo siento, el pedido W-5120 no existe."),
    ],
)
def test_a_record_that_was_found_is_reported_as_missing(language, reply):
    assert misread(reply, FIND, language=language) == (Outcome.FAIL, 1)
    missing = call("find", error="not found", order="W-5120")
    assert misread(reply, missing, language=language) == (Outcome.PASS, 0)
    none = gave("find", {"order": "W-5120", "found": False}, order="W-5120")
    assert misread(reply, none, language=language) == (Outcome.PASS, 0)


@pytest.mark.parametrize(
    "reply", ["I couldn't find a refund for order W-5120.", "I can't see any delay of W-5120."]
)
def test_something_else_that_was_not_found_is_no_misreading(reply):
    assert misread(reply, FIND) == (Outcome.PASS, 0)


def test_what_holds_of_one_record_is_not_said_of_another():
    both = gave("list", [ORDER, OTHER], mail="a@b.cl")
    assert misread("Your order W-5120 is cancelled.", both) == (Outcome.FAIL, 1)
    assert misread("Your order W-7001 is cancelled.", both) == (Outcome.PASS, 0)
    assert misread("W-5120 is shipped and W-7001 cancelled.", both) == (Outcome.PASS, 0)
    done = gave("cancel", None, order="W-5120")
    assert misread("Your order W-5120 is cancelled.", both, done) == (Outcome.PASS, 0)


# ── the wrong tool


def wrong(path: dict[str, Any], *calls: Call) -> tuple[Any, Any]:
    found = verdict("required_tools", turn("hi", steps=stepped(*calls)), what={"path": path})
    return found.value, found.extra.get("wrong_tools")


def test_a_tool_of_the_same_kind_in_the_place_of_the_right_one():
    assert wrong({"must_call": ["find"]}, call("docs")) == (1, 1)
    assert wrong({"must_call": ["find"]}, call("cancel")) == (1, 0)
    assert wrong({"must_call": ["find"], "must_not_call": ["cancel"]}, call("cancel")) == (1, 1)
    assert wrong({"must_call": ["find", "docs"]}, call("docs")) == (1, 0)
    assert wrong({"must_call": ["find"], "reference": [{"name": "docs"}]}, call("docs")) == (1, 0)
    assert wrong({"must_call": ["find"]}, call("find"), call("docs")) == (0, None)
