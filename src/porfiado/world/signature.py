"""From a marked method to a tool that can be called: signature, types, JSON Schema, validation."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from porfiado.world.declare import MARK, Declaration, ToolSpec
from porfiado.world.docstrings import read_docstring
from porfiado.world.errors import suggest
from porfiado.world.needs import Needs


class CompiledTool(msgspec.Struct, frozen=True, kw_only=True):
    """A tool ready to be called.

    Attributes:
        spec: what is known of it.
        function: the method, unbound.
        decoder: JSON arguments → an object with the typed values.
        parameters: their names in order.
        required: those without a default.
        returns: the return annotation, Any where there is none.
    """

    spec: ToolSpec
    function: Callable[..., Any]
    decoder: msgspec.json.Decoder[Any]
    parameters: tuple[str, ...]
    required: tuple[str, ...]
    returns: Any


def compile_tool(function: Callable[..., Any], namespace: Mapping[str, Any]) -> CompiledTool:
    """Read a method marked by `@tool`. `namespace` helps to resolve its annotations.

    Raises:
        TypeError: an annotation, the docstring or a declared datum is wrong; the text names the tool.
    """
    declared: Declaration = getattr(function, MARK)
    try:
        return _compile(function, declared, namespace)
    except TypeError as error:
        raise TypeError(f"tool {declared.name!r}: {error}") from None


def _compile(
    function: Callable[..., Any], declared: Declaration, namespace: Mapping[str, Any]
) -> CompiledTool:
    if inspect.iscoroutinefunction(function):
        raise TypeError("a tool is a plain function, not async: a world waits for nothing")
    parameters = list(inspect.signature(function).parameters.values())[1:]
    hints = resolve_hints(function, namespace)
    for parameter in parameters:
        _check_parameter(parameter, hints)
    description = read_docstring(function.__doc__)
    _check_description(description.text, description.parameters, [p.name for p in parameters])
    spec = ToolSpec(
        **{field: getattr(declared, field) for field in Declaration.__struct_fields__},
        description=description.text,
        needs=MappingProxyType({p.name: need for p in parameters if (need := _need(p, hints[p.name]))}),
        schema_json=msgspec.json.encode(_schema(parameters, hints, description.parameters)),
        answers=_excludes_none(hints.get("return", Any)),
    )
    _check_values(spec)
    return CompiledTool(
        spec=spec,
        function=function,
        decoder=_decoder(parameters, hints),
        parameters=tuple(p.name for p in parameters),
        required=tuple(p.name for p in parameters if p.default is p.empty),
        returns=hints.get("return", Any),
    )


def resolve_hints(owner: Any, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """The type annotations of a function or class, with their metadata.

    Raises:
        TypeError: a name in an annotation is not known where the module ends.
    """
    try:
        return typing.get_type_hints(owner, localns=dict(namespace), include_extras=True)
    except NameError as error:
        raise TypeError(f"{error}: its annotations must be defined at the top level of the module") from None


def _check_parameter(parameter: inspect.Parameter, hints: Mapping[str, Any]) -> None:
    name = parameter.name
    if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
        raise TypeError(f"parameter {name!r}: a model passes arguments by name; no *args, **kwargs or '/'")
    if name not in hints:
        raise TypeError(f"parameter {name!r} has no type annotation")
    if typing.get_origin(hints[name]) in (typing.Union, types.UnionType):
        inner = [
            extra for choice in typing.get_args(hints[name]) for extra in getattr(choice, "__metadata__", ())
        ]
        if any(isinstance(extra, Needs) for extra in inner):
            raise TypeError(f"parameter {name!r}: put the union inside: Annotated[str | None, Needs(…)]")


def _check_description(text: str, described: Mapping[str, str], parameters: list[str]) -> None:
    if not text:
        raise TypeError("it needs a docstring: its first paragraph is the description that the agent reads")
    for name in described:
        if name not in parameters:
            raise TypeError(
                f"the docstring describes {name!r}, which is no parameter{suggest(name, parameters)}"
            )


def _need(parameter: inspect.Parameter, hint: Any) -> Needs | None:
    """The declared datum with `optional` decided; by its name for a required parameter that declares none."""
    declared = [extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Needs)]
    has_default = parameter.default is not parameter.empty
    if len(declared) > 1:
        raise TypeError(f"parameter {parameter.name!r} declares Needs twice")
    if not declared:
        return None if has_default else Needs(_type_from(parameter.name), optional=False)
    need = declared[0]
    if need.optional and not has_default:
        raise TypeError(f"parameter {parameter.name!r} is optional=True but has no default value")
    return msgspec.structs.replace(need, optional=has_default if need.optional is None else need.optional)


def _excludes_none(annotation: Any) -> bool:
    if typing.get_origin(annotation) is typing.Annotated:
        return _excludes_none(typing.get_args(annotation)[0])
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return all(map(_excludes_none, typing.get_args(annotation)))
    return annotation not in (Any, object, None, types.NoneType)


def _type_from(name: str) -> str:
    plain = "".join(c for c in name.lower() if c.isascii() and (c.isalnum() or c == "_")).strip("_0123456789")
    return plain or "text"


def _schema(
    parameters: list[inspect.Parameter], hints: Mapping[str, Any], descriptions: Mapping[str, str]
) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    schemas, components = _schemas_of([hints[p.name] for p in parameters])
    for parameter, bare in zip(parameters, schemas, strict=True):
        schema = _with_enum(bare, hints[parameter.name])
        if parameter.name in descriptions:
            schema["description"] = descriptions[parameter.name]
        if parameter.default is not parameter.empty:
            schema["default"] = msgspec.to_builtins(parameter.default, str_keys=True)
        properties[parameter.name] = schema
    whole: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": [p.name for p in parameters if p.default is p.empty],
        "additionalProperties": False,
    }
    if components:
        whole["$defs"] = components
    return whole


def _with_enum(schema: dict[str, Any], hint: Any) -> dict[str, Any]:
    """A Literal's schema: its values in the order written, and the type, which some providers insist on."""
    literal = typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint
    if typing.get_origin(literal) is not Literal:
        return schema
    values = list(typing.get_args(literal))
    kind: dict[str, Any] = {"type": "string"} if all(isinstance(value, str) for value in values) else {}
    return {**kind, **schema, "enum": values}


def _schemas_of(hints: list[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    try:
        return msgspec.json.schema_components(hints)
    except (TypeError, RuntimeError) as error:
        raise TypeError(f"a parameter's type has no JSON form: {str(error).splitlines()[-1]}") from None


def _decoder(parameters: list[inspect.Parameter], hints: Mapping[str, Any]) -> msgspec.json.Decoder[Any]:
    # The default is never read (an absent argument is left to the function), so any will do.
    fields: list[Any] = [
        (p.name, hints[p.name]) if p.default is p.empty else (p.name, hints[p.name], None) for p in parameters
    ]
    arguments = msgspec.defstruct("Arguments", fields, kw_only=True, forbid_unknown_fields=True)
    return msgspec.json.Decoder(arguments, strict=True)


def _check_values(spec: ToolSpec) -> None:
    """`Needs.values` must name values that the parameter can take."""
    properties = spec.parameters["properties"]
    for parameter, need in spec.needs.items():
        allowed = properties[parameter].get("enum", [])
        for value in need.values:
            if value not in allowed:
                raise TypeError(
                    f"parameter {parameter!r}: values= names {value!r}{suggest(value, map(str, allowed))}"
                )
