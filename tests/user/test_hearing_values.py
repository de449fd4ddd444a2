"""Values in a message: read back, guessed at, put to the choice; options; values of built-in types."""

from __future__ import annotations

import pytest

from porfiado.locales import languages
from porfiado.user.hearing import FactProbe, Listener, find_values, hear, types

SPANISH = Listener(
    [
        FactProbe("rut", "12.345.678-9", "rut"),
        FactProbe("dia", "jueves", "date"),
        FactProbe("hora", "15:00", "time"),
        FactProbe("reserva", "PED-4402", "booking_number"),
        FactProbe("ciudad", "Valparaíso", "city"),
        FactProbe("nombre", "Ana Rojas", "name"),
        FactProbe("pago", "tarjeta", None, (r"\bpag\w+\b",)),
    ],
    "es",
)
ENGLISH = Listener(
    [
        FactProbe("email", "ana@example.com", "email"),
        FactProbe("day", "Thursday", "date"),
        FactProbe("time", "3 pm", "time"),
        FactProbe("booking", "BK-4402", "booking_number"),
        FactProbe("city", "Leeds", "city"),
        FactProbe("name", "Ana Rojas", "name"),
        FactProbe("seat", "aisle", None, (r"\bseat\b",)),
    ],
    "en",
)

# listener, message, asks, confirms, guesses
CASES = [
    (SPANISH, "¿Cuál es tu RUT? ¿12.345.678-9?", "", "rut", {}),
    (SPANISH, "¿Cuál es tu RUT? ¿11.111.111-1?", "", "", {"rut": "11.111.111-1"}),
    (SPANISH, "¿me confirmas cuál es tu RUT?", "rut", "", {}),
    (SPANISH, "¿Su RUT es 12345678-9, correcto?", "", "rut", {}),
    (SPANISH, "¿Tu RUT es 12.345.678-0?", "", "", {"rut": "12.345.678-0"}),
    (SPANISH, "¿Te sirve el viernes?", "", "", {"dia": "el viernes"}),
    (SPANISH, "¿el jueves o el viernes?", "dia", "", {}),
    (SPANISH, "¿Te acomoda el jueves o prefieres el viernes?", "dia", "", {}),
    (SPANISH, "¿Es la reserva PED-4420?", "", "", {"reserva": "PED-4420"}),
    (SPANISH, "¿Es la reserva ped 4402?", "", "reserva", {}),
    (SPANISH, "¿Tu ciudad es Santiago?", "", "", {"ciudad": "Santiago"}),
    (SPANISH, "Confírmame que es el jueves", "", "dia", {}),
    (SPANISH, "La anoté para el jueves a las 15:00, ¿correcto?", "", "dia hora", {}),
    (SPANISH, "¿El viernes a las 15:00?", "", "hora", {"dia": "El viernes"}),
    (SPANISH, "¿Ana Roja?", "", "", {"nombre": "Ana Roja"}),
    (SPANISH, "¿Pagas en efectivo o con tarjeta?", "pago", "", {}),
    (SPANISH, "Tengo el jueves y el viernes. ¿Cuál prefieres?", "dia", "", {}),
    (SPANISH, "Quedó para el viernes.", "", "", {}),
    (SPANISH, "¿Te llegó el aviso del viernes?", "", "", {}),
    (ENGLISH, "What's your email? ana@example.com?", "", "email", {}),
    (ENGLISH, "Is your email ana@example.org?", "", "", {"email": "ana@example.org"}),
    (ENGLISH, "Could you confirm your email?", "email", "", {}),
    (ENGLISH, "Please confirm that it's ana@example.com.", "", "email", {}),
    (ENGLISH, "Would Friday suit you?", "", "", {"day": "Friday"}),
    (ENGLISH, "Thursday or Friday?", "day", "", {}),
    (ENGLISH, "Do you want it on Thursday, or would you prefer Friday?", "day", "", {}),
    (ENGLISH, "I have you down for Thursday at 3 pm, is that right?", "", "day time", {}),
    (ENGLISH, "So that's booking BK-4420, correct?", "", "", {"booking": "BK-4420"}),
    (ENGLISH, "Is your city York?", "", "", {"city": "York"}),
    (ENGLISH, "Ana Roja?", "", "", {"name": "Ana Roja"}),
    (ENGLISH, "Window or aisle seat?", "seat", "", {}),
    (ENGLISH, "We have Thursday and Friday. Which one works?", "day", "", {}),
    (ENGLISH, "You're booked for Friday.", "", "", {}),
    (ENGLISH, "Did you get the note on Friday?", "", "", {}),
]


@pytest.mark.parametrize(("listener", "message", "asks", "confirms", "guesses"), CASES)
def test_asks_confirms_guesses(
    listener: Listener, message: str, asks: str, confirms: str, guesses: dict[str, str]
) -> None:
    hearing = listener.listen(message)
    assert set(hearing.asks) == set(asks.split())
    assert set(hearing.confirms) == set(confirms.split())
    assert hearing.guesses == guesses


def test_asks_stand_in_order_of_appearance() -> None:
    assert SPANISH.listen("¿Me das tu ciudad, tu RUT y tu nombre?").asks == ("ciudad", "rut", "nombre")
    assert ENGLISH.listen("Your city, your email and your name, please").asks == ("city", "email", "name")


def test_values_in_force_override_those_of_the_facts() -> None:
    message = "¿Te sirve el viernes?"
    assert SPANISH.listen(message, {"dia": "viernes"}).confirms == ("dia",)
    assert SPANISH.listen(message).guesses == {"dia": "el viernes"}


def test_the_value_of_another_fact_is_no_guess() -> None:
    listener = Listener([FactProbe("old", "Friday", "date"), FactProbe("new", "Monday", "date")], "en")
    hearing = listener.listen("Is it the Friday booking?")
    assert hearing.confirms == ("old",)
    assert hearing.guesses == {}


def test_a_form_of_the_value_confirms_it() -> None:
    listener = Listener([FactProbe("day", "2025-03-12", "date", (), ("12 March",))], "en")
    assert listener.listen("Is it 12 March?").confirms == ("day",)


@pytest.mark.parametrize(
    ("name", "language", "message", "asked"),
    [
        ("numero_de_poliza", "es", "¿Cuál es el número de tu póliza?", True),
        ("numero_de_poliza", "es", "¿Me das la póliza?", True),
        ("numero_de_poliza", "es", "¿Me das el número de serie?", False),
        ("talla", "es", "¿Qué tallas usan?", True),
        ("talla", "es", "¿Qué taller es?", False),
        ("policy_number", "en", "What's the number of your policy?", True),
        ("pet_name", "en", "And the name of your pet?", True),
        ("pet_name", "en", "What's your name?", False),
        ("box", "en", "How many boxes are there?", True),
    ],
)
def test_without_asks_and_type_the_name_decides(name: str, language: str, message: str, asked: bool) -> None:
    assert bool(Listener([FactProbe(name)], language).listen(message).asks) is asked


@pytest.mark.parametrize(
    ("language", "message", "options"),
    [
        ("es", "¿Prefieres el jueves a las 15:00 o el viernes?", ("el jueves a las 15:00", "el viernes")),
        (
            "es",
            "Tengo el lunes, el martes y el jueves. ¿Cuál te acomoda?",
            ("el lunes", "el martes", "el jueves"),
        ),
        (
            "es",
            "Tenemos estas horas:\n- lunes 10:00\n- martes 11:00\n¿Cuál prefieres?",
            ("lunes 10:00", "martes 11:00"),
        ),
        ("es", "¿Cuál es tu RUT?", ()),
        ("es", "Necesito:\n- RUT\n- Correo", ()),
        ("en", "Would you prefer Thursday at 3:00 or Friday?", ("Thursday at 3:00", "Friday")),
        ("en", "We have Monday, Tuesday and Friday. Which works for you?", ("Monday", "Tuesday", "Friday")),
        ("en", "These are the options:\n1. **Basic**\n2. **Plus**\nWhich would you like?", ("Basic", "Plus")),
        ("en", "What's your name?", ()),
        ("en", "Please send:\n- your name\n- your email", ()),
    ],
)
def test_options_as_written(language: str, message: str, options: tuple[str, ...]) -> None:
    assert hear(message, language).options == options


@pytest.mark.parametrize(
    ("language", "type_", "text", "values"),
    [
        (
            "es",
            "date",
            "el jueves 12 de marzo, 12/03/2024, mañana",
            ["el jueves 12 de marzo", "12/03/2024", "mañana"],
        ),
        ("es", "time", "a las 15:00 o 3 pm", ["a las 15:00", "3 pm"]),
        ("es", "email", "escribe a ana.r@x.cl.", ["ana.r@x.cl"]),
        ("es", "phone", "al +56 9 8123 4567", ["+56 9 8123 4567"]),
        ("es", "rut", "12.345.678-9 y 9876543-K", ["12.345.678-9", "9876543-K"]),
        ("es", "amount", "$3.990 o 20 euros", ["$3.990", "20 euros"]),
        ("es", "plate", "patente KLRT-22", ["KLRT-22"]),
        ("en", "date", "Thursday or March 12th", ["Thursday", "March 12th"]),
        ("en", "time", "3pm or 15:00", ["3pm", "15:00"]),
        ("en", "amount", "$3,990.50 or 20 dollars", ["$3,990.50", "20 dollars"]),
        ("en", "phone", "on (555) 018-2291", ["(555) 018-2291"]),
        ("en", "booking_number", "it is 7HHL2D", ["7HHL2D"]),
        ("en", "reason", "it was too small", []),
        ("en", "no_such_type", "12", []),
    ],
)
def test_find_values(language: str, type_: str, text: str, values: list[str]) -> None:
    assert find_values(type_, text, language) == values


def test_the_types_of_the_specification_are_there() -> None:
    needed = "rut email phone order_number booking_number date time name address amount city birth_date"
    for language in languages():
        assert set(needed.split()) <= set(types(language))


@pytest.mark.parametrize("type_", sorted({*types("es"), *types("en")}))
def test_both_languages_have_the_same_types(type_: str) -> None:
    assert type_ in types("es")
    assert type_ in types("en")
