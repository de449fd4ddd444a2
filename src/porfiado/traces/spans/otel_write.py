"""A conversation as spans by OpenTelemetry's conventions for generative AI, in an export of OTLP as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from porfiado.records import Call, Conversation, Step, ToolDefinition, Turn
from porfiado.traces.native import dumps
from porfiado.traces.spans.dialects.whole import SCENARIO
from porfiado.traces.tolerant import an_id
from porfiado.traces.writing import arguments_given, ids_of, json_text, steps_of

_START, _STEP = 10**18, 10**6  # a record holds no times: a moment that is plainly made up, and a millisecond
_COUNTS = {
    "cached": "cache_read.input_tokens",
    "cache_write": "cache_creation.input_tokens",
    "reasoning": "reasoning.output_tokens",
}
_OK, _ERROR = 1, 2


def write(conversation: Conversation) -> dict[str, Any]:
    """A trace for each turn: the agent's work, the calls of its model, the tools that ran.

    Endings, states and what was kept have no place in it.
    """
    spans = list(_Writer(conversation).spans())
    scope = {"scope": {"name": "porfiado"}, "spans": spans}
    return {"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [scope]}]}


class _Writer:
    """Writes one conversation, whose history grows from turn to turn."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._history: list[dict[str, Any]] = []
        self._digest = blake2b(dumps(conversation), digest_size=16)
        self._name = an_id(conversation.origin.get("conversation")) or self._digest.hexdigest()
        self._moment = _START
        self._trace = ""
        self._count = 0

    def spans(self) -> Iterator[dict[str, Any]]:
        """The spans, each trace's root first."""
        for number, turn in enumerate(self._conversation.turns, 1):
            self._trace = self._id(f"turn {number}", 16)
            root = self._id("root", 8)
            self._history.append({"role": "user", "parts": [_text(turn.user)]})
            begun, heard = self._tick(), list(self._history)
            inner = [
                span
                for step_number, step in enumerate(steps_of(turn), 1)
                for span in self._step(step, root, f"call_{number}_{step_number}")
            ]
            yield self._root(root, turn, number, heard, begun)
            yield from inner

    def _root(
        self, id_: str, turn: Turn, number: int, heard: list[dict[str, Any]], begun: int
    ) -> dict[str, Any]:
        conversation = self._conversation
        last = number == len(conversation.turns)
        attributes: dict[str, Any] = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.input.messages": json_text(heard),
            SCENARIO: conversation.scenario,
        }
        if turn.agent is not None:
            reply = {"role": "assistant", "parts": [_text(turn.agent)]}
            attributes["gen_ai.output.messages"] = json_text([reply])
        if number == 1:
            attributes |= self._of_whole()
        error = conversation.error if last else None
        return self._span(id_, None, "invoke_agent", attributes, begun, error)

    def _of_whole(self) -> dict[str, Any]:
        usage = self._conversation.usage
        if usage is None:
            return {}
        return _counts(usage.input_tokens, usage.output_tokens, usage.other_tokens, usage.cost_usd)

    def _step(self, step: Step, root: str, stem: str) -> Iterator[dict[str, Any]]:
        """A call of the model, and the runs of the tools that it asked for."""
        calls = list(zip(ids_of(step, stem), step.calls, strict=True))
        parts = [] if step.text is None else [_text(step.text)]
        parts += [_request(id_, call) for id_, call in calls]
        said: dict[str, Any] = {"role": "assistant", "parts": parts}
        attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.agent.name": step.agent,
            "gen_ai.response.model": step.model,
            "gen_ai.input.messages": json_text(self._history),
            "gen_ai.output.messages": json_text(
                [{**said, "finish_reason": step.stop_reason} if step.stop_reason else said]
            ),
            "gen_ai.response.finish_reasons": [step.stop_reason] if step.stop_reason else None,
            **_counts(step.input_tokens, step.output_tokens, step.other_tokens, step.cost_usd),
            **self._known(),
        }
        yield self._span(self._id("chat", 8), root, "chat", attributes, self._tick())
        self._history.append(said)
        for id_, call in calls:
            if call.answered is not False:
                yield self._run(id_, call, root)
                answer = {"type": "tool_call_response", "id": id_, "response": call.result}
                self._history.append({"role": "tool", "parts": [answer]})

    def _known(self) -> dict[str, Any]:
        """What the model is told of itself and of its tools."""
        conversation = self._conversation
        system = json_text([_text(conversation.system)]) if conversation.system else None
        tools = json_text([_definition(tool) for tool in conversation.tools]) if conversation.tools else None
        return {"gen_ai.system_instructions": system, "gen_ai.tool.definitions": tools}

    def _run(self, id_: str, call: Call, root: str) -> dict[str, Any]:
        given = arguments_given(call)
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": call.name,
            "gen_ai.tool.call.id": id_,
            "gen_ai.tool.call.arguments": given if isinstance(given, str) else json_text(given),
            "gen_ai.tool.call.result": call.result,
        }
        name = f"execute_tool {call.name}"
        return self._span(self._id(name, 8), root, name, attributes, self._tick(), call.error)

    def _span(
        self,
        id_: str,
        parent: str | None,
        name: str,
        attributes: dict[str, Any],
        start: int,
        error: str | None = None,
    ) -> dict[str, Any]:
        whole = {**attributes, "gen_ai.conversation.id": self._name}
        status = {"code": _OK} if error is None else {"code": _ERROR, "message": error}
        return {
            "traceId": self._trace,
            "spanId": id_,
            **({} if parent is None else {"parentSpanId": parent}),
            "name": name,
            "kind": 1,
            "startTimeUnixNano": str(start),
            "endTimeUnixNano": str(self._tick()),
            "attributes": [
                {"key": key, "value": _typed(value)} for key, value in whole.items() if value is not None
            ],
            "status": status,
        }

    def _id(self, name: str, size: int) -> str:
        """An id, always the same for the same conversation."""
        self._count += 1
        digest = self._digest.copy()
        digest.update(f"{self._count} {name}".encode("utf-8", "backslashreplace"))
        return digest.hexdigest()[: 2 * size]

    def _tick(self) -> int:
        self._moment += _STEP
        return self._moment


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "content": text}


def _request(id_: str, call: Call) -> dict[str, Any]:
    return {"type": "tool_call", "id": id_, "name": call.name, "arguments": arguments_given(call)}


def _definition(tool: ToolDefinition) -> dict[str, Any]:
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }


def _counts(
    given: int | None, made: int | None, others: dict[str, int], cost: float | None
) -> dict[str, Any]:
    return {
        **{f"gen_ai.usage.{_COUNTS.get(name, name)}": count for name, count in others.items()},
        "gen_ai.usage.input_tokens": given,
        "gen_ai.usage.output_tokens": made,
        "operation.cost": cost,
    }


def _typed(value: Any) -> dict[str, Any]:
    """A value as OTLP has it, with its type."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list | tuple):
        return {"arrayValue": {"values": [_typed(one) for one in value]}}
    if isinstance(value, dict):
        pairs = [{"key": str(key), "value": _typed(one)} for key, one in value.items()]
        return {"kvlistValue": {"values": pairs}}
    return {} if value is None else {"stringValue": value if isinstance(value, str) else repr(value)}
