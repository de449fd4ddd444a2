"""What a message gives to choose from, and what only says two things."""

from __future__ import annotations

import pytest

from porfiado.user.hearing import FactProbe, Listener, hear

ENGLISH = [
    # an assertion with "and"
    ("I've gone ahead and waxed both boards.", ()),
    ("We've soaked and planted the bulbs. Which day should I come back?", ()),
    ("I hear you, and I wish the kiln were bigger.", ()),
    ("I have your mooring and your insurance here. Which day do you sail?", ()),
    ("There are two reasons: the wind and the swell. Which day suits you?", ()),
    ("There's a waiting list and a fee.", ()),
    ("We found and returned the violin.", ()),
    ("Two things: bring a towel and lock your bike.", ()),
    ("I need two things: your locker number and your name.", ()),
    ("I can see the lighthouse and the pier from here.", ()),
    # announced
    (
        "I found two boats under your name: the Albatross (sail) and the Heron (motor). Which one is it?",
        ("the Albatross (sail)", "the Heron (motor)"),
    ),
    ("I see three kilns: K1, K2 and K7. Which one do you mean?", ("K1", "K2", "K7")),
    ("There are two courts left: clay and grass. Which would you like?", ("clay", "grass")),
    ("You have two dogs with us: Rex and Luna. Which one is coming in?", ("Rex", "Luna")),
    ("These are the available sessions: dawn, noon, dusk.", ("dawn", "noon", "dusk")),
    (
        "Here are two passes:\nRed, 30 a day\nBlue, 20 a day\n\nWhich would you like?",
        ("Red, 30 a day", "Blue, 20 a day"),
    ),
    # one only
    ("There is just this slot: Friday at 3. Shall I take it?", ("Friday at 3",)),
    ("I only have one opening: 11:20. Which time suits you?", ("11:20",)),
    # joined in a clause
    ("We can offer March 5, 2026 or March 9, 2026. Which one?", ("March 5, 2026", "March 9, 2026")),
    ("I've got the oak, the ash and the elm. Which do you prefer?", ("the oak", "the ash", "the elm")),
    ("We have Tuesday at 4 and Friday at 6.", ("Tuesday at 4", "Friday at 6")),
    ("Would you rather sit by the stove or by the window?", ("sit by the stove", "by the window")),
]
SPANISH = [
    ("Ya lavé y planché las cortinas.", ()),
    ("Revisé y cambié la butaca. ¿Qué día prefieres?", ()),
    ("Tengo tu ficha y tu foto. ¿Qué día te acomoda?", ()),
    ("Hay dos motivos: la lluvia y el viento.", ()),
    ("Te entiendo y ojalá pudiera hacer más.", ()),
    ("Hay un faro y un muelle.", ()),
    ("Necesito dos datos: el nombre y la fecha.", ()),
    ("Dos cosas: trae toalla y deja la bici con candado.", ()),
    ("Encontré y devolví el violín.", ()),
    ("Abrimos y cerramos temprano los lunes.", ()),
    ("Hay dos canchas: la de arcilla y la de pasto. ¿En cuál jugamos?", ("la de arcilla", "la de pasto")),
    ("Encontré tres plazas: A1, B2 y C3. ¿Cuál aparto?", ("A1", "B2", "C3")),
    ("Veo dos botes: el Cóndor (vela) y el Huala. ¿Cuál es?", ("el Cóndor (vela)", "el Huala")),
    ("Tenés dos perros con nosotros: Rex y Luna. ¿Cuál viene?", ("Rex", "Luna")),
    ("Estos son los turnos disponibles: alba, mediodía, ocaso.", ("alba", "mediodía", "ocaso")),
    ("Me queda un solo turno: martes a las 10 y cuarto. ¿Lo tomas?", ("martes a las 10 y cuarto",)),
    ("Solo tengo este horario: 11:20. ¿Qué hora prefiere?", ("11:20",)),
    ("Quedan las 10 y las 12 y media. ¿Cuál prefieres?", ("las 10", "las 12 y media")),
    ("Tengo a las 9 y media o a las 11. ¿Cuál anoto?", ("a las 9 y media", "a las 11")),
    ("¿Prefieres junto a la estufa o junto a la ventana?", ("junto a la estufa", "junto a la ventana")),
]


@pytest.mark.parametrize(("message", "options"), ENGLISH)
def test_options_in_english(message: str, options: tuple[str, ...]) -> None:
    assert hear(message, "en").options == options


@pytest.mark.parametrize(("message", "options"), SPANISH)
def test_options_in_spanish(message: str, options: tuple[str, ...]) -> None:
    assert hear(message, "es").options == options


MOORING = FactProbe("mooring", "K2", None, (r"\bmooring\b",))
HOUR = FactProbe("hour", "18:00", "time")
DAY = FactProbe("day", "Thursday", "date")
PRICE = FactProbe("price", "$40", "amount")


@pytest.mark.parametrize(
    ("language", "message", "asks"),
    [
        ("en", "I see two: K1 and K2. Which one are we talking about?", {"mooring"}),
        ("en", "I have Thursday at 18:00 or Friday at 9:30. Which one?", {"day", "hour"}),
        ("en", "There is just this option: 9:00. Which time would you like?", {"hour"}),
        ("en", "Here are two passes:\nRed, $30 a day\nBlue, $20 a day\n\nWhich would you like?", set()),
        ("es", "Tengo solo esta opción: 9:00. ¿Cuál horario eliges?", {"hour"}),
        ("es", "Encontré dos amarres: el K1 y el K2. ¿Con cuál seguimos?", {"mooring"}),
        ("es", "Te ofrezco el martes a las 18 o el jueves a las 9 y media, ¿cuál te tinca?", {"day", "hour"}),
    ],
)
def test_who_chooses_among_values_is_asked_for_them(language: str, message: str, asks: set[str]) -> None:
    assert set(Listener([MOORING, HOUR, DAY, PRICE], language).listen(message).asks) == asks
