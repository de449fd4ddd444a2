"""τ²-bench results: `{info, tasks, simulations: [{task_id, messages, …}]}`, or one simulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from porfiado.records import Conversation, Ending, Kept, Usage
from porfiado.traces.assemble import assemble
from porfiado.traces.formats import Format
from porfiado.traces.messages import Message, Request
from porfiado.traces.stop_tokens import end_with_token
from porfiado.traces.tolerant import (
    a_count,
    a_text,
    an_amount,
    an_id,
    an_object,
    as_text,
    counts,
    objects,
    present,
)

USER_CALL = "user_call"  # a call of the simulated user, which has tools of its own
USER_RESULT = "user_result"
_ROLES = frozenset({"system", "user", "assistant", "tool"})
_STOPPED = {
    "max_steps": Ending.TURN_LIMIT,
    "too_many_errors": Ending.AGENT_ERROR,
    "agent_error": Ending.AGENT_ERROR,
    "user_error": Ending.SIMULATOR_ERROR,
    "timeout": Ending.BUDGET_SPENT,
    "infrastructure_error": Ending.SIMULATOR_ERROR,
    "unexpected_error": Ending.SIMULATOR_ERROR,
    "context_window_exceeded": Ending.AGENT_ERROR,
}
_OTHER_TOKENS = {
    "cached_tokens": "cached",
    "reasoning_tokens": "reasoning",
    "cache_read_input_tokens": "cached",
}


def recognises(record: Any) -> bool:
    """Whether it is a file of results, or a simulation of one."""
    if not isinstance(record, dict):
        return False
    if isinstance(record.get("simulations"), list):
        return "tasks" in record or "info" in record
    return "task_id" in record and "messages" in record and "termination_reason" in record


def read(record: Mapping[str, Any]) -> Iterator[Conversation]:
    """One conversation for each simulation."""
    if "simulations" not in record:
        yield _simulation(record, record, None)
        return
    tasks = {an_id(task.get("id")): task for task in objects(record.get("tasks"))}
    for simulation in objects(record.get("simulations")):
        yield _simulation(simulation, record, tasks.get(an_id(simulation.get("task_id"))))


def _simulation(
    simulation: Mapping[str, Any], file: Mapping[str, Any], task: Mapping[str, Any] | None
) -> Conversation:
    info = an_object(file.get("info"))
    policy = a_text(simulation.get("policy")) or a_text(an_object(info.get("environment_info")).get("policy"))
    items = list(_flat(simulation.get("messages")))
    told = [Message(role="system", text=policy)] if policy else []
    told += [_message(item) for item in items if a_text(item.get("role")) in _ROLES]
    reason = a_text(simulation.get("termination_reason"))
    conversation = assemble(
        told,
        scenario=an_id(simulation.get("task_id")),
        usage=_usage(simulation),
        origin=present(
            id=an_id(simulation.get("id")),
            seed=a_count(simulation.get("seed")),
            termination_reason=reason,
            reward=an_amount(an_object(simulation.get("reward_info")).get("reward")),
            reward_info=simulation.get("reward_info"),
            user_cost_usd=an_amount(simulation.get("user_cost")),
            model=a_text(an_object(info.get("agent_info")).get("llm")),
            task=task,
        ),
        kept=[Kept(kind="message", content=item) for item in items if a_text(item.get("role")) not in _ROLES],
    )
    trial = a_count(simulation.get("trial"))
    ended = msgspec.structs.replace(
        conversation, trial=1 if trial is None else trial + 1, ending=_STOPPED.get(reason or "")
    )
    return end_with_token(ended)


def _flat(messages: Any) -> Iterator[Mapping[str, Any]]:
    """The messages; several results that came together are one each."""
    for item in objects(messages):
        together = item.get("tool_messages")
        if isinstance(together, list):
            yield from objects(together)
        else:
            yield item


def _message(item: Mapping[str, Any]) -> Message:
    role = item.get("role")
    text = a_text(item.get("content"))
    if role == "tool":
        return _result(item, text)
    calls = list(objects(item.get("tool_calls")))
    if role == "assistant":
        usage = an_object(item.get("usage"))
        return Message(
            role="assistant",
            text=text,
            calls=tuple(_request(call) for call in calls),
            input_tokens=a_count(usage.get("prompt_tokens")),
            output_tokens=a_count(usage.get("completion_tokens")),
            other_tokens=counts(usage, _OTHER_TOKENS),
            cost_usd=an_amount(item.get("cost")),
        )
    if role == "system":
        return Message(role="system", text=text)
    return Message(role="user", text=text, kept=tuple(Kept(kind=USER_CALL, content=call) for call in calls))


def _result(item: Mapping[str, Any], text: str | None) -> Message:
    if item.get("requestor") == "user":
        return Message(role="user", kept=(Kept(kind=USER_RESULT, content=item),))
    failed = item.get("error") is True
    return Message(
        role="tool", call_id=an_id(item.get("id")), result=text, error=(text or "error") if failed else None
    )


def _request(call: Mapping[str, Any]) -> Request:
    return Request(as_text(call.get("name")) or "", call.get("arguments"), an_id(call.get("id")))


def _usage(simulation: Mapping[str, Any]) -> Usage | None:
    cost = an_amount(simulation.get("agent_cost"))
    return None if cost is None else Usage(cost_usd=cost)


FORMAT = Format("tau2-bench", recognises, read, slices=("simulations",))
