"""From a recorded conversation to a case that can be run again."""

from porfiado.derive.case import Derived, derive
from porfiado.derive.pseudonyms import Pseudonyms
from porfiado.derive.suite import suite_of

__all__ = ["Derived", "Pseudonyms", "derive", "suite_of"]
