"""YAML 1.2 with places, read from the parser's events without recursion.

Scalars: `true`, `false`, `null` and `~` (and nothing at all) are what they say; a plain scalar is a number
only where JSON would write it so. Everything else is the text as written: `12345678-9`, `0123`, `2025-03-01`,
`12:00`, `no`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from porfiado.cases.nodes import MAX_DEPTH, MAX_NODES, Map, Seq
from porfiado.cases.problems import Report
from porfiado.cases.read_json import read_number

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,299})(?:\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,3})?")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_MERGE = "<<"
_TEXT_TAGS = ("!", "tag:yaml.org,2002:str", "!!str")


@dataclass
class _Frame:
    node: Map | Seq
    anchor: str | None
    nodes_before: int
    key: str | None = None
    key_at: int = 0
    merges: list[tuple[Any, int]] | None = None


@dataclass
class _Anchored:
    value: Any
    nodes: int


class _Pending:
    """Stands for an anchor whose value is still being read."""


def plain_scalar(text: str) -> Any:
    """What an unquoted scalar means."""
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        number = read_number(text)
        if number not in (float("inf"), float("-inf")):
            return number
    return text


class _Builder:
    """Builds one document after another from events."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.documents: list[tuple[Any, int]] = []
        self.stack: list[_Frame] = []
        self.anchors: dict[str, _Anchored | _Pending] = {}
        self.nodes = 0

    def event(self, event: Any) -> None:
        at = int(event.start_mark.index)
        match event:
            case DocumentStartEvent():
                self.anchors = {}
            case AliasEvent():
                self.alias(event.anchor, at)
            case ScalarEvent():
                self.count(1, at)
                top = self.stack[-1] if self.stack else None
                is_key = top is not None and isinstance(top.node, Map) and top.key is None
                # A key is text as it is written, as in JSON, even where a value would be a number.
                value = event.value if is_key else self.scalar(event, at)
                self.remember(event.anchor, value, 1)
                self.place(value, at)
            case MappingStartEvent() | SequenceStartEvent():
                self.open(event, at)
            case MappingEndEvent() | SequenceEndEvent():
                self.close(at)
            case _:
                pass

    def count(self, nodes: int, at: int) -> None:
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise self.report.stop("too_many", at, limit=MAX_NODES)

    def remember(self, anchor: str | None, value: Any, nodes: int) -> None:
        if anchor is not None:
            self.anchors[anchor] = _Anchored(value, nodes)

    def alias(self, name: str, at: int) -> None:
        found = self.anchors.get(name)
        if isinstance(found, _Pending):
            raise self.report.stop("alias_loop", at, name=name)
        if found is None:
            raise self.report.stop("alias_unknown", at, name=name)
        self.count(found.nodes, at)
        self.place(found.value, at)

    def scalar(self, event: Any, at: int) -> Any:
        tag = str(event.tag) if event.tag else None
        if tag is not None and tag not in _TEXT_TAGS:
            self.report.add("yaml_tag", at, tag=tag)
        text: str = event.value
        # The parser says "implicit" of a scalar that was neither quoted nor tagged.
        return plain_scalar(text) if event.implicit[0] and tag is None else text

    def open(self, event: Any, at: int) -> None:
        if event.tag and str(event.tag) not in ("!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
            self.report.add("yaml_tag", at, tag=str(event.tag))
        if len(self.stack) >= MAX_DEPTH:
            raise self.report.stop("too_deep", at, limit=MAX_DEPTH)
        node = Map(at) if isinstance(event, MappingStartEvent) else Seq(at)
        frame = _Frame(node, event.anchor, self.nodes)
        self.count(1, at)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Pending()
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.node, Map) and top.key is None:
            raise self.report.stop("yaml_key", at)
        self.stack.append(frame)

    def close(self, at: int) -> None:
        frame = self.stack.pop()
        if isinstance(frame.node, Map):
            self.merge(frame.node, frame.merges or [])
        self.remember(frame.anchor, frame.node, self.nodes - frame.nodes_before)
        self.place(frame.node, frame.node.start)

    def place(self, value: Any, at: int) -> None:
        """Put a finished value where it belongs."""
        if not self.stack:
            self.documents.append((value, at))
            return
        frame = self.stack[-1]
        if isinstance(frame.node, Seq):
            frame.node.add(value, at)
        elif frame.key is None:
            self.key(frame, value, at)
        else:
            self.pair(frame, value, at)

    def key(self, frame: _Frame, value: Any, at: int) -> None:
        if isinstance(value, Map | Seq):
            raise self.report.stop("yaml_key", at)
        frame.key = value if isinstance(value, str) else str(value)
        frame.key_at = at

    def pair(self, frame: _Frame, value: Any, at: int) -> None:
        assert isinstance(frame.node, Map)
        key, frame.key = frame.key or "", None
        if key == _MERGE and isinstance(value, Map | Seq):
            frame.merges = [*(frame.merges or []), (value, at)]
        elif key in frame.node:
            line, _ = self.report.source.place(frame.node.keys_at[key])
            self.report.add("duplicate_key", frame.key_at, key=key, line=line)
        else:
            frame.node.put(key, value, frame.key_at, at)

    def merge(self, node: Map, merges: list[tuple[Any, int]]) -> None:
        """`<<: *base`: what the mapping does not say itself it takes from the base."""
        for value, at in merges:
            for base in value if isinstance(value, Seq) else [value]:
                if not isinstance(base, Map):
                    self.report.add("yaml_merge", at)
                    continue
                for key in base:
                    if key not in node:
                        node.take(base, key)


def _events(text: str, report: Report) -> Iterator[Any]:
    """The parser's events; whatever it stumbles over becomes a problem with its place."""
    last = 0
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            last = int(event.end_mark.index)
            yield event
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(str(part) for part in (error.context, error.problem) if part)
        raise report.stop("yaml_syntax", int(mark.index) if mark else last, what=what) from None
    except GeneratorExit:
        raise
    except Exception as error:
        # The parser also lets through its reader's errors and, on garbage, errors of its own (IndexError, …).
        at = getattr(error, "position", last)
        what = str(getattr(error, "reason", "")) or type(error).__name__
        raise report.stop("yaml_syntax", at if isinstance(at, int) else last, what=what) from None


def read_yaml(text: str, report: Report) -> list[tuple[Any, int]]:
    """Read all documents of a YAML text: each one's value and offset.

    Raises:
        SuiteError: it is no YAML, or nested too deep, or too large once its aliases are written out.
    """
    builder = _Builder(report)
    for event in _events(text, report):
        builder.event(event)
    return builder.documents
