"""What holds of provenance whatever is said and called."""

from __future__ import annotations

from typing import Any

from grading_support import gave, scenario, stepped, turn
from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.grading import Grader
from porfiado.grading.provenance import Source, count_sources, trace_arguments
from porfiado.grading.provenance.calendar import days_in, times_in
from porfiado.grading.provenance.kinds import typed
from porfiado.grading.provenance.numbers import numbers_in
from porfiado.locales import words
from porfiado.records import Call, Conversation
from porfiado.text import comparable

WORDS = st.text(alphabet="ab zé1 2-:/.,$%#@mañáñ\n\"'", max_size=24) | st.sampled_from(
    ["tomorrow at 3pm", "el 31 de febrero", "99/99/9999", "2026-13-45", "25:99",
     "veinte y y mil", "W-5120", "a@b.cl", "٣٤", "²"]
)  # fmt: skip
SCALARS = WORDS | st.integers() | st.floats() | st.booleans() | st.none()
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(st.sampled_from(["order_id", "name", "date", "x", "nombre"]), JSON, max_size=3)
CALLS = st.lists(st.tuples(ARGUMENTS, JSON), max_size=3)
TURNS = st.lists(st.tuples(WORDS, WORDS, CALLS), min_size=1, max_size=3)


def conversation(turns: list[tuple[str, str, list[tuple[dict[str, Any], Any]]]]) -> Conversation:
    return Conversation(
        language="es",
        turns=tuple(
            turn(user, agent, steps=stepped(*(Call(name="t", arguments=a, result=r) for a, r in calls)))
            for user, agent, calls in turns
        ),
    )


@settings(max_examples=150, deadline=None)
@given(TURNS)
def test_every_value_has_one_source_and_nothing_raises(turns):
    one = conversation(turns)
    found = trace_arguments(one)
    assert found is not None
    assert sum(count_sources(found).values()) == len(found)
    graded = Grader(scenario(), "es").grade(one)
    for name in ("grounded_arguments", "needless_calls", "grounded_replies", "misread_results"):
        assert "criterion itself failed" not in (graded.criteria[name].reason or "")
    verdict = graded.criteria["grounded_arguments"]
    if verdict.value is not None:
        invented = {(a.path, repr(a.value)) for a in found if a.source is Source.NOWHERE}
        assert verdict.value == len(invented)


@settings(max_examples=150, deadline=None)
@given(
    st.text(alphabet="abcXYZ0123456789-", min_size=1, max_size=12), st.sampled_from(["order_id", "x", "name"])
)
def test_what_the_user_wrote_is_never_invented(value, key):
    said = f"well, it is {value} I think"
    (only,) = trace_arguments(
        Conversation(turns=(turn(said, steps=stepped(gave("t", None, **{key: value}))),))
    ) or ()  # fmt: skip
    assert only.source is not Source.NOWHERE


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="abcXYZ0123456789-", min_size=1, max_size=12))
def test_capitals_and_separators_change_no_source(value):
    def source(said: str) -> Source:
        found = trace_arguments(
            Conversation(turns=(turn(said, steps=stepped(gave("t", None, order_id=value))),))
        )
        assert found
        return found[0].source

    if typed(value, "order_id").kind.accountable:
        assert Source.NOWHERE not in {
            source(f"it is {value.upper()}."),
            source(f"it is {value.replace('-', ' ')}."),
        }


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40) | WORDS)
def test_any_text_can_be_read(text):
    folded = comparable(text)
    numbers_in(folded), days_in(folded), times_in(folded)
    typed(text, "x"), typed(text, "order_id"), typed(text, "nombre")


@given(st.integers(min_value=0, max_value=10**9))
def test_a_number_is_read_in_every_way_of_writing_it(number):
    grouped = f"{number:,}"
    for text in (
        str(number),
        grouped,
        grouped.replace(",", "."),
        grouped.replace(",", " "),
        f"${grouped}.00",
    ):
        assert float(number) in numbers_in(text), text


@given(st.dates())
def test_a_date_is_read_in_every_way_of_writing_it(date):
    month = words("es", "provenance")["months"][date.month - 1].replace("?", "")
    said = f"el {date.day} de {month}" + (f" de {date.year}" if 1900 <= date.year < 2100 else "")
    year = date.year if 1900 <= date.year < 2100 else None
    assert any((d.year, d.month, d.day) == (year, date.month, date.day) for d in days_in(said))
    if date.year >= 1000:
        assert any(d.date() == date for d in days_in(date.isoformat()))


@given(st.times())
def test_a_time_is_read_in_every_way_of_writing_it(time):
    for text in (time.strftime("%H:%M"), time.strftime("%H:%M:%S"), time.strftime("%I:%M %p").lower()):
        assert any((t.hour, t.minute) == (time.hour, time.minute) for t in times_in(text)), text
