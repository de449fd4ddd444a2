"""Finding the world that a suite names."""

from __future__ import annotations

import os
import sys

import pytest

from porfiado.world import Session, WorldError, load_world

WORLD = """
from __future__ import annotations
from dataclasses import dataclass
from porfiado.world import World

@dataclass
class State:
    value: str = "{value}"

class Mine(World):
    state: State

text = "no class"
"""


def write(folder, name="world.py", text=None, value="x"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(WORLD.replace("{value}", value) if text is None else text)


def value_of(world):
    return Session(world).snapshot()["value"]


def test_two_suites_may_each_have_their_own_world(tmp_path):
    write(tmp_path / "a", value="first")
    write(tmp_path / "b", value="second")
    first, second = load_world("world.py:Mine", tmp_path / "a"), load_world("world.py:Mine", tmp_path / "b")
    assert (value_of(first), value_of(second)) == ("first", "second")
    assert load_world("world.py:Mine", tmp_path / "a") is first
    assert "world" not in sys.modules
    assert load_world(f"{tmp_path}/a/world.py:Mine") is first


def test_an_edited_file_is_read_again(tmp_path):
    write(tmp_path, value="old")
    load_world("world.py:Mine", tmp_path)
    write(tmp_path, value="new")
    os.utime(tmp_path / "world.py", ns=(1, 1))
    assert value_of(load_world("world.py:Mine", tmp_path)) == "new"


def test_a_file_may_import_its_neighbours(tmp_path):
    for name in ("a", "b"):
        write(tmp_path / name, "data.py", f"value = {name!r}")
        write(tmp_path / name, text=WORLD.replace('"{value}"', "value") + "\n")
        text = (tmp_path / name / "world.py").read_text()
        (tmp_path / name / "world.py").write_text(
            text.replace("from porfiado", "from .data import value\nfrom porfiado")
        )
    assert [value_of(load_world("world.py:Mine", tmp_path / name)) for name in ("a", "b")] == ["a", "b"]


def test_a_module_of_the_working_directory(tmp_path, monkeypatch):
    write(tmp_path / "loading_test_package", "shop.py", value="module")
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    assert value_of(load_world("loading_test_package.shop:Mine")) == "module"
    assert sys.path == before


@pytest.mark.parametrize(
    ("reference", "text", "message"),
    [
        ("world.py", None, "'world.py' names no class: write package.module:Class"),
        (":Mine", None, "names no class"),
        ("gone.py:Mine", None, "there is no file"),
        (
            "no_such_package.world:Mine",
            None,
            "no module 'no_such_package.world'; a file beside the suite is world.py:Class",
        ),
        ("world.py:Mien", None, "world.py has no class 'Mien'; did you mean 'Mine'?"),
        ("world.py:State", None, "world.py:State is no World; there are: Mine"),
        ("world.py:text", None, "world.py:text is no World"),
        ("world.py:Mine", "\n\n1 / 0\n", "ZeroDivisionError: division by zero (world.py, line 3)"),
        ("world.py:Mine", "def f(:\n", "cannot be imported: SyntaxError"),
        ("world.py:Mine", "import no_such_thing\n", "No module named 'no_such_thing' (world.py, line 1)"),
        (
            "world.py:Mine",
            "from porfiado.world import tool\n\n@tool()\ndef f(): ...\n",
            "reads=True and writes=True (world.py, line 3)",
        ),
        (
            "world.py:Mine",
            "from porfiado.world import World\nclass Mine(World):\n    state: int\n",
            "world Mine: its state is a Struct",
        ),
    ],
)
def test_errors_are_one_line_for_the_author(tmp_path, reference, text, message):
    write(tmp_path, text=text)
    with pytest.raises(WorldError) as caught:
        load_world(reference, tmp_path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_module_that_raises_is_told_apart_from_one_that_is_missing(tmp_path, monkeypatch):
    write(tmp_path / "loading_test_broken", "shop.py", text="import loading_test_gone\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        WorldError, match=r"cannot be imported: ModuleNotFoundError: .*gone.* \(shop.py, line 1\)"
    ):
        load_world("loading_test_broken.shop:Mine")
    write(tmp_path / "loading_test_broken", "zero.py", text="\n1 / 0\n")
    with pytest.raises(WorldError, match=r"ZeroDivisionError: division by zero \(zero.py, line 2\)"):
        load_world("loading_test_broken.zero:Mine")


def test_a_failed_import_leaves_nothing_behind(tmp_path):
    write(tmp_path, text="raise KeyboardInterrupt\n")
    before = set(sys.modules)
    with pytest.raises(KeyboardInterrupt):
        load_world("world.py:Mine", tmp_path)
    assert {name for name in set(sys.modules) - before if "porfiado_world" in name} == set()
