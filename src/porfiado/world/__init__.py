"""Mocked worlds: a typed state, tools over it, faults, conditions and differences of states."""

from porfiado.world.base import World
from porfiado.world.declare import ToolSpec, tool
from porfiado.world.diff import Change, difference
from porfiado.world.errors import FaultError, StateError, ToolError, WorldError
from porfiado.world.faults import Fault
from porfiado.world.loading import load_world
from porfiado.world.matchers import ConditionError, Mismatch, check_condition, matches
from porfiado.world.needs import Needs, Source
from porfiado.world.session import Session
from porfiado.world.templates import fill, records_of, value_at
from porfiado.world.tools import BoundTool, CallOutcome, Tools

__all__ = [
    "BoundTool",
    "CallOutcome",
    "Change",
    "ConditionError",
    "Fault",
    "FaultError",
    "Mismatch",
    "Needs",
    "Session",
    "Source",
    "StateError",
    "ToolError",
    "ToolSpec",
    "Tools",
    "World",
    "WorldError",
    "check_condition",
    "difference",
    "fill",
    "load_world",
    "matches",
    "records_of",
    "tool",
    "value_at",
]
