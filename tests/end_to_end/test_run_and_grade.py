"""`run`, `grade`, `mutants` and `demo` as a person types them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

AGENT = """
import os
import time

def polite(message, history):
    return "Claro, ¿me das tu RUT?"

def crashes(message, history):
    raise ValueError("no idea")

def huge(message, history):
    return "bla " * 2_500_000

def odd(message, history):
    return "\\ud800\\x1b[31m\\x00 [bold]hi[/bold] \\u202e"

def slow(message, history):
    time.sleep(0.3)
    return "Un momento."

def wanders(message, history):
    os.chdir("/")
    return "Un momento."

not_an_agent = 3
"""

SUITE = """
suite: small
language: en
max_turns: 4
scenarios:
  - id: one
    tags: [pr]
    persona: {goal: to change my plan, withheld: {email: {value: ana@example.com, type: email}}, patience: 3}
  - id: two
    persona: {goal: to cancel my plan, patience: 2}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "agents.py").write_text(AGENT, encoding="utf-8")
    (tmp_path / "suite.yaml").write_text(SUITE, encoding="utf-8")
    return tmp_path


def porfiado(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "porfiado", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PORFIADO_LANG": "en", **environment},
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert "internal error" not in done.stderr, done.stderr
    return done


def test_a_run_writes_results_and_conversations_that_grade_the_same(folder):
    files = ["--json", "r.json", "--export", "c.jsonl"]
    done = porfiado(folder, "run", "citas", "orders", "--agent", "reference:yields-by-call", *files)
    assert done.returncode == 1
    live = json.loads((folder / "r.json").read_text())
    assert live["format"] == "porfiado.results/1"
    assert live["agent"] == "reference:yields-by-call"
    assert live["user"] == "scripted"
    assert len((folder / "c.jsonl").read_text().splitlines()) == len(live["conversations"]) == 48
    for suite in ("citas", "orders"):
        own = [one for one in live["conversations"] if one["suite"] == suite]
        lines = (folder / "c.jsonl").read_text().splitlines()
        (folder / "part.jsonl").write_text(
            "\n".join(line for line in lines if json.loads(line)["scenario"] in {o["scenario"] for o in own})
        )
        porfiado(folder, "grade", "part.jsonl", "--cases", suite, "--json", "g.json")
        graded = json.loads((folder / "g.json").read_text())["conversations"]
        for one, again in zip(own, graded, strict=True):
            for key in ("scenario", "ending", "turns", "criteria", "ledger", "drift"):
                assert one[key] == again[key], (suite, one["scenario"], key)


def test_the_same_seed_gives_the_same_bytes_whatever_runs_beside_it(folder):
    def run(name: str, *more: str) -> bytes:
        porfiado(folder, "run", "orders", "--agent", "reference:clerk", "--export", name, "-q", *more)
        return (folder / name).read_bytes()

    alone = run("a", "--concurrency", "1")
    assert run("b", "--concurrency", "40") == alone
    assert run("c", "--seed", "2") != alone
    few = run("d", "--only", "tag:limits")
    assert few
    assert set(few.splitlines()) < set(alone.splitlines())


def test_exit_codes_of_a_run(folder):
    assert porfiado(folder, "run", "citas", "--agent", "reference:clerk").returncode == 0
    assert porfiado(folder, "run", "suite.yaml", "--agent", "agents.py:polite").returncode == 0
    assert porfiado(folder, "run", "suite.yaml", "--agent", "agents.py:crashes").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "nothing.yaml", "--agent", "reference:clerk"], "nothing.yaml"),
        (["run", ".", "--agent", "reference:clerk"], "suite.yaml"),
        (["run", "citas", "--agent", "agents.py:not_an_agent"], "not_an_agent"),
        (["run", "citas", "--agent", "agents.py:polte"], "polite"),
        (["run", "citas", "--agent", "reference:clrk"], "clerk"),
        (["run", "citas", "--agent", "openai:gpt-x"], "openai"),
        (["run", "suite.yaml", "--agent", "agents.py:polite", "--only", "three"], "three"),
        (["run", "suite.yaml", "suite.yaml", "--agent", "agents.py:polite"], "small"),
        (["run", "suite.yaml", "--agent", "agents.py:polite", "--user", "guided"], "scripted"),
        (["run", "suite.yaml", "--agent", "agents.py:polite", "--user", "gided"], "guided"),
        (["run", "suite.yaml", "--agent", "agents.py:polite", "--json", "no/such/r.json"], "no/such"),
        (["run", "suite.yaml", "--agent", "agents.py:polite", "--lang", "fr"], "fr"),
        (["run", "suite.yaml", "--agent", "agents.py:polite", "--trials", "0"], "trials"),
        (["grade", "missing.jsonl", "--cases", "suite.yaml"], "missing.jsonl"),
        (["grade", "agents.py", "--cases", "suite.yaml"], "agents.py:"),
        (["grade", "suite.yaml"], "suite.yaml:"),
        (["grade", "suite.yaml", "--cases", "suite.yaml", "--format", "zzz"], "zzz"),
        (["schema", "zzz"], "zzz"),
        (["chat", "citas", "zzz", "--agent", "reference:clerk"], "zzz"),
    ],
)
def test_wrong_use_is_told_on_standard_error_with_code_2(folder, arguments, told):
    done = porfiado(folder, *arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    assert told in done.stderr


def test_a_broken_suite_names_all_its_faults_with_their_places(folder):
    text = SUITE.replace("tags", "tgas").replace("patience: 2", "patince: 2")
    (folder / "broken.yaml").write_text(text, encoding="utf-8")
    done = porfiado(folder, "run", "broken.yaml", "--agent", "reference:clerk")
    assert done.returncode == 2
    assert re.search(r"broken\.yaml:7:\d+.*tgas.*tags", done.stderr)
    assert re.search(r"broken\.yaml:10:\d+.*patince.*patience", done.stderr)


def test_a_world_that_raises_on_import_is_told(folder):
    (folder / "world.py").write_text("raise OSError('no database')\n")
    (folder / "w.yaml").write_text(SUITE.replace("language: en", "language: en\nworld: world.py:Shop"))
    done = porfiado(folder, "run", "w.yaml", "--agent", "reference:clerk")
    assert done.returncode == 2
    assert "no database" in done.stderr


@pytest.mark.parametrize("name", ["huge", "odd"])
def test_hostile_replies_end_as_conversations_and_never_reach_the_terminal_raw(folder, name):
    done = porfiado(folder, "run", "suite.yaml", "--agent", f"agents.py:{name}", "--export", "c.jsonl")
    assert done.returncode in (0, 1)
    assert "\x1b" not in done.stdout
    assert len((folder / "c.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_files_go_where_they_were_asked_for_wherever_the_agent_goes(folder):
    porfiado(folder, "run", "suite.yaml", "--agent", "agents.py:wanders", "--json", "there.json")
    assert len(json.loads((folder / "there.json").read_text())["conversations"]) == 2


def test_a_reader_that_stops_reading_costs_neither_files_nor_the_exit_code(folder):
    command = [sys.executable, "-m", "porfiado", "lint", "suite.yaml", "--json", "l.json"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        command, cwd=folder, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    os.close(writer)
    assert done.stderr == ""
    assert done.returncode == 1
    assert json.loads((folder / "l.json").read_text())["findings"]


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_what_is_started_without_its_streams_works_all_the_same(folder, closed):
    script = f'exec "$0" -m porfiado run suite.yaml --agent agents.py:polite --json r.json {closed}'
    done = subprocess.run(["sh", "-c", script, sys.executable], cwd=folder, timeout=60, check=False)
    assert done.returncode == 0
    assert len(json.loads((folder / "r.json").read_text(encoding="utf-8"))["conversations"]) == 2


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs a device that is always full")
def test_a_full_disk_under_the_output_is_told_in_a_line(folder):
    command = [sys.executable, "-m", "porfiado", "run", "suite.yaml", "--agent", "agents.py:polite"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, cwd=folder, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode().strip() == "error: No space left on device"


def test_an_unknown_width_is_no_width(folder):
    assert (
        "Criteria" in porfiado(folder, "run", "suite.yaml", "--agent", "agents.py:polite", COLUMNS="0").stdout
    )


def test_records_with_half_characters_and_escapes_are_graded_and_shown_safely(folder):
    call = r'{"name": "refund", "arguments": {"id": "\ud800"}}'
    good = r'{"scenario": "one", "turns": [{"user": "a", "agent": "b", "calls": [CALL, CALL]}]}'.replace(
        "CALL", call
    )
    lost = r'{"scenario": "\u001b[31mred", "turns": [{"user": "a", "agent": "b"}]}'
    (folder / "c.jsonl").write_text(f"{good}\n{lost}\n", encoding="utf-8")
    done = porfiado(folder, "grade", "c.jsonl", "--cases", "suite.yaml", "--json", "g.json")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    graded = json.loads((folder / "g.json").read_text(encoding="utf-8"))["conversations"]
    assert "refund" in graded[0]["criteria"]["no_repeated_calls"]["evidence"]


def test_a_pattern_made_to_hang_is_harmless(folder):
    evil = SUITE.replace(
        "persona: {goal: to cancel", "answer: {says: ['(a+)+$']}\n    persona: {goal: to cancel"
    )
    (folder / "evil.yaml").write_text(evil)
    (folder / "aaa.py").write_text("def agent(message, history):\n    return 'a' * 60_000 + '!'\n")
    assert porfiado(folder, "run", "evil.yaml", "--agent", "aaa.py:agent").returncode in (0, 1)


def test_quiet_prints_nothing_and_no_color_no_escapes(folder):
    assert porfiado(folder, "run", "suite.yaml", "--agent", "agents.py:polite", "--quiet").stdout == ""
    done = porfiado(folder, "run", "suite.yaml", "--agent", "agents.py:polite", NO_COLOR="1")
    assert "\x1b" not in done.stdout


def test_both_languages_speak(folder):
    run = ["run", "suite.yaml", "--agent", "agents.py:polite"]
    assert "Criterios" in porfiado(folder, *run, "--lang", "es").stdout
    assert "Criteria" in porfiado(folder, *run, "--lang", "en").stdout
    assert "Criterios" in porfiado(folder, *run, PORFIADO_LANG="es").stdout


def test_bad_lines_cost_no_good_ones(folder):
    good = {"scenario": "one", "turns": [{"user": "hi", "agent": "Could you give me your email?"}]}
    lines = [json.dumps(good), "{broken", json.dumps({**good, "scenario": "nobody"}), json.dumps(good)]
    (folder / "mixed.jsonl").write_text("\n".join(lines))
    done = porfiado(folder, "grade", "mixed.jsonl", "--cases", "suite.yaml", "--json", "g.json")
    assert done.returncode == 2
    assert "mixed.jsonl:2" in done.stderr
    assert "nobody" in done.stderr
    graded = json.loads((folder / "g.json").read_text())["conversations"]
    assert [one["ledger"]["email"]["asked"] for one in graded] == [[1], [1]]


def test_a_gate_that_saw_nothing_does_not_open(folder):
    (folder / "empty.jsonl").write_text("\n")
    done = porfiado(folder, "grade", "empty.jsonl", "--cases", "suite.yaml")
    assert done.returncode == 2
    assert "nothing was graded" in done.stderr


def test_the_lessons_trajectory_case_runs_and_grades_as_it_stands(folder):
    case = {
        "id": "sop-1",
        "categoria": "estado",
        "entrada": "¿Por dónde va el pedido 7781?",
        "esperado": {
            "debe_llamar": ["buscar_pedido"],
            "no_debe_llamar": ["reembolsar"],
            "orden": ["buscar_pedido"],
            "argumentos": {"buscar_pedido": {"pedido_id": "7781"}},
            "max_pasos": 3,
        },
    }
    call = {"nombre": "buscar_pedido", "entrada": {"pedido_id": "7781"}, "error": False}
    recorded = {
        "llamadas": [call],
        "pasos": 2,
        "tokens": 9,
        "stop_reason": "end_turn",
        "respuesta": "Va en camino.",
    }
    (folder / "cases.jsonl").write_text(json.dumps(case, ensure_ascii=False), encoding="utf-8")
    (folder / "traces.jsonl").write_text(json.dumps(recorded, ensure_ascii=False), encoding="utf-8")
    done = porfiado(folder, "grade", "traces.jsonl", "--cases", "cases.jsonl", "--json", "g.json")
    assert done.returncode == 0, done.stderr
    criteria = json.loads((folder / "g.json").read_text())["conversations"][0]["criteria"]
    for name in ("required_tools", "forbidden_tools", "tool_order", "tool_arguments", "step_budget"):
        assert criteria[name]["verdict"] == "pass", name
    porfiado(folder, "run", "cases.jsonl", "--agent", "agents.py:polite", "--json", "r.json")
    live = json.loads((folder / "r.json").read_text())["conversations"][0]
    assert live["ending"] == "turn_limit"
    assert live["criteria"]["required_tools"]["verdict"] == "fail"


def test_an_interrupted_run_keeps_what_had_finished(folder):
    command = [sys.executable, "-m", "porfiado", "run", "suite.yaml", "--agent", "agents.py:slow"]
    options = ["--trials", "50", "--concurrency", "2", "--json", "r.json", "--export", "c.jsonl"]
    with subprocess.Popen(
        [*command, *options], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not (folder / "c.jsonl").exists() or not (folder / "c.jsonl").read_text().count("\n"):
            time.sleep(0.02)  # waits for the first finished conversation, however long it takes
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in complaint
    kept = json.loads((folder / "r.json").read_text())
    assert 1 <= len(kept["conversations"]) < 100
    assert len((folder / "c.jsonl").read_text().splitlines()) == len(kept["conversations"])


def test_mutants_tells_found_from_escaped(folder):
    done = porfiado(folder, "mutants", "citas", "--json", "m.json")
    table = {row["defect"]: row for row in json.loads((folder / "m.json").read_text())["defects"]}
    assert done.returncode == 0, done.stdout
    assert {row["status"] for row in table.values()} == {"caught"}
    blind = porfiado(folder, "mutants", "citas", "--only", "tag:limits", "--json", "m.json")
    few = {row["defect"]: row["status"] for row in json.loads((folder / "m.json").read_text())["defects"]}
    assert few["yields-by-call"] == "caught"
    assert (blind.returncode == 1) == ("escaped" in few.values())


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_demo_runs_and_finds_every_defect(folder, language):
    done = porfiado(folder, "demo", "--lang", language)
    assert done.returncode == 0
    assert re.search(r"19 (of|de) 19 ", done.stdout), done.stdout[-600:]
