"""`porfiado chat`: a person is the user."""

import json

import pytest

AGENTS = r"""
def helpful(message, history, tools):
    if "cancel" in message:
        return "What is your booking code?"
    if message.startswith("T-"):
        tools.cancel_booking(code=message)
        return "Done, your booking is cancelled."
    return "How can I help?"

def liar(message, history):
    return "Done, your booking is cancelled."

def hostile(message, history):
    return "\x1b[2J\x1b]0;owned\x07[bold red]hi[/bold red] :smile: \u202e\x00 [/]\nsecond line"

def half(message, history):
    return "half \ud800 a character"

def crashes(message, history):
    raise ValueError("\x1b[31mboom")

def huge(message, history):
    return "word " * 2_000_000
"""


@pytest.fixture
def chat(porfiado, tmp_path):
    porfiado("init", ".")
    (tmp_path / "bots.py").write_text(AGENTS)

    def talk(agent, *lines, scenario="cancel-friday", **more):
        stdin = "".join(f"{line}\n" for line in lines)
        arguments = more.pop("arguments", ())
        return porfiado(
            "chat", "suite.yaml", scenario, "--agent", f"bots:{agent}", *arguments, stdin=stdin, **more
        )

    return talk


def flat(text):
    return " ".join(text.split())


def test_a_conversation_through_a_pipe(chat, tmp_path):
    done = chat("helpful", "hi, I have to cancel", "T-214", "never read", arguments=("--export", "c.jsonl"))
    assert (done.returncode, done.stderr) == (0, "")
    text = flat(done.stdout)
    assert "You want: cancel my booking" in text
    assert "withheld code = T-214" in text
    assert "you ▸ hi, I have to cancel agent ▸ What is your booking code? heard asks for code" in text
    assert 'calls cancel_booking({"code":"T-214"}) ✔' in text
    assert "state bookings.T-214.status: booked → cancelled goal met" in text
    assert "ending: goal met after 2 turn(s)" in text
    assert "held reached the goal" in text
    assert "never read" not in text
    (line,) = (tmp_path / "c.jsonl").read_text().splitlines()
    record = json.loads(line)
    assert record["ending"] == "goal_met"
    assert [turn["user"] for turn in record["turns"]] == ["hi, I have to cancel", "T-214"]
    assert all("act" not in turn for turn in record["turns"])


def test_what_chat_found_grade_finds_too(chat, porfiado):
    chat("helpful", "cancel please", "T-214", arguments=("--export", "c.jsonl"))
    graded = porfiado("grade", "c.jsonl", "--cases", "suite.yaml", "--json", "r.json")
    assert graded.returncode == 0, graded.stderr


def test_a_false_claim_is_seen_at_once(chat):
    done = chat("liar", "cancel my booking", "great [DONE]")
    assert done.returncode == 1
    text = flat(done.stdout)
    assert "heard says it is done goal not met yet" in text
    assert "ending: user satisfied after 2 turn(s)" in text
    assert "FAILED claimed only what it did" in text


def test_leaving_is_an_empty_line_or_the_end_of_the_input(chat):
    for lines in (("hello", ""), ("hello",)):
        done = chat("helpful", *lines)
        assert done.returncode == 1
        assert "ending: user left after 1 turn(s)" in flat(done.stdout)


def test_who_says_nothing_has_had_no_conversation(chat, tmp_path):
    done = chat("helpful", arguments=("--export", "c.jsonl"))
    assert done.returncode == 0
    assert "ending" not in done.stdout
    assert not (tmp_path / "c.jsonl").exists()


def test_in_spanish(porfiado, tmp_path):
    porfiado("init", ".", "--lang", "es")
    done = porfiado(
        *("chat", "suite.yaml", "la-mitad-de-la-cuenta", "--agent", "agent:reply", "--lang", "es"),
        stdin="quiero un descuento\n\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    text = flat(done.stdout)
    assert "se oyó se niega" in text
    assert "objetivo no hay que concederlo" in text
    assert "término: usuario se fue tras 1 turno(s)" in text
    assert "cumple respetó sus límites" in text


CHANGES = """\
suite: changes
language: en
world: world.py:Restaurant
scenarios:
  - id: other-booking
    persona:
      kind: mind_changing
      goal: cancel booking T-305
      withheld: {code: {value: T-305, type: booking_number}}
      changes:
        - after_turn: 1
          goal: cancel booking T-214 instead
          facts: {code: {value: T-214}}
          success: {state: {bookings: {T-214: {status: cancelled}}}}
    success: {state: {bookings: {T-305: {status: cancelled}}}}
"""


def test_a_change_of_mind_is_announced_and_changes_the_goal(porfiado, chat, tmp_path):
    (tmp_path / "changes.yaml").write_text(CHANGES)
    arguments = ("chat", "changes.yaml", "other-booking", "--agent", "bots:helpful")
    done = porfiado(*arguments, stdin="T-305\nT-214\n")
    assert (done.returncode, done.stderr) == (0, "")
    text = flat(done.stdout)
    assert "goal met Now you change your mind. You want: cancel booking T-214 instead." in text
    assert "ending: goal met after 2 turn(s)" in text


@pytest.mark.parametrize("terminal", ["dumb", "xterm-256color"])
def test_what_the_agent_writes_is_shown_not_obeyed(chat, terminal):
    done = chat("hostile", "hello", env={"TERM": terminal, "FORCE_COLOR": "" if terminal == "dumb" else "1"})
    assert done.returncode == 1
    for sequence in ("\x1b[2J", "\x1b]", "\x07", "\x00", "\u202e", "😄"):
        assert sequence not in done.stdout
    for literal in ("\\x1b[2J", "[bold red]hi[/bold red]", ":smile:", "\\u202e\\x00 [/]", "second line"):
        assert literal in done.stdout
    if terminal == "dumb":
        assert "\x1b" not in done.stdout


def test_half_a_character_ends_nothing(chat, tmp_path):
    done = chat("half", "hello", arguments=("--export", "c.jsonl"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "half" in json.loads((tmp_path / "c.jsonl").read_text())["turns"][0]["agent"]


def test_bytes_that_are_no_text_are_read_all_the_same(chat):
    done = chat("helpful", "caf\udce9 cancel")
    assert done.returncode == 1
    assert "What is your booking code?" in done.stdout


def test_an_agent_that_breaks_is_the_agents_fault(chat):
    done = chat("crashes", "hello")
    assert done.returncode == 1
    assert "ending: agent error after 1 turn(s): ValueError: \\x1b[31mboom" in flat(done.stdout)
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_a_huge_reply_is_cut_for_the_eye(chat):
    done = chat("huge", "hello")
    assert done.returncode == 1
    assert len(done.stdout) < 100_000


@pytest.mark.parametrize(
    ("scenario", "agent", "words"),
    [
        ("cancel-fridy", "helpful", "did you mean 'cancel-friday'?"),
        ("cancel-friday", "nobody", "nobody"),
        ("cancel-friday", "helpful:more", "bots:helpful"),
    ],
)
def test_wrong_use_is_code_2(chat, scenario, agent, words):
    done = chat(agent, "hello", scenario=scenario)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_place_for_the_export_that_does_not_exist_is_refused_first(chat):
    done = chat("helpful", "hello", arguments=("--export", "nowhere/c.jsonl"))
    assert (done.returncode, done.stdout) == (2, "")
