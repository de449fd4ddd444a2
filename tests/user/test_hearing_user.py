"""What a user's message does."""

from __future__ import annotations

import pytest

from porfiado.user.hearing import hear_user

CASES = [
    ("es", "corrects", "no, me equivoqué, es el jueves"),
    ("es", "corrects", "no era ese"),
    ("es", "corrects", "perdón, es el otro número"),
    ("es", "corrects", "en realidad era el martes"),
    ("es", "closes", "gracias, chao"),
    ("es", "closes", "eso era todo"),
    ("es", "closes", "ya, muchas gracias"),
    ("es", "says_dont_know", "no sé"),
    ("es", "says_dont_know", "no lo tengo a mano"),
    ("es", "says_dont_know", "ni idea"),
    ("es", "insists", "pero soy cliente hace años"),
    ("es", "insists", "la competencia me lo da"),
    ("es", "insists", "quiero hablar con el supervisor"),
    ("en", "corrects", "sorry, wrong number"),
    ("en", "corrects", "actually it's Thursday"),
    ("en", "corrects", "no wait, I meant Friday"),
    ("en", "closes", "thanks, bye"),
    ("en", "closes", "that's all"),
    ("en", "says_dont_know", "I don't know"),
    ("en", "says_dont_know", "not sure"),
    ("en", "says_dont_know", "I don't have it with me"),
    ("en", "insists", "come on, make an exception"),
    ("en", "insists", "I've been a customer for years"),
    ("en", "insists", "let me speak to a manager"),
]
PLAIN = [
    ("es", "12.345.678-9"),
    ("es", "el jueves en la tarde"),
    ("es", "quiero cambiar mi hora"),
    ("en", "BK-4402"),
    ("en", "thursday afternoon"),
    ("en", "my order hasn't arrived"),
]


@pytest.mark.parametrize(("language", "act", "message"), CASES)
def test_acts(language: str, act: str, message: str) -> None:
    assert getattr(hear_user(message, language), act)


@pytest.mark.parametrize(("language", "message"), PLAIN)
def test_a_plain_answer_does_none_of_it(language: str, message: str) -> None:
    heard = hear_user(message, language)
    assert not any([heard.corrects, heard.closes, heard.says_dont_know, heard.insists])


def test_asking_for_more_does_not_close() -> None:
    assert not hear_user("gracias, pero necesito otra cosa", "es").closes
    assert not hear_user("thanks, can you also cancel it?", "en").closes
