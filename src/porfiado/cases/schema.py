"""The JSON Schema of a suite file, for editors and other languages: it accepts what the loader accepts.

It is made from the model, so that descriptions and limits stand in one place; short forms and the keys
of other languages are added. Between fields (a name that exists, an id used once) only the loader looks.
"""

from __future__ import annotations

from typing import Any

from porfiado.cases.model import Kind, Suite
from porfiado.cases.shapes import CHILDREN, MODELS, VALUES, fields, other_keys
from porfiado.cases.vocabulary import aliases, value_aliases

Schema = dict[str, Any]

_TEXT: Schema = {"type": ["string", "number"]}
_TEXTS: Schema = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}

_ARGUMENT_RULE: Schema = {
    "anyOf": [
        {"enum": ["exact", "ignore", "subset", "superset"]},
        {"type": "array", "items": {"type": "string", "minLength": 1}},
    ]
}


def schema_of_suite() -> Schema:
    """JSON Schema (draft 2020-12) of a suite in YAML or JSON."""
    generated = Suite.model_json_schema(mode="validation")
    models = {**generated["$defs"], "Suite": generated}
    shapes = {shape: _shape(shape, models[model.__name__]) for shape, model in MODELS.items()}
    shapes["any_fact"] = {"anyOf": [_TEXT, _ref("fact")]}
    shapes["any_scenario"] = {"anyOf": [_ref("scenario"), _ref("bare_persona"), _ref("case")]}
    shapes["bare_persona"] = _side_by_side(shapes["scenario"], shapes["persona"])
    shapes["case"] = _case(shapes["scenario"])
    _name_or_id(shapes)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://porfiado.dev/schema/suite.json",
        "title": "porfiado suite",
        "anyOf": [
            _ref("suite"),
            {"type": "array", "minItems": 1, "items": _ref("any_scenario")},
            _ref("any_scenario"),
        ],
        "$defs": shapes,
    }


def _ref(shape: str) -> Schema:
    return {"$ref": f"#/$defs/{shape}"}


def _shape(shape: str, model: Schema) -> Schema:
    """One mapping, with the keys of all languages."""
    properties: Schema = {}
    for key in fields(shape):
        properties[key] = _field(shape, key, model["properties"].get(key, {}))
    for spelling, (key, _) in other_keys(shape).items():
        properties[spelling] = {**properties[key], "description": f"= {key}"}
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    required = [_one_of_keys(shape, key) for key in model.get("required", ())]
    if required:
        found["allOf"] = required
    return found


def _one_of_keys(shape: str, key: str) -> Schema:
    """The key must be there, in one language or another."""
    names = [key, *(spelling for spelling, found in other_keys(shape).items() if found[0] == key)]
    return {"anyOf": [{"required": [name]} for name in names]}


def _field(shape: str, key: str, generated: Schema) -> Schema:
    special = _special(shape, key)
    if special is None:
        child = CHILDREN.get(shape, {}).get(key)
        special = _below(*child) if child else _loosened(generated)
        table = VALUES.get(shape, {}).get(key)
        if table:
            special = {"anyOf": [special, {"enum": sorted(value_aliases(table))}]}
    described: Schema = {name: generated[name] for name in ("description", "default") if name in generated}
    return {**special, **described}


def _special(shape: str, key: str) -> Schema | None:
    """Fields whose short forms the model's own schema does not tell."""
    named: dict[tuple[str, str], Schema] = {
        ("suite", "scenarios"): {"type": "array", "minItems": 1, "items": _ref("any_scenario")},
        ("scenario", "persona"): _ref("persona"),
        ("persona", "asks"): {"type": "object", "additionalProperties": _TEXTS},
        ("persona", "patience"): {
            "anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}, _ref("patience")]
        },
        ("persona", "unknown"): {
            "anyOf": [
                {"type": "array", "items": {"type": "string"}},
                {
                    "type": "object",
                    "additionalProperties": {"anyOf": [{"type": "null"}, _ref("unknown_fact")]},
                },
            ]
        },
        ("persona", "pushes"): {"type": "array", "items": {"anyOf": [{"type": "string"}, _ref("push")]}},
        ("path", "arguments_match"): _ARGUMENT_RULE,
        ("path", "overrides"): {"type": "object", "additionalProperties": _ARGUMENT_RULE},
        ("fault", "result"): {},
    }
    return named.get((shape, key))


def _below(form: str, shape: str) -> Schema:
    if form == "map":
        return {"type": "object", "additionalProperties": _ref("any_fact")}
    if form == "list":
        return {"type": "array", "items": _ref(shape)}
    return {"anyOf": [_ref(shape), {"type": "null"}]}


def _loosened(schema: Schema) -> Schema:
    """A number where text belongs, and one text where a list of texts belongs."""
    found = {key: value for key, value in schema.items() if key not in ("title", "description", "default")}
    if "$ref" in found:
        return {"enum": [str(kind) for kind in Kind]}  # the only field of the model that refers to another
    if "anyOf" in found:
        return {"anyOf": [_loosened(branch) for branch in found["anyOf"]]}
    if found.get("type") == "string" and not {"enum", "const"} & found.keys():
        return {**found, "type": ["string", "number"]}
    if found.get("type") == "array" and found.get("items", {}).get("type") == "string":
        return _TEXTS
    if isinstance(found.get("additionalProperties"), dict):
        return {**found, "additionalProperties": _loosened(found["additionalProperties"])}
    return found


def _side_by_side(scenario: Schema, persona: Schema) -> Schema:
    """A persona as a scenario: the keys of both in one mapping."""
    keys = {key: value for key, value in scenario["properties"].items() if key != "persona"}
    return {
        "type": "object",
        "properties": {**persona["properties"], **keys},
        "additionalProperties": False,
        "allOf": [
            *persona["allOf"],
            {"anyOf": [{"required": ["id"]}, *_one_of_keys("persona", "name")["anyOf"]]},
        ],
    }


def _case(scenario: Schema) -> Schema:
    """A lesson's case of one turn."""
    keys = {key: value for key, value in scenario["properties"].items() if key != "persona"}
    entry = {spelling: {"type": "string", "minLength": 1} for spelling in aliases("case")}
    return {
        "type": "object",
        "properties": {**keys, **entry},
        "additionalProperties": False,
        "allOf": [{"required": ["id"]}, {"anyOf": [{"required": [spelling]} for spelling in entry]}],
    }


def _name_or_id(shapes: Schema) -> None:
    """A scenario without an id takes its persona's name."""
    named = {"required": ["persona"], "properties": {"persona": _one_of_keys("persona", "name")}}
    shapes["scenario"]["allOf"] = [
        {"required": ["persona"]},
        {"anyOf": [{"required": ["id"]}, named]},
    ]
