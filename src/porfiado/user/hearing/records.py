"""What was heard: plain records, all of them frozen."""

from __future__ import annotations

import msgspec


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One clause of a message and what it does.

    Attributes:
        text: The clause as it stands in `Heard.message`, from `start` to `end`.
        folded: The same text folded (`porfiado.text.fold`), Markdown signs blanked, of the same length.
        start: Where it begins in `Heard.message`.
        end: Where it ends.
        sentence: Number of its sentence; a list item and its header have different ones.
        item: It is an item of a list.
        question: It is a question, by its marks or by its form.
        open: It is a question with an interrogative word, or asks for one thing out of an open set.
        request: It asks the reader for a datum: not negated, no mention, no offer of help.
        confirming: It asks the reader to confirm something.
        closed: It puts one thing before the reader, to take or to correct ("is it the blue one?", "shall I
            send it to Leeds?"): a value in it is a guess.
        choice: It lets the reader choose among several values.
        choosing: It asks the reader to choose from what was put before ("which one suits you?").
        refuses: It says that something will not or may not be done.
        denies: It says that something is not so, not possible or not to be had.
        conditional: It is a condition ("if …", "once …").
        corrects: It openly corrects what was said before, or stands in the sentence that does.
        asserts: It is a plain assertion: neither question, request, refusal, denial nor condition.
        subordinate: It only says of what, why or what for; it asks nothing by itself.
        succeeds: It says that something was done.
        fails: It says that something could not be done.
        aside: It asks what happened, or what the reader wants done ("did the mail arrive?"): it asks for a
            datum only where a person's own pattern says so.
        pointed: What it names is asked for by the clause after it ("your address is incomplete. Could you
            repeat it?").
        general: It asks how to help, or whether anything else is needed: no datum in particular.
    """

    text: str
    folded: str
    start: int
    end: int
    sentence: int = 0
    item: bool = False
    question: bool = False
    open: bool = False
    request: bool = False
    confirming: bool = False
    closed: bool = False
    choice: bool = False
    choosing: bool = False
    refuses: bool = False
    denies: bool = False
    conditional: bool = False
    corrects: bool = False
    asserts: bool = False
    subordinate: bool = False
    succeeds: bool = False
    fails: bool = False
    aside: bool = False
    pointed: bool = False
    general: bool = False


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """What a message of the agent does, whatever the facts of the persona.

    Attributes:
        message: The message as it was heard: composed (NFC), without invisible characters, and at most
            `MAX_HEARD` characters of its head and tail. For nearly all messages: the message itself.
        language: The language whose rules were used.
        clauses: Its clauses, from left to right.
        claims_success: It says that the thing is done.
        reports_failure: It says that the thing could not be done.
        refuses: It says that the thing will not be done.
        offers: It puts something before the reader to take or leave.
        options: What the reader may choose from, as written.
        anything_else: It asks whether anything else is needed.
        closes: It ends the conversation.
        greets: It greets.
        thanks: It thanks.
        apologises: It apologises.
        open_question: It asks how it can help.
        yes_no: It has a question that is answered by yes or no.
        success_quote: The clause that decided `claims_success`, or "".
        failure_quote: The clause that decided `reports_failure`, or "".
        refusal_quote: The clause that decided `refuses`, or "".
    """

    message: str
    language: str
    clauses: tuple[Clause, ...] = ()
    claims_success: bool = False
    reports_failure: bool = False
    refuses: bool = False
    offers: bool = False
    options: tuple[str, ...] = ()
    anything_else: bool = False
    closes: bool = False
    greets: bool = False
    thanks: bool = False
    apologises: bool = False
    open_question: bool = False
    yes_no: bool = False
    success_quote: str = ""
    failure_quote: str = ""
    refusal_quote: str = ""

    @property
    def acts(self) -> bool:
        """Whether any act was heard at all: a reply without one is a non-answer."""
        flags = (
            self.claims_success,
            self.reports_failure,
            self.refuses,
            self.offers,
            self.anything_else,
            self.closes,
            self.open_question,
            self.yes_no,
        )
        return any(flags) or any(c.request or c.question or c.confirming for c in self.clauses)


class FactProbe(msgspec.Struct, frozen=True):
    """What the listener has to know of a fact.

    Attributes:
        name: The fact's name.
        value: Its value, where it has one.
        type: Its built-in type, or None.
        asks: The scenario's patterns (RE2 syntax).
        forms: Other ways in which the value may be written.
    """

    name: str
    value: str | None = None
    type: str | None = None
    asks: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


class Hearing(msgspec.Struct, frozen=True):
    """What a message does to the facts of one persona.

    Attributes:
        asks: The facts that it asks for, in order of appearance.
        confirms: The facts whose value it reads back and asks to confirm.
        guesses: For each fact guessed at, the other value that was offered.
        heard: What was heard apart from facts.
    """

    asks: tuple[str, ...]
    confirms: tuple[str, ...]
    guesses: dict[str, str]
    heard: Heard


class UserHeard(msgspec.Struct, frozen=True, kw_only=True):
    """What a message of the user does.

    Attributes:
        message: The message as it was heard.
        language: The language whose rules were used.
        corrects: The user corrects or withdraws something said before.
        closes: The user ends the conversation.
        says_dont_know: The user does not know, or does not have, what was asked.
        insists: The user pushes for something that was refused.
        thanks: The user thanks.
        greets: The user greets.
    """

    message: str
    language: str
    corrects: bool = False
    closes: bool = False
    says_dont_know: bool = False
    insists: bool = False
    thanks: bool = False
    greets: bool = False
