"""Agent specifications: what they name, and what is said of each that names nothing."""

import asyncio
import sys

import pytest

from porfiado.agents import AgentSpecError, resolve

GOOD = """
from dataclasses import dataclass

@dataclass
class Bot:
    count: int = 0
    def __call__(self, message, history):
        self.count += 1
        return f"{message} {self.count}"

class box:
    inner = Bot()

def answer(message, history):
    return "from " + message

number = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    (tmp_path / "shop_agent_under_test.py").write_text(GOOD)
    package = tmp_path / "package_under_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "inner.py").write_text(GOOD)
    return tmp_path


def ask(factory):
    return asyncio.run(factory.new().reply("hi", [], None)).text


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("shop_agent_under_test:answer", "from hi"),
        ("shop_agent_under_test:Bot", "hi 1"),
        ("shop_agent_under_test:box.inner", "hi 1"),
        ("package_under_test.inner:answer", "from hi"),
        ("shop_agent_under_test.py:answer", "from hi"),
        ("package_under_test/inner.py:Bot", "hi 1"),
    ],
)
def test_what_a_spec_names(folder, spec, text):
    factory = resolve(spec, search_path=folder)
    assert ask(factory) == text
    assert factory.name == spec


def test_the_search_path_is_the_working_directory(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert ask(resolve("shop_agent_under_test:answer")) == "from hi"


def test_an_absolute_path(folder):
    assert ask(resolve(f"{folder}/shop_agent_under_test.py:answer", search_path="/")) == "from hi"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("shop_agent", "is not an agent: expected package.module:callable"),
        (":answer", "is not an agent"),
        ("shop_agent_under_test:", "is not an agent"),
        ("", "is not an agent"),
        ("not a module:answer", "is not a module's name"),
        ("shop_agent_under_tset:answer", "no module 'shop_agent_under_tset'"),
        ("shop_agent_under_tset:answer", "did you mean 'shop_agent_under_test'?"),
        ("package_under_test.iner:answer", "did you mean 'package_under_test.inner'?"),
        ("no_such_package.inner:answer", "no module 'no_such_package'"),
        ("shop_agent_under_test:anwser", "has no 'anwser'; did you mean 'answer'?"),
        ("shop_agent_under_test:box.iner", "has no 'box.iner'; did you mean 'inner'?"),
        ("shop_agent_under_test:zzz", "'shop_agent_under_test' has no 'zzz'"),
        ("shop_agent_under_test:number", "is not callable: it is an int"),
        ("shop_agent_under_tset.py:answer", "does not exist; did you mean 'shop_agent_under_test.py'?"),
        ("nowhere/agent.py:answer", "does not exist"),
        ("openai:gpt-x", "not available in this version"),
        ("anthropic:claude-x", "not available in this version"),
        ("http://localhost:8000/chat", "not available in this version"),
        ("cmd:./agent.sh", "not available in this version"),
        ("reference:clark", "did you mean 'clerk'?"),
        ("reference:", "reference"),
    ],
)
def test_what_names_nothing(folder, spec, words):
    with pytest.raises(AgentSpecError) as caught:
        resolve(spec, search_path=folder)
    assert words in str(caught.value)


@pytest.mark.parametrize("form", ["broken_under_test:answer", "broken_under_test.py:answer"])
@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("\n\n1 / 0\n", ["ZeroDivisionError: division by zero", "broken_under_test.py, line 3"]),
        ("def answer(:\n    pass\n", ["SyntaxError", "broken_under_test.py, line 1"]),
        ("import no_such_module_at_all\n", ["ModuleNotFoundError", "no_such_module_at_all", "line 1"]),
        ("raise SystemExit('bye')\n", ["SystemExit: bye", "line 1"]),
        ("import json\n\njson.loads('{')\n", ["JSONDecodeError"]),
    ],
)
def test_what_raises_on_import(folder, form, source, words):
    (folder / "broken_under_test.py").write_text(source)
    with pytest.raises(AgentSpecError) as caught:
        resolve(form, search_path=folder)
    text = str(caught.value)
    assert all(word in text for word in ["raises on import", *words])
    assert "Traceback" not in text


def test_a_folder_is_no_agent(folder):
    (folder / "folder.py").mkdir()
    with pytest.raises(AgentSpecError, match="is a folder"):
        resolve("folder.py:answer", search_path=folder)
