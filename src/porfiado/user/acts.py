"""What a simulated user can do in a message, and the message itself."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from porfiado.records.model import UserAct


class Act(StrEnum):
    """The kinds of act of a simulated user: the value of `UserAct.kind`."""

    OPEN = "open"
    STATE_GOAL = "state_goal"
    ANSWER = "answer"
    ANSWER_VAGUELY = "answer_vaguely"
    NOT_REMEMBER = "not_remember"
    GIVE_PART = "give_part"
    MISTAKE = "mistake"
    SET_RIGHT = "set_right"
    REPEAT = "repeat"
    COMPLAIN = "complain"
    REFUSE_REPEAT = "refuse_repeat"
    NOT_KNOW = "not_know"
    KEEP_BACK = "keep_back"
    NOT_UNDERSTAND = "not_understand"
    CONFIRM = "confirm"
    CORRECT = "correct"
    DENY = "deny"
    CHOOSE = "choose"
    ACCEPT = "accept"
    DECLINE = "decline"
    PUSH = "push"
    CHANGE_MIND = "change_mind"
    ASK_TO_CONFIRM = "ask_to_confirm"
    ASK_TO_RETRY = "ask_to_retry"
    ASK_WHAT_NOW = "ask_what_now"
    REFUSE_LINK = "refuse_link"
    PROTEST = "protest"
    CHECK_PRESENCE = "check_presence"
    WAIT = "wait"
    NUDGE = "nudge"
    CLOSE = "close"
    LEAVE = "leave"


class UserMove(msgspec.Struct, frozen=True):
    """What the user does next.

    Attributes:
        text: The message; None: the user sends nothing.
        act: What the message does.
        closing: The closing token that comes with the last text: the text is delivered, the agent replies to
            it, and the conversation ends.
        leaves: Patience is spent, or the user walks out: nothing more will be sent.
    """

    text: str | None
    act: UserAct
    closing: str | None = None
    leaves: bool = False


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """What the agenda has decided to do; wording makes a text of it.

    Attributes:
        act: The kind of act.
        key: The key of its templates in `wording.toml`.
        facts: The facts that it concerns.
        tactic: The tactic of a push.
        slots: What goes into the places of a template. Each is kept as written, whatever the tone.
        also: For slots with more than one possible text: the other texts, tried where the guard blocks.
        text: A text written by the scenario's author, used instead of a template.
        then: Key of a second sentence.
        closes: It ends the conversation.
        leaves: The user walks out without a word.
        annoyed: It is said in the annoyed tone, whatever the persona's.
    """

    act: Act
    key: str = ""
    facts: tuple[str, ...] = ()
    tactic: str | None = None
    slots: dict[str, str] = {}
    also: tuple[dict[str, str], ...] = ()
    text: str | None = None
    then: str = ""
    closes: bool = False
    leaves: bool = False
    annoyed: bool = False

    @property
    def record(self) -> UserAct:
        """The act as it is recorded."""
        return UserAct(kind=self.act.value, facts=self.facts, tactic=self.tactic)
