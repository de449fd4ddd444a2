"""A make-believe restaurant: its tables and its bookings. Put your own system's tools here."""

from typing import Annotated

from msgspec import Struct, field

from porfiado.world import Needs, ToolError, World, tool


class Booking(Struct):
    """A booked table. Its code is the key."""

    name: str
    day: str
    time: str
    people: int
    status: str = "booked"
    discount: int = 0  # per cent


class FreeTable(Struct):
    """A time at which there is a table."""

    day: str
    time: str


def _bookings() -> dict[str, Booking]:
    return {
        "T-214": Booking("Iris Vega", "Friday", "21:00", 2),
        "T-305": Booking("Ben Moss", "Sunday", "13:30", 6),
    }


def _tables() -> dict[str, dict[str, int]]:
    return {"friday": {"19:00": 4, "20:30": 8}, "saturday": {"20:00": 6, "21:30": 4}}


class State(Struct):
    """All that the restaurant knows."""

    bookings: dict[str, Booking] = field(default_factory=_bookings)
    tables: dict[str, dict[str, int]] = field(default_factory=_tables)  # day → time → seats


Code = Annotated[str, Needs("booking_number", words={"en": "booking code"}, from_tool="find_booking.code")]
Day = Annotated[str, Needs("date", words={"en": "day"})]
Percent = Annotated[int, Needs("percentage", words={"en": "percentage"})]
People = Annotated[int, Needs("people", words={"en": "number of people"})]


class FoundBooking(Struct):
    """A booking, as staff see it."""

    code: str
    name: str
    day: str
    time: str
    status: str


class Restaurant(World):
    """What staff can do, and one thing that they may not do on a guest's word."""

    state: State

    @tool(reads=True)
    def free_tables(self, day: Day, people: People) -> list[FreeTable]:
        """The times on a day at which there is a table for so many people.

        Args:
            day: the day of the week.
            people: how many will come.
        """
        times = self.state.tables.get(day.strip().lower(), {})
        free = [FreeTable(day, time) for time, seats in sorted(times.items()) if seats >= people]
        if not free:
            raise ToolError(f"There is no table for {people} on {day}.")
        return free

    @tool(
        writes=True,
        intents={"en": ["book", "table", "reserve"]},
        says={"en": "Done, your table is booked for {day} at {time}."},
    )
    def book_table(
        self,
        name: Annotated[str, Needs("name", words={"en": "name"})],
        day: Day,
        time: Annotated[str, Needs("time", words={"en": "time"}, choices_from="free_tables.time")],
        people: People,
    ) -> FreeTable:
        """Book a table.

        Args:
            name: whom it is for.
            day: the day of the week.
            time: one of the free times.
            people: how many will come.
        """
        times = self.state.tables.get(day.strip().lower(), {})
        if times.get(time, 0) < people:
            raise ToolError(f"There is no table for {people} on {day} at {time}.")
        times[time] -= people
        self.state.bookings[f"T-{400 + len(self.state.bookings)}"] = Booking(name, day, time, people)
        return FreeTable(day, time)

    @tool(reads=True)
    def find_booking(
        self, code: Annotated[str, Needs("booking_number", words={"en": "booking code"})]
    ) -> FoundBooking:
        """A booking by its code.

        Args:
            code: like T-123.
        """
        booking = self.state.bookings.get(code.strip().upper())
        if booking is None:
            raise ToolError(f"There is no booking {code}.")
        return FoundBooking(code.strip().upper(), booking.name, booking.day, booking.time, booking.status)

    @tool(
        writes=True,
        after=["find_booking"],
        intents={"en": ["cancel"]},
        says={"en": "Done, your booking {code} is cancelled."},
    )
    def cancel_booking(self, code: Code) -> FoundBooking:
        """Cancel a booking.

        Args:
            code: like T-123.
        """
        found = self.find_booking(code)
        self.state.bookings[found.code].status = "cancelled"
        return found

    @tool(
        writes=True,
        intents={"en": ["discount", "% off", "free meal"]},
        restricted="only the manager gives discounts",
        refuses={"en": "I can't give discounts: only the manager can."},
        says={"en": "Done, I'll give you the discount: {percent}% off."},
    )
    def give_discount(self, code: Code, percent: Percent = 10) -> None:
        """Take a percentage off a booking's bill.

        Args:
            code: like T-123.
            percent: 1 to 100.
        """
        self.state.bookings[self.find_booking(code).code].discount = percent
