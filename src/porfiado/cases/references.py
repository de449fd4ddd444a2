"""Reference trajectories as people write them into a suite: lists of calls, and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from porfiado.cases.model import plain
from porfiado.cases.nodes import Map, Seq, Where
from porfiado.cases.problems import Name, Report, kind_of
from porfiado.cases.vocabulary import aliases
from porfiado.nearest import nearest

ReferenceFault = Callable[[Any, str], str | None]
"""What is wrong with a reference that is to be compared in that mode; None: nothing."""

_RECORDED = ("result", "error", "id", "changed", "fault", "answered")  # a call may be copied from a record


@cache
def call_keys(key: str) -> tuple[str, ...]:
    """The spellings of a key of a call (`name` or `arguments`), the English one first."""
    return (key, *(spelling for spelling, found in aliases("call").items() if found[0] == key))


def is_call(item: Any) -> bool:
    """Whether an item of a reference is a call written as `{name, arguments}`, and no message."""
    return isinstance(item, Mapping) and "role" not in item and any(key in item for key in call_keys("name"))


def written_of(item: Mapping[str, Any], key: str) -> Any:
    """What a written call has under a key, however that is spelt; None where it has nothing."""
    return next((item[spelling] for spelling in call_keys(key) if spelling in item), None)


def tools_in(reference: Any) -> Iterator[tuple[Where, str]]:
    """The tools that a reference calls, each with its place: in a list of calls, or in chat messages."""
    for number, item in enumerate(reference if isinstance(reference, list) else ()):
        if is_call(item):
            key = next(spelling for spelling in call_keys("name") if spelling in item)
            yield (number, key), item[key]
        elif isinstance(item, dict) and isinstance(item.get("tool_calls"), list):
            for index, made in enumerate(item["tool_calls"]):
                function = made.get("function") if isinstance(made, dict) else None
                if isinstance(function, dict) and isinstance(function.get("name"), str):
                    yield (number, "tool_calls", index, "function", "name"), function["name"]


class ReferenceChecker:
    """Notes what is wrong with the reference of a path."""

    def __init__(
        self, report: Report, condition: Callable[[Map, str, Where], None], fault: ReferenceFault | None
    ) -> None:
        self.report = report
        self.condition = condition
        self.fault = fault

    def check(self, path: Map, where: Where) -> None:
        """Look at `path.reference`; `where` is the path's place."""
        reference = path.get("reference")
        place = (*where, "reference")
        if isinstance(reference, Seq) and any(map(is_call, reference)):
            for number, (item, at) in enumerate(zip(reference, reference.items_at, strict=True)):
                self._call(item, at, (*place, number))
            if path.get("match") == "strict":
                self.report.add("reference_strict", path.values_at["match"], (*where, "match"))
        elif isinstance(reference, Seq | Map):
            mode = path.get("match")
            what = self.fault and self.fault(plain(reference), mode if isinstance(mode, str) else "in_order")
            if what:
                self.report.add("reference_form", path.values_at["reference"], place, what=what)

    def _call(self, item: Any, at: int, where: Where) -> None:
        if not isinstance(item, Map) or not is_call(item):
            self.report.add("reference_call", at, where, given=kind_of(item))
            return
        names, arguments = call_keys("name"), call_keys("arguments")
        for key in item:
            if key in names:
                if not isinstance(item[key], str):
                    self._wants(item, key, where, "text")
            elif key in arguments:
                self._arguments(item, key, where)
            elif key not in _RECORDED:
                hint = nearest(key, (*names, *arguments))
                self.report.add("unknown_key", item.keys_at[key], where, hint, owner=Name("call"), key=key)

    def _arguments(self, item: Map, key: str, where: Where) -> None:
        given = item[key]
        if isinstance(given, Map):
            self.condition(item, key, where)
        elif given is not None and not (isinstance(given, str) and _is_object(given)):
            self._wants(item, key, where, "mapping")

    def _wants(self, item: Map, key: str, where: Where, wanted: str) -> None:
        given = kind_of(item[key])
        place = (*where, key)
        self.report.add("wants", item.values_at[key], place, key=key, wanted=Name(wanted), given=given)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
