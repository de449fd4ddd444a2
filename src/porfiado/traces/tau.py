"""τ-bench results: `{task_id, reward, info, traj: [messages], trial}`, messages as OpenAI has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from porfiado.records import Conversation
from porfiado.traces.assemble import assemble
from porfiado.traces.formats import Format
from porfiado.traces.openai_chat import read_messages, write_messages
from porfiado.traces.stop_tokens import end_with_token
from porfiado.traces.tolerant import a_count, an_amount, an_id, an_object, present


def recognises(record: Any) -> bool:
    """Whether it is a run of the benchmark."""
    return isinstance(record, dict) and isinstance(record.get("traj"), list) and "task_id" in record


def read(record: Mapping[str, Any]) -> Iterator[Conversation]:
    """The run's conversation. Its task is its scenario; the benchmark counts trials from 0."""
    info = an_object(record.get("info"))
    conversation = assemble(
        read_messages(record["traj"]),
        scenario=an_id(record["task_id"]),
        origin=present(
            reward=an_amount(record.get("reward")),
            user_cost_usd=an_amount(info.get("user_cost")),
            task=info.get("task"),
            reward_info=info.get("reward_info"),
            error=info.get("error"),
        ),
    )
    trial = a_count(record.get("trial"))
    yield end_with_token(msgspec.structs.replace(conversation, trial=1 if trial is None else trial + 1))


def write(conversation: Conversation) -> dict[str, Any]:
    """The run's record; its task's number is the scenario's name where that is no number."""
    scenario = conversation.scenario or ""
    messages = write_messages(conversation)
    if conversation.closing:
        messages.append({"role": "user", "content": conversation.closing})
    return {
        "task_id": int(scenario) if scenario.isdecimal() else scenario,
        "reward": conversation.origin.get("reward"),
        "info": present(
            task=conversation.origin.get("task"), reward_info=conversation.origin.get("reward_info")
        ),
        "traj": messages,
        "trial": conversation.trial - 1,
    }


FORMAT = Format("tau-bench", recognises, read, write)
