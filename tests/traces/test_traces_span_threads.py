"""Histories that calls of models repeat: the conversation is their union, in which the user is the user."""

import pytest
from spans_support import agent, answer, chat, kept, read, said, silent, span, story, tool, user, work


def turns(conversation):
    return [(turn.user, turn.agent) for turn in conversation.turns]


# ── turns over several traces


def test_each_trace_repeats_the_history(tmp_path):
    one, two = [user("hi")], [user("hi"), agent("hello"), user("yes")]
    (conversation,) = read(
        tmp_path,
        [
            chat("1", 10, one, [agent("hello")], trace="a", conversation="c"),
            chat("2", 20, two, [agent("ok")], trace="b", conversation="c"),
            chat("3", 30, [*two, agent("ok"), user("yes")], [agent("ok")], trace="c", conversation="c"),
        ],
    )

    assert turns(conversation) == [("hi", "hello"), ("yes", "ok"), ("yes", "ok")]
    assert conversation.kept == ()


def test_each_trace_has_only_what_is_new(tmp_path):
    (conversation,) = read(
        tmp_path,
        [
            chat("1", 10, [user("yes")], [agent("ok")], trace="a", conversation="c"),
            chat("2", 20, [user("yes")], [agent("ok")], trace="b", conversation="c"),
            chat("3", 30, [user("no")], [agent("fine")], trace="c", conversation="c"),
        ],
    )

    assert turns(conversation) == [("yes", "ok"), ("yes", "ok"), ("no", "fine")]


def test_the_beginning_of_a_history_is_cut_off(tmp_path):
    (conversation,) = read(
        tmp_path,
        [
            chat("1", 10, [user("one")], [agent("A")], trace="a", conversation="c"),
            chat("2", 20, [user("one"), agent("A"), user("two")], [agent("B")], trace="b", conversation="c"),
            chat("3", 30, [agent("B"), user("three")], [agent("C")], trace="c", conversation="c"),
        ],
    )

    assert turns(conversation) == [("one", "A"), ("two", "B"), ("three", "C")]


def test_a_history_tells_of_turns_that_no_span_recorded(tmp_path):
    history = [user("one"), agent(None, ("a", "f", {"n": 1})), answer("a", "r"), agent("A"), user("two")]
    (conversation,) = read(tmp_path, [chat("2", 20, history, [agent("B")])])

    assert list(story(conversation)) == [
        "user: one", "  -: f(1) = r", "  -: A", "reply: A",
        "user: two", "  -: B", "reply: B",
    ]  # fmt: skip


def test_turns_within_one_trace(tmp_path):
    (conversation,) = read(
        tmp_path,
        [
            span("root", 1, 100, "session", {}),
            work("g1", 2, 20, "G", "root", given=[user("hi")], made=[agent("hello")]),
            chat("1", 5, [user("hi")], [agent("hello")], "g1"),
            work("g2", 30, 50, "G", "root", given=[user("book it")], made=[agent("done")]),
            chat("2", 31, [user("hi"), agent("hello"), user("book it")], [agent("done")], "g2"),
        ],
    )

    assert turns(conversation) == [("hi", "hello"), ("book it", "done")]


def test_traces_of_other_conversations_stay_apart(tmp_path):
    spans = [
        chat(trace, 10, [user(trace)], [agent("ok")], trace=trace, conversation=conversation)
        for trace, conversation in [("a", "c"), ("b", "d"), ("e", None), ("f", None)]
    ]
    assert [turns(one) for one in read(tmp_path, spans)] == [[(one, "ok")] for one in "feba"]


def test_spans_that_were_exported_twice(tmp_path):
    once = [
        chat("1", 10, [user("a")], [agent(None, ("x", "f", {"n": 1}))]),
        tool("t", 16, "f", {"n": 1}, "r", "x"),
        chat("2", 20, [user("a"), agent(None, ("x", "f", {"n": 1})), answer("x", "r")], [agent("done")]),
    ]
    assert read(tmp_path, once + once) == read(tmp_path, once)


# ── several agents


def test_an_agent_hands_over_to_another(tmp_path):
    call = ("h", "transfer_to_billing", {})
    (conversation,) = read(
        tmp_path,
        [
            span("w", 1, 100, "workflow", {"traceloop.span.kind": "workflow"}),
            work("g1", 2, 20, "triage", "w"),
            chat("1", 5, [said("system", "Sort."), user("hi")], [agent(None, call)], "g1"),
            tool("x", 12, "transfer_to_billing", {}, "ok", "h", "g1"),
            work("g2", 30, 50, "billing", "w"),
            chat("2", 31, [said("system", "Bill."), user("hi"), agent(None, call), answer("h", "ok")],
                 [agent("It is 3.")], "g2"),
        ],
    )  # fmt: skip

    assert list(story(conversation)) == [
        "user: hi", "  triage: transfer_to_billing() = ok", "  billing: It is 3.", "reply: It is 3.",
    ]  # fmt: skip
    assert conversation.system == "Sort."
    assert kept(conversation, "system") == ["Bill."]


SUB = [("1", "sub", {"q": "x"}), ("2", "sub", {"q": "y"})]


def parallel():
    def worker(name, over, asked, start):
        call = ("f1", "f", {"q": 1})
        result = f"for {asked}"
        return [
            work(name, start, 90, "worker", over),
            chat(f"{name}1", start + 2, [user(asked)], [agent(None, call)], name),
            tool(f"{name}f", start + 10, "f", {"q": 1}, result, "f1", name),
            chat(f"{name}2", start + 20, [user(asked), agent(None, call), answer("f1", result)],
                 [agent(f"r{asked}")], name),
        ]  # fmt: skip

    history = [user("plan"), agent(None, *SUB), answer("1", "rx"), answer("2", "ry")]
    return [
        work("g", 1, 200, "main", given=[user("plan")], made=[agent("Planned.")]),
        chat("1", 2, [user("plan")], [agent(None, *SUB)], "g"),
        tool("s1", 10, "sub", {"q": "x"}, "rx", "1", "g"),
        tool("s2", 11, "sub", {"q": "y"}, "ry", "2", "g"),
        *worker("ga", "s1", "x", 12),
        *worker("gb", "s2", "y", 13),
        chat("2", 100, history, [agent("Planned.")], "g"),
    ]


def test_agents_that_work_beside_each_other_for_another(tmp_path):
    """Even where both call the same tool alike, with the same id."""
    (conversation,) = read(tmp_path, parallel())

    assert list(story(conversation)) == [
        "user: plan",
        "  main: sub(x) = rx; sub(y) = ry",
        "  worker: f(1) = for x",
        "  worker: f(1) = for y",
        "  worker: rx",
        "  worker: ry",
        "  main: Planned.",
        "reply: Planned.",
    ]
    assert [(one["agent"], one["role"], one["text"]) for one in kept(conversation, "agent_input")] == [
        ("worker", "user", "x"),
        ("worker", "user", "y"),
    ]


def test_an_agent_beside_another_without_a_tool_between(tmp_path):
    """Its span is no part of the tool's run: that its words are not the user's tells it apart."""
    (conversation,) = read(
        tmp_path,
        [
            span("w", 1, 100, "workflow", {"traceloop.span.kind": "workflow"}),
            work("g", 2, 99, "main", "w"),
            chat("1", 3, [user("plan")], [agent(None, ("a", "ask", {"q": "what?"}))], "g"),
            tool("x", 10, "ask", {"q": "what?"}, "that", None, "g"),
            work("s", 11, 30, "helper", "w"),
            chat("2", 12, [user("what?")], [agent("that")], "s"),
            chat("3", 40, [user("plan"), agent(None, ("b", "ask", {"q": "what?"})), answer("a", "that")],
                 [agent("So.")], "g"),
        ],
    )  # fmt: skip

    assert list(story(conversation)) == [
        "user: plan", "  main: ask(what?) = that", "  helper: that", "  main: So.", "reply: So.",
    ]  # fmt: skip


def test_what_an_agent_called_stands_after_the_call_that_set_it_to_work(tmp_path):
    """Where only the outermost agent tells its messages, all of them are known from its start."""
    made = [agent("I look."), agent(None, ("1", "sub", {"q": "x"})), agent("Done.")]
    (conversation,) = read(
        tmp_path,
        [
            work("g", 1, 100, "main", given=[user("plan")], made=made),
            tool("s", 10, "sub", {"q": "x"}, "rx", "1", "g"),
            work("w", 11, 50, "worker", "s"),
            tool("f", 12, "f", {"n": 1}, "r", "z", "w"),
        ],
    )

    assert list(story(conversation)) == [
        "user: plan", "  main: I look.", "  main: sub(x) = rx", "  worker: f(1) = r", "  main: Done.",
        "reply: Done.",
    ]  # fmt: skip


# ── calls and results


def test_ids_that_repeat(tmp_path):
    first = [user("a"), agent(None, ("0", "f", {"n": 1})), answer("0", "r1")]
    second = [*first, agent(None, ("0", "f", {"n": 2})), answer("0", "r2")]
    (conversation,) = read(
        tmp_path,
        [
            chat("1", 10, first[:1], first[1:2]),
            tool("x1", 16, "f", {"n": 1}, "r1", "0"),
            chat("2", 20, first, second[3:4]),
            tool("x2", 26, "f", {"n": 2}, "r2", "0"),
            chat("3", 30, second, [agent("done")]),
        ],
    )

    assert list(story(conversation)) == [
        "user: a", "  -: f(1) = r1", "  -: f(2) = r2", "  -: done", "reply: done",
    ]  # fmt: skip
    assert conversation.kept == ()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_runs_without_an_id_go_by_their_arguments(tmp_path, order):
    calls = [("a", "f", {"n": 1}), ("b", "f", {"n": 2})]
    runs = [tool("x1", 16, "f", {"n": 1}, "r1"), tool("x2", 17, "f", {"n": 2}, "r2")]
    runs = [{**runs[at], "start_time": 16 + place} for place, at in enumerate(order)]
    (conversation,) = read(tmp_path, [chat("1", 10, [user("a")], [agent(None, *calls)]), *runs])

    assert [call.result for call in conversation.turns[0].steps[0].calls] == ["r1", "r2"]


def test_a_run_that_nobody_asked_for_is_a_call(tmp_path):
    failed = {"status": {"code": 2, "message": "down"}}
    (conversation,) = read(
        tmp_path, [chat("1", 10, [user("a")], [agent("ok")]), tool("x", 17, "f", {"n": 1}, **failed)]
    )

    (turn,) = conversation.turns
    assert turn.agent == "ok"
    (call,) = turn.steps[1].calls
    assert (call.name, call.arguments, call.result, call.error) == ("f", {"n": 1}, None, "down")


def test_a_call_without_a_result_and_arguments_that_are_no_object(tmp_path):
    (conversation,) = read(tmp_path, [chat("1", 10, [user("a")], [agent(None, ("x", "f", '{"n": '))])])

    (call,) = conversation.turns[0].steps[0].calls
    assert (call.arguments, call.raw_arguments, call.answered) == ({}, '{"n": ', False)


@pytest.mark.parametrize("ran", [True, False])
def test_a_result_that_comes_without_the_history(tmp_path, ran):
    spans = [
        chat("1", 10, [user("a")], [agent(None, ("x", "f", {"n": 1}))]),
        chat("2", 20, [answer("x", "r")], [agent("done")]),
    ]
    (conversation,) = read(tmp_path, spans + ([tool("t", 16, "f", {"n": 1}, "r", "x")] if ran else []))

    assert list(story(conversation)) == ["user: a", "  -: f(1) = r", "  -: done", "reply: done"]
    assert conversation.kept == ()


def test_what_the_model_was_told_of_a_run_and_what_came_of_it(tmp_path):
    history = [user("a"), agent(None, ("x", "f", {})), answer("x", "shortened")]
    (conversation,) = read(
        tmp_path,
        [
            chat("1", 10, history[:1], history[1:2]),
            tool("t", 16, "f", {}, "the whole", "x"),
            chat("2", 20, history, [agent("done")]),
        ],
    )

    (call,) = conversation.turns[0].steps[0].calls
    assert call.result == "the whole"
    assert [one["result"] for one in kept(conversation, "tool_result")] == ["shortened"]


# ── what is not told


def test_messages_that_only_the_agent_tells(tmp_path):
    (conversation,) = read(
        tmp_path,
        [
            work("g", 1, 100, "G", given=[user("a")], made=[agent("done")]),
            silent("1", 10, "g", (7, 2)),
            tool("x", 16, "f", {"n": 1}, "r", "c", "g"),
            silent("2", 20, "g", (8, 3)),
        ],
    )

    assert list(story(conversation)) == ["user: a", "  G: f(1) = r", "  G: done", "reply: done"]
    assert [(step.input_tokens, step.output_tokens) for step in conversation.turns[0].steps] == [
        (7, 2),
        (8, 3),
    ]


def test_no_messages_at_all(tmp_path):
    (conversation,) = read(
        tmp_path, [work("g", 1, 100, "G"), silent("1", 10, "g", (7, 2)), tool("x", 16, "f", {}, parent="g")]
    )

    (turn,) = conversation.turns
    assert (turn.user, turn.agent) == ("", None)
    assert [(step.input_tokens, [call.name for call in step.calls]) for step in turn.steps] == [(7, ["f"])]


def test_a_call_of_a_model_that_was_repeated(tmp_path):
    failed = {"status": {"code": "ERROR", "description": "429"}}
    (conversation,) = read(
        tmp_path,
        [chat("1", 10, [user("a")], [], **failed), chat("2", 20, [user("a")], [agent("done")])],
    )

    assert turns(conversation) == [("a", "done")]
    assert [step.stop_reason for step in conversation.turns[0].steps] == ["error", None]
    assert [one["error"] for one in kept(conversation, "error")] == ["429"]
    assert conversation.error is None


def test_parts_that_are_no_words(tmp_path):
    image = {"type": "blob", "modality": "image", "content": "AA"}
    thought = {"type": "reasoning", "content": "hm"}
    (conversation,) = read(
        tmp_path,
        [
            chat("1", 10, [{"role": "user", "parts": [image]}],
                 [{"role": "assistant", "parts": [thought, {"type": "text", "content": "nice"}]}]),
            chat("2", 20, [{"role": "user", "parts": [image]},
                           {"role": "assistant", "parts": [thought, {"type": "text", "content": "nice"}]},
                           user("and?")], [agent("no")]),
        ],
    )  # fmt: skip

    assert turns(conversation) == [("", "nice"), ("and?", "no")]
    assert [(one.kind, one.turn, one.content) for one in conversation.kept] == [
        ("part", 1, image),
        ("reasoning", 1, thought),
    ]
