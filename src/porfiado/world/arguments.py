"""Error texts for arguments that do not fit: for the agent, so that it can correct itself."""

from __future__ import annotations

import re
from typing import Any

from porfiado.world.errors import shown, suggest
from porfiado.world.signature import CompiledTool

_EXPECTED = re.compile(
    r"Expected `(?P<wanted>.*?)`, got `(?P<got>.*?)` - at (?:`key` in )?`\$\.?(?P<path>.*)`", re.DOTALL
)
_ELSEWHERE = re.compile(r"(?P<what>.*) - at `\$\.?(?P<path>.*)`", re.DOTALL)
_JSON_NAMES = {
    "int": "integer",
    "str": "string",
    "bool": "boolean",
    "float": "number",
    "dict": "object",
    "list": "array",
}


def explain_mismatch(tool: CompiledTool, arguments: dict[str, Any], problem: str) -> str:
    """What is wrong with `arguments`: all that are missing or unexpected, else the one of a wrong type."""
    missing = [f"missing argument {name!r}" for name in tool.required if name not in arguments]
    unexpected = [
        f"unexpected argument {shown(name)}{suggest(name, tool.parameters)}"
        for name in arguments
        if name not in tool.parameters
    ]
    return "; ".join([*missing, *unexpected]) or _wrong_value(tool, problem)


def _wrong_value(tool: CompiledTool, problem: str) -> str:
    expected = _EXPECTED.fullmatch(problem)
    if expected:
        wanted, got = _names(expected["wanted"]), _names(expected["got"])
        return f"argument {expected['path']!r}: expected {wanted}, got {got}"
    elsewhere = _ELSEWHERE.fullmatch(problem)
    if not elsewhere:
        return problem
    path = elsewhere["path"]
    allowed = tool.spec.parameters["properties"].get(path, {}).get("enum")
    if allowed:
        return f"argument {path!r}: expected one of {', '.join(map(str, allowed))}"
    what = elsewhere["what"].replace("`", "")
    return f"argument {path!r}: {what[:1].lower()}{what[1:]}"


def _names(types: str) -> str:
    return " | ".join(_JSON_NAMES.get(name, name) for name in types.split(" | "))
