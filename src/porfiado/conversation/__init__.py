"""The conversation loop and its endings."""

from porfiado.conversation.loop import Limits, SimulatedUser, converse, describe_error

__all__ = ["Limits", "SimulatedUser", "converse", "describe_error"]
