"""From a sequence of messages to a conversation: turns, steps, calls with their results."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from porfiado.records import Call, Conversation, Kept, Step, ToolDefinition, Turn, Usage
from porfiado.traces.arguments import arguments_of
from porfiado.traces.messages import Message, Request

BETWEEN = "\n"  # joins the texts that one side sent in a row
UNMATCHED_RESULT = "unmatched_result"
LATE_SYSTEM = "system"


def assemble(
    messages: Iterable[Message],
    *,
    scenario: str | None = None,
    tools: Sequence[ToolDefinition] = (),
    usage: Usage | None = None,
    origin: dict[str, Any] | None = None,
    kept: Sequence[Kept] = (),
) -> Conversation:
    """The conversation that `messages` tell, in their order.

    A user's message after a reply begins a turn; several in a row are one. Each message of the assistant is
    a step. A result goes to the call with its id (the first one without a result, where ids repeat), else to
    the first open call of its name, else to the first open call. The reply of a turn is what the assistant
    wrote after its last call; where it wrote nothing then, the last that it wrote.

    What finds no place is kept, never dropped: a result without a call, a system message in the middle.
    """
    draft = _Draft()
    for message in messages:
        draft.add(message)
    return Conversation(
        scenario=scenario,
        turns=tuple(turn.finished() for turn in draft.turns),
        system=BETWEEN.join(draft.system) or None,
        tools=tuple(tools),
        usage=usage,
        kept=(*draft.kept, *kept),
        origin=origin or {},
    )


class _Draft:
    """The conversation so far."""

    def __init__(self) -> None:
        self.system: list[str] = []
        self.turns: list[_Turn] = []
        self.kept: list[Kept] = []
        self._waiting = _Waiting()

    def add(self, message: Message) -> None:
        if message.role == "system":
            self._system(message)
        elif message.role == "user":
            self._user(message)
        elif message.role == "assistant":
            self._step(message)
        else:
            self._result(message)
        if message.kept:
            number = len(self.turns) or None
            self.kept += [msgspec.structs.replace(one, turn=number) for one in message.kept]

    def _system(self, message: Message) -> None:
        if self.turns:
            self.kept.append(Kept(kind=LATE_SYSTEM, turn=len(self.turns), content=message.text))
        elif message.text:
            self.system.append(message.text)

    def _user(self, message: Message) -> None:
        if not self.turns or self.turns[-1].steps:
            self.turns.append(_Turn())
        if message.text is not None:
            self.turns[-1].user.append(message.text)

    def _step(self, message: Message) -> None:
        step = _Step(message)
        self._turn().steps.append(step)
        for call in step.calls:
            self._waiting.add(call)

    def _turn(self) -> _Turn:
        if not self.turns:
            self.turns.append(_Turn())
        return self.turns[-1]

    def _result(self, message: Message) -> None:
        call = self._waiting.answered_by(message)
        if call is None:
            content = {
                "name": message.name,
                "id": message.call_id,
                "result": message.result,
                "error": message.error,
            }
            self.kept.append(Kept(kind=UNMATCHED_RESULT, turn=len(self.turns) or None, content=content))
        else:
            call.result = message


class _Open:
    """A call, and the message with its result once there is one."""

    __slots__ = ("request", "result")

    def __init__(self, request: Request) -> None:
        self.request = request
        self.result: Message | None = None

    def finished(self) -> Call:
        request, result = self.request, self.result
        arguments, raw = arguments_of(request.arguments)
        return Call(
            name=request.name,
            arguments=arguments,
            result=result.result if result else None,
            error=result.error if result else None,
            id=UNSET if request.id is None else request.id,
            answered=UNSET if result else False,
            raw_arguments=UNSET if raw is None else raw,
        )


class _Step:
    __slots__ = ("calls", "message")

    def __init__(self, message: Message) -> None:
        self.message = message
        self.calls = [_Open(request) for request in message.calls]

    def finished(self) -> Step:
        message = self.message
        return Step(
            calls=tuple(call.finished() for call in self.calls),
            stop_reason=message.stop_reason,
            input_tokens=message.input_tokens,
            output_tokens=message.output_tokens,
            text=message.text,
            other_tokens=message.other_tokens,
            cost_usd=message.cost_usd,
            model=message.model,
            agent=message.name,
        )


class _Turn:
    __slots__ = ("steps", "user")

    def __init__(self) -> None:
        self.user: list[str] = []
        self.steps: list[_Step] = []

    def finished(self) -> Turn:
        return Turn(
            user=BETWEEN.join(self.user),
            agent=self._reply(),
            steps=tuple(step.finished() for step in self.steps),
        )

    def _reply(self) -> str | None:
        last_calling = max((index for index, step in enumerate(self.steps) if step.calls), default=-1)
        texts = [step.message.text for step in self.steps]
        after = [text for text in texts[last_calling + 1 :] if text]
        if after:
            return BETWEEN.join(after)
        return next((text for text in reversed(texts) if text), None)


class _Waiting:
    """The calls without a result, findable by id and by name without going through all of them."""

    def __init__(self) -> None:
        self._all: deque[_Open] = deque()
        self._by_id: dict[str, deque[_Open]] = {}
        self._by_name: dict[str, deque[_Open]] = {}

    def add(self, call: _Open) -> None:
        self._all.append(call)
        if call.request.id is not None:
            self._by_id.setdefault(call.request.id, deque()).append(call)
        self._by_name.setdefault(call.request.name, deque()).append(call)

    def answered_by(self, message: Message) -> _Open | None:
        """The call that a result belongs to. An id that no call has belongs to none."""
        if message.call_id:
            return _first(self._by_id.get(message.call_id))
        named = _first(self._by_name.get(message.name)) if message.name else None
        return named or _first(self._all)


def _first(calls: deque[_Open] | None) -> _Open | None:
    """The first that still waits; those before it, which were found another way, are let go."""
    while calls:
        if calls[0].result is None:
            return calls[0]
        calls.popleft()
    return None
