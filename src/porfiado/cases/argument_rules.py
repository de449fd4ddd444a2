"""How the arguments of a call are compared with those of a reference, as a suite says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, PlainSerializer
from pydantic.json_schema import SkipJsonSchema

from porfiado.cases.nodes import steps


def _field_paths(paths: tuple[str, ...]) -> tuple[str, ...]:
    bad = next((path for path in paths if not steps(path)), None)
    if bad is not None:
        raise ValueError(f"{bad!r} is no dotted path of a field")
    return paths


def _function_name(function: Any) -> str:
    return f"{getattr(function, '__module__', '?')}:{getattr(function, '__qualname__', repr(function))}"


FieldPaths = Annotated[tuple[str, ...], AfterValidator(_field_paths)]
ArgumentFunction = Annotated[
    Callable[[dict[str, Any], dict[str, Any]], Any], PlainSerializer(_function_name, return_type=str)
]  # only in Python: what it says of the call's arguments and the reference's
ArgumentRule = (
    Literal["exact", "ignore", "subset", "superset"] | FieldPaths | SkipJsonSchema[ArgumentFunction]
)
