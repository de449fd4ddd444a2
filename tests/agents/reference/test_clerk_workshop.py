"""Kinds of things that customers say and tools answer, in a world that was written for none of the suites."""

import pytest
from clerk_dialogue import talk
from clerk_workshop import Workshop

REPAIR = ("I want to repair my bike", "C-77")


# ── choices among declared values ──


@pytest.mark.parametrize(
    "chatter",
    ["hi, I'm a bit lost here", "I feel so lost", "sorry, I am lost with all this"],
)
def test_how_somebody_feels_is_no_value(chatter):
    held = talk(Workshop, chatter, "please fix my bike", "C-88")
    assert held.state["repairs"] == {}
    assert "fault" in held.last


def test_a_word_that_only_looks_like_a_value_is_none():
    held = talk(Workshop, "quiero reparar mi bicicleta", "perdón, mi número es C-88")
    assert held.state["repairs"] == {}
    assert "falla" in held.last


def test_a_value_in_the_request_is_taken():
    held = talk(Workshop, "I'd like to have the brakes of my bike mended", "C-88")
    assert held.state["repairs"] == {"B-200": "brakes"}


def test_a_value_said_beside_another_answer_is_taken():
    held = talk(Workshop, "please fix my bike", "C-88, it does not brake")
    assert held.state["repairs"] == {"B-200": "brakes"}


def test_a_value_alone_tells_the_job():
    held = talk(Workshop, "can you do something about a puncture?", "C-88")
    assert held.state["repairs"] == {"B-200": "puncture"}


def test_what_is_ruled_out_is_not_chosen():
    held = talk(Workshop, "I want to repair my bike", "C-88", "it's not the wheel, it's the brakes")
    assert held.state["repairs"] == {"B-200": "brakes"}


@pytest.mark.parametrize(("answer", "helmet"), [("yes please", True), ("no thanks", False)])
def test_a_yes_or_no_is_a_value(answer, helmet):
    held = talk(Workshop, "I'd like to borrow a bike", "C-77", answer)
    assert "a helmet?" in held.texts[1]
    assert held.state["loans"] == {"C-77": helmet}


# ── one of several records ──


@pytest.mark.parametrize(
    "said",
    [
        "oh no, the Trek is fine; the broken one is the Giant",
        "sorry, I got it wrong, not the Trek, the Giant",
        "it's the Giant, not the Trek",
        "I meant the Giant",
    ],
)
def test_a_correction_moves_the_choice(said):
    held = talk(Workshop, "please repair my Trek", "C-77", said, "brakes")
    assert held.state["repairs"] == {"B-102": "brakes"}


def test_a_correction_in_spanish_moves_the_choice():
    held = talk(Workshop, "quiero reparar la Trek", "C-77", "ay no, la Trek ya anda; es la Giant", "frenos")
    assert held.state["repairs"] == {"B-102": "brakes"}


def test_a_correction_after_it_was_done_does_it_for_the_other_one():
    held = talk(Workshop, "please repair my Trek", "C-77", "brakes", "no, I meant the Giant")
    assert held.state["repairs"]["B-102"] == "brakes"


def test_what_is_ruled_out_beforehand_is_not_taken():
    held = talk(Workshop, "please repair a bike, not the Trek but the Giant", "C-77", "brakes")
    assert held.state["repairs"] == {"B-102": "brakes"}


def test_ruling_out_the_present_one_asks_for_another():
    held = talk(Workshop, "please repair my Trek", "C-77", "no, it's not the Trek", "brakes")
    assert held.state["repairs"] == {"B-102": "brakes"}


def test_an_answer_with_a_word_of_another_record_moves_nothing():
    held = talk(Workshop, *REPAIR, "the red one", "the blue cable of the brakes")
    assert held.state["repairs"] == {"B-101": "brakes"}


def test_a_code_that_was_given_before_is_no_record():
    held = talk(Workshop, *REPAIR, "C-77 as I said")
    assert held.names == ["bikes_of"]
    assert "Trek" in held.last


# ── what a code belongs to ──


def test_a_code_goes_to_the_datum_that_is_named_with_it():
    held = talk(Workshop, "please repair bike B-102", "C-77", "brakes")
    assert "customer number" in held.texts[0]
    assert held.state["repairs"] == {"B-102": "brakes"}


def test_a_code_goes_to_the_datum_whose_example_looks_like_it():
    held = talk(Workshop, "insurance please, it's C-88", "2000", "yes")
    assert held.state["insured"] == {"B-200": 2000}


# ── errors and empty results ──


def test_the_datum_that_stands_in_an_error_is_asked_for():
    held = talk(Workshop, "I'd like to borrow a bike", "C-78", "yes", "C-77")
    assert "customer number" in held.texts[2]
    assert held.state["loans"] == {"C-77": True}


def test_a_value_that_was_refused_is_not_read_back_again():
    held = talk(Workshop, "insure my bike", "C-88", "9000", "yes", "9000", "500")
    assert held.texts[3].startswith("I couldn't do that with 9000: we insure up to 5000.")
    assert "right" not in held.texts[4]
    assert "we insure up to 5000" in held.texts[4]
    assert "value to insure 500" in held.texts[5]


def test_a_day_without_anything_on_offer():
    held = talk(Workshop, "I need an appointment", "C-77", "friday", "then tuesday", "16:30")
    assert held.texts[2].startswith("There is nothing available for friday.")
    assert held.state["visits"] == {"C-77": "tuesday 16:30"}


def test_a_wish_that_came_to_nothing_and_is_said_again():
    held = talk(
        Workshop, "I need an appointment", "C-77", "friday", "but I need an appointment", "monday", "ok"
    )
    assert held.state["visits"] == {"C-77": "monday 10:00"}


def test_a_lookup_that_is_not_needed_may_be_empty():
    held = talk(Workshop, "I need an appointment", "C-88", "early in the week", "monday", "yes")
    assert "bills_of" not in held.names
    assert held.state["visits"] == {"C-88": "monday 10:00"}


# ── how it is said ──


def test_one_option_is_offered_as_one():
    held = talk(Workshop, "I need an appointment", "C-77", "monday")
    assert held.last.endswith("There is just this option: 10:00. Is that the right time for you?")


@pytest.mark.parametrize("said", ["no", "that doesn't work"])
def test_the_only_option_is_declined(said):
    held = talk(Workshop, "I need an appointment", "C-77", "monday", said, "tuesday", "9:00")
    assert held.state["visits"] == {"C-77": "tuesday 09:00"}


@pytest.mark.parametrize("said", ["up to you", "you choose", "whatever suits you"])
def test_no_preference_takes_the_first(said):
    held = talk(Workshop, "I need an appointment", "C-77", "tuesday", said)
    assert held.state["visits"] == {"C-77": "tuesday 09:00"}


def test_it_never_says_that_there_is_another_way_and_that_there_is_none():
    held = talk(Workshop, "I need an appointment", "I don't know")
    assert "another way" not in held.last
    assert "customer number" in held.last


def test_a_name_that_is_a_clause_is_asked_for_as_one():
    held = talk(Workshop, "please call me back")
    assert held.last == "Could you tell me what it is about?"
    assert talk(Workshop, "quiero que me llamen").last == "¿Me cuentas de qué se trata?"


def test_a_yes_is_no_name_and_no_text_of_another_kind():
    held = talk(Workshop, "please call me back", "my brakes", "yes", "5550123")
    assert held.state["callbacks"] == {"5550123": "my brakes"}


def test_a_number_that_is_named_as_a_phone_is_no_code():
    held = talk(Workshop, "please lend me something, borrow a bike, my phone is 5550123")
    assert "customer number" in held.last


def test_the_one_said_last_is_meant_by_somebody_who_corrects_himself():
    held = talk(Workshop, *REPAIR, "the Trek one... no wait, the Giant", "brakes")
    assert held.state["repairs"] == {"B-102": "brakes"}


def test_a_code_does_not_go_where_another_one_belongs():
    held = talk(Workshop, "can you mend B-102?", "C-77", "brakes")
    assert held.state["repairs"] == {"B-102": "brakes"}


def test_choices_are_named_where_the_question_was_not_understood():
    held = talk(Workshop, *REPAIR, "the Trek", "something is wrong with it")
    assert "puncture, brakes, lost key or wheel" in held.last


def test_an_unknown_wish_is_answered_once_with_what_can_be_done():
    held = talk(Workshop, "I want a loan", "a loan", "money", "a loan I said", "a loan", "give me a loan")
    lists = [text for text in held.texts if "repair" in text]
    assert len(lists) == 1
    assert "waive" not in lists[0]
    assert len(set(held.texts)) == len(held.texts)


# ── refusing ──


def test_the_case_is_the_lookup_that_yields_what_is_to_be_changed():
    held = talk(Workshop, "waive the bill please", "C-77")
    assert held.names == ["bills_of"]
    assert "Bill F-1 is 120." in held.last


# ── answers with something around them ──


@pytest.mark.parametrize(
    ("answer", "helmet"),
    [("um, no", False), ("well, yes, for the baby", True), ("ok, no", False), ("it's yes", True)],
)
def test_a_yes_or_no_among_other_words(answer, helmet):
    assert talk(Workshop, "I'd like to borrow a bike", "C-77", answer).state["loans"] == {"C-77": helmet}


@pytest.mark.parametrize(("wish", "helmet"), [("with a helmet", True), ("without a helmet", False)])
def test_a_yes_or_no_said_beforehand(wish, helmet):
    held = talk(Workshop, f"I'd like to borrow a bike {wish}", "C-77")
    assert held.state["loans"] == {"C-77": helmet}


@pytest.mark.parametrize(
    "answer",
    [
        "Shimano XT",
        "um, Shimano XT",
        "no, wait, it's Shimano XT",
        "I just checked, it's Shimano XT",
        "here you go: Shimano XT, please",
    ],
)
def test_a_term_is_taken_without_what_stands_around_it(answer):
    held = talk(Workshop, "order a part please", answer)
    assert held.state["parts"] == ["Shimano XT"]


def test_days_are_written_as_the_description_writes_them():
    held = talk(Workshop, "when are you open?", "Friday")
    assert held.calls[-1].arguments == {"day": "friday"}


def test_a_number_that_says_which_one_is_no_amount():
    held = talk(Workshop, "insure my number 102 please", "C-77", "the Giant", "2000", "yes")
    assert held.state["insured"] == {"B-102": 2000}


def test_what_is_no_record_is_not_taken_for_one():
    held = talk(Workshop, *REPAIR, "hmm, let me see", "B-999", "the Trek", "brakes")
    assert "Trek" in held.texts[3]
    assert held.state["repairs"] == {"B-101": "brakes"}
