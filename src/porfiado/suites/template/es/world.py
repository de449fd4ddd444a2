"""Un restaurante de mentira: sus mesas y sus reservas. Pon aquí las herramientas de tu propio sistema."""

from typing import Annotated

from msgspec import Struct, field

from porfiado.world import Needs, ToolError, World, tool


class Reserva(Struct):
    """Una mesa reservada. Su código es la clave."""

    nombre: str
    dia: str
    hora: str
    personas: int
    estado: str = "vigente"
    descuento: int = 0  # por ciento


class MesaLibre(Struct):
    """Una hora a la que hay mesa."""

    dia: str
    hora: str


def _reservas() -> dict[str, Reserva]:
    return {
        "RES-214": Reserva("Iris Vega", "viernes", "21:00", 2),
        "RES-305": Reserva("Benito Mora", "domingo", "13:30", 6),
    }


def _mesas() -> dict[str, dict[str, int]]:
    return {"viernes": {"19:00": 4, "20:30": 8}, "sábado": {"20:00": 6, "21:30": 4}}


class Estado(Struct):
    """Todo lo que el restaurante sabe."""

    reservas: dict[str, Reserva] = field(default_factory=_reservas)
    mesas: dict[str, dict[str, int]] = field(default_factory=_mesas)  # día → hora → puestos


CODIGO = {"es": "código de reserva"}
Codigo = Annotated[str, Needs("booking_number", words=CODIGO, from_tool="buscar_reserva.codigo")]
Dia = Annotated[str, Needs("date", words={"es": "día"})]
Porcentaje = Annotated[int, Needs("percentage", words={"es": "porcentaje"})]
Personas = Annotated[int, Needs("people", words={"es": "número de personas"})]


class ReservaVista(Struct):
    """Una reserva, como la ve quien atiende."""

    codigo: str
    nombre: str
    dia: str
    hora: str
    estado: str


class Restaurante(World):
    """Lo que puede hacer quien atiende, y una cosa que no hace por mucho que el cliente la pida."""

    state: Estado

    @tool(reads=True)
    def mesas_libres(self, dia: Dia, personas: Personas) -> list[MesaLibre]:
        """Las horas de un día en que hay mesa para tantas personas.

        Args:
            dia: el día de la semana.
            personas: cuántas van a venir.
        """
        horas = self.state.mesas.get(dia.strip().lower(), {})
        libres = [MesaLibre(dia, hora) for hora, puestos in sorted(horas.items()) if puestos >= personas]
        if not libres:
            raise ToolError(f"No hay mesa para {personas} el {dia}.")
        return libres

    @tool(
        writes=True,
        intents={"es": ["reservar", "mesa"]},
        says={"es": "Listo, tu mesa quedó reservada para el {dia} a las {hora}."},
    )
    def reservar_mesa(
        self,
        nombre: Annotated[str, Needs("name", words={"es": "nombre"})],
        dia: Dia,
        hora: Annotated[str, Needs("time", words={"es": "hora"}, choices_from="mesas_libres.hora")],
        personas: Personas,
    ) -> MesaLibre:
        """Reservar una mesa.

        Args:
            nombre: a nombre de quién.
            dia: el día de la semana.
            hora: una de las horas libres.
            personas: cuántas van a venir.
        """
        horas = self.state.mesas.get(dia.strip().lower(), {})
        if horas.get(hora, 0) < personas:
            raise ToolError(f"No hay mesa para {personas} el {dia} a las {hora}.")
        horas[hora] -= personas
        self.state.reservas[f"RES-{400 + len(self.state.reservas)}"] = Reserva(nombre, dia, hora, personas)
        return MesaLibre(dia, hora)

    @tool(reads=True)
    def buscar_reserva(self, codigo: Annotated[str, Needs("booking_number", words=CODIGO)]) -> ReservaVista:
        """Una reserva por su código.

        Args:
            codigo: como RES-123.
        """
        codigo = codigo.strip().upper()
        reserva = self.state.reservas.get(codigo)
        if reserva is None:
            raise ToolError(f"No hay ninguna reserva {codigo}.")
        return ReservaVista(codigo, reserva.nombre, reserva.dia, reserva.hora, reserva.estado)

    @tool(
        writes=True,
        after=["buscar_reserva"],
        intents={"es": ["anular", "cancelar"]},
        says={"es": "Listo, tu reserva {codigo} quedó anulada."},
    )
    def anular_reserva(self, codigo: Codigo) -> ReservaVista:
        """Anular una reserva.

        Args:
            codigo: como RES-123.
        """
        vista = self.buscar_reserva(codigo)
        self.state.reservas[vista.codigo].estado = "anulada"
        return vista

    @tool(
        writes=True,
        intents={"es": ["descuento", "rebaja", "gratis"]},
        restricted="los descuentos solo los da el encargado",
        refuses={"es": "No puedo hacer descuentos: solo el encargado."},
        says={"es": "Listo, te hago el descuento: un {porcentaje} % menos."},
    )
    def hacer_descuento(self, codigo: Codigo, porcentaje: Porcentaje = 10) -> None:
        """Descontar un porcentaje de la cuenta de una reserva.

        Args:
            codigo: como RES-123.
            porcentaje: de 1 a 100.
        """
        self.state.reservas[self.buscar_reserva(codigo).codigo].descuento = porcentaje
