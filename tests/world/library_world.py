"""A small library (of books) with one tool of every kind."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from porfiado.world import Needs, ToolError, World, tool


class Loan(msgspec.Struct):
    card: str
    title: str
    days: int = 14
    renewed: bool = False


class State(msgspec.Struct):
    loans: dict[str, Loan] = {}
    shelves: list[str] = []
    note: str | None = None


class Found(msgspec.Struct):
    loan: str
    title: str
    days: int


class Library(World):
    state: State

    def initial(self) -> State:
        return State({"L-1": Loan("C-7", "Ficciones"), "L-2": Loan("C-7", "Rayuela", 3)}, ["Altazor"])

    @tool(
        reads=True,
        intents={"en": ["my loans"]},
        choose="loan",
        shows={"en": "{title} ({loan})"},
        reports={"en": "{title} is due in {days} days."},
    )
    def loans(self, card: Annotated[str, Needs("card_number", words={"en": "card number"})]) -> list[Found]:
        """Find the loans
        of a reader.

        Args:
            card: the number on the card,
                with its dash.
        """
        return [
            Found(key, loan.title, loan.days) for key, loan in self.state.loans.items() if loan.card == card
        ]

    @tool(
        writes=True,
        intents={"en": ["renew"]},
        after=["loans"],
        says={"en": "Done, {loan}: {days} days more."},
    )
    def renew(
        self,
        loan: Annotated[str, Needs("loan_number", from_tool="loans.loan")],
        days: Annotated[int, Needs("amount", optional=False)] = 7,
        how: Annotated[Literal["quiet", "loud"], Needs("how", values={"loud": {"en": ["noisy"]}})] = "quiet",
    ) -> None:
        """Renew a loan."""
        self.state.shelves.append(how)
        found = self.state.loans.get(loan)
        if found is None:
            raise ToolError(f"there is no loan {loan}")
        found.days += days
        if found.days > 1000:
            raise ZeroDivisionError("a bug of the world")
        found.renewed = True

    @tool(reads=True)
    def shelf(self, number: float = 0, anything: Any = None) -> str | None:
        """The title on a shelf."""
        return self.state.shelves[int(number)] if int(number) < len(self.state.shelves) else None
