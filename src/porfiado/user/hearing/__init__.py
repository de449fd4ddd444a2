"""Hearing: what a message does, clause by clause, in the language of the conversation.

Everything is deterministic and works on one message. The words and rules of a language are in
`porfiado/locales/<language>/hearing.toml`; nothing here names a word of any language.
"""

from .asserted import find_asserted
from .cleaning import MAX_HEARD
from .listener import Listener
from .message import hear
from .records import Clause, FactProbe, Heard, Hearing, UserHeard
from .types import find_values, types
from .user import hear_user

__all__ = [
    "MAX_HEARD",
    "Clause",
    "FactProbe",
    "Heard",
    "Hearing",
    "Listener",
    "UserHeard",
    "find_asserted",
    "find_values",
    "hear",
    "hear_user",
    "types",
]
