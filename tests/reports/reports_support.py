"""Graded conversations made by hand, for the tests of reports."""

from porfiado.grading import Graded
from porfiado.grading.results import Results, conversation_result
from porfiado.grading.summary import summarise
from porfiado.records import Call, Conversation, Drift, Ending, Outcome, Turn, Verdict
from porfiado.reports.terminal import Report
from porfiado.reports.worst import Worst


def passed(*, blocking=False, value=None, **extra):
    return Verdict(verdict=Outcome.PASS, blocking=blocking, value=value, extra=extra)


def failed(*, blocking=False, value=None, turn=None, evidence=None, **extra):
    return Verdict(
        verdict=Outcome.FAIL, blocking=blocking, value=value, turn=turn, evidence=evidence, extra=extra
    )


def idle(*, blocking=False):
    return Verdict(verdict=Outcome.NOT_APPLICABLE, blocking=blocking, reason="nothing to judge")


def undecided(*, blocking=False):
    return Verdict(verdict=Outcome.ERROR, blocking=blocking, reason="it broke off")


def turns(*pairs, calls=()):
    return tuple(Turn(user=user, agent=agent, calls=calls) for user, agent in pairs)


def talk(scenario="one", trial=1, ending=Ending.GOAL_MET, said=(("hi", "hello"),), error=None, calls=()):
    return Conversation(
        scenario=scenario,
        trial=trial,
        language="en",
        turns=turns(*said, calls=tuple(calls)),
        ending=ending,
        error=error,
    )


def grade(conversation, drift=None, **criteria):
    return Graded(
        criteria=criteria,
        ledger={},
        drift=drift or Drift(),
        ending=conversation.ending,
        turns=len(conversation.turns),
    )


def report_of(*pairs, lang="en", suite="shop", agent="bot:reply", user="scripted", seed=1, **more):
    """A report on (conversation, graded) pairs."""
    worst, results = Worst(), []
    for conversation, graded in pairs:
        worst.add(conversation, graded)
        results.append(conversation_result(conversation, graded))
    summary = summarise(results, lang=lang)
    made = Results(
        suite=suite, agent=agent, user=user, seed=seed, conversations=tuple(results), summary=summary
    )
    return Report(results=made, worst=worst, **more)


def call(name="find", error=None, **arguments):
    return Call(name=name, arguments=arguments, error=error)
