"""ADK: sessions, eval sets and their results, and the older lists of queries; snake_case or camelCase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec

from porfiado.records import Conversation, Kept, ToolDefinition
from porfiado.traces.assemble import assemble
from porfiado.traces.formats import Format
from porfiado.traces.genai_content import content_message, error_of, pick, text_of
from porfiado.traces.messages import Message, Request
from porfiado.traces.tolerant import a_text, an_amount, an_id, an_object, as_text, objects, present

PARTIAL = "partial"  # a piece of a message that a later event holds whole


def recognises(record: Any) -> bool:
    """Whether it is a session, an eval set, a case of one, their results, or a list of queries."""
    if isinstance(record, list):
        return bool(record) and _is_query(record[0])
    if not isinstance(record, dict):
        return False
    if any(isinstance(pick(record, key), list) for key in ("eval_cases", "eval_case_results")):
        return True
    if "eval_id" in record or "evalId" in record:
        return True
    if _is_session(record):
        return True
    return (
        isinstance(record.get("data"), list) and "name" in record and any(map(_is_query, record["data"][:1]))
    )


def read(record: Any) -> Iterator[Conversation]:
    """One conversation for each session, case, result or list of queries."""
    if isinstance(record, list):
        yield _queries(record, None)
    elif isinstance(pick(record, "eval_cases"), list):
        for case in objects(pick(record, "eval_cases")):
            yield _case(case)
    elif isinstance(pick(record, "eval_case_results"), list):
        for result in objects(pick(record, "eval_case_results")):
            yield _case_result(result)
    elif "eval_id" in record or "evalId" in record:
        yield _case(record)
    elif _is_session(record):
        yield _session(record)
    else:
        yield _queries(record["data"], a_text(record["name"]))


def _is_session(record: Mapping[str, Any]) -> bool:
    return isinstance(record.get("events"), list) and (
        pick(record, "app_name") is not None or pick(record, "user_id") is not None
    )


def _is_query(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and "query" in entry
        and ("expected_tool_use" in entry or "reference" in entry)
    )


def _session(session: Mapping[str, Any]) -> Conversation:
    events = list(objects(session.get("events")))
    conversation = assemble(
        _told(events),
        scenario=an_id(pick(session, "eval_id")),
        origin=present(
            id=an_id(session.get("id")),
            app=a_text(pick(session, "app_name")),
            user=a_text(pick(session, "user_id")),
        ),
        kept=[Kept(kind=PARTIAL, content=event) for event in events if event.get("partial") is True],
    )
    broken = [a_text(pick(event, "error_message")) or a_text(pick(event, "error_code")) for event in events]
    return _with_state(conversation, session.get("state"), next(filter(None, reversed(broken)), None))


def _with_state(conversation: Conversation, state: Any, error: str | None = None) -> Conversation:
    """The session's state is the one after the last turn."""
    turns = conversation.turns
    if isinstance(state, dict) and state and turns:
        turns = (*turns[:-1], msgspec.structs.replace(turns[-1], state=state))
    return msgspec.structs.replace(conversation, turns=turns, error=error)


def _told(events: Iterable[Mapping[str, Any]]) -> Iterator[Message]:
    whole = (event for event in events if event.get("partial") is not True)
    for by_user, group in groupby(whole, key=lambda event: event.get("author") == "user"):
        for event in group:
            yield from content_message(event, by_user=by_user)


def _case(case: Mapping[str, Any]) -> Conversation:
    told: list[Message] = []
    tools: dict[str, ToolDefinition] = {}
    for invocation in objects(case.get("conversation")):
        told += _invocation(invocation)
        tools |= {one.name: one for one in _tools(invocation)}
    session = an_object(pick(case, "session_input"))
    conversation = assemble(
        [*_instructions(case), *told],
        scenario=an_id(pick(case, "eval_id")),
        tools=tuple(tools.values()),
        origin=present(
            app=a_text(pick(session, "app_name")),
            user=a_text(pick(session, "user_id")),
            initial_state=session.get("state") or None,
            conversation_scenario=pick(case, "conversation_scenario"),
        ),
    )
    return _with_state(conversation, pick(case, "final_session_state"))


def _case_result(result: Mapping[str, Any]) -> Conversation:
    """What an agent did with a case: the session where it is there, else its invocations."""
    details = pick(result, "session_details")
    if isinstance(details, dict) and details.get("events"):
        conversation = _session(details)
    else:
        per_turn = objects(pick(result, "eval_metric_result_per_invocation"))
        actual = [an_object(pick(one, "actual_invocation")) for one in per_turn]
        conversation = assemble([message for one in actual for message in _invocation(one)])
    return msgspec.structs.replace(
        conversation,
        scenario=an_id(pick(result, "eval_id")),
        origin={
            **conversation.origin,
            **present(
                status=pick(result, "final_eval_status"),
                metrics=pick(result, "overall_eval_metric_results"),
            ),
        },
    )


def _instructions(case: Mapping[str, Any]) -> Iterator[Message]:
    """The agents' instructions, each once."""
    seen: set[str] = set()
    for invocation in objects(case.get("conversation")):
        for agent in _agents(invocation):
            text = a_text(pick(agent, "instructions"))
            if text and text not in seen:
                seen.add(text)
                yield Message(role="system", text=text)


def _agents(invocation: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    details = an_object(pick(an_object(pick(invocation, "app_details")), "agent_details"))
    return (an_object(agent) for agent in details.values())


def _tools(invocation: Mapping[str, Any]) -> Iterator[ToolDefinition]:
    for agent in _agents(invocation):
        for group in objects(pick(agent, "tool_declarations")):
            for one in objects(pick(group, "function_declarations")):
                schema = pick(one, "parameters_json_schema") or one.get("parameters")
                yield ToolDefinition(
                    name=as_text(one.get("name")) or "",
                    description=a_text(one.get("description")) or "",
                    parameters=dict(an_object(schema)),
                )


def _invocation(invocation: Mapping[str, Any]) -> Iterator[Message]:
    yield Message(role="user", text=text_of(pick(invocation, "user_content")))
    between = an_object(pick(invocation, "intermediate_data"))
    told = list(_intermediate(between))
    yield from told
    final = text_of(pick(invocation, "final_response"))
    repeated = bool(told) and told[-1].role == "assistant" and told[-1].text == final
    if final is not None and not repeated:
        yield Message(role="assistant", text=final)


def _intermediate(between: Mapping[str, Any]) -> Iterator[Message]:
    events = pick(between, "invocation_events")
    if isinstance(events, list):
        yield from _told(objects(events))
        return
    for one in _pairs(pick(between, "intermediate_responses")):
        yield Message(role="assistant", name=one[0], text=text_of({"parts": one[1]}))
    calls = [_request(use) for use in objects(pick(between, "tool_uses"))]
    if calls:
        yield Message(role="assistant", calls=tuple(calls))
    for response in objects(pick(between, "tool_responses")):
        yield Message(
            role="tool",
            call_id=an_id(response.get("id")),
            name=a_text(response.get("name")),
            result=response.get("response"),
            error=error_of(response.get("response")),
        )


def _pairs(value: Any) -> Iterator[tuple[str | None, Any]]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, list | tuple) and len(item) == 2:
            yield a_text(item[0]), item[1]


def _request(use: Mapping[str, Any]) -> Request:
    return Request(as_text(use.get("name")) or "", use.get("args"), an_id(use.get("id")))


def _queries(entries: list[Any], name: str | None) -> Conversation:
    """The older form: what was asked, the tools that should be used, and the answer that should be given."""
    told: list[Message] = []
    for entry in objects(entries):
        told.append(Message(role="user", text=a_text(entry.get("query"))))
        uses = list(objects(entry.get("expected_tool_use")))
        calls = tuple(Request(as_text(use.get("tool_name")) or "", use.get("tool_input")) for use in uses)
        if calls:
            told.append(Message(role="assistant", calls=calls))
        told += [
            Message(role="tool", name=a_text(use.get("tool_name")), result=use["mock_tool_output"])
            for use in uses
            if "mock_tool_output" in use
        ]
        if (answer := a_text(entry.get("reference"))) is not None:
            told.append(Message(role="assistant", text=answer))
    return assemble(told, scenario=name)


def write(conversation: Conversation) -> dict[str, Any]:
    """The conversation as a case of an eval set, in camelCase as ADK writes it."""
    from porfiado.traces.genai_content import invocation_of

    return {
        "evalId": conversation.scenario or "conversation",
        "conversation": [invocation_of(turn, number) for number, turn in enumerate(conversation.turns, 1)],
        "sessionInput": {
            "appName": conversation.origin.get("app", "app"),
            "userId": conversation.origin.get("user", "user"),
            "state": conversation.origin.get("initial_state", {}),
        },
        "creationTimestamp": an_amount(0),
    }


FORMAT = Format(
    "adk", recognises, read, write, slices=("eval_cases", "evalCases", "eval_case_results", "evalCaseResults")
)
