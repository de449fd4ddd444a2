"""What a message of the user does: needed for recorded and freely played users."""

from __future__ import annotations

from functools import lru_cache

from .cleaning import clean, folded
from .language import rules
from .records import UserHeard


@lru_cache(maxsize=16_384)
def hear_user(message: str, language: str) -> UserHeard:
    """What the user's `message` does.

    Raises:
        KeyError: there are no rules for that language.
    """
    text = clean(message)
    has = rules(language).user.of(folded(text)).__contains__
    return UserHeard(
        message=text,
        language=language,
        corrects=has("corrects"),
        closes=has("closes") and not has("goes_on"),
        says_dont_know=has("dont_know"),
        insists=has("insists"),
        thanks=has("thanks"),
        greets=has("greets"),
    )
