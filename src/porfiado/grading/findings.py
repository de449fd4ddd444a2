"""What a criterion finds, before it is put into words.

A finding speaks in codes (`Say`), so that a criterion knows no language; `prose` renders them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from porfiado.records import Outcome


class Say(NamedTuple):
    """A sentence of `locales/<language>/grading.toml` by its code, and what goes into its places."""

    code: str
    values: dict[str, Any] = {}  # noqa: RUF012 - never written to


def say(code: str, /, **values: Any) -> Say:
    """The sentence `code` with these values in its places."""
    return Say(code, values)


def plain(text: str) -> Say:
    """A text that needs no translation: a quotation, or the words of a criterion of your own."""
    return Say("plain", {"text": text})


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a criterion found in a conversation.

    Attributes:
        outcome: The verdict.
        value: The criterion's number or truth, where it has one.
        turn: The turn that decided it, from 1.
        evidence: What shows it: quotations, calls, differences in state.
        reason: Why it does not apply, or could not be decided.
        extra: Further values by name; they stand beside `value` in the results.
        settled: Nothing that could still have happened would change it. It matters where a conversation
            broke off: a settled failure stays, and so does a settled "not applicable"; all else is an error.
    """

    outcome: Outcome
    value: Any = None
    turn: int | None = None
    evidence: tuple[Say, ...] = ()
    reason: Say | None = None
    extra: dict[str, Any] = {}
    settled: bool = False


def passed(value: Any = None, *evidence: Say, turn: int | None = None, **extra: Any) -> Finding:
    """The criterion holds."""
    return Finding(outcome=Outcome.PASS, value=value, turn=turn, evidence=evidence, extra=extra)


def failed(
    value: Any = None, *evidence: Say, turn: int | None = None, settled: bool = False, **extra: Any
) -> Finding:
    """The criterion does not hold; `settled`: whatever had come after."""
    return Finding(
        outcome=Outcome.FAIL, value=value, turn=turn, evidence=evidence, extra=extra, settled=settled
    )


def not_applicable(reason: Say, *, settled: bool = True) -> Finding:
    """The criterion says nothing about this conversation, which is no pass."""
    return Finding(outcome=Outcome.NOT_APPLICABLE, reason=reason, settled=settled)


def undecided(reason: Say, finding: Finding | None = None) -> Finding:
    """The criterion could not be decided; what `finding` had seen by then is kept."""
    if finding is None:
        return Finding(outcome=Outcome.ERROR, reason=reason)
    return Finding(
        outcome=Outcome.ERROR,
        value=finding.value,
        turn=finding.turn,
        evidence=finding.evidence,
        reason=reason,
        extra=finding.extra,
    )
