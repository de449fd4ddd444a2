"""The calls of a conversation, found by the runs of their tools and by their results."""

from __future__ import annotations

from porfiado.records import Kept
from porfiado.traces.messages import Message
from porfiado.traces.spans.telling import Telling, ToolUse
from porfiado.traces.spans.timeline import Asked, as_words, fingerprint

RESULT, ARGUMENTS = "tool_result", "tool_arguments"
_UNTOLD_ERROR = "error"  # a run that failed and does not say how


class Calls:
    """Every call so far."""

    def __init__(self) -> None:
        self._by_id: dict[str, list[Asked]] = {}
        self._by_name: dict[str, list[Asked]] = {}

    def add(self, asked: Asked) -> None:
        """One more call."""
        if asked.id:
            self._by_id.setdefault(asked.id, []).append(asked)
        self._by_name.setdefault(asked.name, []).append(asked)

    def of_run(self, use: ToolUse) -> Asked | None:
        """The call whose tool ran: the one with its id, else its name and arguments, else its name."""
        waiting = _waiting(self._by_id.get(use.id, [])) if use.id else []
        if waiting:
            return waiting[0]
        named = _waiting(self._by_name.get(use.name, []))
        if use.id:  # a call with an id of its own is another call
            named = [one for one in named if one.id is None or one.id == use.id or not one.answered]
        if use.arguments is not None:
            wanted = fingerprint(use.arguments)
            same = [one for one in named if fingerprint(one.arguments) == wanted]
            if same:
                return same[0]
        open_ = [one for one in named if not one.answered]
        return open_[0] if open_ else None

    def with_id(self, id_: str) -> Asked | None:
        """The last call with an id; of several, the last without a result."""
        found = self._by_id.get(id_, [])
        return next((one for one in reversed(found) if not one.answered), found[-1] if found else None)


def _waiting(calls: list[Asked]) -> list[Asked]:
    """The calls whose run was not found yet; those at the beginning that were are let go."""
    while calls and calls[0].ran:
        calls.pop(0)
    return [one for one in calls if not one.ran]


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
