"""Every form of a Python agent, and what is said of what is none."""

import asyncio
import contextvars
import functools
import sys
import threading

import pytest

from porfiado.agents import AgentError, AgentSpecError, Reply, as_factory
from porfiado.records.model import Call, Step

HISTORY = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]


def ask(obj, message="what?", history=HISTORY, tools="the tools"):
    return asyncio.run(as_factory(obj).new().reply(message, history, tools))


def one(message):
    return f"{message}!"


def two(message, history):
    return f"{message} after {len(history)}"


def three(message, history, tools):
    return f"{message} with {tools}"


async def slow_two(message, history):
    await asyncio.sleep(0)
    return two(message, history)


class Plain:
    def __call__(self, message, history):
        return two(message, history)


class AsyncCall:
    async def __call__(self, message, history, tools):
        return three(message, history, tools)


class WithReply:
    async def reply(self, message, history, tools):
        return Reply(f"replied to {message}")


class Counter:
    def __init__(self):
        self.count = 0

    def __call__(self, message, history):
        self.count += 1
        return str(self.count)

    def answer(self, message):
        self.count += 1
        return f"answer {self.count}"

    @classmethod
    def of_class(cls, message):
        return cls.__name__

    @staticmethod
    def of_nobody(message):
        return "static"


@pytest.mark.parametrize(
    ("obj", "text"),
    [
        (one, "what?!"),
        (two, "what? after 2"),
        (three, "what? with the tools"),
        (slow_two, "what? after 2"),
        (lambda m, h: slow_two(m, h), "what? after 2"),
        (lambda text: text.upper(), "WHAT?"),
        (lambda message, tools: str(tools), "the tools"),
        (lambda history, message: f"{message} {len(history)}", "what? 2"),
        (lambda message, history, model="gpt": model, "gpt"),
        (lambda message, history=None, tools=None: tools, "the tools"),
        (lambda message, model="gpt", *, tools: f"{model} {tools}", "gpt the tools"),
        (lambda message, model="gpt", tools=None: f"{model} {tools}", "gpt the tools"),
        (lambda message, **rest: ",".join(rest), "history,tools"),
        (lambda **rest: ",".join(rest), "message,history,tools"),
        (lambda *given: str(len(given)), "2"),
        (lambda *given, **rest: f"{len(given)} {len(rest)}", "2 0"),
        (functools.partial(three, tools="mine"), "what? with mine"),
        (functools.partial(slow_two), "what? after 2"),
        (Plain(), "what? after 2"),
        (Plain, "what? after 2"),
        (AsyncCall, "what? with the tools"),
        (AsyncCall(), "what? with the tools"),
        (WithReply, "replied to what?"),
        (WithReply(), "replied to what?"),
        (Counter, "1"),
        (Counter().answer, "answer 1"),
        (Counter.of_class, "Counter"),
        (Counter.of_nobody, "static"),
    ],
)
def test_every_form_answers(obj, text):
    assert ask(obj).text == text


def test_positional_only_parameters():
    def agent(message, history, /):
        return f"{message} {len(history)}"

    assert ask(agent).text == "what? 2"


def test_a_builtin_without_a_signature_gets_message_and_history(monkeypatch):
    def unreadable(function):
        raise ValueError("no signature")

    monkeypatch.setattr("porfiado.agents.signatures.inspect.signature", unreadable)
    assert ask(two).text == "what? after 2"


STEP = Step(calls=(Call(name="find", arguments={"id": 1}),), stop_reason="tool_use")


@pytest.mark.parametrize(
    ("returned", "reply"),
    [
        ("text", Reply("text")),
        (None, Reply("")),
        (Reply("a", (STEP,)), Reply("a", (STEP,))),
        ({"text": "a"}, Reply("a")),
        ({"content": "a", "steps": None}, Reply("a")),
        ({"text": None}, Reply("")),
        (
            {
                "text": "a",
                "steps": [{"calls": [{"name": "find", "arguments": {"id": 1}}], "stop_reason": "tool_use"}],
            },
            Reply("a", (STEP,)),
        ),
        (type("Result", (), {"text": "a"})(), Reply("a")),
        (type("Result", (), {"text": "a", "steps": [STEP]})(), Reply("a", (STEP,))),
    ],
)
def test_what_an_agent_may_return(returned, reply):
    assert ask(lambda message: returned) == reply


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (3, "returned an int"),
        (b"bytes", "a bytes"),
        (["a"], "a list"),
        ({"answer": "a"}, "without 'text' or 'content' (its keys: 'answer')"),
        ({}, "(its keys: none)"),
        ({"text": 3}, "whose text is an int"),
        (type("Result", (), {"text": 3})(), "a Result whose text is an int"),
        (Reply("a", steps=[{"calls": 3}]), "steps that cannot be read"),
        (Reply("a", steps=3), "steps that cannot be read"),
        (type("Strange", (), {})(), "a Strange"),
    ],
)
def test_what_is_no_reply_is_an_error_that_names_it(returned, words):
    with pytest.raises(AgentError) as caught:
        ask(lambda message: returned)
    assert words in str(caught.value)


def test_a_reply_is_plain_text_and_its_steps_are_what_json_holds():
    class Odd(str):
        def strip(self, *arguments):
            raise RuntimeError("no")

    arguments = {"ids": {1}, "who": object}
    answer = ask(lambda message: Reply(Odd("hi"), [Step(calls=(Call(name="find", arguments=arguments),))]))
    assert type(answer.text) is str
    assert answer.steps[0].calls[0].arguments == {"ids": [1], "who": repr(object)}
    assert type(ask(lambda message: Odd("hi")).text) is str


@pytest.mark.parametrize("name", ["half \ud800", "itself"])
def test_steps_that_no_file_can_hold_are_the_agents_error(name):
    arguments = {}
    if name == "itself":
        arguments["again"] = arguments
    with pytest.raises(AgentError, match="steps that cannot be read"):
        ask(lambda message: Reply("hi", [Step(calls=(Call(name=name, arguments=arguments),))]))


@pytest.mark.parametrize(
    ("obj", "words"),
    [
        (lambda: "hi", "takes no message"),
        (lambda history: "hi", "takes no message"),
        (lambda a, b, c, d: "hi", "requires more than that"),
        (lambda message, *, model: "hi", "requires the keyword 'model'"),
        (3, "is not callable: it is an int"),
        ("text", "it is a str"),
        (type("NoCall", (), {}), "neither __call__ nor reply"),
        (type("Needs", (), {"__init__": lambda self, key: None}), "cannot be instantiated without arguments"),
        (type("Exits", (), {"__init__": lambda self: sys.exit(3)}), "without arguments (SystemExit: 3)"),
    ],
)
def test_what_is_no_agent(obj, words):
    with pytest.raises(AgentSpecError) as caught:
        as_factory(obj)
    assert words in str(caught.value)


@pytest.mark.parametrize("obj", [Counter(), Counter, Counter().answer, functools.partial(Counter())])
def test_state_is_fresh_for_each_conversation(obj):
    factory = as_factory(obj)

    async def twice():
        first, second = factory.new(), factory.new()
        await first.reply("a", [], None)
        return (await first.reply("b", [], None)).text, (await second.reply("c", [], None)).text

    first, second = asyncio.run(twice())
    assert first.endswith("2")
    assert second.endswith("1")


def test_state_that_cannot_be_copied_is_said_at_once():
    class Locked:
        def __init__(self):
            self.lock = threading.Lock()

        def __call__(self, message):
            return "hi"

    with pytest.raises(AgentSpecError, match="holds state that cannot be copied"):
        as_factory(Locked())
    assert ask(Locked).text == "hi"


def test_a_factory_is_a_factory_already():
    factory = as_factory(one)
    assert as_factory(factory) is factory
    assert factory.name.endswith(":one")
    assert as_factory(one, name="mine").name == "mine"


def test_history_is_the_agents_own_copy():
    history = [{"role": "user", "content": "hi"}]

    def vandal(message, history):
        history[0]["content"] = "changed"
        history.clear()
        return "done"

    ask(vandal, history=history)
    assert history == [{"role": "user", "content": "hi"}]


def test_a_blocking_agent_does_not_block_the_loop():
    release = threading.Event()

    def blocking(message):
        assert release.wait(10)
        return threading.current_thread().name

    async def both():
        waiting = asyncio.create_task(as_factory(blocking).new().reply("a", [], None))
        await asyncio.sleep(0)
        release.set()
        return await waiting

    assert asyncio.run(both()).text == "porfiado-agent"


def test_a_blocking_agent_can_be_abandoned():
    release = threading.Event()

    async def impatient():
        async with asyncio.timeout(0.01):
            await as_factory(lambda message: str(release.wait(10))).new().reply("a", [], None)

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert all(t.daemon for t in threading.enumerate() if t.name == "porfiado-agent")
    release.set()
    for thread in threading.enumerate():
        if thread.name == "porfiado-agent":
            thread.join(10)


def test_a_late_answer_after_the_time_limit_is_dropped():
    done = threading.Event()

    def late(message):
        done.wait(10)
        return "late"

    async def impatient():
        try:
            async with asyncio.timeout(0.01):
                await as_factory(late).new().reply("a", [], None)
        except TimeoutError:
            done.set()
            for thread in threading.enumerate():
                if thread.name == "porfiado-agent":
                    await asyncio.to_thread(thread.join, 10)
            await asyncio.sleep(0)
            return "abandoned"

    assert asyncio.run(impatient()) == "abandoned"


def test_context_variables_reach_a_blocking_agent():
    variable = contextvars.ContextVar("variable", default="unset")

    async def run():
        variable.set("set")
        return await as_factory(lambda message: variable.get()).new().reply("a", [], None)

    assert asyncio.run(run()).text == "set"


class Boom(Exception):
    pass


@pytest.mark.parametrize(
    ("raised", "expected", "words"),
    [
        (Boom("no"), Boom, "no"),
        (SystemExit(3), AgentError, "SystemExit: 3"),
        (StopIteration(), AgentError, "Stop"),
    ],
)
@pytest.mark.parametrize("is_async", [True, False])
def test_what_the_agent_raises_goes_through(raised, expected, words, is_async):
    def fails(message):
        raise raised

    async def fails_too(message):
        raise raised

    if is_async and isinstance(raised, StopIteration):
        expected, words = RuntimeError, "StopIteration"  # Python's own rule for coroutines
    with pytest.raises(expected, match=words):
        ask(fails_too if is_async else fails)


def test_async_agents_run_in_place():
    async def where(message):
        return threading.current_thread().name

    assert ask(where).text == threading.current_thread().name
