"""`porfiado init`, and every command that it says to type next."""

import shlex

import pytest


def commands_of(text, title):
    lines = text.partition(f"\n{title}\n")[2].splitlines()
    return [line.strip() for line in lines if line.startswith("  ")]


@pytest.mark.parametrize(("lang", "title"), [("en", "Now:"), ("es", "Ahora:")])
def test_what_it_prints_really_works(porfiado, tmp_path, lang, title):
    done = porfiado("init", "my suite/first", "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "my suite" / "first"
    created = sorted(path.name for path in folder.iterdir())
    assert created == ["README.md", "agent.py", "prompt.md", "suite.yaml", "world.py"]
    assert all(name in done.stdout for name in created)

    first, *others = commands_of(done.stdout, title)
    assert shlex.split(first) == ["cd", "my suite/first"]
    assert [shlex.split(line)[1] for line in others] == ["lint", "run", "mutants", "chat"]
    for line in others:
        program, *arguments = shlex.split(line)
        assert program == "porfiado"
        ran = porfiado(*arguments, "--lang", lang, cwd=folder)
        assert (ran.returncode, ran.stderr) == (0, ""), (line, ran.stdout, ran.stderr)


def test_it_writes_over_nothing(porfiado, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name, words in (("full", "is not empty"), ("file", "is not a directory")):
        done = porfiado("init", name)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    assert (tmp_path / "file").read_text() == "mine"


def test_an_empty_directory_will_do(porfiado, tmp_path):
    (tmp_path / "empty").mkdir()
    assert porfiado("init", "empty", "--quiet").stdout == ""
    assert (tmp_path / "empty" / "suite.yaml").is_file()


def test_a_place_that_cannot_be_written_is_said(porfiado, tmp_path):
    (tmp_path / "file").write_text("")
    done = porfiado("init", "file/below")
    assert done.returncode == 2
    assert "file/below" in done.stderr
    assert "Traceback" not in done.stderr
