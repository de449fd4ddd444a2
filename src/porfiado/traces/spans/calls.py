"""The calls of a conversation, found by the runs of their tools and by their results."""

from __future__ import annotations

from collections.abc import Callable

from porfiado.records import Kept
from porfiado.traces.messages import Message
from porfiado.traces.spans.telling import Telling, ToolUse
from porfiado.traces.spans.timeline import Asked, as_words, fingerprint

RESULT, ARGUMENTS = "tool_result", "tool_arguments"
_UNTOLD_ERROR = "error"  # a run that failed and does not say how


class Calls:
    """Every call so far."""

    def __init__(self) -> None:
        self._with_id: dict[str, list[Asked]] = {}
        self._by_id: dict[str, list[Asked]] = {}  # this and the next two let go of what ran
        self._by_name: dict[str, list[Asked]] = {}
        self._alike: dict[tuple[str, str], list[Asked]] = {}

    def add(self, asked: Asked) -> None:
        """One more call."""
        if asked.id:
            self._with_id.setdefault(asked.id, []).append(asked)
            self._by_id.setdefault(asked.id, []).append(asked)
        self._by_name.setdefault(asked.name, []).append(asked)
        self._alike.setdefault((asked.name, fingerprint(asked.arguments)), []).append(asked)

    def of_run(self, use: ToolUse) -> Asked | None:
        """The call whose tool ran: the one with its id, else its name and arguments, else its name."""
        with_id = _first(self._by_id.get(use.id, []), lambda one: True) if use.id else None
        if with_id is not None:
            return with_id

        def may_be(one: Asked) -> bool:
            return use.id is None or one.id is None or not one.answered

        if use.arguments is not None:
            same = _first(self._alike.get((use.name, fingerprint(use.arguments)), []), may_be)
            if same is not None:
                return same
        return _first(self._by_name.get(use.name, []), lambda one: not one.answered)

    def with_id(self, id_: str) -> Asked | None:
        """The last call with an id; of several, the last without a result."""
        found = self._with_id.get(id_, [])
        return next((one for one in reversed(found) if not one.answered), found[-1] if found else None)


def _first(calls: list[Asked], fits: Callable[[Asked], bool]) -> Asked | None:
    """The first whose run was not found yet and that fits; those at the beginning that ran are let go."""
    gone = next((place for place, one in enumerate(calls) if not one.ran), len(calls))
    del calls[:gone]
    return next((one for one in calls if not one.ran and fits(one)), None)


def ran(asked: Asked, use: ToolUse, telling: Telling) -> list[Kept]:
    """Give a call what the run of its tool tells; what differs from what is known is kept."""
    kept: list[Kept] = []
    asked.ran = True
    asked.name = asked.name or use.name
    asked.id = asked.id or use.id
    if use.arguments is not None:
        if asked.arguments in (None, "", {}):
            asked.arguments = use.arguments
        elif fingerprint(asked.arguments) != fingerprint(use.arguments):
            kept.append(
                Kept(kind=ARGUMENTS, content={"name": asked.name, "id": asked.id, "arguments": use.arguments})
            )
    error = use.error
    if telling.failed:
        error = telling.error or use.error or _UNTOLD_ERROR
    asked.error = error or asked.error
    if use.answered:
        kept += _answer(asked, use.result)
    return kept


def answered(asked: Asked, message: Message) -> list[Kept]:
    """Give a call the result that a message brings."""
    asked.error = asked.error or message.error
    return _answer(asked, message.result)


def _answer(asked: Asked, result: object) -> list[Kept]:
    if not asked.answered:
        asked.result, asked.answered = result, True
    elif as_words(asked.result) != as_words(result):
        return [Kept(kind=RESULT, content={"name": asked.name, "id": asked.id, "result": result})]
    elif isinstance(asked.result, str) and not isinstance(result, str):
        asked.result = result  # the value that the text is the JSON of
    return []
