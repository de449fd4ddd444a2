"""Synthetic values with the shape of given ones."""

from __future__ import annotations

import random
import re

_PREFIX = re.compile(r"[A-Za-z]{1,5}(?=[-_]?\d)")
_PHONE_KEPT = 3  # digits: a country's and an area's first ones
_RUT_FACTORS = (2, 3, 4, 5, 6, 7)


def rut_check_digit(number: str) -> str:
    """The check digit of a RUT: modulo 11 with the factors 2 to 7 from the right (10 is K, 11 is 0)."""
    total = sum(
        int(digit) * _RUT_FACTORS[place % len(_RUT_FACTORS)] for place, digit in enumerate(reversed(number))
    )
    rest = 11 - total % 11
    return {10: "k", 11: "0"}.get(rest, str(rest))


def luhn_check_digit(number: str) -> str:
    """The check digit that a card's number ends in (ISO/IEC 7812, Luhn)."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def with_check_digit(rut: str, source: random.Random) -> str:
    """Another national number with as many digits; its check digit is right where that of `rut` is."""
    bare = re.sub(r"[^0-9kK]", "", rut)
    if len(bare) < 2 or rut_check_digit(bare[:-1]) != bare[-1].lower():
        return like_code(rut, source)
    number = _digits(bare[:-1], source)
    return f"{number}-{rut_check_digit(number)}"


def with_luhn(card: str, source: random.Random) -> str:
    """Another card number with as many digits; its check digit is right where that of `card` is."""
    bare = re.sub(r"\D", "", card)
    if len(bare) < 2 or luhn_check_digit(bare[:-1]) != bare[-1]:
        return like_code(card, source)
    number = bare[0] + _digits(bare[1:-1], source)
    return number + luhn_check_digit(number)


def like_phone(phone: str, source: random.Random) -> str:
    """Another number with the same first digits, which tell country and kind."""
    digits = [place for place, character in enumerate(phone) if character.isdigit()]
    kept = min(_PHONE_KEPT, max(0, len(digits) - 4))
    return _other(phone, set(digits[:kept]), source)


def like_code(code: str, source: random.Random) -> str:
    """Another code: the letters that it begins with stay, other letters and all digits are drawn anew."""
    prefix = _PREFIX.match(code)
    return _other(code, set(range(prefix.end())) if prefix else set(), source)


def like_date(date: str, source: random.Random) -> str:
    """Another day in the same layout; month names stay."""

    def number(match: re.Match[str]) -> str:
        text = match.group()
        if len(text) == 4:
            return str(source.randint(1950, 1999))
        return str(source.randint(1, 12)).zfill(len(text)) if len(text) <= 2 else _digits(text, source)

    return re.sub(r"\d+", number, date)


def _other(text: str, kept: set[int], source: random.Random) -> str:
    return "".join(c if place in kept else _character(c, source) for place, c in enumerate(text))


def _character(old: str, source: random.Random) -> str:
    if old.isdecimal():
        return str(source.randint(0, 9))
    if old.isascii() and old.isalpha():
        new = source.choice("bcdfghjklmnpqrstvwz")
        return new.upper() if old.isupper() else new
    return old


def _digits(number: str, source: random.Random) -> str:
    """As many digits; the first is not 0."""
    return "".join(str(source.randint(1 if not place else 0, 9)) for place in range(len(number)))
