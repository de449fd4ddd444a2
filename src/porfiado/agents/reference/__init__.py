"""The reference agents: `reference:clerk`, and the same with planted defects."""

from porfiado.agents.reference.clerk import Clerk

__all__ = ["Clerk"]
