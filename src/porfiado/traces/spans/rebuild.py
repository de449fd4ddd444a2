"""The conversation that the operations of its traces tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, pairwise
from typing import Any

from porfiado.records import Conversation, Kept, ToolDefinition
from porfiado.traces.messages import Message
from porfiado.traces.problems import NotARecordError
from porfiado.traces.spans.calls import Calls, ran
from porfiado.traces.spans.leftover import Spent, untold
from porfiado.traces.spans.telling import Telling
from porfiado.traces.spans.threads import Thread
from porfiado.traces.spans.timeline import Asked, Item, Replied, Uttered, folded, written
from porfiado.traces.spans.tree import Tree

ERROR = "error"
_FAILED = "error"  # why a call of a model stopped that failed and does not say how


def conversation_of(tellings: Sequence[Telling], origin: dict[str, Any] | None = None) -> Conversation:
    """The conversation of the operations of one or more traces.

    Args:
        tellings: The operations, in any order.
        origin: What is said of the whole beside them.

    Raises:
        NotARecordError: none of them tells anything of a conversation.
    """
    if not any(one.kind in ("model", "tool", "agent") or one.given or one.made for one in tellings):
        raise NotARecordError("no span of the trace tells of a model, a tool, an agent or a message")
    tree = Tree(tellings)
    session = _Session(tree)
    for one in tree.ordered:
        session.take(one)
    session.end()
    turns, kept = written(session.items)
    spent = Spent(tree)
    about = _origin(tree.ordered) | (origin or {})
    return Conversation(
        scenario=about.pop("scenario", None),
        turns=turns,
        system="\n".join(session.main.system) or None,
        tools=_tools(tree.ordered),
        usage=spent.beside_steps,
        error=session.error(),
        kept=(*kept, *spent.kept, *untold(tree, turns, kept, session.main.system), *_beside(tree)),
        origin=about,
    )


class _Session:
    """Takes the operations in by their starts and puts the timeline together."""

    def __init__(self, tree: Tree) -> None:
        self.items: list[Item] = []
        self._tree = tree
        self._calls = Calls()
        self.main = Thread(self.items, self._calls, main=True)
        self._others: dict[tuple[str, str], Thread] = {}
        self._works: set[str] = set()
        self._told_by_root: set[str] = set()
        self._agents: set[str] = set()
        self._last_work: str | None = None
        self._open: Telling | None = None
        self._with_models = {
            self._work(one) for one in tree.ordered if one.kind == "model" and tree.tool_over(one) is None
        }
        self._runs: dict[str, Asked] = {}
        self._last_step: tuple[Uttered, Telling] | None = None

    def take(self, telling: Telling) -> None:
        """One more operation."""
        if telling.kind == "model":
            self._model(telling)
        elif telling.kind == "tool":
            self._tool(telling)
        elif telling.kind == "agent":
            self._agent(telling)

    def end(self) -> None:
        """All operations were taken in."""
        self._close()

    def error(self) -> str | None:
        """What broke the whole: the error of an outermost operation that nothing came after."""
        failed = None
        for one in self._tree.ordered:
            if not one.failed or one.kind == "tool" or not self._is_outermost(one):
                continue
            if one.kind == "model" and self._last_step is not None and self._last_step[1] is not one:
                continue
            failed = one.error or _FAILED
        return failed

    def _is_outermost(self, telling: Telling) -> bool:
        if self._tree.tool_over(telling) is not None:
            return False
        return self._tree.is_root(telling) or self._tree.outermost(telling) is telling

    # ── operations

    def _model(self, telling: Telling) -> None:
        thread = self._thread(telling, _users(telling.given))
        agent = self._name(telling, thread)
        if telling.given:
            framed = thread.main and self._work(telling) in self._told_by_root
            thread.hear(telling.given, anew=self._begins(telling, thread), agent=agent, framed=framed)
        facts = Uttered(
            usage=telling.usage, model=telling.model, stop_reason=telling.stop_reason, agent=agent
        )
        uttered = thread.say(telling.made, facts)
        if telling.failed:
            uttered.stop_reason = uttered.stop_reason or _FAILED
            content = {"span": telling.id, "name": telling.name, "error": telling.error or _FAILED}
            self.items.append(Kept(kind=ERROR, content=content))
        if thread.main:
            self._last_step = uttered, telling
            self._told(telling)

    def _tool(self, telling: Telling) -> None:
        use = telling.use
        if use is None:
            return
        asked = self._calls.of_run(use)
        if asked is None:
            asked = Asked(name=use.name, arguments=use.arguments, id=use.id)
            thread = self._thread(telling, ())
            thread.call(asked, self._name(telling, thread))
        self._runs[telling.id] = asked
        self.items += ran(asked, use, telling)

    def _agent(self, telling: Telling) -> None:
        """What the user said to the outermost agent; all that it said, where no model tells it."""
        if not self._is_outermost(telling) or not (telling.given or telling.made):
            return
        users = _users(telling.given)
        thread = self._thread(telling, users)
        if not thread.main:
            return
        telling.given, telling.made = _split(telling.given, telling.made)
        work = self._work(telling)
        begins = self._begins(telling, thread)
        self._told(telling)
        if telling.given:
            thread.hear(telling.given, anew=begins)
        if users:
            self._told_by_root.add(work)
        if work not in self._with_models:
            thread.say_each(telling.made, telling.agent)
        self._open = telling

    def _told(self, telling: Telling) -> None:
        """Remember whose work it was that the user's words went to."""
        work = self._work(telling)
        if self._open is not None and self._work(self._open) != work:
            self._close()
        self._works.add(work)
        self._last_work = work
        agent = self._tree.agent_of(telling)
        if agent is not None:
            self._agents |= {f"id {agent.id}"} | ({f"name {agent.agent}"} if agent.agent else set())

    def _close(self) -> None:
        """The end of an outermost agent's work: what it gave the user is the reply."""
        telling, self._open = self._open, None
        if telling is None or not telling.made:
            return
        if self._work(telling) in self._with_models:
            self.main.fill(telling.made)
        reply = _final(telling.made)
        if reply is not None:
            self.items.append(Replied(reply))

    # ── whose work it is

    def _work(self, telling: Telling) -> str:
        """The piece of work that an operation belongs to: that of the outermost agent, else the trace."""
        outermost = self._tree.outermost(telling)
        return f"{telling.trace} {outermost.id if outermost else ''}"

    def _begins(self, telling: Telling, thread: Thread) -> bool:
        """Whether an operation is the first of the user's own agent in a new piece of work."""
        return thread.main and self._last_work not in (None, self._work(telling))

    def _thread(self, telling: Telling, users: Iterable[str]) -> Thread:
        users = list(users)
        if self._is_main(telling, users):
            return self.main
        agent = self._tree.agent_of(telling)
        owner = agent or self._tree.tool_over(telling)
        key = (owner.id if owner else telling.trace, users[0] if users and agent is None else "")
        if key not in self._others:
            name = (agent.agent or agent.name) if agent else (owner.name if owner else telling.name)
            thread = Thread(self.items, self._calls, main=False, agent=telling.agent or name)
            if self._work(telling) not in self._with_models:
                thread.after = self._asking(telling)
            self._others[key] = thread
        return self._others[key]

    def _asking(self, telling: Telling) -> Uttered | None:
        """The step that called the tool whose run an operation is part of."""
        tool = self._tree.tool_over(telling)
        asked = self._runs.get(tool.id) if tool is not None else None
        steps = (one for one in self.items if isinstance(one, Uttered))
        return next((one for one in steps if asked in one.calls), None) if asked is not None else None

    def _is_main(self, telling: Telling, users: Sequence[str]) -> bool:
        """Whether it is the user who speaks to the agent of an operation, and not another agent."""
        if self._tree.tool_over(telling) is not None:
            return False
        if not self._works or self.main.knows(users):
            return True
        agent = self._tree.agent_of(telling)
        known = agent is None or bool(
            self._agents & {f"id {agent.id}", f"name {agent.agent}" if agent.agent else ""}
        )
        work = self._work(telling)
        if not users:
            return known or work not in self._works
        if work in self._told_by_root:  # its own model may get the user's words within a longer prompt
            return agent is not None and agent is self._tree.outermost(telling)
        if self.main.said(users):
            return False
        return known or work not in self._works

    def _name(self, telling: Telling, thread: Thread) -> str | None:
        agent = self._tree.agent_of(telling)
        return telling.agent or (agent.agent if agent else None) or thread.agent


def _split(given: Sequence[Message], made: Sequence[Message]) -> tuple[tuple[Message, ...], ...]:
    """The messages of an agent's work: those up to the user's last word, and what the agent made of it.

    What comes out may be the whole state, with what went in.
    """
    if set(_users(given)) <= set(_users(made)) and _users(made):
        given = [*(one for one in given if one.role == "system"), *made]
        made = ()
    last = max((place for place, one in enumerate(given) if one.role in ("user", "system")), default=-1)
    work = [*given[last + 1 :], *made]
    said_again = [
        later.role == "assistant" and not later.calls and later.text == before.text
        for before, later in pairwise(work)
    ]
    return tuple(given[: last + 1]), tuple(compress(work, [True, *(not again for again in said_again)]))


def _users(messages: Iterable[Message]) -> list[str]:
    return [folded(one.text) for one in messages if one.role == "user" and one.text]


def _final(made: Sequence[Message]) -> str | None:
    """What was said after the last call, else the last that was said."""
    replies = [one for one in made if one.role == "assistant"]
    calling = max((place for place, one in enumerate(replies) if one.calls), default=-1)
    after = [one.text for one in replies[calling + 1 :] if one.text]
    if after:
        return "\n".join(after)
    return next((one.text for one in reversed(replies) if one.text), None)


def _tools(tellings: Iterable[Telling]) -> tuple[ToolDefinition, ...]:
    """Every tool that could be called, each once, as it was defined first."""
    found: dict[str, ToolDefinition] = {}
    for telling in tellings:
        for tool in telling.tools:
            known = found.get(tool.name)
            if known is None or not (known.description or known.parameters):
                found[tool.name] = tool
    return tuple(found.values())


def _beside(tree: Tree) -> Iterable[Kept]:
    return (kept for one in tree.ordered for kept in one.kept)


def _origin(tellings: Iterable[Telling]) -> dict[str, Any]:
    """The ids of the traces and of the conversation, and what else is said of the whole."""
    traces: dict[str, None] = {}
    found: dict[str, Any] = {}
    for one in tellings:
        if one.trace:
            traces[one.trace] = None
        found = one.origin | found
    return ({"traces": list(traces)} if traces else {}) | found
