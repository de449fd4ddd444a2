"""What a message does, whatever the facts of the persona."""

from __future__ import annotations

from functools import lru_cache

from .cleaning import clean, folded
from .judging import Judged, judge
from .language import Rules, rules
from .options import find_options
from .records import Heard
from .settling import settle


@lru_cache(maxsize=16_384)
def hear(message: str, language: str) -> Heard:
    """What `message` does, whatever the facts. The same message and language give the same object.

    Args:
        message: The agent's text. Of a very long one only the head and the tail are heard.
        language: A language of `porfiado.locales.languages()`.

    Raises:
        KeyError: there are no rules for that language.
    """
    known = rules(language)
    text = clean(message)
    low = folded(text)
    return _sum_up(text, low, settle(judge(text, low, known)), known)


def _sum_up(text: str, low: str, judged: list[Judged], known: Rules) -> Heard:
    whole = known.message.of(low)
    clauses = tuple(one.clause for one in judged)
    success = next((c.text for c in clauses if c.succeeds), "")
    failure = next((c.text for c in clauses if c.fails), "")
    refusal = next((c.text for c in clauses if c.refuses), "")
    options = find_options(text, low, judged, known)
    parts = "closes" in whole or any("parting" in j.features and not j.clause.question for j in judged)
    return Heard(
        message=text,
        language=known.language,
        clauses=clauses,
        claims_success=bool(success),
        reports_failure=bool(failure),
        refuses=bool(refusal),
        offers=bool(options) or any(one.offers for one in judged),
        options=options,
        anything_else=any("anything_else" in one.features for one in judged),
        closes=parts and not any(c.request and not c.general for c in clauses),
        greets="greets" in whole,
        thanks="thanks" in whole,
        apologises="apologises" in whole,
        open_question=any("open_question" in j.features and not j.clause.conditional for j in judged),
        yes_no=any(c.question and not c.open and not c.subordinate for c in clauses),
        success_quote=success,
        failure_quote=failure,
        refusal_quote=refusal,
    )
