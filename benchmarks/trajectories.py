"""Trajectories graded per second, in one process: porfiado beside `agentevals`, mode by mode.

Both compare the same 2,000 trajectories of six calls, each with a reference of its own, and must give
the same verdicts: half of the trajectories are the reference's, the others have another order, another
argument, a call too few or one too many. `agentevals` reads OpenAI messages; porfiado is timed on the same
messages, and on records of the same conversations. Nothing is prepared beforehand on either side: references
are read anew for each trajectory. CPU counts, the best of several runs; tracing is off, and there is no model
and no network.

The last lines are what `porfiado grade` does with a record once it is read: one scenario with one reference,
its criterion alone and all of them, with evidence in words.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from time import process_time
from typing import Any

from benchmarks.peers import SILENT
from porfiado.cases import Persona, Scenario
from porfiado.grading import Grader, match_trajectories
from porfiado.grading.criteria import reference_match
from porfiado.records import Call, Conversation, Step, Turn

WANTED = 2_000
CALLS = 6
TOOLS = ("find_order", "track_order", "search_docs", "customer", "refund_item", "change_address")
PEER_MODES = ("strict", "unordered", "subset", "superset")
OWN_MODES = ("exact", "in_order")
AT_LEAST = {"records": 20, "messages": 12}
RUNS = 3

Made = tuple[str, dict[str, Any]]


def calls(dice: random.Random) -> list[Made]:
    """Six calls, of which two may be of the same tool."""
    return [
        (
            dice.choice(TOOLS),
            {"order_number": f"W-{dice.randrange(10_000)}", "email": "ana@example.com", "limit": step},
        )
        for step in range(CALLS)
    ]


def variant(made: list[Made], dice: random.Random) -> list[Made]:
    """The same calls, or with one thing changed."""
    made = list(made)
    match dice.choice(("same", "same", "same", "same", "order", "argument", "fewer", "more")):
        case "order":
            dice.shuffle(made)
        case "argument":
            at = dice.randrange(CALLS)
            made[at] = (made[at][0], {**made[at][1], "order_number": "W-?"})
        case "fewer":
            made.pop(dice.randrange(CALLS))
        case "more":
            made.insert(dice.randrange(CALLS), ("search_docs", {"query": "returns"}))
    return made


def as_messages(made: list[Made]) -> list[dict[str, Any]]:
    """The calls one by one, each with its result, as OpenAI has them."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Where is my order?"}]
    for number, (name, arguments) in enumerate(made):
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"id": f"call_{number}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": '{"status": "ok"}'})
    return [*messages, {"role": "assistant", "content": "It arrives on Friday."}]


def as_record(made: list[Made]) -> Conversation:
    """The same conversation as a record."""
    steps = [
        Step(calls=(Call(name=name, arguments=arguments, result={"status": "ok"}),), stop_reason="tool_use")
        for name, arguments in made
    ]
    turn = Turn(
        user="Where is my order?",
        agent="It arrives on Friday.",
        steps=(*steps, Step(stop_reason="end_turn")),
    )
    return Conversation(turns=(turn,))


def peer(mode: str) -> Callable[[Any, Any], bool]:
    """The comparison of `agentevals`."""
    from agentevals.trajectory.match import create_trajectory_match_evaluator

    evaluate = create_trajectory_match_evaluator(trajectory_match_mode=mode)
    return lambda made, reference: evaluate(outputs=made, reference_outputs=reference)["score"]


def own(mode: str) -> Callable[[Any, Any], bool]:
    """The comparison of porfiado."""
    return lambda made, reference: match_trajectories(made, reference, mode=mode).matched


def per_second(grade: Callable[[Any, Any], bool], pairs: list[Any], runs: int) -> tuple[float, list[bool]]:
    """Trajectories graded per second of CPU, the best of `runs`; and the verdicts."""
    best, verdicts = float("inf"), []
    for made, reference in pairs[:20]:
        grade(made, reference)
    for _ in range(runs):
        started = process_time()
        verdicts = [grade(made, reference) for made, reference in pairs]
        best = min(best, process_time() - started)
    return len(pairs) / best, verdicts


def grader(reference: list[Made], **options: Any) -> Grader:
    """A grader of one scenario with a reference."""
    path = {"reference": [{"name": name, "arguments": arguments} for name, arguments in reference]}
    scenario = Scenario(id="one", persona=Persona(goal="know where my order is"), path=path, language="en")
    return Grader(scenario, "en", **options)


def main() -> None:
    """Print trajectories per second and the ratios."""
    os.environ.update(SILENT)
    dice = random.Random(1)
    references = [calls(dice) for _ in range(WANTED)]
    drawn = [(variant(reference, dice), reference) for reference in references]
    messages = [(as_messages(made), as_messages(reference)) for made, reference in drawn]
    records = [(as_record(made), as_record(reference)) for made, reference in drawn]
    print(f"{WANTED:,} trajectories of {CALLS} calls, graded per second of CPU, in one process")
    print(f"{'mode':<10} {'agentevals':>11} {'messages':>10} {'ratio':>6} {'records':>10} {'ratio':>6}")
    for mode in PEER_MODES:
        theirs, verdicts = per_second(peer(mode), messages, RUNS)
        line = f"{mode:<10} {theirs:>11,.0f}"
        for pairs in (messages, records):
            ours, found = per_second(own(mode), pairs, RUNS)
            if found != verdicts:
                raise SystemExit(f"{mode}: the verdicts differ")
            line += f" {ours:>10,.0f} {ours / theirs:>5.1f}×"
        print(line)
    for mode in OWN_MODES:
        rates = [per_second(own(mode), pairs, RUNS)[0] for pairs in (messages, records)]
        print(f"{mode:<10} {'–':>11} {rates[0]:>10,.0f} {'':>6} {rates[1]:>10,.0f}")
    print(f"(at least {AT_LEAST['messages']}× from messages, {AT_LEAST['records']}× from records)")
    alike = [(as_record(variant(references[0], dice)), None) for _ in range(WANTED)]
    for name, options in (("reference_match", {"criteria": (reference_match,)}), ("all criteria", {})):
        ready = grader(references[0], **options)
        rate, _ = per_second(lambda made, _, ready=ready: bool(ready.grade(made)), alike, RUNS)
        print(f"Grader.grade, {name:<16} {rate:>10,.0f}")


if __name__ == "__main__":
    main()
