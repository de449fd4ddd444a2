"""The kinds of ways in which an agent offers one other value for a fact, and questions that offer none."""

from __future__ import annotations

import pytest

from porfiado.user.hearing import FactProbe, Listener

# The fact ("name=value" or "name:type=value"), the message, and the value guessed at.
# "?" says that it is asked for, "" that it is neither.
ENGLISH = [
    # a day or an hour
    ("day:date=Thursday", "So the appraisal is on Friday, yes?", "on Friday"),
    ("day:date=Thursday", "Friday OK?", "Friday"),
    ("day:date=Thursday", "Shall I put you down for Friday then?", "Friday"),
    ("day:date=Thursday", "Is Saturday any good for the wash?", "Saturday"),
    ("hour:time=18:00", "Would 8 do?", "8"),
    ("hour:time=18:00", "How does half past nine sound?", "half past nine"),
    ("hour:time=18:00", "At nine?", "nine"),
    ("hour:time=18:00", "Tomorrow 11, does that work?", "11"),
    # a name
    ("name:name=Ana Rojas", "Under the name of Pedro, no?", "Pedro"),
    ("name:name=Ana Rojas", "Am I speaking with Pedro Soto?", "Pedro Soto"),
    ("name:name=Ana Rojas", "You're Mrs Hale, correct?", "Hale"),
    ("name:name=Ana Rojas", "Is the pitch booked for Olga?", "Olga"),
    ("name:name=Ana Rojas", "Is this Olga?", "Olga"),
    ("name:name=Ana Rojas", "Is this your first visit?", ""),
    ("name:name=Ana Rojas", "Are you a member?", ""),
    ("name:name=Ana Rojas", "Shall I ask Pedro to call you?", ""),
    ("vet=Mia Wong", "Would Dr Lund be ok for you instead?", "Dr Lund"),
    ("vet=Mia Wong", "Would you like me to check with Lund?", ""),
    ("boat=Heron", "Is it the Albatross you want serviced?", "Albatross"),
    # a place
    ("address:address=9 Oak Road", "Shall I send it to 12 Elm St?", "12 Elm St"),
    ("address:address=9 Oak Road", "Collecting from 5 Harbour Lane, as before?", "5 Harbour Lane"),
    ("address:address=9 Oak Road", "Can you come to our shop at 12 Elm St?", ""),
    ("city:city=Leeds", "Flying from York, yes?", "York"),
    ("city:city=Leeds", "Are you moving to York?", "York"),
    ("city:city=Leeds", "Are you in a hurry?", ""),
    ("country:country=Chile", "Are you calling from Peru?", "Peru"),
    # a number of things, an age, an amount
    ("people:people=4", "A table for two?", "two"),
    ("people:people=4", "So that's 5 people?", "5"),
    ("people:people=4", "Do you have two minutes?", ""),
    ("bunches:quantity=3", "Two bunches then?", "Two"),
    ("bunches:quantity=3", "Is it two weeks old?", ""),
    ("age:age=34", "You're 43, right?", "43"),
    ("amount:amount=$40", "The fee is $60, is that OK?", "$60"),
    # a word of a closed kind, typed or not
    ("colour:color=red", "So that's the blue one?", "blue"),
    ("colour=red", "Do you fancy the green one?", "green"),
    ("colour:color=red", "Which colour, blue or red?", "?"),
    ("size:size=large", "A medium, right?", "medium"),
    ("size:size=large", "What size do you take?", "?"),
    ("pay:payment_method=card", "Will you be paying in cash?", "cash"),
    # which one of its kind
    ("seat=aisle", "Is it a window seat you're after?", "window"),
    ("seat=aisle", "Is it a particular seat you want?", "?"),
    ("plan=Basic", "Shall I sign you up for the Premium plan?", "Premium"),
    ("plan=Basic", "Is it the same plan as before?", "?"),
    ("plan=Basic", "Could you tell me the exact plan?", "?"),
    ("pitch=B12", "Is this about pitch B21?", "B21"),
    ("lens=daily", "So the lens is a monthly one?", "monthly one"),
    ("lens=daily", "Do you know the lens?", "?"),
    ("why:reason=too small", "Are you returning it because it broke?", "it broke"),
    ("why:reason=too small", "May I ask why?", "?"),
    # the later question counts
    ("day:date=Thursday", "Is it Friday? Or which day would you like?", "?"),
    ("day:date=Thursday", "Which day would you like? Friday?", "Friday"),
]
SPANISH = [
    ("dia:date=jueves", "¿Te lo dejo para el viernes entonces?", "el viernes"),
    ("dia:date=jueves", "¿El martes te acomoda?", "El martes"),
    ("dia:date=jueves", "El martes, ¿cierto?", "El martes"),
    ("dia:date=jueves", "¿Y si lo vemos el lunes?", "el lunes"),
    ("hora:time=18:00", "¿Te queda bien a las nueve y media?", "las nueve y media"),
    ("hora:time=18:00", "mañana 11 te sirve?", "11"),
    ("hora:time=18:00", "¿A las 9?", "A las 9"),
    ("nombre:name=Ana Rojas", "¿A nombre de Pedro, no?", "Pedro"),
    ("nombre:name=Ana Rojas", "¿Hablo con Pedro Soto?", "Pedro Soto"),
    ("nombre:name=Ana Rojas", "¿Usted es la señora Pérez?", "Pérez"),
    ("nombre:name=Ana Rojas", "¿La hora es para Olga?", "Olga"),
    ("nombre:name=Ana Rojas", "¿Es la primera vez?", ""),
    ("nombre:name=Ana Rojas", "¿Eres socio?", ""),
    ("nombre:name=Ana Rojas", "¿Le pido a Pedro que te llame?", ""),
    ("veterinaria=Mia Wong", "¿Te pongo con Lund?", "Lund"),
    ("veterinaria=Mia Wong", "¿Le consulto a Lund?", ""),
    ("bote=Huala", "¿Es el Cóndor el que quieres pintar?", "Cóndor"),
    ("direccion:address=Av. Brasil 10", "¿Se lo mando a Los Olmos 12?", "Los Olmos 12"),
    ("direccion:address=Av. Brasil 10", "¿Sigues viviendo en calle Olmo 15?", "calle Olmo 15"),
    ("direccion:address=Av. Brasil 10", "¿Es la de calle Olmo?", "Olmo"),
    ("direccion:address=Av. Brasil 10", "¿Puedes venir a nuestra tienda en Los Olmos 12?", ""),
    ("ciudad:city=Temuco", "¿Viajas desde Osorno?", "Osorno"),
    ("ciudad:city=Temuco", "¿Te lo despachamos a Osorno?", "Osorno"),
    ("ciudad:city=Temuco", "¿Estás en casa?", ""),
    ("pais:country=Chile", "¿Llamas de Perú?", "Perú"),
    ("personas:people=4", "¿Mesa para dos?", "dos"),
    ("personas:people=4", "¿Serían 5 personas?", "5"),
    ("personas:people=4", "¿Tienes dos minutos?", ""),
    ("ramos:quantity=3", "¿Dos ramos entonces?", "Dos"),
    ("ramos:quantity=3", "¿Lleva dos semanas así?", ""),
    ("edad:age=34", "¿Tienes 43 años?", "43"),
    ("monto:amount=$40.000", "¿Transfiero $60.000?", "$60.000"),
    ("color:color=rojo", "¿Entonces el azul?", "azul"),
    ("color=rojo", "¿Te mando el verde?", "verde"),
    ("color:color=rojo", "¿Qué color, azul o rojo?", "?"),
    ("talla:size=M", "¿Es una talla L?", "L"),
    ("talla:size=M", "¿Qué talla usas?", "?"),
    ("pago:payment_method=tarjeta", "¿Pagas en efectivo?", "efectivo"),
    ("plan=básico", "¿Te anoto con el plan familiar?", "familiar"),
    ("plan=básico", "¿Te interesaría el plan Premium?", "Premium"),
    ("plan=básico", "¿Te cambio el plan ahora?", ""),
    ("plan=básico", "¿Quieres que cambie el plan por ti?", ""),
    ("plan=básico", "¿Sabes cuál es tu plan?", "?"),
    ("sitio=VIP", "¿Te vale en el sitio 4?", "4"),
    ("butaca=F12", "¿Es la F21?", "F21"),
    ("butaca=F12", "¿Me das la butaca exacta?", "?"),
    ("lente=diario", "¿El lente es uno mensual?", "uno mensual"),
    ("motivo:reason=me queda chico", "¿Es porque llegó rota?", "llegó rota"),
    ("motivo:reason=robo", "¿Te la robaron, la perdiste o dejó de funcionar?", "?"),
    ("reserva:booking_number=PED-4402", "¿Es la reserva PED-9999 la que quieres mover?", "PED-9999"),
    ("reserva:booking_number=PED-4402", "¿Tienes a mano el número de reserva?", "?"),
    ("dia:date=jueves", "¿Es el viernes? ¿O qué día prefieres?", "?"),
]


def listener(fact: str, language: str) -> tuple[str, Listener]:
    names, value = fact.split("=")
    name, _, type_ = names.partition(":")
    return name, Listener([FactProbe(name, value, type_ or None)], language)


def check(fact: str, message: str, value: str, language: str) -> None:
    name, ears = listener(fact, language)
    hearing = ears.listen(message)
    assert hearing.asks == ((name,) if value == "?" else ())
    assert hearing.guesses == ({name: value} if value not in ("", "?") else {})


@pytest.mark.parametrize(("fact", "message", "value"), ENGLISH)
def test_guesses_in_english(fact: str, message: str, value: str) -> None:
    check(fact, message, value, "en")


@pytest.mark.parametrize(("fact", "message", "value"), SPANISH)
def test_guesses_in_spanish(fact: str, message: str, value: str) -> None:
    check(fact, message, value, "es")


def test_a_value_belongs_to_the_fact_that_is_named() -> None:
    facts = [FactProbe("rut", "12.345.678-9", "rut"), FactProbe("dia", "jueves", "date")]
    assert Listener(facts, "es").listen("¿Tu RUT es el 11.111.111-1?").guesses == {"rut": "11.111.111-1"}
    codes = [FactProbe("order", "W-7720", "order_number"), FactProbe("booking", "B-4402", "booking_number")]
    assert Listener(codes, "en").listen("Is it order W-7721?").guesses == {"order": "W-7721"}


def test_a_name_that_could_be_of_two_facts_is_no_guess() -> None:
    facts = [FactProbe("stylist", "Mia"), FactProbe("dog", "Rex")]
    assert Listener(facts, "en").listen("Shall I put you with Jess?").guesses == {}


@pytest.mark.parametrize(
    ("language", "fact", "message", "asked"),
    [
        ("en", "limit:amount", "What limit would you like?", True),
        ("en", "limit:amount", "Which new limit do you need?", True),
        ("en", "fee:amount", "What's your fee?", True),
        ("en", "zone:country", "Which roaming zone would you like?", True),
        ("en", "branch:city", "Could you tell me the branch?", True),
        ("en", "delivery:date", "What's wrong with the delivery?", False),
        ("en", "delivery:address", "Could you tell me about the delivery?", False),
        ("en", "fee:amount", "Do you know about the fee?", False),
        ("en", "order:order_number", "What would you like to order?", False),
        ("en", "date:birth_date", "What date suits you?", False),
        ("es", "limite:amount", "¿Qué nuevo límite necesitas?", True),
        ("es", "monto:amount", "¿Qué nuevo cupo necesitas?", True),
        ("es", "tope:amount", "Indícame el tope, porfa", True),
        ("es", "local:city", "¿Qué local te queda cerca?", True),
        ("es", "entrega:date", "¿Cuál es la entrega?", True),
        ("es", "entrega:date", "¿Qué pasó con la entrega?", False),
        ("es", "limite:amount", "¿Ya revisaste el límite en la app?", False),
        ("es", "pedido:order_number", "¿Qué te pareció el pedido?", False),
        ("es", "nombre:company", "¿Cuál es tu nombre?", False),
        ("es", "limite:amount", "El límite es alto. ¿Qué día vienes?", False),
    ],
)
def test_a_typed_fact_is_also_asked_for_by_its_name(
    language: str, fact: str, message: str, asked: bool
) -> None:
    name, _, type_ = fact.partition(":")
    assert bool(Listener([FactProbe(name, None, type_)], language).listen(message).asks) is asked


def test_what_a_request_points_back_to_is_confirmed() -> None:
    listener = Listener([FactProbe("contact", "555-0163", "phone")], "en")
    assert listener.listen("We hold 555-0163 for the kennel. Could you repeat it?").confirms == ("contact",)
