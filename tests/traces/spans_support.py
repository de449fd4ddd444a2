"""Spans by the GenAI conventions, in few words."""

import json

from porfiado.traces import load_conversations


def span(id_, start, end, name, attributes, parent=None, trace="t1", **more):
    return {
        "trace_id": trace,
        "span_id": id_,
        "parent_span_id": parent,
        "name": name,
        "start_time": start,
        "end_time": end,
        "attributes": attributes,
        "status": {"code": "OK"},
        "span_events": [],
        **more,
    }


def said(role, text=None, *calls):
    parts = [] if text is None else [{"type": "text", "content": text}]
    parts += [
        {"type": "tool_call", "id": id_, "name": name, "arguments": given} for id_, name, given in calls
    ]
    return {"role": role, "parts": parts}


def user(text):
    return said("user", text)


def agent(text=None, *calls):
    return said("assistant", text, *calls)


def answer(id_, result):
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": id_, "response": result}]}


def chat(id_, start, given, made, parent=None, trace="t1", *, counted=(10, 1), conversation=None, **more):
    attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": json.dumps(given),
        "gen_ai.output.messages": json.dumps(made),
        "gen_ai.usage.input_tokens": counted[0],
        "gen_ai.usage.output_tokens": counted[1],
    }
    if conversation:
        attributes["gen_ai.conversation.id"] = conversation
    return span(id_, start, start + 5, "chat", attributes, parent, trace, **more)


def silent(id_, start, parent, counted):
    """A call of a model whose messages were not recorded."""
    attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "m",
        "gen_ai.usage.input_tokens": counted[0],
        "gen_ai.usage.output_tokens": counted[1],
    }
    return span(id_, start, start + 5, "chat", attributes, parent)


def tool(id_, start, name, given, result=None, call=None, parent=None, trace="t1", **more):
    attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": name,
        "gen_ai.tool.call.arguments": json.dumps(given),
    }
    if result is not None:
        attributes["gen_ai.tool.call.result"] = result
    if call is not None:
        attributes["gen_ai.tool.call.id"] = call
    return span(id_, start, start + 5, f"execute_tool {name}", attributes, parent, trace, **more)


def work(id_, start, end, name, parent=None, *, given=None, made=None, trace="t1", **more):
    """An agent at work."""
    attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name}
    if given:
        attributes["gen_ai.input.messages"] = json.dumps(given)
    if made:
        attributes["gen_ai.output.messages"] = json.dumps(made)
    return span(id_, start, end, f"invoke_agent {name}", attributes, parent, trace, **more)


def read(folder, spans):
    """The conversations of spans, which stand in the file last first."""
    path = folder / "spans.json"
    path.write_text(json.dumps(spans[::-1] if isinstance(spans, list) else spans))
    problems = []
    found = [one.conversation for one in load_conversations(path, problems=problems)]
    assert problems == []
    return found


def story(conversation):
    """A conversation in lines: what the user said, the steps with their calls, the replies."""
    for turn in conversation.turns:
        yield f"user: {turn.user}"
        for step in turn.steps:
            calls = [
                f"{call.name}({', '.join(map(str, call.arguments.values()))}) = {call.result}"
                for call in step.calls
            ]
            yield f"  {step.agent or '-'}: " + "; ".join([*filter(None, [step.text]), *calls])
        yield f"reply: {turn.agent}"


def kept(conversation, kind):
    return [one.content for one in conversation.kept if one.kind == kind]
