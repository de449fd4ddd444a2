"""What was asked for: personas, facts, limits, paths, scenarios and suites.

Linting lives in `porfiado.cases.lint`, which looks at the suite's world too.
"""

from porfiado.cases.model import (
    Answer,
    Change,
    Confusion,
    Fact,
    FaultCase,
    Kind,
    Limit,
    Path,
    Patience,
    Persona,
    Push,
    Scenario,
    Success,
    Suite,
    UnknownFact,
)

__all__ = [
    "Answer",
    "Change",
    "Confusion",
    "Fact",
    "FaultCase",
    "Kind",
    "Limit",
    "Path",
    "Patience",
    "Persona",
    "Push",
    "Scenario",
    "Success",
    "Suite",
    "UnknownFact",
]
