"""A world's state: building it from the default and an overlay, and writing it down."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

import msgspec

from porfiado.world.errors import StateError, shown, suggest
from porfiado.world.paths import Place, dotted

# Sorted keys: the same state is the same bytes, in whichever order a tool put it together.
_ENCODER = msgspec.json.Encoder(order="deterministic")

_PROBLEM = re.compile(r"(?P<what>.*?)(?: - at (?:`key` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def canonical(state: Any) -> bytes:
    """A state as JSON, the same bytes for the same state.

    Raises:
        TypeError: it is not JSON-like.
    """
    try:
        return _ENCODER.encode(state)
    except TypeError:  # the encoder sorts text keys only; a dict[int, …] is made one of texts first
        return _ENCODER.encode(msgspec.to_builtins(state, str_keys=True))


class StateType:
    """Reads and writes states of one type."""

    def __init__(self, annotation: Any) -> None:
        """`annotation`: a Struct, dataclass, TypedDict or mapping type.

        Raises:
            TypeError: the type has no JSON form.
        """
        msgspec.json.schema(annotation)  # refuses what the decoder would only stumble over later
        decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(annotation, strict=True)
        self.decode = decoder.decode

    def default(self, state: object) -> bytes:
        """The default state as JSON.

        Raises:
            StateError: it is not JSON-like, or not of its type.
        """
        try:
            raw = canonical(state)
        except Exception as error:
            raise StateError(f"the default state is not JSON-like: {shown(str(error))}") from None
        self._read(msgspec.json.decode(raw))
        return raw

    def overlaid(self, default: bytes, overlay: Mapping[str, Any]) -> Any:
        """The default with `overlay` over it: mappings are merged key by key, all else is replaced.

        Raises:
            StateError: the overlay is no mapping, has an unknown field or a value of a wrong type.
        """
        if not isinstance(overlay, Mapping):
            raise StateError(f"the state laid over the default is a mapping, not {shown(overlay)}")
        try:
            over = msgspec.json.decode(msgspec.json.encode(dict(overlay)))
        except Exception as error:
            raise StateError(
                f"the state laid over the default is not JSON-like: {shown(str(error))}"
            ) from None
        merged = _merge(msgspec.json.decode(default), over)
        state = self._read(merged)
        if problems := list(_unknown(over, state, ())):
            raise StateError(f"state: {'; '.join(problems)}")
        return state

    def _read(self, value: Any) -> Any:
        try:
            return self.decode(msgspec.json.encode(value))
        except msgspec.ValidationError as error:
            raise StateError(f"state: {self._explain(value, str(error))}") from None

    def _explain(self, value: Any, problem: str) -> str:
        """The decoder's message with a dotted path; where it says `[...]` for a key, trial finds the key."""
        what, path = _split(problem)
        place: Place = ()
        for step in path:
            key = self._failing_key(value, place, problem) if step == "..." else step
            if key is None:
                break
            place = (*place, key)
        return f"{dotted(place)}: {what[:1].lower()}{what[1:]}"

    def _failing_key(self, value: Any, place: Place, problem: str) -> str | int | None:
        """The key of the mapping at `place` whose entry, alone, gives the same problem."""
        holder = _at(value, place)
        if not isinstance(holder, dict):
            return None
        for key in holder:
            try:
                self.decode(msgspec.json.encode(_with(value, place, {key: holder[key]})))
            except msgspec.ValidationError as error:
                if _split(str(error)) == _split(problem):
                    return str(key)
        return None


def _split(problem: str) -> tuple[str, Place]:
    """What is wrong, and where; `...` in the place of a key that the decoder does not name."""
    match = _PROBLEM.fullmatch(problem)
    if match is None:
        return problem, ()
    steps = _STEP.findall(match["path"] or "")
    return match["what"], tuple(name or (index if index == "..." else int(index)) for name, index in steps)


def _at(value: Any, place: Place) -> Any:
    for step in place:
        value = value[step]
    return value


def _with(value: Any, place: Place, new: Any) -> Any:
    """`value` with the part at `place` replaced; what is not on the way is shared."""
    if not place:
        return new
    copy = value.copy()
    copy[place[0]] = _with(value[place[0]], place[1:], new)
    return copy


def _merge(base: Any, over: Any) -> Any:
    if not (isinstance(base, dict) and isinstance(over, dict)):
        return over
    return base | {key: _merge(base[key], value) if key in base else value for key, value in over.items()}


def _unknown(value: Any, built: Any, place: Place) -> Iterator[str]:
    """Keys laid over that the typed state has no field for: msgspec reads over them."""
    if isinstance(value, list) and isinstance(built, list | tuple):
        for index, (item, made) in enumerate(zip(value, built, strict=False)):
            yield from _unknown(item, made, (*place, index))
    if not isinstance(value, dict):
        return
    fields = _fields_of(built)
    for key, item in value.items():
        if key in fields:
            yield from _unknown(item, fields[key], (*place, key))
        else:
            yield f"{dotted((*place, key))}: there is no field {key!r}{suggest(key, fields)}"


def _fields_of(built: Any) -> dict[str, Any]:
    if isinstance(built, msgspec.Struct):
        names = zip(built.__struct_encode_fields__, built.__struct_fields__, strict=True)
        fields = {encoded: getattr(built, name) for encoded, name in names}
        tag = built.__struct_config__.tag_field
        return {**fields, tag: None} if tag else fields
    if dataclasses.is_dataclass(built):
        return {field.name: getattr(built, field.name) for field in dataclasses.fields(built)}
    if isinstance(built, dict):
        return {str(key.value if isinstance(key, Enum) else key): item for key, item in built.items()}
    return {}
