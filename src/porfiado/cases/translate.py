"""The model's refusals in words for the person who wrote the file."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from porfiado.cases.nodes import Key, Map, Where, child, offset_of
from porfiado.cases.problems import Name, Report, kind_of
from porfiado.cases.vocabulary import value_aliases
from porfiado.nearest import nearest
from porfiado.patterns import PatternError, compile_pattern

_WANTED = {
    "string_type": "text",
    "int_type": "integer",
    "int_from_float": "integer",
    "int_parsing": "integer",
    "bool_type": "boolean",
    "bool_parsing": "boolean",
    "float_type": "number",
    "float_parsing": "number",
    "tuple_type": "list",
    "list_type": "list",
    "dict_type": "mapping",
    "model_type": "mapping",
    "model_attributes_type": "mapping",
}
_LIMITS = {
    "greater_than_equal": ("too_small", "ge"),
    "greater_than": ("too_small_strict", "gt"),
    "less_than_equal": ("too_big", "le"),
}
_LISTS_OF_TEXT = (
    *("asks", "forms", "tags", "calls", "says", "says_not", "tone", "constraints"),
    *("must_call", "must_succeed", "must_not_call", "order"),
)
_FACTS = ("known", "withheld", "facts")
_ARGUMENT_RULES = ("exact", "ignore", "subset", "superset")


def _trim(tree: Any, loc: Where) -> tuple[Where, Any]:
    """The part of a place that the file has, and what stands there; the rest are the model's own words."""
    path: list[Key] = []
    node = tree
    for key in loc:
        there, below = child(node, key)
        if not there:
            break
        path.append(key)
        node = below
    return tuple(path), node


def _last_name(path: Where) -> str:
    return next((key for key in reversed(path) if isinstance(key, str)), "suite")


class Translator:
    """Notes a validation error's parts in a report, each at its place."""

    def __init__(self, report: Report, tree: Map) -> None:
        self.report = report
        self.tree = tree

    def note(self, error: ValidationError) -> None:
        """Note everything that the model refused."""
        for part in error.errors(include_url=False):
            self._part(part)

    def _part(self, part: Any) -> None:
        path, node = _trim(self.tree, part["loc"])
        at = offset_of(self.tree, path)
        kind, context = part["type"], part.get("ctx") or {}
        name = _last_name(path)
        if "arguments_match" in path or "overrides" in path:
            self._argument_rule(at, path, name, node)
        elif name == "reference":
            wanted = Name("reference_trajectory")
            self.report.add("wants", at, path, key=name, wanted=wanted, given=kind_of(node))
        elif kind == "missing":
            self._missing(part["loc"], path, at)
        elif kind in _LIMITS:
            code, key = _LIMITS[kind]
            self.report.add(code, at, path, key=name, limit=context[key], given=kind_of(node))
        elif kind in ("literal_error", "enum"):
            self._one_of(at, path, context["expected"].replace("'", "").replace(" or ", ", "), None, node)
        elif kind in ("string_too_short", "too_short"):
            if name != "scenarios":
                self.report.add("empty_text", at, path, key=name)
            elif not node:  # items that were refused are not counted: then it is not empty
                self.report.add("no_scenarios", at, path)
        elif kind == "value_error":
            self._value_error(at, path, name, node, context)
        else:
            self._type(kind, at, path, name, node, part)

    def _argument_rule(self, at: int, path: Where, name: str, node: Any) -> None:
        if isinstance(node, list) or isinstance(path[-1], int):
            self.report.add("field_path", at, path, key=name)
        else:
            self._one_of(at, path, "ignore, exact, subset, superset", _ARGUMENT_RULES, node)

    def _missing(self, loc: Where, path: Where, at: int) -> None:
        key = str(loc[-1])
        if key == "id" and len(loc) == 3:
            self.report.add("missing_id", at, path)
        elif key == "scenarios":
            self.report.add("no_scenarios", at, path)
        elif key != "persona":  # its absence was noted when the scenario was read
            self.report.add("missing_key", at, path, owner=Name(_owner(path)), key=key)

    def _one_of(self, at: int, path: Where, choices: str, words: tuple[str, ...] | None, node: Any) -> None:
        key = _last_name(path)
        known = words or tuple(choices.split(", "))
        hint = nearest(node, (*known, *value_aliases(key))) if isinstance(node, str) else None
        given = node if isinstance(node, str) else kind_of(node)
        self.report.add("wants_one_of", at, path, hint, key=key, choices=choices, given=given)

    def _value_error(self, at: int, path: Where, name: str, node: Any, context: Any) -> None:
        if isinstance(node, str):
            try:
                compile_pattern(node)
            except PatternError as error:
                self.report.add("bad_pattern", at, path, pattern=node[:80], what=str(error))
                return
        if not self.report:  # what holds between fields was checked before, with better places
            self.report.add("other", at, path, key=name, what=str(context.get("error", "")))

    def _type(self, kind: str, at: int, path: Where, name: str, node: Any, part: Any) -> None:
        wanted = _WANTED.get(kind)
        if wanted is None:
            self.report.add("other", at, path, key=name, what=part["msg"])
            return
        if kind == "tuple_type" and name in _LISTS_OF_TEXT:
            wanted = "texts"
        if wanted == "mapping" and len(path) > 1 and path[-2] in _FACTS:
            wanted = "fact_form"
        item = bool(path) and isinstance(path[-1], int)
        self.report.add(
            "wants_item" if item else "wants", at, path, key=name, wanted=Name(wanted), given=kind_of(node)
        )


_OWNERS = {
    "scenarios": "scenario",
    "persona": "persona",
    "known": "fact",
    "withheld": "fact",
    "unknown": "fact",
    "facts": "fact",
    "changes": "change",
    "confusions": "confusion",
    "pushes": "push",
    "limits": "limit",
    "faults": "fault",
    "success": "success",
    "path": "path",
    "answer": "answer",
    "patience": "patience",
}


def _owner(path: Where) -> str:
    return next((_OWNERS[key] for key in reversed(path) if isinstance(key, str) and key in _OWNERS), "suite")
