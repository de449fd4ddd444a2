"""porfiado: simulated users that test conversational agents.

What suites, worlds and agents are written with can be taken from here: `from porfiado import World, tool`.
Each name is loaded when it is first used, so that `import porfiado` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from porfiado.agents import Reply
    from porfiado.cases import Scenario, Suite
    from porfiado.cases.loading import load_suite
    from porfiado.records import Call, Conversation, Step
    from porfiado.world import Needs, ToolError, World, tool

_HOMES = {
    "Call": "porfiado.records",
    "Conversation": "porfiado.records",
    "Needs": "porfiado.world",
    "Reply": "porfiado.agents",
    "Scenario": "porfiado.cases",
    "Step": "porfiado.records",
    "Suite": "porfiado.cases",
    "ToolError": "porfiado.world",
    "World": "porfiado.world",
    "load_suite": "porfiado.cases.loading",
    "tool": "porfiado.world",
}

__all__ = [
    "Call",
    "Conversation",
    "Needs",
    "Reply",
    "Scenario",
    "Step",
    "Suite",
    "ToolError",
    "World",
    "__version__",
    "load_suite",
    "tool",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'porfiado' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
