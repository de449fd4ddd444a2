"""What the READMEs tell people to type, typed."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READMES = {"en": "README.md", "es": "README.es.md"}


def blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def commands(text):
    """The shell lines of the part about one's own agent, comments off, `&&` apart."""
    part = re.split(r"\n## ", text)[2]
    for block in blocks(part, "sh"):
        for line in block.splitlines():
            yield from re.split(r"\s+&&\s+", line.partition("  #")[0].strip())


@pytest.mark.parametrize(("lang", "name"), READMES.items())
def test_one_s_own_agent_in_ten_lines(porfiado, tmp_path, lang, name):
    text = (ROOT / name).read_text(encoding="utf-8")
    (code,) = blocks(text, "python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    activate, init, enter, served, others = commands(text)
    assert activate == ". .venv/bin/activate"
    assert porfiado(*shlex.split(init)[1:]).returncode == 0
    folder = tmp_path / shlex.split(enter)[1]
    (folder / "bot.py").write_text(code, encoding="utf-8")
    first = porfiado(*shlex.split(served)[1:], cwd=folder)
    assert (first.returncode, first.stderr) == (0, ""), first.stdout
    second = porfiado(*shlex.split(others)[1:], cwd=folder)
    assert (second.returncode, second.stderr) == (1, "")
    assert ("Las peores" if lang == "es" else "The worst") in second.stdout


@pytest.mark.parametrize("name", [*READMES.values(), "CONTRIBUTING.md", "CHANGELOG.md"])
def test_what_it_links_to_is_there(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert target.startswith("https://") or (ROOT / target).is_file(), target


def test_both_tell_the_same():
    english, spanish = ((ROOT / name).read_text(encoding="utf-8") for name in READMES.values())
    for pattern in (r"^## ", r"^\| ", r"^- \*\*", r"^```", r"^!\["):
        counts = [len(re.findall(pattern, text, re.MULTILINE)) for text in (english, spanish)]
        assert counts[0] == counts[1], pattern


@pytest.mark.parametrize(
    ("name", "suite", "lang"), [("report.svg", "orders", "en"), ("report.es.svg", "citas", "es")]
)
def test_the_picture_is_of_a_real_run_and_of_this_one(name, suite, lang):
    found = importlib.util.spec_from_file_location("picture", ROOT / "scripts" / "picture.py")
    picture = importlib.util.module_from_spec(found)
    found.loader.exec_module(picture)
    drawn = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert "http://" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert drawn == picture.draw(suite, lang), "draw it again: python scripts/picture.py"
