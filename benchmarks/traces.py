"""Reading traces: time beside plain decoding of the same bytes, and memory over a long stream."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

TRAJECTORIES = 2_000
CALLS = 6
ROUNDS = 7
SMALL, LARGE = 10_000, 1_000_000
_TALK = (
    "the order was sent on Monday and should arrive before the end of this week unless the carrier is late "
    "please tell me which address and which payment method you would like us to use for the exchange of it"
)
_WORDS = _TALK.split()
_TOOLS = ("find_user", "get_order", "list_products", "check_stock", "exchange_items", "refund_payment")


def main() -> None:
    """Print the ratio to plain decoding, and the peak of memory for a short and a long stream."""
    with tempfile.TemporaryDirectory() as folder:
        _speed(Path(folder))
        _memory(Path(folder))


def trajectory(dice: random.Random, number: int) -> list[dict[str, Any]]:
    """Messages of six calls, of the sizes that runs of τ-bench have: results of some 600 characters."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": _text(dice, 200)},
        {"role": "user", "content": _text(dice, 20)},
    ]
    for place in range(CALLS):
        id_ = f"call_{number:05}{place:02}{dice.randrange(10**12):012}"
        arguments = {"order_id": f"#W{dice.randrange(10**7):07}", "reason": _text(dice, 5)}
        function = {"name": _TOOLS[place % len(_TOOLS)], "arguments": json.dumps(arguments)}
        asked = [{"id": id_, "type": "function", "function": function}]
        messages.append({"role": "assistant", "content": None, "tool_calls": asked})
        messages.append({"role": "tool", "tool_call_id": id_, "content": json.dumps(_order(dice))})
    messages.append({"role": "assistant", "content": _text(dice, 60)})
    return messages


def _order(dice: random.Random) -> dict[str, Any]:
    items = [
        {"item_id": str(dice.randrange(10**10)), "name": _text(dice, 2), "price": dice.randrange(10**5) / 100}
        for _ in range(5)
    ]
    return {"status": "delivered", "address": {"street": _text(dice, 4), "zip": "19031"}, "items": items}


def _text(dice: random.Random, words: int) -> str:
    return " ".join(dice.choices(_WORDS, k=words))


def _speed(folder: Path) -> None:
    from porfiado.traces import load_conversations

    dice = random.Random(1)
    path = folder / "traces.jsonl"
    with path.open("wb") as stream:
        for number in range(TRAJECTORIES):
            stream.write(msgspec.json.encode({"messages": trajectory(dice, number)}) + b"\n")

    def decode() -> int:
        with path.open("rb") as lines:
            return sum(1 for line in lines if msgspec.json.decode(line))

    def read() -> int:
        return sum(1 for _ in load_conversations(path))

    plain, ours = _best(decode, read)
    size = path.stat().st_size
    print(f"{TRAJECTORIES} trajectories of {CALLS} calls, OpenAI messages, {size / 1e6:.1f} MB")
    print(f"msgspec.json.decode  {plain * 1e3:7.1f} ms")
    print(f"load_conversations   {ours * 1e3:7.1f} ms  {ours / plain:.2f} times as long (at most 3)")


def _best(*ways: Any) -> list[float]:
    """The shortest time of each, taken in turns."""
    found = [float("inf")] * len(ways)
    for _ in range(ROUNDS):
        for place, way in enumerate(ways):
            started = perf_counter()
            assert way() == TRAJECTORIES
            found[place] = min(found[place], perf_counter() - started)
    return found


# ── memory: each file is read in a process of its own


def _memory(folder: Path) -> None:
    for layout, write in (("a line each", _lines), ("one array", _array), ("scattered pieces", _pieces)):
        peaks = []
        for count in (SMALL, LARGE):
            path = folder / "long.txt"
            write(path, count)
            command = [sys.executable, "-m", "benchmarks.traces", str(path), str(count)]
            peaks.append(int(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
            path.unlink()
        print(f"{layout:17} peak {peaks[0]} MB at {SMALL:,} traces, {peaks[1]} MB at {LARGE:,}")


def _lines(path: Path, count: int) -> None:
    with path.open("wb") as stream:
        stream.writelines(b"%b\n" % _record(number) for number in range(count))


def _array(path: Path, count: int) -> None:
    with path.open("wb") as stream:
        stream.write(b"[\n")
        stream.writelines(b"%b,\n" % _record(number) for number in range(count - 1))
        stream.write(_record(count - 1) + b"]\n")


def _pieces(path: Path, count: int) -> None:
    """Two messages of each session, all first ones before all second ones."""
    with path.open("wb") as stream:
        for place, role in enumerate(("user", "assistant")):
            for number in range(count):
                message = {"role": role, "content": [{"text": f"words {number}"}]}
                piece = {"session_id": str(number), "message_id": place, "message": message}
                stream.write(msgspec.json.encode(piece) + b"\n")


def _record(number: int) -> bytes:
    messages = [
        {"role": "user", "content": f"words {number}"},
        {"role": "assistant", "content": "more words"},
    ]
    return msgspec.json.encode({"id": str(number), "messages": messages})


def _read_and_tell(path: str, count: int) -> None:
    """Read a file and print the peak of this process's memory in megabytes."""
    from porfiado.traces import load_conversations

    assert sum(1 for _ in load_conversations(path)) == count
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    _read_and_tell(sys.argv[1], int(sys.argv[2]))
