"""Precision and recall of hearing on labelled agent messages, and its speed. Run by `make bench`.

python benchmarks/hearing.py                 figures for every set that is there
python benchmarks/hearing.py --errors FILE   the rows of one development set that were heard wrongly
"""

from __future__ import annotations

import argparse
import json
import sys
import timeit
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from porfiado.user.hearing import FactProbe, Listener, hear

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data" / "hearing" / "agent-messages.en.jsonl"
OWN = ROOT / "tests" / "data" / "hearing"

# The eight groups of ../shared/data/hearing/README.md with exactly its patterns.
GROUPS = {
    "place": r"\b(where|which city|what city|city|cities|location|area|town|place|airport|destination)\b",
    "date": r"\b(dates?|days?|when)\b",
    "time": r"\b(times?|hour|what time)\b",
    "count": r"\b(how many|number of)\b",
    "amount": r"\b(how much|amount)\b",
    "recipient": r"\b(who|whom|recipient|receiver)\b",
    "insurance": r"\binsurance\b",
    "stay": r"\b(how long|how many (days|nights))\b",
}
FLAGS = {
    "success": "claims_success",
    "failure": "reports_failure",
    "refuses": "refuses",
    "offers": "offers",
    "anything_else": "anything_else",
    "closes": "closes",
}
SHARED_FLAGS = ("success", "failure", "offers", "anything_else")


class Tally:
    """Hits, false alarms and misses of each label."""

    def __init__(self) -> None:
        self.hit: Counter[str] = Counter()
        self.false: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()

    def add(self, expected: set[str], heard: set[str], *, prefix: str = "") -> None:
        """Count two sets of "label" or "label:fact"."""
        self.hit.update(prefix + name.split(":")[0] for name in expected & heard)
        self.false.update(prefix + name.split(":")[0] for name in heard - expected)
        self.missed.update(prefix + name.split(":")[0] for name in expected - heard)

    def row(self, names: Iterable[str]) -> tuple[float, float, float, int]:
        names = list(names)
        hit = sum(self.hit[n] for n in names)
        false = sum(self.false[n] for n in names)
        missed = sum(self.missed[n] for n in names)
        precision = hit / (hit + false) if hit + false else 1.0
        recall = hit / (hit + missed) if hit + missed else 1.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return precision, recall, f1, hit + missed

    def names(self) -> list[str]:
        return sorted({*self.hit, *self.false, *self.missed})

    def table(self, title: str) -> None:
        print(f"\n{title}\n{'':24}{'precision':>10}{'recall':>8}{'F1':>8}{'n':>7}")
        names = self.names()
        asks = [name for name in names if name.startswith("asks ")]
        rest = [name for name in names if not name.startswith("asks ")]
        for name, parts in [("asks, all (micro)", asks), *((n, [n]) for n in (*asks, *rest))]:
            precision, recall, f1, count = self.row(parts)
            print(f"{name:24}{precision:10.3f}{recall:8.3f}{f1:8.3f}{count:7}")


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def half(row: dict[str, Any]) -> int:
    """0 for the half that the rules were developed with, 1 for the other."""
    return zlib.crc32(row["id"].encode()) & 1


def judge_shared(data: list[dict[str, Any]]) -> tuple[Tally, list[dict[str, Any]]]:
    listener = Listener([FactProbe(name, None, None, (p,), ()) for name, p in GROUPS.items()], "en")
    tally, wrong = Tally(), []
    for row in data:
        hearing = listener.listen(row["agent"])
        expected = set(row["asks"]) & set(GROUPS)
        heard = set(hearing.asks)
        tally.add(expected, heard, prefix="asks ")
        flags = {k for k in SHARED_FLAGS if row[k]}
        got = {k for k in SHARED_FLAGS if getattr(hearing.heard, FLAGS[k])}
        flags |= {"confirms"} if row["confirms"] else set()
        got |= {"confirms"} if any(c.confirming and not c.request for c in hearing.heard.clauses) else set()
        tally.add(flags, got)
        if expected != heard or flags != got:
            expected |= flags
            heard |= got
            wrong.append({**row, "missed": sorted(expected - heard), "false": sorted(heard - expected)})
    return tally, wrong


def _patterns(asks: Any) -> tuple[str, ...]:
    if not asks:
        return ()
    return (asks,) if isinstance(asks, str) else tuple(asks)


def judge_own(data: list[dict[str, Any]], language: str) -> tuple[Tally, list[dict[str, Any]]]:
    tally, wrong = Tally(), []
    for row in data:
        probes = [
            FactProbe(n, f.get("value"), f.get("type"), _patterns(f.get("asks")), tuple(f.get("forms", ())))
            for n, f in row["facts"].items()
        ]
        hearing = Listener(probes, language).listen(row["agent"])
        expected = {f"asks {row['facts'][n].get('type', '(no type)')}:{n}" for n in row["asks"]}
        heard = {f"asks {row['facts'][n].get('type', '(no type)')}:{n}" for n in hearing.asks}
        rest = {"confirms" + ":" + n for n in row["confirms"]} | {"guesses:" + n for n in row["guesses"]}
        got = {"confirms" + ":" + n for n in hearing.confirms} | {"guesses:" + n for n in hearing.guesses}
        rest |= {k for k in FLAGS if row.get(k)}
        got |= {k for k in FLAGS if k in row and getattr(hearing.heard, FLAGS[k])}
        expected |= rest
        heard |= got
        tally.add(expected, heard)
        if expected != heard:
            wrong.append({**row, "missed": sorted(expected - heard), "false": sorted(heard - expected)})
    return tally, wrong


def speed(messages: list[str], language: str) -> None:
    """Unheard messages while the automata grow, messages of a kind heard before, and the cache, in µs."""

    def each() -> float:
        return timeit.timeit(lambda: [hear.__wrapped__(m, language) for m in messages], number=1) / len(
            messages
        )

    first, again = each(), min(each() for _ in range(3))
    hear(messages[0], language)
    cached = timeit.timeit(lambda: hear(messages[0], language), number=20_000) / 20_000
    figures = f"{again * 1e6:.0f} us a message, {cached * 1e6:.2f} us from the cache"
    print(f"\nhear ({language}): {figures}; {first * 1e6:.0f} us while the automata grow")


def show_errors(path: Path, which: str) -> None:
    if "-heldout" in path.name:
        raise SystemExit("the held-out sets are for their figures only")
    data = rows(path)
    if path == SHARED:
        _, wrong = judge_shared([row for row in data if half(row) == 0])
    else:
        _, wrong = judge_own(data, path.name[:2])
    for row in wrong:
        if not which or any(name.startswith(which) for name in (*row["missed"], *row["false"])):
            facts = {n: f.get("value") for n, f in row.get("facts", {}).items()}
            print(f"{row['id']} missed={row['missed']} false={row['false']} {facts}\n    {row['agent']!r}")


def main(words: Sequence[str] = ()) -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--errors", type=Path)
    arguments.add_argument("--only", default="", help="with --errors: labels that begin so")
    options = arguments.parse_args(words)
    if options.errors:
        show_errors(SHARED if options.errors.name == "shared" else options.errors.resolve(), options.only)
        return
    if SHARED.is_file():
        data = rows(SHARED)
        for number, title in ((0, "development half"), (1, "other half")):
            tally, _ = judge_shared([row for row in data if half(row) == number])
            tally.table(f"agent-messages.en, {title}")
        judge_shared(data)[0].table("agent-messages.en, all")
        speed([row["agent"] for row in data[:2000]], "en")
    else:
        print(f"skipped: {SHARED} is not there (it belongs to the development machine)")
    for path in sorted(OWN.glob("*.jsonl")):
        tally, _ = judge_own(rows(path), path.name[:2])
        tally.table(path.stem)
        if path.name.startswith("es"):
            speed([row["agent"] for row in rows(path)], "es")


if __name__ == "__main__":
    main(sys.argv[1:])
