"""Which of several options a message means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from porfiado.agents.reference.clauses import clause_at, is_affirmed, is_denied
from porfiado.agents.reference.clock import daypart, find_times
from porfiado.agents.reference.pending import Option
from porfiado.agents.reference.reading import Reading
from porfiado.agents.reference.words import Words, placed_tokens, tokens
from porfiado.text import contains_value, fold

_SHORT = 3  # a word of fewer letters, or a bare number, says too little to be found in an older message
_LONG_NUMBER = 4  # digits of a number that is nothing but somebody's
_MOST_ORDINAL_WORDS = 6  # "the second one, please"; in a longer message the word means something else


class Named(NamedTuple):
    """What a text says of options: the one it means, and those it rules out."""

    meant: Option | None
    denied: tuple[Option, ...]
    several: bool


def pick(reading: Reading, options: Sequence[Option], *, other: bool = False) -> Option | None:
    """The one option that an answer means, None where it means none or several.

    `other`: a value that is on offer or not stands in the answer, so that its "ok" accepts nothing.
    """
    corrects = "correction" in reading.acts
    named = contrasted(reading.folded, options, reading.words, corrects=corrects)
    if named.denied or (named.several and named.meant is not None):
        return named.meant
    spoken = _by_value(reading.folded, options)
    if len(spoken) == 1:
        return spoken[0]
    for one in (_by_time, _by_order, _by_words):
        found = one(reading, spoken or options)
        if found is not None:
            return found
    if other:
        return None
    if "any" in reading.acts or (len(options) == 1 and "yes" in reading.acts and "no" not in reading.acts):
        return options[0]
    return None


def contrasted(
    folded: str,
    options: Sequence[Option],
    words: Words,
    *,
    taken: Sequence[tuple[int, int]] = (),
    corrects: bool = False,
) -> Named:
    """Which option a text means where it may speak of several: "not the book, the shoes".

    `taken` are the places of the text that mean something else. In a text that corrects itself, the option
    named last is meant.
    """
    owners = _owners(options, words)
    hit = owners.keys() & words.stems_of(folded)
    if not hit or (len(hit) == 1 and not taken and words.negations.isdisjoint(tokens(folded))):
        return Named(options[owners[hit.pop()]] if hit else None, (), several=False)
    meant: dict[int, bool] = {}  # option → whether it is affirmed; in the order of the text
    denied: set[int] = set()
    for match in placed_tokens(folded):
        index = owners.get(words.stem(match[0]))
        if index is None or any(s < match.end() and match.start() < e for s, e in taken):
            continue
        clause = clause_at(folded, match.start(), match.end(), words)
        if is_denied(clause, words):
            denied.add(index)
        else:
            affirmed = meant.pop(index, False) or is_affirmed(clause, words)
            meant[index] = affirmed
    left = {index: affirmed for index, affirmed in meant.items() if index not in denied}
    affirmed_ones = [index for index, affirmed in left.items() if affirmed]
    last = list(left)[-1:] if corrects else []
    one = next((found for found in (list(left), affirmed_ones, last) if len(found) == 1), None)
    ruled_out = tuple(options[index] for index in sorted(denied - meant.keys()))
    return Named(options[one[0]] if one else None, ruled_out, len(meant.keys() | denied) > 1)


def _owners(options: Sequence[Option], words: Words) -> dict[str, int]:
    """Stem → the place of the one option that it tells from all others."""
    found: dict[str, set[int]] = {}
    for index, option in enumerate(options):
        for stem in _stems(option, words):
            if len(stem) >= _SHORT:
                found.setdefault(stem, set()).add(index)
    return {stem: min(places) for stem, places in found.items() if len(places) == 1}


def mentioned(texts: Iterable[str], options: Sequence[Option], words: Words) -> Option | None:
    """The option that the customer named in an earlier message; the newest message that names just one."""
    ruled_out: list[Option] = []
    for text in texts:
        named = contrasted(text, options, words)
        ruled_out += named.denied
        if named.several and named.meant is not None:
            return named.meant
        stems = words.stems_of(text)
        found = [o for o in options if _telling(o, words) and _telling(o, words) & stems]
        whole = [o for o in found if contains_value(text, str(o.value))]
        if len(whole or found) == 1 and (whole or found)[0] not in ruled_out:
            return (whole or found)[0]
    return None


def same_option(value: Any, options: Sequence[Option], words: Words) -> Option | None:
    """The option that `value` stands for: the same text or time, or the only one that it is part of."""
    text = fold(str(value)).strip()
    for option in options:
        if fold(str(option.value)) == text:
            return option
    times = {time for time, _, _ in find_times(text, words)} | {text}
    for option in options:
        if times & {time for time, _, _ in find_times(fold(str(option.value)), words)}:
            return option
    found = [
        o for o in options if contains_value(text, str(o.value)) or contains_value(fold(str(o.value)), text)
    ]
    return found[0] if len(found) == 1 else None


def in_daypart(texts: Sequence[str], options: Sequence[Option], words: Words) -> Sequence[Option]:
    """Those options that lie in the part of the day that the customer last named; all, where none does."""
    for text in texts:
        part = daypart(text, words)
        if part is None:
            continue
        inside = [o for o in options if part[0] <= str(o.value) <= part[1] and ":" in str(o.value)]
        return inside or options
    return options


def _by_value(folded: str, options: Sequence[Option]) -> list[Option]:
    found = [option for option in options if contains_value(folded, str(option.value))]
    if len(found) > 1:  # "8.5" holds no "8", but "tea set" may hold "set"
        longest = max(len(str(option.value)) for option in found)
        found = [option for option in found if len(str(option.value)) == longest]
    return found


def _by_time(reading: Reading, options: Sequence[Option]) -> Option | None:
    wanted = {time for time, _, _ in find_times(reading.folded, reading.words)}
    if not wanted:
        part = daypart(reading.folded, reading.words)
        inside = [o for o in options if part and ":" in str(o.value) and part[0] <= str(o.value) <= part[1]]
        return inside[0] if len(inside) == 1 else None
    found = [o for o in options if wanted & {t for t, _, _ in find_times(fold(o.label), reading.words)}]
    if not found:
        other = {f"{(int(time[:2]) + 12) % 24:02}{time[2:]}" for time in wanted}  # "at 3" among morning times
        found = [o for o in options if str(o.value) in other]
    return found[0] if len(found) == 1 else None


def _by_order(reading: Reading, options: Sequence[Option]) -> Option | None:
    if len(reading.tokens) > _MOST_ORDINAL_WORDS:
        return None
    ordinals: dict[str, int] = reading.words.values["ordinals"]
    places = {ordinals[token] for token in reading.tokens if token in ordinals}
    if len(reading.tokens) == 1 and reading.tokens[0].isdecimal():
        places = {int(reading.tokens[0])}
    if len(places) != 1:
        return None
    place = places.pop()
    index = place - 1 if place > 0 else len(options) + place
    return options[index] if 0 <= index < len(options) else None


def _by_words(reading: Reading, options: Sequence[Option]) -> Option | None:
    said = frozenset(reading.words.stems(reading.tokens))
    scores = [(len(_stems(option, reading.words) & said), option) for option in options]
    best = max(score for score, _ in scores)
    found = [option for score, option in scores if score == best]
    return found[0] if best and len(found) == 1 else None


def _stems(option: Option, words: Words) -> frozenset[str]:
    return words.stems_of(fold(f"{option.value} {option.label}"))


def _telling(option: Option, words: Words) -> frozenset[str]:
    """The stems of an option by which it may be found in an older message."""
    return frozenset(s for s in _stems(option, words) if len(s) >= (_LONG_NUMBER if s.isdigit() else _SHORT))
