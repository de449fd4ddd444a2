"""`porfiado schema`: the JSON Schema of a file format, for editors and other languages."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from porfiado.cli.language import Speaker
from porfiado.cli.output import OK, UsageProblem
from porfiado.nearest import nearest


def command(*, say: Speaker, what: str) -> int:
    """Print the schema of `what` on standard output.

    Raises:
        UsageProblem: there is no such format.
    """
    if what not in _SCHEMAS:
        near = nearest(what, _SCHEMAS)
        hint = say("error.did_you_mean", near=near) if near else ""
        raise UsageProblem(say("error.unknown_what", what=what, offered=", ".join(_SCHEMAS)) + hint)
    sys.stdout.write(json.dumps(_SCHEMAS[what](), indent=2, ensure_ascii=True) + "\n")
    return OK


def _suite() -> dict[str, Any]:
    from porfiado.cases.schema import schema_of_suite

    return schema_of_suite()


def _conversation() -> dict[str, Any]:
    from porfiado.traces.native import schema_of_conversation

    return schema_of_conversation()


def _results() -> dict[str, Any]:
    from porfiado.grading.results import schema_of_results

    return schema_of_results()


# Each format's own module, loaded when it is asked for.
_SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "suite": _suite,
    "conversation": _conversation,
    "results": _results,
}
