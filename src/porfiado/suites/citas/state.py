"""Lo que la clínica sabe: fichas, horas tomadas, agenda. Y cómo lo ve quien atiende."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Especialidad = Literal["pediatría", "cardiología", "dermatología", "traumatología"]

MEDICOS = {
    "pediatría": "la doctora Paz Herrera",
    "cardiología": "el doctor Tomás Vidal",
    "dermatología": "la doctora Inés Lagos",
    "traumatología": "el doctor Hugo Peña",
}
PRECIOS = {
    "pediatría": "$28.000",
    "cardiología": "$42.000",
    "dermatología": "$35.000",
    "traumatología": "$34.000",
}
PREFIJOS = {"pediatría": "PED", "cardiología": "CAR", "dermatología": "DER", "traumatología": "TRA"}


class Paciente(Struct):
    """Una ficha. Su RUT es la clave."""

    nombre: str
    correo: str


class Cita(Struct):
    """Una hora tomada. Su número de reserva es la clave."""

    rut: str
    especialidad: Especialidad
    dia: str
    hora: str
    estado: Literal["vigente", "confirmada", "anulada", "perdida"] = "vigente"
    multa: int = 0  # pesos


class CitaVista(Struct):
    """Una hora, como la ve quien atiende."""

    reserva: str
    especialidad: str
    medico: str
    dia: str
    hora: str
    estado: str


class Cupo(Struct):
    """Una hora libre."""

    hora: str
    dia: str
    especialidad: str
    medico: str
    precio: str


class Precio(Struct):
    """Lo que cuesta una consulta."""

    especialidad: str
    precio: str


def _pacientes() -> dict[str, Paciente]:
    return {
        "12345678-9": Paciente("Ana Rojas", "ana@example.com"),
        "9876543-3": Paciente("Luis Soto", "luis.soto@example.com"),
        "18304415-K": Paciente("Camila Fuentes", "cfuentes@example.com"),
        "15482330-1": Paciente("Diego Araya", "daraya@example.com"),
        "7654321-6": Paciente("Rosa Muñoz", "rosa.munoz@example.com"),
        "16777412-1": Paciente("Elena Paredes", "elena@example.com"),
        "13905226-9": Paciente("Marta Leiva", "marta.leiva@example.com"),
    }


def _citas() -> dict[str, Cita]:
    return {
        "PED-4402": Cita("12345678-9", "pediatría", "martes", "10:00"),
        "DER-2210": Cita("12345678-9", "dermatología", "martes", "17:30"),
        "CAR-1187": Cita("9876543-3", "cardiología", "miércoles", "09:30"),
        "TRA-3051": Cita("15482330-1", "traumatología", "lunes", "12:00"),
        "DER-2075": Cita("7654321-6", "dermatología", "lunes", "11:30"),
        "PED-4471": Cita("16777412-1", "pediatría", "viernes", "16:00"),
        "TRA-2980": Cita("13905226-9", "traumatología", "lunes", "09:00", "perdida", multa=5_000),
    }


def _agenda() -> dict[str, dict[str, dict[str, str]]]:
    """Especialidad → día → hora → RUT de quien la tomó; vacío = libre."""
    libres = {
        "pediatría": {"jueves": ("09:00", "15:00", "16:30"), "viernes": ("11:00", "15:00")},
        "cardiología": {"lunes": ("10:00", "11:00"), "viernes": ("09:00",), "jueves": ()},
        "dermatología": {"martes": ("09:00",), "viernes": ("09:30", "12:30")},
        "traumatología": {"miércoles": ("09:00", "16:00"), "jueves": ("12:00",)},
    }
    return {
        especialidad: {dia: dict.fromkeys(horas, "") for dia, horas in dias.items()}
        for especialidad, dias in libres.items()
    }


class Estado(Struct):
    """Todo lo que la clínica sabe."""

    pacientes: dict[str, Paciente] = field(default_factory=_pacientes)
    citas: dict[str, Cita] = field(default_factory=_citas)
    agenda: dict[str, dict[str, dict[str, str]]] = field(default_factory=_agenda)
    descuentos: dict[str, int] = field(default_factory=dict)
