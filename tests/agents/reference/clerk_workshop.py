"""A bicycle workshop in both languages: records to choose among, choices, offers, refusals by rule."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from porfiado.world import Needs, ToolError, World, tool

Fault = Literal["puncture", "brakes", "lost_key", "wheel"]
Weekday = Literal["monday", "tuesday", "friday"]


class Bike(Struct):
    owner: str
    make: str
    colour: str


class State(Struct):
    bikes: dict[str, Bike] = field(
        default_factory=lambda: {
            "B-101": Bike("C-77", "Trek", "red"),
            "B-102": Bike("C-77", "Giant", "blue"),
            "B-200": Bike("C-88", "Orbea", "green"),
        }
    )
    free: dict[str, list[str]] = field(
        default_factory=lambda: {"monday": ["10:00"], "tuesday": ["09:00", "16:30"], "friday": []}
    )
    repairs: dict[str, str] = field(default_factory=dict)
    visits: dict[str, str] = field(default_factory=dict)
    insured: dict[str, int] = field(default_factory=dict)
    loans: dict[str, bool] = field(default_factory=dict)
    callbacks: dict[str, str] = field(default_factory=dict)
    paid: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)


class Row(Struct):
    bike: str
    make: str
    colour: str


class Slot(Struct):
    time: str


class Bill(Struct):
    bill: str
    total: int


Customer = Annotated[
    str, Needs("customer_number", words={"en": "customer number", "es": "número de cliente"})
]
OwnBike = Annotated[
    str, Needs("booking_number", words={"en": "bike", "es": "bicicleta"}, from_tool="bikes_of.bike")
]
Day = Annotated[Weekday, Needs("date", words={"en": "day", "es": "día"})]


class Workshop(World):
    state: State

    @tool(
        reads=True,
        intents={"en": ["my bikes"], "es": ["mis bicicletas"]},
        reports={"en": "You have a {colour} {make}.", "es": "Tienes una {make}."},
        choose="bike",
        shows={"en": "{bike}, the {colour} {make}", "es": "{bike}, la {make}"},
    )
    def bikes_of(self, customer: Customer) -> list[Row]:
        """The bikes of a customer.

        Args:
            customer: the customer number, like C-77.
        """
        if not any(bike.owner == customer for bike in self.state.bikes.values()):
            raise ToolError(f"nobody has the number {customer}")
        return [Row(n, b.make, b.colour) for n, b in self.state.bikes.items() if b.owner == customer]

    @tool(reads=True)
    def free_times(self, day: Day) -> list[Slot]:
        """The free times of a day."""
        return [Slot(time) for time in self.state.free[day]]

    @tool(
        reads=True,
        intents={"en": ["my bills"], "es": ["mis facturas"]},
        reports={"en": "Bill {bill} is {total}.", "es": "La factura {bill} es de {total}."},
    )
    def bills_of(self, customer: Customer) -> list[Bill]:
        """The bills of a customer."""
        return [Bill("F-1", 120)] if customer == "C-77" else []

    @tool(
        writes=True,
        after=["bikes_of"],
        intents={"en": ["repair", "fix my bike", "mend"], "es": ["reparar", "arreglar"]},
        says={"en": "Done, the {fault} of {bike} is on the list.", "es": "Listo, anotada {bike}."},
    )
    def repair(
        self,
        bike: OwnBike,
        fault: Annotated[
            Fault,
            Needs(
                "reason",
                words={"en": "fault", "es": "falla"},
                values={
                    "lost_key": {"en": ["lost"], "es": ["perdida", "la perdí"]},
                    "brakes": {"en": ["it does not brake"], "es": ["frenos"]},
                },
            ),
        ],
    ) -> None:
        """Have a bike repaired."""
        self.state.repairs[bike] = fault

    @tool(
        writes=True,
        intents={"en": ["bring it in", "appointment"], "es": ["pedir hora"]},
        says={"en": "See you on {day} at {time}.", "es": "Te esperamos el {day} a las {time}."},
    )
    def visit(
        self,
        customer: Customer,
        day: Day,
        time: Annotated[
            str, Needs("time", words={"en": "time", "es": "hora"}, choices_from="free_times.time")
        ],
    ) -> None:
        """Take an appointment."""
        self.state.visits[customer] = f"{day} {time}"

    @tool(
        writes=True,
        after=["bikes_of"],
        intents={"en": ["insure", "insurance"], "es": ["asegurar"]},
        says={"en": "Insured for {value}.", "es": "Asegurada por {value}."},
    )
    def insure(
        self,
        bike: OwnBike,
        value: Annotated[int, Needs("amount", words={"en": "value to insure", "es": "valor"})],
    ) -> None:
        """Insure a bike."""
        if value > 5000:
            raise ToolError("we insure up to 5000")
        self.state.insured[bike] = value

    @tool(
        writes=True,
        intents={"en": ["borrow a bike"], "es": ["pedir prestada"]},
        says={"en": "Come and take it.", "es": "Ven a buscarla."},
    )
    def lend(
        self,
        customer: Customer,
        helmet: Annotated[bool, Needs("extra", words={"en": "a helmet", "es": "casco"})],
    ) -> None:
        """Lend a bike."""
        if customer not in {bike.owner for bike in self.state.bikes.values()}:
            raise ToolError(f"nobody has the number {customer}")
        self.state.loans[customer] = helmet

    @tool(
        writes=True,
        intents={"en": ["call me back"], "es": ["que me llamen"]},
        says={"en": "We'll call {phone}.", "es": "Te llamamos al {phone}."},
    )
    def call_back(
        self,
        why: Annotated[str, Needs("comment", words={"en": "what it is about", "es": "de qué se trata"})],
        phone: Annotated[str, Needs("phone", words={"en": "phone number", "es": "teléfono"})],
    ) -> None:
        """Have a customer called."""
        self.state.callbacks[phone] = why

    @tool(
        writes=True,
        intents={"en": ["order a part"], "es": ["encargar un repuesto"]},
        says={"en": "Ordered: {part}.", "es": "Encargado: {part}."},
    )
    def order_part(
        self,
        part: Annotated[str, Needs("part", words={"en": "name of the part", "es": "nombre del repuesto"})],
    ) -> None:
        """Order a part."""
        self.state.parts.append(part)

    @tool(
        reads=True,
        intents={"en": ["when are you open"], "es": ["cuándo abren"]},
        reports={"en": "We are open {hours}.", "es": "Abrimos {hours}."},
    )
    def opening(self, day: Annotated[str, Needs("date", words={"en": "day", "es": "día"})]) -> dict[str, str]:
        """When the shop is open.

        Args:
            day: the day of the week, like "friday".
        """
        return {"hours": "9 to 6" if day in self.state.free else "never"}

    @tool(
        writes=True,
        intents={"en": ["waive the bill", "without paying"], "es": ["perdonar la factura"]},
        restricted="only the owner waives bills",
        refuses={"en": "I can't waive a bill.", "es": "No puedo perdonar una factura."},
    )
    def waive(
        self,
        customer: Customer,
        bill: Annotated[
            str, Needs("invoice_number", words={"en": "bill", "es": "factura"}, from_tool="bills_of.bill")
        ],
    ) -> None:
        """Waive a bill."""
        self.state.paid.append(bill)
