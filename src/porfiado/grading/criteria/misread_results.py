"""`misread_results`: did the agent say what its tools had told it?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from porfiado.grading.calls import PlacedCall, came_to_nothing
from porfiado.grading.canonical import quoted, shown_call
from porfiado.grading.criteria.paths import trajectory_unknown
from porfiado.grading.evidence import Evidence
from porfiado.grading.findings import Finding, Say, failed, not_applicable, passed, say
from porfiado.grading.mixed_up import mixed_up
from porfiado.grading.provenance.kinds import Kind, typed
from porfiado.grading.provenance.leaves import leaves
from porfiado.grading.provenance.texts import text_of
from porfiado.grading.registry import criterion
from porfiado.grading.said import Fault, empty_claims, strays
from porfiado.locales import words_if_any
from porfiado.user.hearing import Heard

_RECORD = 2  # values that make a result a record


class Misread(NamedTuple):
    """A turn whose reply does not say what the results do, and what shows it."""

    turn: int
    evidence: Say


@criterion("misread_results")
def misread_results(evidence: Evidence) -> Finding:
    """What the replies say against the results. Passes at 0.

    Counted are data in assertions that differ from all results of the kind and stand nowhere else; what is
    said of one record of a list and holds of another; claims of success after every call that may write had
    failed, where no state tells; and a record reported as not found that the look-up had given.
    """
    placed = evidence.placed_calls
    if placed is None:
        return trajectory_unknown()
    if not placed:
        return not_applicable(say("no_calls"), settled=False)
    found = sorted(
        [
            *_differing(evidence),
            *_ignored(evidence),
            *_overlooked(evidence, placed),
            *_mixed(evidence, placed),
        ],
        key=lambda one: one.turn,
    )
    if not found:
        return passed(0)
    return failed(len(found), *(one.evidence for one in found), turn=found[0].turn, settled=True)


def _differing(evidence: Evidence) -> Iterator[Misread]:
    for turn, datum, fault in strays(evidence):
        if fault is Fault.MISREAD:
            yield Misread(
                turn, say("differs_from_results", turn=turn, value=datum.text, quote=quoted(datum.quote))
            )


def _ignored(evidence: Evidence) -> Iterator[Misread]:
    for claim in empty_claims(evidence):
        if claim.after_error:
            yield Misread(claim.turn, say("ignored_error", turn=claim.turn, quote=quoted(claim.quote)))


def _mixed(evidence: Evidence, placed: Sequence[PlacedCall]) -> Iterator[Misread]:
    for turn, quote, code, field, value, said in mixed_up(evidence, placed):
        other = say("mixed_up_value", field=field, code=code, value=value, said=said)
        yield Misread(turn, say("mixed_up", turn=turn, quote=quoted(quote), difference=other))


def _overlooked(evidence: Evidence, placed: Sequence[PlacedCall]) -> Iterator[Misread]:
    for number, heard in enumerate(evidence.heard, 1):
        if heard is None or not any(c.fails or c.denies for c in heard.clauses):
            continue
        folded = text_of(heard.message).folded
        calls = [one for one in placed if one.turn == number and any(code in folded for code in _codes(one))]
        failed_codes = {code for one in calls if not _gave_record(one) for code in _codes(one)}
        for one in calls:
            quote = _says_not_found(heard, _codes(one) - failed_codes) if _gave_record(one) else None
            if quote is not None:
                call = shown_call(one.call.name, one.call.arguments)
                yield Misread(number, say("overlooked", turn=number, quote=quoted(quote), call=call))
                break


def _codes(one: PlacedCall) -> set[str]:
    """The identifiers in a call's arguments, folded."""
    values = (typed(value, key) for _, key, value in leaves(one.call.arguments))
    return {value.folded for value in values if value.kind is Kind.CODE}


def _gave_record(one: PlacedCall) -> bool:
    """Whether the result is a record of one of the identifiers asked for, and says no "no" or "none"."""
    if came_to_nothing(one.call) or not isinstance(one.call.result, dict | list):
        return False
    found: list[Any] = [(key, value) for _, key, value in leaves(one.call.result)]
    if len(found) < _RECORD or any(value is None or value is False for _, value in found):
        return False
    return not _codes(one).isdisjoint(typed(value, key).folded for key, value in found)


def _says_not_found(heard: Heard, codes: set[str]) -> str | None:
    """The clause that says that one of the codes was not found."""
    for clause in heard.clauses:
        if clause.fails or clause.denies:
            folded = clause.folded.rstrip(" .!,;")
            if any(code in folded and _not_found(heard.language, code).search(folded) for code in codes):
                return clause.text
    return None


@cache
def _patterns(language: str) -> tuple[str, ...]:
    return tuple(words_if_any(language, "provenance").get("not_found", ()))


def _not_found(language: str, code: str) -> re.Pattern[str]:
    body = "|".join(f"(?:{pattern})" for pattern in _patterns(language)) or "(?!)"
    return re.compile(body.replace("{code}", rf"#?{re.escape(code)}"))
