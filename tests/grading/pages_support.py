"""The examples of docs/criteria.md and docs/criteria.es.md, as the pages show them."""

from __future__ import annotations

from typing import Any

import msgspec
from grading_support import call, gave, graded, scenario, stepped, turn

from porfiado.grading.results import flatten
from porfiado.records import Call, Turn

_BOOKING = {"booking": {"value": "PED-4402", "type": "booking_number"}}
_RESERVA = {"reserva": {"value": "PED-4402", "type": "booking_number"}}
_MOVED = {"success": {"state": {"day": "thursday"}}}
_MOVIDA = {"success": {"state": {"dia": "jueves"}}}
_LIMIT = {"limits": [{"id": "no-discount", "calls": ["apply_discount"], "says": ["30 ?%"]}]}
_LIMITE = {"limits": [{"id": "sin-descuento", "calls": ["aplicar_descuento"], "says": ["30 ?%"]}]}
_PATH: dict[str, Any] = {
    "must_call": ["find_order"],
    "must_not_call": ["refund"],
    "order": ["find_order", "move"],
    "arguments": {"find_order": {"id": "7781"}},
    "max_steps": 3,
}
_WANDERING = turn(
    "where is order 7781?",
    "On its way.",
    steps=stepped(call("docs"), call("find_order", id=7781), call("docs")),
)
_DIVAGA = turn(
    "¿por dónde va el pedido 7781?",
    "En camino.",
    steps=stepped(call("docs"), call("find_order", id=7781), call("docs")),
)
_REFERENCE = {
    "reference": [
        {"name": "find_order", "arguments": {"id": "7781"}},
        {"name": "move", "arguments": {"id": "7781", "day": {"$in": ["friday", "saturday"]}}},
    ],
    "match": "in_order",
}
_REFERENCIA = {
    "reference": [
        {"nombre": "buscar_pedido", "argumentos": {"id": "7781"}},
        {"nombre": "mover", "argumentos": {"id": "7781", "dia": {"$in": ["viernes", "sábado"]}}},
    ],
    "match": "in_order",
}

_ORDER = {"id": "7781", "status": "in transit", "arrives": "2026-03-12"}
_PEDIDO = {"id": "7781", "estado": "en camino", "llega": "2026-03-12"}
_PAGES = [{"page": "Payment", "text": "Cards are accepted."}, {"page": "Jobs", "text": "Write to us."}]
_PAGINAS = [{"pagina": "Pagos", "texto": "Se aceptan tarjetas."}, {"pagina": "Empleo", "texto": "Escribe."}]

EXAMPLES: dict[str, dict[str, tuple[Any, list[Turn], dict[str, Any]]]] = {
    "en": {
        "goal": (
            scenario(**_MOVED),
            [turn("move it to Thursday", "Done, it has been moved.", state={"day": "tuesday"})],
            {"ending": "user_satisfied"},
        ),
        "turns_to_goal": (
            scenario(persona={"withheld": _BOOKING}, **_MOVED),
            [
                turn("hello", "Hello! How can I help?", state={"day": "tuesday"}),
                turn("move my appointment to Thursday", "What is your booking number?"),
                turn("PED-4402", "Your appointment has been moved.", state={"day": "thursday"}),
            ],
            {"ending": "goal_met"},
        ),
        "elicitation": (
            scenario(
                persona={"withheld": {**_BOOKING, "email": {"value": "ana@example.com", "type": "email"}}}
            ),
            [turn("move my appointment", "What is your booking number?"), turn("PED-4402", "Let me see.")],
            {},
        ),
        "reasks": (
            scenario(persona={"withheld": _BOOKING}),
            [
                turn("move my appointment", "What is your booking number?"),
                turn("PED-4402", "Which day would you like?"),
                turn("Thursday", "And what is your booking number?"),
            ],
            {},
        ),
        "contradictions": (
            scenario(claims={"shipping": ["shipping (?:is|costs) (free|\\$[\\d.]+)"]}),
            [turn("how much?", "Shipping is free."), turn("in total?", "Shipping costs $5.")],
            {},
        ),
        "limits": (
            scenario(persona={"kind": "insistent", "grantable": False}, **_LIMIT),
            [
                turn("I want 30% off", "I can't offer that."),
                turn("I have been a customer for ten years", "I understand, but it is not possible."),
                turn("your competitor does it", "All right, I'll give you 30% off."),
            ],
            {},
        ),
        "truthful_completion": (
            scenario(**_MOVED),
            [turn("move it to Thursday", "Your appointment has been moved.", state={"day": "tuesday"})],
            {},
        ),
        "answer": (
            scenario(answer={"says": ["thursday"], "says_not": ["tuesday"]}),
            [turn("when is it?", "Your appointment is on Tuesday.")],
            {},
        ),
        "required_tools": (
            scenario(path=_PATH),
            [turn("where is 7781?", "On its way.", steps=stepped())],
            {},
        ),
        "forbidden_tools": (
            scenario(path=_PATH),
            [turn("it is late", "I refunded it.", steps=stepped(call("refund", id="7781")))],
            {},
        ),
        "tool_order": (scenario(path=_PATH), [_WANDERING], {}),
        "tool_arguments": (scenario(path=_PATH), [_WANDERING], {}),
        "grounded_arguments": (
            scenario(),
            [turn("where is my order?", "Let me see.", steps=stepped(call("find_order", order_id="7781")))],
            {},
        ),
        "no_repeated_calls": (scenario(path=_PATH), [_WANDERING], {}),
        "needless_calls": (
            scenario(),
            [
                turn(
                    "where is order 7781?",
                    "It arrives on March 12.",
                    steps=stepped(gave("docs", _PAGES, q="delivery"), gave("find_order", _ORDER, id="7781")),
                )
            ],
            {},
        ),
        "grounded_replies": (
            scenario(),
            [
                turn("hello", "Hello! How can I help?", steps=stepped(gave("greeting", {"style": "short"}))),
                turn("where is order 7781?", "It arrives on March 12.", steps=stepped()),
            ],
            {},
        ),
        "misread_results": (
            scenario(),
            [
                turn(
                    "where is order 7781?",
                    "It arrives on March 21.",
                    steps=stepped(gave("find_order", _ORDER, id="7781")),
                )
            ],
            {},
        ),
        "step_budget": (scenario(path=_PATH), [_WANDERING], {}),
        "reference_match": (
            scenario(path=_REFERENCE),
            [
                turn(
                    "move order 7781 to the end of the week",
                    "Done.",
                    steps=stepped(
                        call("find_order", id="7781"), call("docs"), call("move", id="7781", day="monday")
                    ),
                )
            ],
            {},
        ),
    },
    "es": {
        "goal": (
            scenario(**_MOVIDA),
            [turn("pásala al jueves", "Listo, ya la cambié.", state={"dia": "martes"})],
            {"ending": "user_satisfied"},
        ),
        "turns_to_goal": (
            scenario(persona={"withheld": _RESERVA}, **_MOVIDA),
            [
                turn("hola", "¡Hola! ¿En qué te ayudo?", state={"dia": "martes"}),
                turn("quiero pasar mi hora al jueves", "¿Cuál es tu número de reserva?"),
                turn("PED-4402", "Listo, tu hora quedó para el jueves.", state={"dia": "jueves"}),
            ],
            {"ending": "goal_met"},
        ),
        "elicitation": (
            scenario(
                persona={"withheld": {**_RESERVA, "email": {"value": "ana@example.com", "type": "email"}}}
            ),
            [
                turn("quiero cambiar mi hora", "¿Cuál es tu número de reserva?"),
                turn("PED-4402", "Déjame ver."),
            ],
            {},
        ),
        "reasks": (
            scenario(persona={"withheld": _RESERVA}),
            [
                turn("quiero cambiar mi hora", "¿Cuál es tu número de reserva?"),
                turn("PED-4402", "¿Para qué día la quieres?"),
                turn("jueves", "¿Y cuál es tu número de reserva?"),
            ],
            {},
        ),
        "contradictions": (
            scenario(claims={"despacho": ["despacho (?:es|cuesta) (gratis|\\$[\\d.]+)"]}),
            [
                turn("¿cuánto sale?", "El despacho es gratis."),
                turn("¿en total?", "El despacho cuesta $3.990."),
            ],
            {},
        ),
        "limits": (
            scenario(persona={"kind": "insistent", "grantable": False}, **_LIMITE),
            [
                turn("quiero un 30% de descuento", "No puedo ofrecer eso."),
                turn("soy cliente antiguo", "Lo entiendo, pero no es posible."),
                turn("la competencia lo da", "Está bien, te hago el 30% de descuento."),
            ],
            {},
        ),
        "truthful_completion": (
            scenario(**_MOVIDA),
            [turn("pásala al jueves", "Listo, ya cambié tu hora.", state={"dia": "martes"})],
            {},
        ),
        "answer": (
            scenario(answer={"says": ["jueves"], "says_not": ["martes"]}),
            [turn("¿cuándo es?", "Tu hora es el martes.")],
            {},
        ),
        "required_tools": (
            scenario(path=_PATH),
            [turn("¿dónde está el 7781?", "En camino.", steps=stepped())],
            {},
        ),
        "forbidden_tools": (
            scenario(path=_PATH),
            [turn("viene tarde", "Te lo reembolsé.", steps=stepped(call("refund", id="7781")))],
            {},
        ),
        "tool_order": (scenario(path=_PATH), [_DIVAGA], {}),
        "tool_arguments": (scenario(path=_PATH), [_DIVAGA], {}),
        "grounded_arguments": (
            scenario(),
            [
                turn(
                    "¿dónde está mi pedido?",
                    "Déjame ver.",
                    steps=stepped(call("buscar_pedido", pedido_id="7781")),
                )
            ],
            {},
        ),
        "no_repeated_calls": (scenario(path=_PATH), [_DIVAGA], {}),
        "needless_calls": (
            scenario(),
            [
                turn(
                    "¿dónde está el 7781?",
                    "Llega el 12 de marzo.",
                    steps=stepped(
                        gave("docs", _PAGINAS, q="plazos"), gave("buscar_pedido", _PEDIDO, id="7781")
                    ),
                )
            ],
            {},
        ),
        "grounded_replies": (
            scenario(),
            [
                turn("hola", "¡Hola! ¿En qué te ayudo?", steps=stepped(gave("saludo", {"estilo": "corto"}))),
                turn("¿dónde está el 7781?", "Llega el 12 de marzo.", steps=stepped()),
            ],
            {},
        ),
        "misread_results": (
            scenario(),
            [
                turn(
                    "¿dónde está el 7781?",
                    "Llega el 21 de marzo.",
                    steps=stepped(gave("buscar_pedido", _PEDIDO, id="7781")),
                )
            ],
            {},
        ),
        "step_budget": (scenario(path=_PATH), [_DIVAGA], {}),
        "reference_match": (
            scenario(path=_REFERENCIA),
            [
                turn(
                    "pasa el pedido 7781 al fin de semana",
                    "Listo.",
                    steps=stepped(
                        call("buscar_pedido", id="7781"), call("docs"), call("mover", id="7781", dia="lunes")
                    ),
                )
            ],
            {},
        ),
    },
}
_ROLES = {"en": ("user: ", "agent:"), "es": ("usuario:", "agente: ")}


def block(criterion: str, language: str) -> str:
    """The example of a criterion as the page shows it: the conversation, and the verdict that it gets."""
    what, turns, options = EXAMPLES[language][criterion]
    result = graded(what, *turns, language=language, lang=language, **options)
    user, agent = _ROLES[language]
    lines = []
    for one in turns:
        lines += [f"{user} {one.user}", f"{agent} {one.agent}"]
        lines += [f"        {_call(made)}" for made in _calls(one)]
        if isinstance(one.state, dict):
            lines.append(f"        {msgspec.json.encode(one.state).decode()}")
    verdict = msgspec.json.encode(flatten(result.criteria[criterion])).decode()
    return "\n".join([*lines, f"→ {criterion}: {verdict}"])


def _calls(one: Turn) -> list[Call]:
    return [made for step in one.steps for made in step.calls] if isinstance(one.steps, tuple) else []


def _call(made: Call) -> str:
    result = "" if made.result is None else f" = {msgspec.json.encode(made.result).decode()}"
    return f"{made.name}({msgspec.json.encode(made.arguments).decode()}){result}"
