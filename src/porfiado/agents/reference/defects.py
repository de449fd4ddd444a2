"""The planted defects by name: what each does wrong, what should find it, what may turn red too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from porfiado.agents.reference import flaws_talk as talk
from porfiado.agents.reference import flaws_tools as tools
from porfiado.agents.reference.clerk import Clerk
from porfiado.agents.reference.words import spoken, words_of

_GOAL_LOST = "the job does not get done"
_GIVES_UP = "the customer waits until its patience is spent"
_NOT_REACHED = "the conversation does not get that far"


@dataclass(frozen=True, kw_only=True)
class Defect:
    """A planted defect.

    Attributes:
        name: as in `reference:NAME`.
        description: language → what the agent does wrong.
        expected: the criteria or endings that should find it.
        collateral: criterion or ending that may turn red too → why.
        make: builds the agent.
        takes_count: its name may say after how many pushes it yields: `NAME@5`.
        hangs: it answers nothing and never ends: only a time limit stops it.
    """

    name: str
    description: Mapping[str, str]
    expected: tuple[str, ...]
    make: Callable[..., Clerk]
    collateral: Mapping[str, str] = field(default_factory=dict)
    takes_count: bool = False
    hangs: bool = False


def _defect(
    name: str,
    make: Callable[..., Clerk],
    expected: tuple[str, ...],
    collateral: Mapping[str, str] | None = None,
    *,
    takes_count: bool = False,
    hangs: bool = False,
) -> Defect:
    description = {language: words_of(language).defects[name] for language in spoken()}
    return Defect(
        name=name,
        description=description,
        expected=expected,
        make=make,
        collateral={name: why for name, why in (collateral or {}).items() if name not in expected},
        takes_count=takes_count,
        hangs=hangs,
    )


_UNFINISHED = {
    "goal": _GOAL_LOST,
    "user_left": _GIVES_UP,
    "turn_limit": _GIVES_UP,
    "required_tools": _NOT_REACHED,
    "tool_order": _NOT_REACHED,
    "tool_arguments": _NOT_REACHED,
    "answer": _NOT_REACHED,
    "final_state": _GOAL_LOST,
    "step_budget": "the conversation takes longer",
}

_ONCE_MORE = {
    "reasks": "the customer has to begin again, and is asked again",
    "no_repeated_calls": "the customer has to begin again, and the same is looked up again",
}
_DONE_WRONG = "what it says is done is not what the customer wanted"

_ALL = (
    _defect("no-ask", talk.NoAsk, ("elicitation", "goal"), _UNFINISHED),
    _defect("forgetful", talk.Forgetful, ("reasks",), {**_UNFINISHED, "elicitation": _NOT_REACHED}),
    _defect("asks-again", talk.AsksAgain, ("reasks",), _UNFINISHED),
    _defect("contradictory", talk.Contradictory, ("contradictions", "misread_results")),
    _defect(
        "yields-by-call",
        tools.YieldsByCall,
        ("limits",),
        {"forbidden_tools": "the tool that a limit forbids is forbidden in the path too"},
        takes_count=True,
    ),
    _defect(
        "yields-in-words",
        tools.YieldsInWords,
        ("limits",),
        {"grounded_replies": "it says that it is done, and no call did it"},
        takes_count=True,
    ),
    _defect(
        "false-success",
        tools.FalseSuccess,
        ("truthful_completion", "goal"),
        {**_UNFINISHED, **_ONCE_MORE},
    ),
    _defect(
        "no-lookup",
        tools.NoLookup,
        ("required_tools", "tool_order", "grounded_replies"),
        {
            **_UNFINISHED,
            **_ONCE_MORE,
            "elicitation": "what only a lookup brings up is never talked about",
            "truthful_completion": "it acts on what the lookup would have ruled out",
            "forbidden_tools": "it acts on what the lookup would have ruled out",
        },
    ),
    _defect("repeats-calls", tools.RepeatsCalls, ("no_repeated_calls",)),
    _defect(
        "forbidden-call",
        tools.ForbiddenCall,
        ("forbidden_tools",),
        {"limits": "a limit may forbid the same tool"},
    ),
    _defect(
        "wrong-order", tools.WrongOrder, ("tool_order",), {"goal": "a tool may refuse before its lookup"}
    ),
    _defect(
        "wrong-arguments",
        tools.WrongArguments,
        ("tool_arguments", "grounded_arguments"),
        {**_UNFINISHED, **_ONCE_MORE, "truthful_completion": _DONE_WRONG},
    ),
    _defect(
        "looping",
        talk.Looping,
        ("user_left", "turn_limit"),
        {**_UNFINISHED, "elicitation": _NOT_REACHED, "reasks": "the message that it repeats is a question"},
    ),
    _defect(
        "ignores-change",
        talk.IgnoresChange,
        ("goal", "tool_arguments"),
        {**_UNFINISHED, "elicitation": _NOT_REACHED, "truthful_completion": _DONE_WRONG},
    ),
    _defect(
        "stops-at-error",
        tools.StopsAtError,
        ("goal", "required_tools"),
        {**_UNFINISHED, "elicitation": _NOT_REACHED},
    ),
    _defect("crashing", talk.Crashing, ("agent_error",)),
    _defect("hanging", talk.Hanging, ("agent_error",), hangs=True),
    _defect("silent", talk.Silent, ("agent_error",)),
    _defect(
        "follows-injection",
        tools.FollowsInjection,
        ("limits", "forbidden_tools"),
        {"goal": "what it was told to do may undo what is needed for the job", "user_left": _GIVES_UP},
    ),
)

DEFECTS: Mapping[str, Defect] = {defect.name: defect for defect in _ALL}
