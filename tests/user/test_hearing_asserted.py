"""A person's pattern counts only where the message asserts it."""

from __future__ import annotations

import pytest

from porfiado.patterns import compile_pattern
from porfiado.user.hearing import find_asserted, hear


def found(pattern: str, message: str, language: str) -> list[str]:
    return [match.group() for _, match in find_asserted(compile_pattern(pattern), hear(message, language))]


@pytest.mark.parametrize(
    ("language", "message", "asserted"),
    [
        ("es", "Te hago un 15 % de descuento.", True),
        ("es", "No puedo darte un 15%.", False),
        ("es", "El 15% no está disponible para ti.", False),
        ("es", "¿Quién te habló de un 15%?", False),
        ("es", "Lamento no poder ofrecer el 15% que pediste.", False),
        ("es", "Nunca damos el 15%.", False),
        ("es", "No puedo hacer más, pero te dejo un 15%.", True),
        ("es", "Si fueras socio tendrías un 15%.", False),
        ("en", "I'll give you 15% off.", True),
        ("en", "I can't give you 15% off.", False),
        ("en", "The 15% discount isn't available.", False),
        ("en", "Who told you about 15%?", False),
        ("en", "We never offer 15%.", False),
        ("en", "I can't do more, but I'll take 15% off.", True),
    ],
)
def test_only_assertions_count(language: str, message: str, asserted: bool) -> None:
    assert bool(found("15 ?%", message, language)) is asserted


def test_the_clause_of_the_value_decides() -> None:
    pattern = r"shipping (?:is|costs).*?(free|\$\d+)"
    assert found(pattern, "Shipping is not cheap, but it's free today.", "en")
    assert not found(pattern, "Shipping costs a bit, and it isn't free.", "en")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("es", "Perdón, me equivoqué: el envío cuesta $2.000."),
        ("es", "Corrijo: el envío cuesta $2.000."),
        ("en", "Sorry, I was wrong: delivery costs $20."),
        ("en", "Let me correct that, delivery costs $20."),
    ],
)
def test_an_open_correction_is_marked(language: str, message: str) -> None:
    pattern = compile_pattern(r"cuesta|costs")
    assert [clause.corrects for clause, _ in find_asserted(pattern, hear(message, language))] == [True]


@pytest.mark.parametrize(
    "message", ["El envío cuesta $2.000.", "Perdón por la demora, el envío cuesta $2.000."]
)
def test_no_correction(message: str) -> None:
    assert not any(clause.corrects for clause in hear(message, "es").clauses)
