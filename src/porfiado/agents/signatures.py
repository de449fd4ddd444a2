"""Which of message, history and tools a person's callable takes, and how."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from porfiado.agents.protocol import AgentSpecError

OFFERED = ("message", "history", "tools")
FORMS = "(message), (message, history) or (message, history, tools)"
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is passed by position, in order, and what by name."""

    positional: tuple[str, ...]
    named: tuple[str, ...] = ()

    def bind(self, offered: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of one call."""
        return [offered[name] for name in self.positional], {name: offered[name] for name in self.named}


def plan_call(function: Callable[..., Any], label: str) -> Plan:
    """How to call `function`.

    A parameter called `message`, `history` or `tools` gets what its name says; another required one gets the
    next that is left, in that order. A parameter with a default and another name keeps its default.

    Raises:
        AgentSpecError: it requires more parameters than there are, or takes no message.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return Plan(OFFERED[:2])  # a builtin does not say; the contract's first form
    preset = function.keywords if isinstance(function, functools.partial) else {}
    parameters = [p for p in signature.parameters.values() if p.name not in preset]
    positional = _positional([p for p in parameters if p.kind in _POSITIONAL], signature, label)
    if any(p.kind is p.VAR_POSITIONAL for p in parameters) and not positional:
        positional = list(OFFERED[:2])
    named = _named(parameters, set(positional), signature, label)
    if "message" not in (*positional, *named):
        raise _wrong(label, signature, "takes no message")
    return Plan(tuple(positional), tuple(named))


def _positional(parameters: list[inspect.Parameter], signature: inspect.Signature, label: str) -> list[str]:
    taken: list[str] = []
    by_name = {p.name for p in parameters} & set(OFFERED)
    for parameter in parameters:
        if parameter.name in OFFERED:
            taken.append(parameter.name)
            continue
        if parameter.default is not parameter.empty:
            break  # what follows has defaults too, and can only be given by name
        left = [name for name in OFFERED if name not in taken and name not in by_name]
        if not left:
            raise _wrong(label, signature, "requires more than that")
        taken.append(left[0])
    return taken


def _named(
    parameters: list[inspect.Parameter], taken: set[str], signature: inspect.Signature, label: str
) -> list[str]:
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        if any(p.kind is p.VAR_POSITIONAL for p in parameters):
            return []  # `*args, **kwargs` is a wrapper that passes on; give it the plain form
        return [name for name in OFFERED if name not in taken]
    named = []
    for parameter in parameters:
        if (
            parameter.name in OFFERED
            and parameter.name not in taken
            and parameter.kind not in (_POSITIONAL[0],)
        ):
            named.append(parameter.name)
        elif parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
            raise _wrong(label, signature, f"requires the keyword {parameter.name!r}")
    return named


def _wrong(label: str, signature: inspect.Signature, why: str) -> AgentSpecError:
    return AgentSpecError(
        f"{label} has the parameters {signature}: an agent is called as {FORMS}, and it {why}"
    )
