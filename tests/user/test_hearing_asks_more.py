"""More kinds of asks, and of questions that name a datum and do not ask for it, by type."""

from __future__ import annotations

import pytest

from porfiado.user.hearing import FactProbe, Listener

SHORT = {
    "order": "order_number",
    "booking": "booking_number",
    "account": "account_number",
    "born": "birth_date",
}
SAME = "rut email phone card amount date time name reason address city policy_number size people"
TYPES = SHORT | {name: name for name in SAME.split()}
LISTENERS = {
    language: Listener([FactProbe(name, None, type_) for name, type_ in TYPES.items()], language)
    for language in ("es", "en")
}

# language, message, what it asks for
CASES = [
    # who is asked to look a datum up is asked for it
    ("es", "¿Podrías revisar si encuentras tu número de socio?", "account"),
    ("es", "¿Puedes fijarte cuál es tu número de póliza?", "policy_number"),
    ("es", "Mira si en la caja aparece tu número de pedido", "order"),
    ("es", "¿Podrías revisar si te llegó el repuesto?", ""),
    ("en", "Could you check whether you can find your account number?", "account"),
    ("en", "Could you check whether the lid closes?", ""),
    # a message of nothing but names
    ("es", "rut", "rut"),
    ("es", "cuándo", "date"),
    ("es", "rut y correo", "rut email"),
    ("es", "pedido?", "order"),
    ("es", "¿reserva?", "booking"),
    ("en", "why", "reason"),
    ("en", "email and phone", "email phone"),
    ("en", "order?", "order"),
    ("en", "acct #?", "account"),
    ("en", "ok", ""),
    ("es", "Listo", ""),
    ("en", "Order received", ""),
    ("es", "Hora confirmada", ""),
    # one is not needed, the other is
    ("es", "No necesito tu RUT, con el número de pedido me basta. ¿Cuál es?", "order"),
    ("en", "I don't need your email, the order number is enough. What is it?", "order"),
    # lists as models write them
    (
        "es",
        "Necesito que me compartas:\n\n1. **RUT** (con guion y dígito verificador)\n"
        "2. **Correo electrónico** registrado",
        "rut email",
    ),
    (
        "es",
        "Para ayudarte, por favor indícame:\n\n- **Nombre completo** (tal como aparece en tu cédula)\n"
        "- **Dirección de entrega** (calle, número y comuna)\n"
        "- **Número de pedido** (lo encuentras en el correo de confirmación)",
        "name address order",
    ),
    (
        "en",
        "To help, please share:\n\n- **Full name** (as shown on your ID)\n"
        "- **Delivery address** associated with the account\n"
        "- **Order number** (you can find it in your confirmation email)",
        "name address order",
    ),
    (
        "en",
        "I'll need:\n1. **Name** used when booking\n2. **Phone number** registered on file\n"
        "3. **Preferred date** (we're closed on Mondays)",
        "name phone date",
    ),
    # said to be lacking, formal
    ("es", "Todavía no he podido agendarla; falta que me digas la hora.", "time"),
    ("es", "Solo falta que nos indiques la dirección.", "address"),
    (
        "es",
        "Para los fines pertinentes, se solicita asimismo señalar el motivo de su presentación.",
        "reason",
    ),
    ("es", "Se agradecerá además indicar correo electrónico.", "email"),
    ("es", "Sírvase consignar su domicilio.", "address"),
    ("es", "¿Te parece si ahora me pasas los últimos 4 dígitos de la tarjeta?", "card"),
    ("en", "Kindly furnish the booking reference and the registered contact number.", "booking phone"),
    ("en", "You are requested to furnish your address.", "address"),
    # a place is no datum
    ("en", "Please check your email.", ""),
    ("en", "Check your phone for the code.", ""),
    ("en", "Please check your inbox and spam folder.", ""),
    ("en", "Could you double-check your email address?", "email"),
    ("es", "Revisa tu correo, por favor.", ""),
    ("es", "Revise su correo y su bandeja de spam.", ""),
    ("es", "Mira tu celular en unos minutos", ""),
    # what a question about when, where or why names besides
    ("en", "When were you born?", "born"),
    ("en", "When did you change your address?", "date"),
    ("en", "Why did you change your email?", "reason"),
    ("en", "Where should we send the new card?", "address"),
    ("en", "When and at what address?", "date address"),
    ("en", "What day works, and what's your name?", "date name"),
    ("es", "¿A dónde te mandamos la tarjeta nueva?", "address"),
    ("es", "¿Cuándo cambiaste tu dirección?", "date"),
    ("es", "¿Por qué quieres cambiar tu correo?", "reason"),
    ("es", "¿Cuándo y a qué hora?", "date time"),
    # since when is no day to choose
    ("es", "¿Desde cuándo?", ""),
    ("es", "¿Desde cuándo eres socio?", ""),
    ("es", "¿Desde cuándo lo necesitas?", "date"),
    ("en", "Since when have you been a member?", ""),
    # somebody's day
    ("en", "How can I make your day better?", ""),
    ("en", "How's your day going?", ""),
    ("es", "¿Cómo va tu día?", ""),
]


@pytest.mark.parametrize(("language", "message", "asks"), CASES)
def test_asks(language: str, message: str, asks: str) -> None:
    hearing = LISTENERS[language].listen(message)
    assert set(hearing.asks) == set(asks.split())
    assert not hearing.guesses
