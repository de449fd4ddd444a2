"""Finding the world that a suite names."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from porfiado.world.base import World
from porfiado.world.errors import WorldError, suggest
from porfiado.world.session import Session


def load_world(reference: str, base: Path | None = None) -> type[World]:
    """The world class at "package.module:Class" or "path/to/file.py:Class".

    A path is taken from `base`, the suite's folder; its file may import its neighbours, as in
    `from . import other`. Modules are looked up as Python does, and in the working directory.

    Raises:
        WorldError: in one line: no such module, file or class, it raises on import, or it is no world.
    """
    location, _, name = reference.rpartition(":")
    if not location or not name:
        raise WorldError(f"{reference!r} names no class: write package.module:Class or path/to/file.py:Class")
    from_file = location.endswith(".py")
    module = _module_from_file((base or Path()) / location) if from_file else _module(location)
    world = _class_in(module, name, location)
    Session(world)  # a default state that does not fit is the world's error, not one scenario's
    return world


def _module(name: str) -> ModuleType:
    try:
        with _working_directory():
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            beside = f"{name.rpartition('.')[2]}.py:Class"
            raise WorldError(f"there is no module {name!r}; a file beside the suite is {beside}") from None
        raise WorldError(_import_failure(name, error)) from error
    except Exception as error:
        raise WorldError(_import_failure(name, error)) from error


@contextmanager
def _working_directory() -> Iterator[None]:
    """The working directory as the last place where modules are looked up: console scripts leave it out."""
    here = str(Path.cwd())
    sys.path.append(here)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        del sys.path[len(sys.path) - 1 - sys.path[::-1].index(here)]


def _module_from_file(path: Path) -> ModuleType:
    try:
        path = path.resolve(strict=True)
        version = hashlib.sha256(f"{path}:{path.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    except OSError:
        raise WorldError(f"there is no file {str(path)!r}") from None
    # A name of its own: two suites may each have their world.py, and an edited file is read again.
    name = f"_porfiado_world_{version}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[str(path.parent)])
    if spec is None or spec.loader is None:
        raise WorldError(f"{str(path)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    # Annotations written as text are resolved in sys.modules, so the module must be there while it runs.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        sys.modules.pop(name, None)
        if isinstance(error, Exception):
            raise WorldError(_import_failure(str(path), error)) from error
        raise
    return module


def _import_failure(what: str, error: Exception) -> str:
    """The exception with the line of the last frame outside Python's own import machinery."""
    text = " ".join(str(error).split())
    if isinstance(error, SyntaxError):
        return f"{what} cannot be imported: SyntaxError: {text}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<frozen")]
    theirs = [f for f in frames if Path(f.filename).parent != Path(__file__).parent] or frames
    place = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})"
    return f"{what} cannot be imported: {type(error).__name__}: {text}{place}"


def _class_in(module: ModuleType, name: str, location: str) -> type[World]:
    found = getattr(module, name, None)
    if isinstance(found, type) and issubclass(found, World):
        return found
    worlds = [key for key, value in vars(module).items() if _is_own_world(value)]
    if found is None:
        raise WorldError(f"{location} has no class {name!r}{suggest(name, worlds)}")
    raise WorldError(f"{location}:{name} is no World{suggest(name, worlds)}")


def _is_own_world(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, World) and value is not World
