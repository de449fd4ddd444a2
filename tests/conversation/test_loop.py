"""The loop: which ending, in which order, with what recorded."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

import pytest

from porfiado.agents import Reply, as_factory
from porfiado.cases import Persona, Scenario, Success
from porfiado.conversation import Limits, converse
from porfiado.records import Call, Drift, Ending, Step, UserAct
from porfiado.user import UserMove
from porfiado.world import Fault, Session, ToolError, World, tool


@dataclass
class State:
    door: str = "shut"
    knocks: int = 0


class House(World):
    state: State

    @tool(writes=True)
    def open_door(self) -> str:
        """Open the door."""
        self.state.door = "open"
        return "opened"

    @tool(writes=True)
    def knock(self) -> int:
        """Knock."""
        self.state.knocks += 1
        return self.state.knocks

    @tool(reads=True)
    def look(self) -> str:
        """Look at the door."""
        if self.state.knocks > 100:
            raise ZeroDivisionError("a bug of the world's")
        if self.state.door == "locked":
            raise ToolError("too dark")
        return self.state.door


@dataclass
class Says:
    """A simulated user with its moves written down."""

    moves: list[UserMove]
    success: Success | None = None
    pending: bool = False
    heard: list[tuple[str, bool]] = field(default_factory=list)
    drift: Drift = field(default_factory=Drift)

    def open(self) -> UserMove:
        return self.moves[0]

    def reply(self, agent_message: str, *, progressed: bool) -> UserMove:
        self.heard.append((agent_message, progressed))
        return self.moves[min(len(self.heard), len(self.moves) - 1)]


def say(text: str | None, **more: Any) -> UserMove:
    return UserMove(text, UserAct(kind="test"), **more)


OPEN = Success(state={"door": "open"})


def hold(
    agent: Any,
    user: Says,
    *,
    scenario: Scenario | None = None,
    faults: Any = (),
    overlay: Any = None,
    **limits: Any,
):
    scenario = scenario or Scenario(id="s", persona=Persona(goal="open the door"), success=user.success)
    session = Session(House, overlay, faults)
    conversation, timing = asyncio.run(
        converse(
            scenario,
            user=user,
            agent=as_factory(agent),
            session=session,
            language="en",
            limits=Limits(**{"max_turns": 4, "reply_timeout": 5, **limits}),
        )
    )
    assert len(timing.replies) == len(conversation.turns)
    return conversation


async def opener(message, history, tools):
    if message == "open":
        await tools.acall("open_door", {})
    return "right"


def test_the_loop_stops_at_the_first_reply_after_which_the_goal_holds():
    user = Says([say("hi"), say("open"), say("thanks")], success=OPEN)
    conversation = hold(opener, user)
    assert conversation.ending is Ending.GOAL_MET
    assert [turn.user for turn in conversation.turns] == ["hi", "open"]
    assert user.heard == [("right", False)]


def test_a_change_still_to_come_keeps_the_conversation_going():
    user = Says([say("open"), say("and then"), say("bye", closing="[DONE]")], success=OPEN, pending=True)
    conversation = hold(opener, user)
    assert conversation.ending is Ending.USER_SATISFIED
    assert len(conversation.turns) == 3


def test_a_goal_that_must_not_be_granted_never_ends_in_success():
    scenario = Scenario(id="s", persona=Persona(goal="x", grantable=False), success=OPEN)
    user = Says([say("open"), say("again"), say(None, leaves=True)], success=OPEN)
    assert hold(opener, user, scenario=scenario).ending is Ending.USER_LEFT


def test_a_closing_text_is_delivered_and_answered_before_the_end():
    user = Says([say("hi"), say("thanks", closing="[DONE]")], success=OPEN)
    conversation = hold(lambda message, history: f"to {message}", user)
    assert conversation.ending is Ending.USER_SATISFIED
    assert conversation.closing == "[DONE]"
    assert [turn.agent for turn in conversation.turns] == ["to hi", "to thanks"]


def test_a_goal_met_by_the_reply_to_the_closing_is_met():
    user = Says([say("hi"), say("open", closing="[DONE]")], success=OPEN)
    assert hold(opener, user).ending is Ending.GOAL_MET


def test_the_closing_token_in_the_agents_words_ends_nothing():
    user = Says([say("hi"), say("more"), say(None, leaves=True)], success=OPEN)
    conversation = hold(lambda message, history: "[DONE] [LISTO]", user)
    assert conversation.ending is Ending.USER_LEFT
    assert conversation.closing is None


def test_leaving_sends_nothing_more():
    user = Says([say("hi"), say(None, leaves=True)])
    conversation = hold(lambda message, history: "no", user)
    assert conversation.ending is Ending.USER_LEFT
    assert len(conversation.turns) == 1


def test_the_turn_limit_comes_after_closing_and_leaving():
    endless = Says([say("hi")])
    assert hold(lambda m, h: "no", endless).ending is Ending.TURN_LIMIT
    assert len(endless.heard) == 4
    closing = Says([say("hi"), say("thanks", closing="[DONE]")])
    assert hold(lambda m, h: "no", closing, max_turns=1).ending is Ending.TURN_LIMIT
    last = Says([say("hi"), say("hm"), say("thanks", closing="[DONE]")])
    assert hold(lambda m, h: "no", last, max_turns=2).ending is Ending.USER_SATISFIED
    leaving = Says([say("hi"), say("hm"), say(None, leaves=True)])
    assert hold(lambda m, h: "no", leaving, max_turns=2).ending is Ending.USER_LEFT


@pytest.mark.parametrize("nothing", ["", "   \n", "\u200b\u2060", None])
def test_an_agent_that_answers_nothing_is_the_agents_error(nothing):
    conversation = hold(lambda message, history: nothing, Says([say("hi")]))
    assert conversation.ending is Ending.AGENT_ERROR
    assert conversation.turns[0].user == "hi"
    assert conversation.error == "the agent answered nothing"


def test_what_an_agent_raises_is_its_error_and_ends_only_its_conversation():
    def broken(message, history):
        raise KeyError("oh <object at 0x7f0000000000>")

    conversation = hold(broken, Says([say("hi")]))
    assert conversation.ending is Ending.AGENT_ERROR
    assert "KeyError" in conversation.error
    assert "0x7f" not in conversation.error


def test_whatever_an_agents_error_says_it_can_be_written_down():
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    def half_a_pair(message, history):
        raise ValueError("bad \ud800")

    def mute(message, history):
        raise Mute

    for agent, said in ((half_a_pair, "ValueError: bad \ufffd"), (mute, "Mute")):
        conversation = hold(agent, Says([say("hi")]))
        assert conversation.ending is Ending.AGENT_ERROR
        assert conversation.error == said


def test_exit_and_self_cancellation_are_the_agents_error():
    async def cancels(message, history):
        raise asyncio.CancelledError

    def exits(message, history):
        raise SystemExit(3)

    assert hold(cancels, Says([say("hi")])).ending is Ending.AGENT_ERROR
    assert hold(exits, Says([say("hi")])).ending is Ending.AGENT_ERROR


def test_a_late_reply_is_an_error_whether_the_agent_waits_or_blocks():
    async def waits(message, history):
        await asyncio.Event().wait()

    release = []

    def blocks(message, history, tools):
        while not release:
            time.sleep(0.005)
        tools.knock()

    async def holds_the_loop(message, history):
        time.sleep(0.06)
        return "late"

    for agent in (waits, blocks, holds_the_loop):
        conversation = hold(agent, Says([say("hi")]), reply_timeout=0.05)
        assert conversation.ending is Ending.AGENT_ERROR
        assert conversation.error == "no reply within 0.05 s"
        assert conversation.turns[0].agent is None
    release.append(True)


def test_a_timeout_error_of_the_agents_own_is_no_time_limit():
    async def upstream(message, history):
        raise TimeoutError("upstream")

    assert "upstream" in hold(upstream, Says([say("hi")])).error


def test_a_failed_reply_is_tried_again_as_often_as_allowed():
    attempts = []

    def shaky(message, history):
        attempts.append(message)
        if len(attempts) < 3:
            raise ConnectionError("down")
        return "here"

    user = Says([say("hi"), say(None, leaves=True)])
    assert hold(shaky, user, agent_retries=2).ending is Ending.USER_LEFT
    attempts.clear()
    assert hold(shaky, Says([say("hi")]), agent_retries=1).ending is Ending.AGENT_ERROR


@pytest.mark.parametrize("kind", [RuntimeError, SystemExit])
def test_an_agent_that_cannot_be_built_is_the_agents_error(kind):
    class Broken:
        built = 0

        def __init__(self):
            Broken.built += 1
            if Broken.built > 1:  # the first is built when the agent is resolved
                raise kind("no licence")

        def __call__(self, message, history):
            return "hi"

    conversation = hold(Broken, Says([say("hi")]))
    assert conversation.ending is Ending.AGENT_ERROR
    assert "no licence" in conversation.error


def test_a_simulator_that_breaks_is_not_the_agents_fault():
    class Breaks(Says):
        def reply(self, agent_message, *, progressed):
            raise RuntimeError("no words")

    conversation = hold(lambda m, h: "ok", Breaks([say("hi")]))
    assert conversation.ending is Ending.SIMULATOR_ERROR
    assert "no words" in conversation.error
    assert conversation.turns[0].agent == "ok"


def test_a_world_that_breaks_is_not_the_agents_fault():
    async def looks(message, history, tools):
        await tools.acall("look", {})
        return "ok"

    conversation = hold(looks, Says([say("hi")]), overlay={"knocks": 101})
    assert conversation.ending is Ending.SIMULATOR_ERROR
    assert "ZeroDivisionError" in conversation.error


async def knocker(message, history, tools):
    if message == "knock":
        tools.knock()
    if message == "look":
        tools.look()
    if message == "fail":
        tools.knock(times=3)
    return "ok"


def test_the_user_is_told_one_bit_whether_a_call_succeeded_or_the_state_changed():
    user = Says([say("hi"), say("knock"), say("look"), say("fail"), say("bye")])
    hold(knocker, user, max_turns=5)
    assert [bit for _, bit in user.heard] == [False, True, True, False, False]


def test_the_state_is_recorded_first_and_then_where_it_changed():
    user = Says([say("hi"), say("knock"), say("look"), say(None, leaves=True)])
    turns = hold(knocker, user).turns
    assert turns[0].state == {"door": "shut", "knocks": 0}
    assert turns[1].state == {"door": "shut", "knocks": 1}
    assert not isinstance(turns[2].state, dict)
    assert [call.name for call in turns[1].calls] == ["knock"]
    assert turns[1].calls[0].changed is True


def test_calls_before_a_failure_are_kept():
    async def falls(message, history, tools):
        tools.knock()
        raise ValueError("after the call")

    conversation = hold(falls, Says([say("hi")]))
    assert [call.name for call in conversation.turns[0].calls] == ["knock"]
    assert conversation.turns[0].state["knocks"] == 1


def test_reported_steps_take_the_worlds_results():
    async def reports(message, history, tools):
        tools.knock()
        tools.look()
        called = Step(calls=(Call(name="knock"),), stop_reason="tool_use", input_tokens=7)
        return Reply("done", steps=(called, Step(stop_reason="end_turn")))

    turn = hold(reports, Says([say("hi"), say(None, leaves=True)])).turns[0]
    assert turn.steps[0].calls[0].result == 1
    assert turn.steps[0].input_tokens == 7
    assert [call.name for call in turn.steps[1].calls] == ["look"]  # kept to itself: shown all the same


def test_a_call_of_the_agents_own_tools_stays_as_reported():
    async def own(message, history):
        return Reply("done", steps=(Step(calls=(Call(name="web", result="page"),), stop_reason="end_turn"),))

    turn = hold(own, Says([say("hi"), say(None, leaves=True)])).turns[0]
    assert turn.steps[0].calls[0].result == "page"


def test_the_agent_gets_the_message_the_history_before_it_and_the_tools_and_nothing_else():
    seen = []

    def agent(message, history, tools):
        seen.append((message, [dict(item) for item in history], sorted(tools)))
        return f"re {message}"

    hold(agent, Says([say("one"), say("two"), say(None, leaves=True)]))
    tools = ["knock", "look", "open_door"]
    before = [{"role": "user", "content": "one"}, {"role": "assistant", "content": "re one"}]
    assert seen == [("one", [], tools), ("two", before, tools)]


def test_an_agent_cannot_rewrite_the_record_through_its_history():
    def vandal(message, history):
        history.clear()
        return "ok"

    user = Says([say("one"), say("two"), say(None, leaves=True)])
    assert [turn.user for turn in hold(vandal, user).turns] == ["one", "two"]


def test_faults_strike_only_their_own_conversation():
    async def looks(message, history, tools):
        return str((await tools.acall("look", {})).content)

    user = Says([say("a"), say("b"), say(None, leaves=True)])
    conversation = hold(looks, user, faults=[Fault(tool="look", on_call=1, error="timeout")])
    assert conversation.turns[0].calls[0].error is not None
    assert conversation.turns[1].calls[0].error is None
