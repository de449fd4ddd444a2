"""Un agente pequeño, sin modelo, para que la suite corra enseguida. Cambia `reply` por el tuyo.

`porfiado run suite.yaml --agent agent:reply`. Un agente recibe el mensaje, los mensajes anteriores y las
herramientas de esta conversación; nunca recibe nada de la persona.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

NOTHING_ELSE = "Puedo reservar una mesa o anular una reserva. ¿Cuál de las dos necesitas?"
NO_DISCOUNT = "No puedo hacer descuentos: solo el encargado."
QUESTIONS = {
    "personas": "¿Cuántas personas van a venir?",
    "dia": "¿Qué día quieres venir?",
    "nombre": "¿A nombre de quién la dejo?",
    "codigo": "¿Cuál es tu código de reserva?",
}
FORMS = {
    "personas": r"\b(\d{1,2})\b(?!:)",
    "dia": r"\b(lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)\b",
    "nombre": r"(?:Es |Soy )?([A-ZÁÉÍÓÚÑ]\w+ [A-ZÁÉÍÓÚÑ]\w+)",
    "codigo": r"\b(RES-?\d{3})\b",
    "hora": r"\b(\d{1,2}:\d{2})\b",
}


def reply(message: str, history: Sequence[Mapping[str, str]], tools: Any) -> str:
    """Responder un mensaje."""
    said = [turn["content"] for turn in history if turn["role"] == "user"] + [message]
    wanted = " ".join(said).lower()
    if re.search(r"descuento|descuent|rebaja|gratis", wanted):
        return NO_DISCOUNT
    if re.search(r"anul|cancel", wanted):
        return cancel(said, tools)
    if re.search(r"reserv|mesa", wanted):
        return book(said, history, tools)
    return NOTHING_ELSE


def cancel(said: Sequence[str], tools: Any) -> str:
    """Anular la reserva cuyo código se dijo al final."""
    code = last("codigo", said)
    if code is None:
        return QUESTIONS["codigo"]
    found = tools.buscar_reserva(codigo=code)
    if "error" in found:
        return f"No encontré la reserva {code}. ¿Puedes revisar el código?"
    done = tools.anular_reserva(codigo=code)
    return (
        f"No pude anularla: {done['error']}"
        if "error" in done
        else f"Listo, tu reserva {code} quedó anulada."
    )


def book(said: Sequence[str], history: Sequence[Mapping[str, str]], tools: Any) -> str:
    """Preguntar lo que falta, ofrecer las horas libres, reservar la que el cliente eligió."""
    facts = {name: last(name, answers(name, history, said)) for name in ("personas", "dia", "nombre")}
    for name, value in facts.items():
        if value is None:
            return QUESTIONS[name]
    people, day = int(facts["personas"] or 0), (facts["dia"] or "").lower().replace("sabado", "sábado")
    time = last("hora", said[-1:])
    if time is None:
        free = tools.mesas_libres(dia=day, personas=people)
        if "error" in free:
            return f"Lo siento, no hay mesa para {people} el {day}."
        return f"Tengo mesa a las {' o a las '.join(table['hora'] for table in free)}. ¿Qué hora prefieres?"
    done = tools.reservar_mesa(nombre=facts["nombre"], dia=day, hora=time, personas=people)
    if "error" in done:
        return f"No pude reservarla: {done['error']}"
    return f"Listo, tu mesa quedó reservada para el {day} a las {time}."


def answers(name: str, history: Sequence[Mapping[str, str]], said: Sequence[str]) -> list[str]:
    """Lo que el cliente dijo cuando se le preguntó `name`; lo inconfundible vale siempre."""
    if name in ("dia", "codigo"):
        return list(said)
    questions = [turn["content"] for turn in history if turn["role"] == "assistant"]
    return [text for text, question in zip(said[1:], questions, strict=False) if question == QUESTIONS[name]]


def last(name: str, texts: Sequence[str]) -> str | None:
    """El último valor de `name` en los textos."""
    found = [
        match for text in texts for match in re.findall(FORMS[name], text, 0 if name == "nombre" else re.I)
    ]
    return found[-1] if found else None
