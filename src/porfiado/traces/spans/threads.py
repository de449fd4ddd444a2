"""What one agent's model was told and said: each history is aligned with what is known already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from porfiado.records import Kept
from porfiado.traces.assemble import LATE_SYSTEM, UNMATCHED_RESULT
from porfiado.traces.messages import Message
from porfiado.traces.spans.calls import Calls, answered
from porfiado.traces.spans.timeline import Asked, Heard, Item, Uttered, as_words, fingerprint, folded

AGENT_INPUT = "agent_input"

Key = tuple[str, str]


class Atom(msgspec.Struct, eq=False):
    """The smallest piece that histories share: what the user said, what the agent said, a call."""

    key: Key
    item: Heard | Uttered | Kept
    call: Asked | None = None


class Thread:
    """The history of one agent. `main` is whether the user speaks in it."""

    def __init__(self, items: list[Item], calls: Calls, *, main: bool, agent: str | None = None) -> None:
        self.main = main
        self.agent = agent
        self.after: Item | None = None  # what is new comes after this, and not at the end
        self.system: list[str] = []
        self._items = items
        self._calls = calls
        self._atoms: list[Atom] = []
        self._known: set[Key] = set()
        self._users: set[str] = set()
        self._instructions: set[str] = set()
        self._last_said = -1
        self._unknown: Uttered | None = None
        self._seen: set[str] = set()
        self._framed = False

    def knows(self, users: Iterable[str]) -> bool:
        """Whether the user said one of these here."""
        return not self._users.isdisjoint(users)

    def said(self, texts: Iterable[str]) -> bool:
        """Whether all of these are what the agent said here."""
        return all(("said", text) in self._known for text in texts)

    # ── histories

    def hear(
        self, messages: Sequence[Message], *, anew: bool, agent: str | None = None, framed: bool = False
    ) -> None:
        """Take in a history: what of it is known stays as it is, the rest goes where it belongs.

        Args:
            messages: The history.
            anew: It is told for the first time after other work ended: where all of it is known, its last
                word of the user is said again.
            agent: Who said what is new.
            framed: What the user said is known: other words in the user's name are the frame around it.
        """
        self._framed = framed
        told = [message for message in messages if message.role != "system"]
        for message in messages:
            if message.role == "system":
                self._instruct(message)
        places = self._match(told, anew=anew)
        self._fill_in(told, places, agent)

    def _instruct(self, message: Message) -> None:
        text = message.text or ""
        if not text or folded(text) in self._instructions:
            return
        self._instructions.add(folded(text))
        if not self.main:
            self._keep_input("system", text)
        elif self._atoms and self.system:
            self._items.append(Kept(kind=LATE_SYSTEM, content=text))
        else:
            self.system.append(text)

    def _match(self, told: Sequence[Message], *, anew: bool) -> list[list[int | None]]:
        """For each message, where each of its atoms is known; None where it is new."""
        at = 0
        found: list[list[int | None]] = []
        for message in told:
            row: list[int | None] = []
            for key in _keys(message):
                place = self._find(key, at)
                row.append(place)
                at = at if place is None else place + 1
            found.append(row)
        flat = [place for row in found for place in row]
        if anew and flat and None not in flat and at <= self._last_said:
            last = max((n for n, message in enumerate(told) if message.role == "user"), default=None)
            if last is not None and last == max(n for n, row in enumerate(found) if row):
                found[last] = [None] * len(found[last])
        return found

    def _find(self, key: Key, start: int) -> int | None:
        if key not in self._known:
            return None
        atoms = self._atoms
        return next((place for place in range(start, len(atoms)) if atoms[place].key == key), None)

    def _fill_in(self, told: Sequence[Message], places: list[list[int | None]], agent: str | None) -> None:
        """Put what is new in its place: before what is known to follow, else at the end."""
        shift = 0
        brought: dict[str, Asked] = {}
        waiting: dict[int, Asked] = {}
        ahead = _next_known(places)
        for number, (message, row) in enumerate(zip(told, places, strict=True)):
            if message.role == "tool":
                self._result(message, brought, waiting)
                continue
            following = ahead[number]
            before = len(self._atoms)
            calls = self._message(
                message, row, None if following is None else following + shift, shift, agent
            )
            if following is not None:
                shift += len(self._atoms) - before
            waiting |= {id(call): call for call in calls}
            brought |= {call.id: call for call in calls if call.id}
            brought |= {
                request.id: call for request, call in zip(message.calls, calls, strict=False) if request.id
            }

    def _message(
        self, message: Message, row: list[int | None], following: int | None, shift: int, agent: str | None
    ) -> list[Asked]:
        """One message; the calls that it asks for."""
        if message.role == "user":
            if None in row:
                self._say_user(message, following)
            return []
        if not row:
            self._keep(message.kept)
            return []
        if None not in row:
            known = [self._atoms[place + shift] for place in row if place is not None]
            return [atom.call for atom in known if atom.call is not None]
        held = [self._atoms[place + shift] for place in row if place is not None]
        if held and isinstance(held[0].item, Uttered):
            return self._complete(held[0].item, message, held)
        unknown, self._unknown = self._unknown, None
        uttered = self._uttered(message, agent)
        if unknown is not None and unknown.is_empty:
            unknown.text, unknown.calls = uttered.text, uttered.calls
            self._learn(_atoms_of(unknown))
            self._last_said = len(self._atoms) - 1
            return unknown.calls
        self._place(uttered, following)
        return uttered.calls

    def _complete(self, uttered: Uttered, message: Message, held: list[Atom]) -> list[Asked]:
        """A message of which a part is known: the rest belongs to the same step."""
        known = [atom.call for atom in held if atom.call is not None]
        keys = [atom.key for atom in held]
        if message.text and ("said", folded(message.text)) not in keys:
            if uttered.text is None:
                uttered.text = message.text
                self._learn([Atom(("said", folded(message.text)), uttered)])
            else:
                self._items.append(Kept(kind="message", content={"role": "assistant", "text": message.text}))
        for request in message.calls:
            if ("call", _call_key(request.name, request.arguments)) not in keys:
                asked = self._asked(request.name, request.arguments, request.id)
                uttered.calls.append(asked)
                known.append(asked)
                self._learn([Atom(("call", _call_key(asked.name, asked.arguments)), uttered, asked)])
        return known

    def _say_user(self, message: Message, following: int | None) -> None:
        text = message.text or ""
        self._users.add(folded(text))
        key = _keys(message)[0]
        if self.main and not self._framed:
            self._place(Heard(text), following, key)
        else:
            self._learn([Atom(key, self._keep_input("user", text))])
        self._keep(message.kept)

    def _keep(self, parts: Iterable[Kept]) -> None:
        """Parts without a place, each once: histories repeat them."""
        for one in parts:
            mark = f"{one.kind}\n{as_words(one.content)}"
            if mark not in self._seen:
                self._seen.add(mark)
                self._items.append(one)

    def _keep_input(self, role: str, text: str) -> Kept:
        kept = Kept(kind=AGENT_INPUT, content={"agent": self.agent, "role": role, "text": text})
        self._items.append(kept)
        return kept

    def _result(self, message: Message, brought: dict[str, Asked], waiting: dict[int, Asked]) -> None:
        """A result: to this history's call with its id, else to any with it, else to the next in turn."""
        asked = brought.get(message.call_id) if message.call_id else None
        if asked is None and message.call_id:
            asked = self._calls.with_id(message.call_id)
        if asked is None:
            named = [one for one in waiting.values() if message.name in (None, one.name)]
            asked = next((one for one in named if not one.answered), named[0] if named else None)
        if asked is None:
            content = {
                "name": message.name,
                "id": message.call_id,
                "result": message.result,
                "error": message.error,
            }
            kept = Kept(kind=UNMATCHED_RESULT, content=content)
            if not any(isinstance(one, Kept) and one.content == content for one in self._items):
                self._items.append(kept)
            return
        waiting.pop(id(asked), None)
        self._items += answered(asked, message)

    # ── what is said

    def say(self, messages: Sequence[Message], facts: Uttered) -> Uttered:
        """One call of the model: what it said and asked for, with what is known of it."""
        replies = [one for one in messages if one.role == "assistant"]
        texts = [one.text for one in replies if one.text]
        said = Message(
            role="assistant",
            text="\n".join(texts) if texts else None,
            calls=tuple(request for one in replies for request in one.calls),
            kept=tuple(kept for one in replies for kept in one.kept),
        )
        uttered = self._uttered(said, facts.agent)
        for name in ("usage", "model", "stop_reason", "agent"):
            setattr(uttered, name, getattr(facts, name))
        for one in replies:
            uttered.stop_reason = uttered.stop_reason or one.stop_reason
            uttered.model = uttered.model or one.model
        self._place(uttered, None)
        self._unknown = uttered if uttered.is_empty else None
        self._results_within(messages, uttered)
        return uttered

    def say_each(self, messages: Sequence[Message], agent: str | None) -> None:
        """What an agent said in several calls of its model, with the results in between."""
        self._fill_in(messages, self._match(messages, anew=False), agent)

    def fill(self, messages: Sequence[Message]) -> None:
        """What an agent said in the end, for the steps of its models that do not tell it."""
        if self._unknown is not None and self._unknown.is_empty:
            self.say_each([one for one in messages if one.role == "assistant"][-1:], self._unknown.agent)

    def _results_within(self, messages: Sequence[Message], uttered: Uttered) -> None:
        """Results that came with the reply: of tools that the provider ran."""
        brought = {call.id: call for call in uttered.calls if call.id}
        for message in messages:
            if message.role == "tool":
                self._result(message, brought, {id(call): call for call in uttered.calls})

    def call(self, asked: Asked, agent: str | None) -> None:
        """A call that no message asks for: of the last step, if nothing is known of it, else a step."""
        self._calls.add(asked)
        step = self._unknown
        if step is None or (step.calls and step.agent != agent):
            step = Uttered(agent=agent, main=self.main)
            self._append(step)
        step.calls.append(asked)
        self._learn([Atom(("call", _call_key(asked.name, asked.arguments)), step, asked)])
        self._last_said = len(self._atoms) - 1

    def _uttered(self, message: Message, agent: str | None) -> Uttered:
        """A step out of a message."""
        self._keep(message.kept)
        return Uttered(
            text=message.text,
            calls=[self._asked(one.name, one.arguments, one.id) for one in message.calls],
            agent=message.name or agent,
            main=self.main,
            stop_reason=message.stop_reason,
            model=message.model,
        )

    def _asked(self, name: str, arguments: Any, id_: str | None) -> Asked:
        asked = Asked(name=name, arguments=arguments, id=id_)
        self._calls.add(asked)
        return asked

    def _learn(self, atoms: list[Atom]) -> None:
        self._atoms += atoms
        self._known |= {atom.key for atom in atoms}

    def _append(self, item: Item) -> None:
        place = None
        if self.after is not None:
            place = next((n for n, one in enumerate(self._items) if one is self.after), None)
            self.after = item
        self._items.insert(len(self._items) if place is None else place + 1, item)

    def _place(self, item: Heard | Uttered, following: int | None, key: Key | None = None) -> None:
        """Put an item before what is known to follow it, else at the end."""
        atoms = _atoms_of(item) if key is None else [Atom(key, item)]
        if following is None or following >= len(self._atoms):
            self._append(item)
            self._learn(atoms)
            if isinstance(item, Uttered) and atoms:
                self._last_said = len(self._atoms) - 1
            return
        place = next(n for n, one in enumerate(self._items) if one is self._atoms[following].item)
        self._items.insert(place, item)
        self._atoms[following:following] = atoms
        self._known |= {atom.key for atom in atoms}
        if self._last_said >= following:
            self._last_said += len(atoms)


def _next_known(places: list[list[int | None]]) -> list[int | None]:
    """For each message, the first known atom in it or after it."""
    ahead: list[int | None] = []
    following: int | None = None
    for row in reversed(places):
        following = next((at for at in row if at is not None), following)
        ahead.append(following)
    return ahead[::-1]


def _call_key(name: str, arguments: Any) -> str:
    return f"{name}\n{fingerprint(arguments)}"


def _keys(message: Message) -> list[Key]:
    """The atoms of a message, by what they are known by."""
    if message.role == "user":
        shown = "" if message.text else "\n".join(as_words(one.content) for one in message.kept)
        return [("user", folded(message.text or "") + shown)]
    if message.role != "assistant":
        return []
    said: list[Key] = [("said", folded(message.text))] if message.text else []
    return said + [("call", _call_key(one.name, one.arguments)) for one in message.calls]


def _atoms_of(item: Heard | Uttered) -> list[Atom]:
    if isinstance(item, Heard):
        return []
    said = [Atom(("said", folded(item.text)), item)] if item.text else []
    return said + [Atom(("call", _call_key(one.name, one.arguments)), item, one) for one in item.calls]
