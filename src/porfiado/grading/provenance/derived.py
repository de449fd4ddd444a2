"""Values that follow from others: sums and shares, the day after, the end of an hour.

Wide on purpose: a value that a sensible agent may have worked out accuses nobody. What keeps it from
excusing everything is that only so many numbers are combined, those said first: what an agent reckons with
it has mostly been told, or has told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from porfiado.grading.provenance.calendar import Day
from porfiado.grading.provenance.kinds import SMALL, Kind, Typed
from porfiado.grading.provenance.sources import is_edge, says_date, says_time
from porfiado.grading.provenance.texts import Text

_COMBINED = 24  # numbers; with many more every amount is the sum of some
_TOLERANCE = 0.005  # amounts are rounded to cents
_UNITS = (7.0, 10.0, 12.0, 24.0, 60.0, 100.0, 1000.0, 3600.0)
_FEW_MINUTES = 10
_HOUR = 60
_MOST_DAYS = 62
_MOST_FACTORS = 20
_MOST = 400  # numbers that are looked at; more are no reckoning


def is_derived(value: Typed, said: Sequence[Text], user: Sequence[Text], found: Sequence[Text]) -> bool:
    """Whether the value can be worked out.

    Args:
        value: The value.
        said: What was said so far, by the user and by the agent.
        user: What the user said. "Tomorrow" and "next week" stand there for a day; the day of speaking is
            not known, so they stand for any.
        found: Results, the latest first, and the prompt.
    """
    if value.kind is Kind.AMOUNT and value.number is not None:
        return _is_computed(value.number, [*said, *found])
    texts = [*said, *found]
    if value.kind is Kind.DATE:
        dated = any(says_date(value._replace(times=()), text) for text in texts) or _is_shifted(
            value.days, user, texts
        )
        dated = dated or any(text.relative_day for text in user)
        timed = not value.times or all(map(is_edge, value.times))
        return dated and (timed or _is_time_derived(value, texts))
    return value.kind is Kind.TIME and _is_time_derived(value, texts)


def _is_computed(number: float, texts: Sequence[Text]) -> bool:
    """A sum or a difference of two or three, a product with a count, a part, a share, another unit."""
    every = list(dict.fromkeys(one for text in texts for one in sorted(text.numbers) if one))[:_MOST]
    counts = [one for one in every if 1 < one <= SMALL and one.is_integer()][:_MOST_FACTORS]
    known = list(islice((one for one in every if one > SMALL or not one.is_integer()), _COMBINED))

    def same(result: float) -> bool:
        return abs(result - number) <= _TOLERANCE or round(result) == number

    if any(same(one * unit) or same(one / unit) for one in every for unit in _UNITS):
        return True
    if any(same(one * count) or same(one / count) for one in known for count in counts):
        return True
    if any(map(same, _combined(known, every))):
        return True
    sums = {round(one + two, 2) for one, two in combinations(known, 2)}
    return any(round(number - one, 2) in sums for one in known) or any(
        round(number / count, 2) in sums for count in counts
    )


def _combined(known: Sequence[float], every: Sequence[float]) -> Iterator[float]:
    for one, two in combinations(known, 2):
        yield one + two
        yield abs(one - two)
    for rate in (one / 100 for one in every if one <= 100):
        for one in known:
            yield from (one * rate, one - one * rate, one + one * rate)


def _is_shifted(days: Sequence[Day], user: Sequence[Text], texts: Sequence[Text]) -> bool:
    """The day after one that was given, or so many days or weeks from it as the user said."""
    counts = {int(number) for text in user for number in text.numbers if number <= _MOST_DAYS}
    for wanted in filter(None, (day.date() for day in days)):
        mentions = (day for text in texts for day in text.days)
        for given in filter(None, (_in_year(day, wanted.year).date() for day in mentions)):
            ahead = (wanted - given).days
            apart = abs(ahead)
            if ahead in (0, 1) or apart in counts or (apart % 7 == 0 and apart // 7 in counts):
                return True
    return False


def _in_year(day: Day, year: int) -> Day:
    return day if day.year else day._replace(year=year)


def _is_time_derived(value: Typed, texts: Sequence[Text]) -> bool:
    """A time that was given, or one that lies a usual or a named span from it."""
    if any(says_time(value, text) for text in texts):
        return True
    counts = {int(number) for text in texts for number in text.numbers if number <= 24 * _HOUR}
    spans = {15, 30, 45, _HOUR}
    spans |= {one for one in counts if one >= _FEW_MINUTES} | {one * _HOUR for one in counts}
    given = [time.minutes for text in texts for time in text.times]
    return any(abs(time.minutes - one) % (12 * _HOUR) in spans for time in value.times for one in given)
