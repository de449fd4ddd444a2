"""The package's front door."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import porfiado


@pytest.mark.parametrize("name", [name for name in porfiado.__all__ if name != "__version__"])
def test_every_name_is_the_one_of_its_home(name):
    assert getattr(porfiado, name) is getattr(import_module(porfiado._HOMES[name]), name)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nothing_here"):
        _ = porfiado.nothing_here


def test_importing_the_package_loads_none_of_its_parts():
    code = "import sys, porfiado; print([m for m in sys.modules if m.startswith('porfiado.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from porfiado.cli.app import run_command_line; run_command_line(['--help']);"
        "print([m for m in ('pydantic', 'rich', 'numpy', 'scipy', 're2', 'msgspec') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]"
