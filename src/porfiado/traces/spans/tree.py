"""How the operations of a trace belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from porfiado.traces.spans.telling import Telling


class Tree:
    """The operations of one conversation, in the order of their starts, each once."""

    def __init__(self, tellings: Sequence[Telling]) -> None:
        ordered = sorted(_each_once(tellings), key=lambda one: (one.start, -one.end))
        _adopt(ordered)
        self._by_id = {one.id: one for one in ordered if one.id}
        self._known: dict[int, tuple[Telling, ...]] = {}
        self.ordered = self._settled(ordered)
        self._known.clear()
        self._promote()

    def over(self, telling: Telling) -> tuple[Telling, ...]:
        """What an operation is part of, from the nearest."""
        found = self._known.get(id(telling))
        if found is None:
            found = self._known[id(telling)] = tuple(self._ancestors(telling))
        return found

    def _ancestors(self, telling: Telling) -> Iterator[Telling]:
        seen = {telling.id}
        while telling.parent and (above := self._by_id.get(telling.parent)) and above.id not in seen:
            seen.add(above.id)
            yield above
            telling = above

    def agent_of(self, telling: Telling) -> Telling | None:
        """The agent at work: the operation itself, or the nearest that it is part of, short of a tool."""
        for one in (telling, *self.over(telling)):
            if one.kind == "agent":
                return one
            if one.kind == "tool" and one is not telling:
                return None
        return None

    def tool_over(self, telling: Telling) -> Telling | None:
        """The tool whose run an operation is part of."""
        return next((one for one in self.over(telling) if one.kind == "tool"), None)

    def outermost(self, telling: Telling) -> Telling | None:
        """The outermost agent that an operation is part of, or is."""
        return next((one for one in reversed((telling, *self.over(telling))) if one.kind == "agent"), None)

    def is_root(self, telling: Telling) -> bool:
        """Whether an operation is part of none other that is here."""
        return not self.over(telling)

    def _settled(self, ordered: list[Telling]) -> list[Telling]:
        """The operations, a call of a model that is recorded twice (one within the other) being one."""
        nested: dict[str, list[Telling]] = {}
        for one in ordered:
            if one.kind == "model" and (around := self._model_around(one)) is not None:
                nested.setdefault(around.id, []).append(one)
        gone: set[int] = set()
        for id_, inner in reversed(nested.items()):
            outer = self._by_id[id_]
            if len(inner) > 1:  # it is the loop around the calls
                outer.kind = "agent"
            else:
                _take_in(outer, inner[0])
                gone.add(id(inner[0]))
                self._by_id[inner[0].id] = outer
        return [one for one in ordered if id(one) not in gone]

    def _model_around(self, telling: Telling) -> Telling | None:
        near = next((one for one in self._ancestors(telling) if one.kind != "other"), None)
        return near if near is not None and near.kind == "model" else None

    def _promote(self) -> None:
        """Where no model or agent tells what the user said, the outermost operations that do are agents."""
        told = {one.trace for one in self.ordered if one.kind in ("model", "agent") and _hears_user(one)}
        for one in self.ordered:
            if one.kind == "other" and one.trace not in told and (one.given or one.made):
                around = self.over(one)
                if not any(above.given or above.made or above.kind == "tool" for above in around):
                    one.kind = "agent"


def _adopt(ordered: list[Telling]) -> None:
    """Where no operation of a trace names what it is part of, it is part of the agent at work meanwhile."""
    flat = {one.trace for one in ordered} - {one.trace for one in ordered if one.parent}
    agents: dict[str, list[Telling]] = {}
    for one in ordered:
        if one.trace not in flat:
            continue
        around = [agent for agent in agents.get(one.trace, ()) if one.end <= agent.end]
        if around:
            one.parent = around[-1].id
        if one.kind == "agent" and one.id:
            agents.setdefault(one.trace, []).append(one)


def _each_once(tellings: Sequence[Telling]) -> Iterator[Telling]:
    """The operations without those that were exported twice."""
    seen: set[tuple[str, str]] = set()
    for one in tellings:
        key = (one.trace, one.id)
        if not one.id or key not in seen:
            seen.add(key)
            yield one


def _hears_user(telling: Telling) -> bool:
    return any(message.role == "user" for message in telling.given)


def _take_in(outer: Telling, inner: Telling) -> None:
    """Give a call of a model what only its second record says."""
    outer.given = outer.given or inner.given
    outer.made = outer.made or inner.made
    outer.tools = outer.tools or inner.tools
    outer.usage = outer.usage.or_else(inner.usage)
    outer.model = outer.model or inner.model
    outer.stop_reason = outer.stop_reason or inner.stop_reason
    outer.agent = outer.agent or inner.agent
    outer.failed = outer.failed or inner.failed
    outer.error = outer.error or inner.error
    outer.origin = inner.origin | outer.origin
    outer.kept = (*outer.kept, *inner.kept)
