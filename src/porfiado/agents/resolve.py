"""Agent specifications, as the command line takes them: `package.module:callable`, `reference:NAME`."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from porfiado.agents.callables import as_factory
from porfiado.agents.nearest import did_you_mean
from porfiado.agents.protocol import AgentFactory, AgentSpecError

FORMS = "package.module:callable, path/to/file.py:callable or reference:NAME"
_LATER = ("openai:", "anthropic:", "http://", "https://", "cmd:")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_OURS = str(Path(__file__).parent.parent)


def resolve(spec: str, *, search_path: str | Path | None = None) -> AgentFactory:
    """The factory that `spec` names.

    Args:
        spec: `package.module:callable`, `path/to/file.py:callable` or `reference:NAME`.
        search_path: where modules and relative paths are looked up; the working directory if absent.

    Raises:
        AgentSpecError: there is no such thing, it raises on import, or it is no agent.
    """
    folder = Path(search_path) if search_path is not None else Path.cwd()
    if spec.startswith("reference:"):
        from porfiado.agents.reference import reference_factory  # heavy, and only needed here

        return reference_factory(spec)
    if spec.startswith(_LATER):
        kind = spec.partition(":")[0]
        raise AgentSpecError(
            f"{spec!r}: agents of the kind {kind!r} are not available in this version; use {FORMS}"
        )
    target, colon, attribute = spec.rpartition(":")
    if not colon or not target or not attribute:
        raise AgentSpecError(f"{spec!r} is not an agent: expected {FORMS}")
    module = _from_file(target, folder) if target.endswith(".py") else _from_name(target, folder)
    return as_factory(_attribute(module, attribute, target), name=spec)


def _from_name(name: str, folder: Path) -> ModuleType:
    if not _MODULE.fullmatch(name):
        raise AgentSpecError(f"{name!r} is not a module's name; expected {FORMS}")
    _put_first(folder)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(error.name + ".")):
            raise AgentSpecError(f"there is no module {error.name!r}{_near_module(name, folder)}") from None
        raise _raised(name, error) from None
    except (Exception, SystemExit) as error:
        raise _raised(name, error) from None


def _from_file(target: str, folder: Path) -> ModuleType:
    path = (folder / Path(target).expanduser()).resolve()
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "does not exist"
        raise AgentSpecError(f"the file {target!r} {what}{_near_file(path)}")
    _put_first(path.parent)
    name = f"porfiado_agent_{path.stem}_{abs(hash(str(path))):x}"
    loaded = importlib.util.spec_from_file_location(name, path)
    if loaded is None or loaded.loader is None:
        raise AgentSpecError(f"the file {target!r} cannot be imported")
    module = importlib.util.module_from_spec(loaded)
    sys.modules[name] = module  # dataclasses and pickle look their module up
    try:
        loaded.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _raised(target, error) from None
    return module


def _put_first(folder: Path) -> None:
    """Stays there: an agent may import its own modules as late as in its first reply."""
    text = str(folder.resolve())
    if text not in sys.path:
        sys.path.insert(0, text)


def _attribute(module: ModuleType, dotted: str, target: str) -> Any:
    found: Any = module
    for name in dotted.split("."):
        try:
            found = getattr(found, name)
        except AttributeError:
            names = [known for known in dir(found) if not known.startswith("_")]
            raise AgentSpecError(f"{target!r} has no {dotted!r}{did_you_mean(name, names)}") from None
    return found


def _raised(what: str, error: BaseException) -> AgentSpecError:
    """The type, the text and the place in the person's file: what a traceback is read for."""
    text = str(error) if not isinstance(error, SyntaxError) else error.msg
    return AgentSpecError(f"{what!r} raises on import: {type(error).__name__}: {text}{_place(error)}")


def _place(error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({error.filename}, line {error.lineno})"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if (
            not frame.filename.startswith(("<frozen", _OURS))
            and "importlib" not in Path(frame.filename).parts
        ):
            return f" ({frame.filename}, line {frame.lineno})"
    return ""


def _near_module(name: str, folder: Path) -> str:
    around = folder.joinpath(*name.split(".")[:-1])
    prefix = name.rpartition(".")[0]
    names = [_module_name(path) for path in around.iterdir()] if around.is_dir() else []
    known = [f"{prefix}.{found}" if prefix else found for found in names if found]
    return f" (looked in {folder})" + did_you_mean(name, known)


def _module_name(path: Path) -> str:
    if path.suffix == ".py":
        return path.stem
    return path.name if (path / "__init__.py").is_file() else ""


def _near_file(path: Path) -> str:
    names = [found.name for found in path.parent.glob("*.py")] if path.parent.is_dir() else []
    return did_you_mean(path.name, names)
