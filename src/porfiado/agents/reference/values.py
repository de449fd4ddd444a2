"""Values in a message: found by their kind, and written as the tools want them.

Every finder gives (value, start, end) over the folded message. No finder knows a word of any language: those
are in the language's table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from porfiado.agents.reference.clock import find_times
from porfiado.agents.reference.dates import find_dates
from porfiado.agents.reference.words import Words, words_of


class Found(NamedTuple):
    """A value and its place in the message."""

    value: str
    start: int
    end: int


_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_RUT = re.compile(
    r"(?<![\w.-])(\d{1,2}\.?\d{3}\.?\d{3}) ?- ?([\dk])(?!\w)|(?<![\w.-])(\d{1,2}\.\d{3}\.\d{3}) ?([\dk])\b"
)
_CODE = re.compile(r"(?<![\w@.$€£-])#?((?=[a-z0-9-]*\d)[a-z0-9]+(?:-[a-z0-9]+)*)(?![\w@]|[.,]\d)")
_PHONE = re.compile(r"(?<![\w.-])\+?\(?\d[\d ().-]{5,}\d(?!\w)")
_NUMBER = re.compile(r"(?<![\w.,-])-?\d+(?:[.,]\d+)*(?![\w])")
_DIGIT = re.compile(r"\d")
_WITH_DIGITS = frozenset({"rut", "code", "phone", "percent"})
_WORD = re.compile(r"[^\W\d_]+")
_MIN_PHONE = 7
_MAX_NAME_WORDS = 5


def find(kind: str, folded: str, original: str, words: Words) -> list[Found]:
    """The values of `kind` in a message, from left to right; not for enumerations and free text."""
    finder = _FINDERS.get(kind)
    if kind in _WITH_DIGITS and not _DIGIT.search(folded):
        return []
    return list(finder(folded, original, words)) if finder else []


def _emails(folded: str, original: str, words: Words) -> Iterator[Found]:
    if "@" in folded:
        for match in _EMAIL.finditer(folded):
            yield Found(match[0].rstrip("."), match.start(), match.end())


def _ruts(folded: str, original: str, words: Words) -> Iterator[Found]:
    for match in _RUT.finditer(folded):
        body, digit = (match[1], match[2]) if match[1] else (match[3], match[4])
        yield Found(f"{body.replace('.', '')}-{digit.upper()}", match.start(), match.end())


def _codes(folded: str, original: str, words: Words) -> Iterator[Found]:
    taken = 0
    for match in _CODE.finditer(folded):
        if len(match[1]) > 1 and not (match[1].isdigit() and len(match[1]) < 3):
            value, start, end = match[1], match.start(), match.end()
            before = _spaced_letters(folded, start, words) if value.replace("-", "").isdigit() else None
            if before is not None:
                start, value = before, f"{folded[before : match.start()].strip()}-{value}"
            if start >= taken:
                yield Found(value.upper(), start, end)
                taken = end


def _spaced_letters(folded: str, start: int, words: Words) -> int | None:
    """Where the letters of a code typed with a space begin ("ped 4402"), unless they are an ordinary word."""
    match = re.search(r"(?<![\w@.-])([a-z]{1,4}) $", folded[max(0, start - 7) : start])
    if (
        match is None
        or match[1] in words.stopwords
        or match[1] in words.markers
        or match[1] in words.code_words
    ):
        return None
    return start - len(match[1]) - 1


def _phones(folded: str, original: str, words: Words) -> Iterator[Found]:
    for match in _PHONE.finditer(folded):
        digits = re.sub(r"[^\d+]", "", match[0])
        if len(digits) >= _MIN_PHONE:
            yield Found(digits, match.start(), match.end())


def _amounts(folded: str, original: str, words: Words) -> Iterator[Found]:
    for match in _amount_pattern(words.language).finditer(folded):
        number = plain_number(match[1], words)
        if match[2]:
            number = str(int(float(number) * 1000))
        yield Found(number, match.start(), match.end())
    if not any(c.isdigit() for c in folded):
        yield from _spelled(folded, words)


@cache
def _amount_pattern(language: str) -> re.Pattern[str]:
    values = words_of(language).values
    return re.compile(
        rf"(?<![\w@-])[$€£]? ?(\d+(?:[.,]\d+)*)(?: ?({values['thousands']}))?"
        rf"(?: ?(?:de )?(?:{values['currency']})\b)?(?![\w%@-]| ?%)"
    )


def _percents(folded: str, original: str, words: Words) -> Iterator[Found]:
    for match in re.finditer(rf"(?<!\w)(\d+(?:[.,]\d+)?) ?(?:{words.values['percent']})", folded):
        yield Found(plain_number(match[1], words), match.start(), match.end())


def _numbers(folded: str, original: str, words: Words) -> Iterator[Found]:
    found = [Found(plain_number(m[0], words), m.start(), m.end()) for m in _NUMBER.finditer(folded)]
    yield from found or _spelled(folded, words)


def _spelled(folded: str, words: Words) -> Iterator[Found]:
    spelled = words.values["numbers"]
    for match in _WORD.finditer(folded):
        if match[0] in spelled and match[0] not in words.stopwords:
            yield Found(str(spelled[match[0]]), match.start(), match.end())


def plain_number(text: str, words: Words) -> str:
    """A number as JSON writes it: without the mark of thousands, with a decimal point."""
    mark = words.values["thousands_mark"]
    decimal = "," if mark == "." else "."
    if re.fullmatch(rf"-?\d{{1,3}}(?:\{mark}\d{{3}})+(?:\{decimal}\d+)?", text):
        text = text.replace(mark, "")
    return text.replace(",", ".") if text.count(",") + text.count(".") <= 1 else re.sub(r"[.,]", "", text)


def _names(folded: str, original: str, words: Words) -> Iterator[Found]:
    told = words.name_told.search(folded)
    if told is None:
        return
    run = re.match(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,3}", original[told.end() :])
    if run is not None:
        name = _proper(run[0])
        yield Found(name, told.end(), told.end() + len(name))


def _proper(text: str) -> str:
    """The leading words with a capital, or where none has one, the first two words."""
    parts = text.split(" ")
    capital = 0
    while capital < len(parts) and parts[capital][:1].isupper():
        capital += 1
    return " ".join(parts[: capital or 2])


def _addresses(folded: str, original: str, words: Words) -> Iterator[Found]:
    """Street and number: a number beside a word, with a street's word or a capital near it."""
    for pattern in _address_patterns(words.language):
        match = pattern.search(folded)
        if match is None:
            continue
        text = original[match.start() : match.end()]
        tail = words.text_tail.search(folded[match.start() : match.end()])
        text = _without_remarks(text if tail is None else text[: tail.start()])
        yield Found(text, match.start(), match.start() + len(text))
        return


def _without_remarks(text: str) -> str:
    """The parts of an address that are one: what follows a comma has a digit or a capital."""
    first, *rest = text.split(",")
    kept = [part for part in rest if any(c.isdigit() for c in part) or part.strip()[:1].isupper()]
    return ",".join([first, *kept]).strip(" .,;!")


@cache
def _address_patterns(language: str) -> tuple[re.Pattern[str], ...]:
    """The forms of an address, those of the language first: street after number, or number after street."""
    values = words_of(language).values
    street, name = f"(?:{values['address_words']})", r"[^\W\d][\w'’.]*"
    number, rest = r"#?\d+[a-z]?\b", r"(?:,[^.;!?]+)?"
    not_name = rf"(?!(?:{'|'.join(values['address_breaks'])})\b)"
    after = (
        rf"{number},? (?:{not_name}{name} ){{0,4}}{street}\b{rest}",
        rf"{number},? {not_name}{name}(?: {not_name}{name}){{0,4}}{rest}",
    )
    before = (
        rf"\b{street} (?:{not_name}{name} ){{0,5}}(?:n[°º]?\.? ?)?{number}{rest}",
        rf"(?:\b{not_name}{name} ){{1,5}}{number}{rest}",
    )
    ordered = (*after, *before) if values["number_first"] else (*before, *after)
    return tuple(re.compile(rf"(?<![\w@-]){form}") for form in ordered)


def answer_text(kind: str, folded: str, original: str, words: Words, *, telling: bool = False) -> str | None:
    """The value of a free-text datum in the answer to its question; None where there is none in it.

    `telling`: it is what somebody tells, so that all of it counts; else a name or a term.
    """
    if kind == "address":
        found = list(_addresses(folded, original, words))
        return found[0].value if found else None
    aside = None if telling else words.asides.match(folded)
    if aside is not None and aside.end() < len(folded):
        folded, original = folded[aside.end() :], original[aside.end() :]
    if kind == "name":
        return _answered_name(folded, original, words)
    lead = (words.place_lead if kind == "place" else words.text_lead).match(folded)
    start = lead.end() if lead else 0
    tail = words.text_tail.search(folded)
    text = original[start : tail.start() if tail else len(original)].strip(" \t\n.,;!¡")
    return text or None


def _answered_name(folded: str, original: str, words: Words) -> str | None:
    lead = words.name_lead.match(folded)
    text = original[lead.end() if lead else 0 :]
    tail = words.text_tail.search(folded[lead.end() if lead else 0 :])
    text = (text[: tail.start()] if tail else text).strip(" \t\n.,;!¡")
    parts = text.split()
    plain = (
        parts and len(parts) <= _MAX_NAME_WORDS and all(re.fullmatch(r"[^\W\d_][^\d_]*", p) for p in parts)
    )
    return text if plain else None


_Finder = Callable[[str, str, Words], Iterator[Found]]


def _times(folded: str, original: str, words: Words) -> Iterator[Found]:
    return (Found(*item) for item in find_times(folded, words))


def _dates(folded: str, original: str, words: Words) -> Iterator[Found]:
    return (Found(*item) for item in find_dates(folded, words))


_FINDERS: dict[str, _Finder] = {
    "email": _emails,
    "rut": _ruts,
    "birth_date": _dates,
    "date": _dates,
    "time": _times,
    "percent": _percents,
    "code": _codes,
    "phone": _phones,
    "amount": _amounts,
    "number": _numbers,
    "name": _names,
}
