"""Kinds of misunderstanding that worlds of other trades brought to light."""

from typing import Annotated, Literal

from clerk_dialogue import talk

from porfiado.world import Needs, World, tool

Account = Annotated[str, Needs("account_number", words={"en": "account number"})]
Line = Annotated[str, Needs("line_number", words={"en": "line"}, from_tool="lines_of.line")]


class Telco(World):
    state: dict[str, str]

    def initial(self):
        return {}

    @tool(
        reads=True,
        intents={"en": ["my lines", "my plan"]},
        choose="line",
        shows={"en": "{line}, {plan} plan with {amount}"},
    )
    def lines_of(self, account: Account) -> list[dict[str, str]]:
        """The lines of an account."""
        one = {"line": "5550142", "plan": "basic", "amount": "900"}
        if account == "ACC-1":
            return [one]
        return [] if account == "ACC-0" else [one, {"line": "5550177", "plan": "plus", "amount": "900"}]

    @tool(reads=True)
    def slots(self, day: Annotated[str, Needs("date", words={"en": "day"})]) -> list[dict[str, str]]:
        """Free visits."""
        return [{"time": "09:00"}]

    @tool(writes=True, intents={"en": ["visit"]}, says={"en": "A visit on {day} at {time}."})
    def book_visit(
        self,
        account: Account,
        day: Annotated[str, Needs("date", words={"en": "day"})],
        time: Annotated[str, Needs("time", words={"en": "time"}, choices_from="slots.time")],
    ) -> None:
        """Book a visit."""

    @tool(writes=True, intents={"en": ["suspend"]}, after=["lines_of"], says={"en": "{line} is barred."})
    def suspend(self, account: Account, line: Line) -> None:
        """Bar a line."""

    @tool(
        writes=True, intents={"en": ["switch plan", "plan"]}, after=["lines_of"], says={"en": "Now {plan}."}
    )
    def change_plan(
        self,
        account: Account,
        line: Line,
        plan: Annotated[Literal["basic", "plus"], Needs("plan", words={"en": "new plan"})],
    ) -> None:
        """Another plan."""

    @tool(writes=True, intents={"en": ["set a limit"]}, after=["lines_of"], says={"en": "Now {amount}."})
    def set_limit(
        self, account: Account, line: Line, amount: Annotated[int, Needs("amount", words={"en": "new limit"})]
    ) -> None:
        """Another limit."""

    @tool(writes=True, intents={"en": ["visits cancelled", "cancel visits"]}, says={"en": "Cancelled."})
    def cancel_visits(self, account: Account) -> None:
        """No visit."""

    @tool(writes=True, intents={"en": ["paid visits"]}, says={"en": "Paid."})
    def pay_visits(self, account: Account) -> None:
        """Pay."""


def test_whole_intent_is_clear_though_its_stem_is_shared():
    assert "account number" in talk(Telco, "hello there, it is about that technician visit of yours").last


def test_ok_before_another_value_accepts_nothing():
    held = talk(Telco, "a visit on Monday please", "ACC-7712", "ok, at 15:30")
    assert "book_visit" not in held.names
    assert "15:30" in held.last
    assert "book_visit" in talk(Telco, "a visit on Monday please", "ACC-7712", "ok").names


def test_new_value_is_never_the_one_on_record():
    held = talk(Telco, "set a limit", "ACC-1", "I don't know", "I don't know")
    assert "set_limit" not in held.names


def test_words_of_a_shown_option_are_no_wish():
    held = talk(Telco, "suspend my line", "ACC-7712", "um, 5550177, plus plan")
    assert "suspend" in held.names
    assert "change_plan" not in held.names
