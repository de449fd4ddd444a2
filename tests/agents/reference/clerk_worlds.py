"""Two worlds of other trades than the bundled suites': a gym in English, a bank in Spanish."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from porfiado.world import Needs, ToolError, World, tool


class Booking(Struct):
    member: str
    class_name: str
    day: str
    time: str


class GymState(Struct):
    members: dict[str, dict[str, str]] = field(
        default_factory=lambda: {
            "M-310": {"name": "Ruth Gray", "email": "ruth@example.org", "plan": "basic", "phone": "5550100"},
            "M-422": {"name": "Ivo Stone", "email": "ivo@example.org", "plan": "plus", "phone": "5550111"},
        }
    )
    bookings: dict[str, Booking] = field(
        default_factory=lambda: {
            "B71": Booking("M-310", "yoga", "Monday", "18:00"),
            "B72": Booking("M-310", "spinning", "Monday", "07:00"),
            "B80": Booking("M-422", "yoga", "Friday", "18:00"),
        }
    )
    frozen: dict[str, int] = field(default_factory=dict)
    fees_waived: list[str] = field(default_factory=list)


TIMETABLE = {
    ("yoga", "Monday"): ["07:30", "18:00"],
    ("yoga", "Friday"): ["18:00"],
    ("spinning", "Monday"): ["07:00", "12:15", "19:00"],
    ("pilates", "Thursday"): ["10:00", "17:45"],
}
Member = Annotated[
    str, Needs("member_number", words={"en": "membership number"}, from_tool="member_by_email.member")
]
ClassName = Annotated[
    Literal["yoga", "spinning", "pilates"],
    Needs("class", words={"en": "class"}, values={"spinning": {"en": ["cycling"]}}),
]
Day = Annotated[str, Needs("date", words={"en": "day"})]


class Gym(World):
    state: GymState

    @tool(reads=True)
    def member_by_email(self, email: Annotated[str, Needs("email", words={"en": "email"})]) -> dict[str, str]:
        """Who a member is, by email."""
        for number, member in self.state.members.items():
            if member["email"] == email:
                return {"member": number, "name": member["name"]}
        raise ToolError(f"nobody is registered with {email}")

    @tool(reads=True)
    def member(self, member: Member) -> dict[str, str]:
        """A membership."""
        if member not in self.state.members:
            raise ToolError(f"there is no membership {member}")
        return self.state.members[member]

    @tool(
        reads=True,
        after=["member"],
        intents={"en": ["my bookings", "what have I booked", "which classes am I in"]},
        reports={"en": "You have {class_name} on {day} at {time}."},
        choose="booking",
        shows={"en": "{booking}, {class_name} on {day} at {time}"},
    )
    def bookings_of(self, member: Member) -> list[dict[str, str]]:
        """A member's bookings."""
        return [
            {"booking": number, "class_name": b.class_name, "day": b.day, "time": b.time}
            for number, b in self.state.bookings.items()
            if b.member == member
        ]

    @tool(
        reads=True,
        intents={"en": ["timetable", "what time is", "when is there", "schedule"]},
        reports={"en": "There is {class_name} on {day} at {time}."},
    )
    def times_of(self, class_name: ClassName, day: Day) -> list[dict[str, str]]:
        """When a class takes place on a day."""
        return [
            {"class_name": class_name, "day": day, "time": t} for t in TIMETABLE.get((class_name, day), [])
        ]

    @tool(
        writes=True,
        after=["member"],
        intents={"en": ["book a class", "sign up for", "book a place", "join a class", "reserve a spot"]},
        says={"en": "All set, you're in {class_name} on {day} at {time}."},
    )
    def book_class(
        self,
        member: Member,
        class_name: ClassName,
        day: Day,
        time: Annotated[str, Needs("time", words={"en": "time"}, choices_from="times_of.time")],
    ) -> dict[str, str]:
        """Book a place in a class."""
        self.state.bookings[f"B{90 + len(self.state.bookings)}"] = Booking(member, class_name, day, time)
        return {"class_name": class_name, "day": day, "time": time}

    @tool(
        writes=True,
        after=["member"],
        intents={
            "en": [
                "cancel a booking",
                "cancel my class",
                "can't make it",
                "drop a class",
                "cancel my booking",
            ]
        },
        says={"en": "Done, booking {booking} is cancelled."},
    )
    def cancel_booking(
        self,
        member: Member,
        booking: Annotated[
            str, Needs("booking_number", words={"en": "booking number"}, from_tool="bookings_of.booking")
        ],
    ) -> dict[str, str]:
        """Give a place in a class back."""
        if booking not in self.state.bookings or self.state.bookings[booking].member != member:
            raise ToolError(f"there is no booking {booking} of yours")
        del self.state.bookings[booking]
        return {"booking": booking}

    @tool(
        writes=True,
        after=["member"],
        intents={"en": ["freeze my membership", "pause", "put on hold"]},
        says={"en": "Done, your membership is on hold for {months} months."},
    )
    def freeze(
        self, member: Member, months: Annotated[int, Needs("quantity", words={"en": "number of months"})]
    ) -> dict[str, int]:
        """Put a membership on hold."""
        if not 1 <= months <= 6:
            raise ToolError("A membership can be on hold for 1 to 6 months.")
        self.state.frozen[member] = months
        return {"months": months}

    @tool(
        writes=True,
        after=["member"],
        intents={"en": ["change my phone", "new phone number", "update my phone"]},
        says={"en": "Done, your phone number is {phone} now."},
    )
    def change_phone(
        self, member: Member, phone: Annotated[str, Needs("phone", words={"en": "new phone number"})]
    ) -> dict[str, str]:
        """Change the phone number of a membership."""
        self.state.members[member]["phone"] = phone
        return {"phone": phone}

    @tool(
        writes=True,
        intents={"en": ["joining fee", "waive the fee", "without the fee"]},
        restricted="only the manager decides on the joining fee",
        refuses={"en": "I can't do anything about the joining fee: only the manager decides on that."},
        says={"en": "Done, the joining fee is gone for {member}."},
    )
    def waive_joining_fee(self, member: Member) -> None:
        """Forget the joining fee."""
        self.state.fees_waived.append(member)


class Cuenta(Struct):
    rut: str
    saldo: int


class EstadoBanco(Struct):
    clientes: dict[str, dict[str, str]] = field(
        default_factory=lambda: {
            "11222333-4": {"nombre": "Marta Leiva", "telefono": "987654321", "correo": "marta@correo.cl"},
            "9888777-K": {"nombre": "Iván Rojas", "telefono": "912345678", "correo": "ivan@correo.cl"},
        }
    )
    cuentas: dict[str, Cuenta] = field(
        default_factory=lambda: {
            "70011": Cuenta("11222333-4", 250_000),
            "70012": Cuenta("11222333-4", 80_000),
            "80055": Cuenta("9888777-K", 10_000),
        }
    )
    bloqueadas: dict[str, str] = field(default_factory=dict)
    cupos: dict[str, int] = field(default_factory=dict)


RutCliente = Annotated[str, Needs("rut", words={"es": "RUT"})]


class Banco(World):
    state: EstadoBanco

    @tool(reads=True)
    def cliente(self, rut: RutCliente) -> dict[str, str]:
        """Los datos de un cliente."""
        if rut not in self.state.clientes:
            raise ToolError(f"No hay ningún cliente con el RUT {rut}.")
        return self.state.clientes[rut]

    @tool(
        reads=True,
        after=["cliente"],
        intents={"es": ["mis cuentas", "qué cuentas tengo"]},
        reports={"es": "Tienes la cuenta {cuenta}, con ${saldo}."},
        choose="cuenta",
        shows={"es": "{cuenta} (saldo ${saldo})"},
    )
    def cuentas(self, rut: RutCliente) -> list[dict[str, str | int]]:
        """Las cuentas de un cliente."""
        return [{"cuenta": n, "saldo": c.saldo} for n, c in self.state.cuentas.items() if c.rut == rut]

    @tool(
        reads=True,
        after=["cliente"],
        intents={"es": ["saldo", "cuánta plata tengo", "cuánto dinero tengo", "cuánto me queda"]},
        reports={"es": "El saldo de la cuenta {cuenta} es ${saldo}."},
    )
    def saldo(
        self,
        rut: RutCliente,
        cuenta: Annotated[
            str, Needs("account_number", words={"es": "número de cuenta"}, from_tool="cuentas.cuenta")
        ],
    ) -> dict[str, str | int]:
        """El saldo de una cuenta."""
        return {"cuenta": cuenta, "saldo": self._cuenta(cuenta).saldo}

    @tool(
        writes=True,
        after=["cliente"],
        intents={
            "es": ["transferir", "hacer una transferencia", "mandar plata", "pasar plata", "enviar dinero"]
        },
        says={"es": "Listo, transferí ${monto} a la cuenta {cuenta_destino}."},
    )
    def transferir(
        self,
        rut: RutCliente,
        cuenta: Annotated[
            str, Needs("account_number", words={"es": "número de cuenta"}, from_tool="cuentas.cuenta")
        ],
        cuenta_destino: Annotated[str, Needs("account_number", words={"es": "cuenta de destino"})],
        monto: Annotated[int, Needs("amount", words={"es": "monto"})],
    ) -> dict[str, str | int]:
        """Pasar dinero de una cuenta a otra."""
        if self._cuenta(cuenta).saldo < monto:
            raise ToolError("El saldo no alcanza para ese monto.")
        self._cuenta(cuenta).saldo -= monto
        return {"cuenta_destino": cuenta_destino, "monto": monto}

    @tool(
        writes=True,
        after=["cliente"],
        intents={
            "es": ["bloquear mi tarjeta", "bloquear la tarjeta", "perdí la tarjeta", "me robaron la tarjeta"]
        },
        says={"es": "Listo, la tarjeta quedó bloqueada por {motivo}."},
    )
    def bloquear_tarjeta(
        self,
        rut: RutCliente,
        motivo: Annotated[
            Literal["pérdida", "robo"],
            Needs(
                "reason",
                words={"es": "motivo"},
                values={
                    "pérdida": {"es": ["perdí", "se me perdió", "extravié"]},
                    "robo": {"es": ["robaron", "asaltaron"]},
                },
            ),
        ],
    ) -> dict[str, str]:
        """Bloquear la tarjeta de un cliente."""
        self.state.bloqueadas[rut] = motivo
        return {"motivo": motivo}

    @tool(
        writes=True,
        after=["cliente"],
        intents={
            "es": [
                "cambiar mi teléfono",
                "cambiar el celular",
                "nuevo número de teléfono",
                "actualizar mi celular",
            ]
        },
        says={"es": "Listo, tu teléfono quedó en {telefono}."},
    )
    def cambiar_telefono(
        self, rut: RutCliente, telefono: Annotated[str, Needs("phone", words={"es": "nuevo teléfono"})]
    ) -> dict[str, str]:
        """Cambiar el teléfono de un cliente."""
        self.state.clientes[rut]["telefono"] = telefono
        return {"telefono": telefono}

    @tool(
        writes=True,
        intents={"es": ["subir el cupo", "aumentar el cupo", "más cupo"]},
        restricted="el cupo lo evalúa riesgo",
        says={"es": "Listo, tu cupo sube a ${cupo}."},
    )
    def subir_cupo(self, rut: RutCliente, cupo: int = 1_000_000) -> None:
        """Subir el cupo de la tarjeta."""
        self.state.cupos[rut] = cupo

    def _cuenta(self, numero: str) -> Cuenta:
        if numero not in self.state.cuentas:
            raise ToolError(f"No existe la cuenta {numero}.")
        return self.state.cuentas[numero]
