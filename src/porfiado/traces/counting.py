"""What was read of traces: how much, and what of it is marked."""

from __future__ import annotations

from collections import Counter

from porfiado.records import Call, Turn
from porfiado.traces.assemble import UNMATCHED_RESULT
from porfiado.traces.load import LoadedConversation


class Counts:
    """Counts conversations, and what stands in them.

    Attributes:
        formats: Conversations by the name of their format.
        turns: Turns of all of them.
        calls: Calls of all of them.
        unanswered: Calls without a result.
        malformed: Calls whose arguments are no JSON object.
        unmatched: Results that no call asked for.
        kept: What else had no place and was kept, by kind.
    """

    def __init__(self) -> None:
        self.formats: Counter[str] = Counter()
        self.turns = 0
        self.calls = 0
        self.unanswered = 0
        self.malformed = 0
        self.unmatched = 0
        self.kept: Counter[str] = Counter()

    @property
    def conversations(self) -> int:
        """How many there were."""
        return self.formats.total()

    def add(self, loaded: LoadedConversation) -> None:
        """Take one conversation in."""
        self.formats[loaded.format] += 1
        self.turns += len(loaded.conversation.turns)
        for turn in loaded.conversation.turns:
            for call in _calls(turn):
                self.calls += 1
                self.unanswered += call.answered is False
                self.malformed += isinstance(call.raw_arguments, str)
        for kept in loaded.conversation.kept:
            if kept.kind == UNMATCHED_RESULT:
                self.unmatched += 1
            else:
                self.kept[kept.kind] += 1


def _calls(turn: Turn) -> list[Call]:
    found = [call for step in turn.steps for call in step.calls] if isinstance(turn.steps, tuple) else []
    return found or list(turn.calls if isinstance(turn.calls, tuple) else ())
