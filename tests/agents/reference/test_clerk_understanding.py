"""What the clerk finds in single messages: values of every kind, options, intents, kinds of data."""

import pytest
from clerk_worlds import Banco, Gym

from porfiado.agents.reference.clock import daypart
from porfiado.agents.reference.intents import wishes
from porfiado.agents.reference.jobs import desk_of
from porfiado.agents.reference.kinds import kind_of
from porfiado.agents.reference.options import mentioned, pick, same_option
from porfiado.agents.reference.pending import Option
from porfiado.agents.reference.reading import read
from porfiado.agents.reference.values import answer_text, find
from porfiado.agents.reference.words import language_of, spoken, words_of
from porfiado.text import fold

CASES = [
    ("es", "rut", "mi rut es 12.345.678-9", ["12345678-9"]),
    ("es", "rut", "12345678 - k", ["12345678-K"]),
    ("es", "rut", "9.876.543 3", ["9876543-3"]),
    ("es", "rut", "tengo 3 hijos", []),
    ("es", "email", "es Ana.Rojas+web@mail.example.com.", ["ana.rojas+web@mail.example.com"]),
    ("en", "email", "me at home", []),
    ("en", "code", "it's PED-4402", ["PED-4402"]),
    ("en", "code", "ped 4402", ["PED-4402"]),
    ("en", "code", "#10023", ["10023"]),
    ("en", "code", "order 10023 please", ["10023"]),
    ("en", "code", "my number is 10023", ["10023"]),
    ("en", "code", "at 3 or 15", []),
    ("en", "code", "b71 and b72", ["B71", "B72"]),
    ("es", "code", "la reserva es la a1-b2", ["A1-B2"]),
    ("en", "phone", "call +44 20 7946 0018", ["+442079460018"]),
    ("es", "phone", "9 8765 4321", ["987654321"]),
    ("es", "phone", "12", []),
    ("es", "amount", "unos 50.000 pesos", ["50000"]),
    ("es", "amount", "$1.250,50", ["1250.50"]),
    ("es", "amount", "20 mil", ["20000"]),
    ("en", "amount", "$1,200.50 please", ["1200.50"]),
    ("en", "amount", "a 30% discount", []),
    ("en", "percent", "a 30% discount", ["30"]),
    ("es", "percent", "un 12,5 por ciento", ["12.5"]),
    ("en", "number", "for two of us", ["2"]),
    ("en", "number", "12", ["12"]),
    ("es", "number", "somos cuatro", ["4"]),
    ("es", "date", "el miercoles", ["miércoles"]),
    ("es", "date", "mañana en la mañana", ["mañana"]),
    ("es", "date", "en la mañana", []),
    ("es", "date", "el 3 de marzo de 2027", ["2027-03-03"]),
    ("es", "date", "3 de marzo", ["3 de marzo"]),
    ("es", "date", "03/04/2027", ["2027-04-03"]),
    ("en", "date", "on Wednesday", ["Wednesday"]),
    ("en", "date", "March 3rd, 2027", ["2027-03-03"]),
    ("en", "date", "2027-03-03", ["2027-03-03"]),
    ("en", "date", "the day after tomorrow", ["the day after tomorrow"]),
    ("es", "time", "a las 3", ["15:00"]),
    ("es", "time", "a las 9 y media", ["09:30"]),
    ("es", "time", "a las 8 y cuarto de la noche", ["20:15"]),
    ("es", "time", "a las 3 de la mañana", ["03:00"]),
    ("es", "time", "15:30 hrs", ["15:30"]),
    ("es", "time", "al mediodía", ["12:00"]),
    ("es", "time", "a las 27", []),
    ("en", "time", "at 3", ["15:00"]),
    ("en", "time", "10 am", ["10:00"]),
    ("en", "time", "at 12 am", ["00:00"]),
    ("en", "time", "5pm", ["17:00"]),
    ("en", "time", "9 o'clock", ["09:00"]),
    ("en", "time", "noon works", ["12:00"]),
    ("en", "name", "my name is Ruth Gray and I pay", ["Ruth Gray"]),
    ("es", "name", "me llamo ana rojas", ["ana rojas"]),
    ("es", "name", "hola", []),
]


@pytest.mark.parametrize(("language", "kind", "message", "values"), CASES)
def test_values_in_a_message(language, kind, message, values):
    assert [found.value for found in find(kind, fold(message), message, words_of(language))] == values


@pytest.mark.parametrize(
    ("language", "kind", "message", "value"),
    [
        ("en", "address", "it's 18 Alder Street", "18 Alder Street"),
        ("en", "address", "send it to 44 Harbour Road instead please", "44 Harbour Road"),
        ("en", "address", "told ya, 18 Alder Street, same as before", "18 Alder Street"),
        ("en", "address", "200 Station Road, Flat 3", "200 Station Road, Flat 3"),
        ("en", "address", "my sister's", None),
        ("es", "address", "vivo en Avenida Italia 1234, depto 5", "Avenida Italia 1234, depto 5"),
        ("es", "address", "es Los Aromos 45", "Los Aromos 45"),
        ("es", "address", "donde mi hermana", None),
        ("en", "name", "it's Ruth Gray, thanks", "Ruth Gray"),
        ("en", "name", "why would I tell you that, tell me first", None),
        ("es", "name", "soy Ana Rojas Díaz", "Ana Rojas Díaz"),
        ("en", "text", "well, it arrived broken. please", "it arrived broken"),
        ("es", "text", "porque llegó roto, por favor", "llegó roto"),
        ("en", "text", "  ", None),
    ],
)
def test_answers_in_free_text(language, kind, message, value):
    assert answer_text(kind, fold(message), message, words_of(language)) == value


@pytest.mark.parametrize(
    ("datum_type", "schema", "kind"),
    [
        ("rut", {"type": "string"}, "rut"),
        ("booking_number", {"type": "string"}, "code"),
        ("birth_date", {"type": "string"}, "birth_date"),
        ("dia_nuevo", {"type": "string"}, "date"),
        ("hora", {"type": "string"}, "time"),
        ("departure_day", {"type": "string"}, "date"),
        ("email_address", {"type": "string"}, "email"),
        ("phone_number", {"type": "string"}, "phone"),
        ("destination_city", {"type": "string"}, "place"),
        ("anything", {"type": "string", "enum": ["a", "b"]}, "enum"),
        ("anything", {"type": "boolean"}, "boolean"),
        ("anything", {"type": "integer"}, "number"),
        ("anything", {"type": "string", "format": "date"}, "date"),
        ("monto", {"type": "integer"}, "amount"),
        ("percentage", {"type": "integer"}, "percent"),
        ("anything", {"type": "string"}, "text"),
    ],
)
def test_kinds_of_data(datum_type, schema, kind):
    assert kind_of(datum_type, schema) == kind


TIMES = tuple(Option(time, time) for time in ("09:00", "15:00", "16:30"))
RECORDS = (
    Option("B71", "B71, yoga on Monday at 18:00"),
    Option("B72", "B72, spinning on Monday at 07:00"),
)


@pytest.mark.parametrize(
    ("message", "options", "value"),
    [
        ("15:00", TIMES, "15:00"),
        ("at 3", TIMES, "15:00"),
        ("the first one", TIMES, "09:00"),
        ("the last one please", TIMES, "16:30"),
        ("2", TIMES, "15:00"),
        ("in the morning", TIMES, "09:00"),
        ("in the afternoon", TIMES, None),
        ("any of them", TIMES, "09:00"),
        ("yes", TIMES, None),
        ("yes", TIMES[:1], "09:00"),
        ("the yoga one", RECORDS, "B71"),
        ("b 72", RECORDS, "B72"),
        ("the one on Monday", RECORDS, None),
        ("at 7", RECORDS, "B72"),
        ("no idea", RECORDS, None),
    ],
)
def test_choosing(message, options, value):
    option = pick(read(message, "en"), options)
    assert (option.value if option else None) == value


def test_an_option_named_earlier_holds_when_it_is_the_only_one():
    words = words_of("en")
    assert mentioned([fold("cancel the yoga class")], RECORDS, words) == RECORDS[0]
    assert mentioned([fold("cancel Monday's class")], RECORDS, words) is None
    assert mentioned([fold("at 9 or so")], TIMES, words) is None


def test_a_value_given_before_the_options_were_known():
    words = words_of("es")
    assert same_option("15:00", TIMES, words) == TIMES[1]
    assert same_option("a las 3", TIMES, words) == TIMES[1]
    assert same_option("17:00", TIMES, words) is None


@pytest.mark.parametrize(
    ("world", "message", "job"),
    [
        (Gym, "can I put my membership on hold?", "freeze"),
        (Gym, "what have I booked for this week?", "bookings_of"),
        (Gym, "I'd like to book a place in yoga", "book_class"),
        (Gym, "I have a question", None),
        (Gym, "could you waive the fee", "waive_joining_fee"),
        (Banco, "cuánto me queda en la cuenta", "saldo"),
        (Banco, "necesito hacer una transferencia", "transferir"),
        (Banco, "perdí mi tarjeta", "bloquear_tarjeta"),
        (Banco, "tengo un problema con el banco", None),
    ],
)
def test_what_the_customer_wants(world, message, job):
    desk = desk_of(world.specs)
    found = wishes(read(message, desk.language), desk, expected=True)
    assert (found[0].job.name if found else None) == job


def test_a_tool_without_intents_is_known_by_its_name():
    from clerk_plain_world import Plain

    desk = desk_of(Plain.specs)
    found = wishes(read("please send a postcard", "en"), desk, expected=True)
    assert [wish.job.name for wish in found] == ["send_postcard"]


def test_languages():
    assert {"en", "es"} <= set(spoken())
    assert language_of(["hola", "quiero", "mi", "hora"], "en", 1) == "es"
    assert language_of(["pedro"], "en", 1) == "en"
    assert language_of("hi I want to".lower().split(), "es", 1) == "en"


def test_parts_of_the_day():
    assert daypart("en la tarde", words_of("es")) == ("12:00", "19:59")
    assert daypart("whenever", words_of("en")) is None
