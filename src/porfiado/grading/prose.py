"""Findings in words: the sentences of `locales/<language>/grading.toml`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from porfiado.grading.findings import Say
from porfiado.locales import FALLBACK, words, words_if_any
from porfiado.patterns import scrub
from porfiado.world import Mismatch

_EVIDENCE_SHOWN = 4  # pieces of evidence in one verdict; more do not make it clearer


@cache
def _sentences(language: str) -> dict[str, str]:
    own = words_if_any(language, "grading").get("sentences", {})
    return {**words(FALLBACK, "grading")["sentences"], **own}


def render(sentence: Say, language: str) -> str:
    """One sentence in `language`, in English where that language has none.

    A code without a sentence (of a criterion from elsewhere) is shown as it is, with its values.
    """
    template = _sentences(language).get(sentence.code)
    if template is None:
        values = ", ".join(f"{name}={value}" for name, value in sentence.values.items())
        return f"{sentence.code} ({values})" if values else sentence.code
    if not sentence.values:
        return template
    return template.format_map({name: _word(value, language) for name, value in sentence.values.items()})


def _word(value: Any, language: str) -> Any:
    """A value that is itself a sentence, or says where a state differs, is put into words too."""
    if isinstance(value, Say):
        return render(value, language)
    if isinstance(value, Mismatch):
        return render_mismatch(value, language)
    return value


def render_mismatch(mismatch: Mismatch, language: str) -> str:
    """Where a state differs from what was wanted, and how, in `language`."""
    return f"{mismatch.path}: {_difference(mismatch.reason, language)}"


@cache
def _differences(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = words_if_any(language, "grading").get("differences", [])
    return tuple((re.compile(pair["pattern"], re.DOTALL), pair["says"]) for pair in pairs)


def _difference(reason: str, language: str) -> str:
    """What a matcher says in English, in `language`."""
    for pattern, says in _differences(language):
        reason = pattern.sub(says, reason)
    return reason


def render_all(sentences: tuple[Say, ...], language: str) -> str | None:
    """Several pieces of evidence in one text that can be written to a file; None where there is none."""
    if not sentences:
        return None
    parts = [render(sentence, language) for sentence in sentences[:_EVIDENCE_SHOWN]]
    if len(sentences) > _EVIDENCE_SHOWN:
        parts.append(render(Say("more", {"count": len(sentences) - _EVIDENCE_SHOWN}), language))
    text = "; ".join(parts)
    return text if text.isascii() else scrub(text)
