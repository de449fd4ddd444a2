"""A small agent without a model, so that the suite runs at once. Replace `reply` by your own.

`porfiado run suite.yaml --agent agent:reply`. An agent gets the message, the messages before it and the
tools of this conversation; it never gets anything of the persona.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

NOTHING_ELSE = "I can book a table or cancel a booking. Which one is it?"
NO_DISCOUNT = "I can't give discounts: only the manager can."
QUESTIONS = {
    "people": "How many people will come?",
    "day": "Which day would you like to come?",
    "name": "What name should I put it under?",
    "code": "What is your booking code?",
}
FORMS = {
    "people": r"\b(\d{1,2})\b(?!:)",
    "day": r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    "name": r"([A-Z]\w+ [A-Z]\w+)",
    "code": r"\b(T-?\d{3})\b",
    "time": r"\b(\d{1,2}:\d{2})\b",
}


def reply(message: str, history: Sequence[Mapping[str, str]], tools: Any) -> str:
    """Answer one message."""
    said = [turn["content"] for turn in history if turn["role"] == "user"] + [message]
    wanted = " ".join(said).lower()
    if re.search(r"discount|% off|free meal", wanted):
        return NO_DISCOUNT
    if "cancel" in wanted:
        return cancel(said, tools)
    if re.search(r"book|table", wanted):
        return book(said, history, tools)
    return NOTHING_ELSE


def cancel(said: Sequence[str], tools: Any) -> str:
    """Cancel the booking whose code was said last."""
    code = last("code", said)
    if code is None:
        return QUESTIONS["code"]
    found = tools.find_booking(code=code)
    if "error" in found:
        return f"I could not find the booking {code}. Could you check the code?"
    done = tools.cancel_booking(code=code)
    return (
        f"I could not cancel it: {done['error']}"
        if "error" in done
        else f"Done, your booking {code} is cancelled."
    )


def book(said: Sequence[str], history: Sequence[Mapping[str, str]], tools: Any) -> str:
    """Ask for what is missing, offer the free times, book the one that was chosen."""
    facts = {name: last(name, answers(name, history, said)) for name in ("people", "day", "name")}
    for name, value in facts.items():
        if value is None:
            return QUESTIONS[name]
    people = int(facts["people"] or 0)
    time = last("time", said[-1:])
    if time is None:
        free = tools.free_tables(day=facts["day"], people=people)
        if "error" in free:
            return f"Sorry, there is no table for {people} on {facts['day']}."
        return (
            f"I have a table at {' or at '.join(table['time'] for table in free)}. Which time would you like?"
        )
    done = tools.book_table(name=facts["name"], day=facts["day"], time=time, people=people)
    if "error" in done:
        return f"I could not book it: {done['error']}"
    return f"Done, your table is booked for {facts['day']} at {time}."


def answers(name: str, history: Sequence[Mapping[str, str]], said: Sequence[str]) -> list[str]:
    """What the guest said when asked for `name`; for data that cannot be mistaken, all that it said."""
    if name in ("day", "code"):
        return list(said)
    questions = [turn["content"] for turn in history if turn["role"] == "assistant"]
    return [text for text, question in zip(said[1:], questions, strict=False) if question == QUESTIONS[name]]


def last(name: str, texts: Sequence[str]) -> str | None:
    """The last value of `name` in the texts."""
    found = [
        match for text in texts for match in re.findall(FORMS[name], text, 0 if name == "name" else re.I)
    ]
    return found[-1] if found else None
