"""The simulated user: what it hears, what it does next, how it says so, and what it never says."""

from .acts import Act, UserMove
from .modes import MODES, UserModeError, user_for
from .scripted import ScriptedUser

__all__ = ["MODES", "Act", "ScriptedUser", "UserModeError", "UserMove", "user_for"]
