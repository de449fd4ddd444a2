"""Loading suites from YAML, JSON and JSONL, with all of a file's mistakes at once and the place of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

from pydantic import ValidationError

from porfiado.cases.checking import Checker, WorldFault
from porfiado.cases.model import Suite
from porfiado.cases.nodes import MAX_BYTES, Map, Positions, Seq, Source
from porfiado.cases.normalise import Normaliser, put_new
from porfiado.cases.problems import Problem, Report, SuiteError
from porfiado.cases.read_json import read_json
from porfiado.cases.read_yaml import read_yaml
from porfiado.cases.references import ReferenceFault
from porfiado.cases.translate import Translator
from porfiado.nearest import nearest

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")
_UNREAD = object()  # a line of JSONL that is no JSON
StrPath = str | PathLike[str]


class _Checks(NamedTuple):
    """What is asked of parts to the right of this one, where they are there."""

    world: WorldFault | None = None
    reference: ReferenceFault | None = None


_NO_CHECKS = _Checks()


@dataclass(frozen=True)
class LoadedSuite:
    """A suite and where it came from.

    Attributes:
        suite: The suite itself.
        path: The file as it was named.
        base: The folder against which the suite's own files (world, prompt) are named.
        positions: Where each part stands in the file.
    """

    suite: Suite
    path: Path
    base: Path
    positions: Positions

    def line_of(self, scenario: str) -> int:
        """The line of a scenario, by its id; 1 where there is no such scenario."""
        for number, found in enumerate(self.suite.scenarios):
            if found.id == scenario:
                return self.positions.at("scenarios", number)[0]
        return 1


def load_suite(path: StrPath) -> Suite:
    """Load the one suite of a file.

    Raises:
        SuiteError: what is wrong with the file; also where it holds several suites.
    """
    loaded = load_suites(path)
    if len(loaded) > 1:
        raise SuiteError([_whole(str(path), "several_suites", count=len(loaded))])
    return loaded[0].suite


def load_suites(
    paths: StrPath | Iterable[StrPath],
    *,
    language: str = "en",
    world_fault: WorldFault | None = None,
    reference_fault: ReferenceFault | None = None,
) -> list[LoadedSuite]:
    """Load the suites of one file or of several; a YAML file may hold several, divided by `---`.

    Args:
        paths: One file or several.
        language: The language of the error's text; `SuiteError.render` gives it in any.
        world_fault: Says what is wrong with a suite's world; without it the world is not looked at.
        reference_fault: Says what is wrong with a reference trajectory of messages; without it only those
            that are lists of calls are looked at.

    Raises:
        SuiteError: everything that is wrong with any of the files.
    """
    loaded: list[LoadedSuite] = []
    problems: list[Problem] = []
    for path in [paths] if isinstance(paths, str | PathLike) else paths:
        try:
            loaded += _load_file(Path(path), _Checks(world_fault, reference_fault))
        except SuiteError as error:
            problems += error.problems
    if problems:
        raise SuiteError(problems, language)
    return loaded


def parse_suite(text: str, *, format: str = "yaml", name: str = "suite") -> LoadedSuite:  # noqa: A002
    """Load a suite from text: `format` is yaml, json or jsonl; files that it names are not looked for.

    Raises:
        SuiteError: what is wrong with it, under the file name `name`.
    """
    source = Source(name, text)
    found = _suites(source, f".{format}", Path(name), None, _NO_CHECKS)
    if len(found) > 1:
        raise SuiteError([_whole(name, "several_suites", count=len(found))])
    return found[0]


def _whole(file: str, code: str, suggestion: str | None = None, **values: Any) -> Problem:
    """A problem of the whole file."""
    return Problem(file, 0, 0, "", code, values, suggestion)


def read_source(path: Path) -> Source:
    """Read a text file.

    Raises:
        SuiteError: there is none, it cannot be read, is too large, or not UTF-8.
    """
    file = str(path)
    if _is_folder(path):
        raise SuiteError([_whole(file, "is_folder", _suite_in(path))])
    try:
        about = path.stat()
        if not S_ISREG(about.st_mode):  # reading a pipe or a device might never end
            raise SuiteError([_whole(file, "no_ordinary_file")])
        size = about.st_size
        data = path.read_bytes() if size <= MAX_BYTES else b""
    except SuiteError:  # a ValueError too
        raise
    except FileNotFoundError:
        raise SuiteError([_whole(file, "no_file", _neighbour(path))]) from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise SuiteError([_whole(file, "cannot_read", what=what)]) from None
    if size > MAX_BYTES:
        raise SuiteError([_whole(file, "too_large", limit=MAX_BYTES)])
    return Source(file, _decode(file, data))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # no such name can be: reading it says why
        return False


def _suite_in(folder: Path) -> str | None:
    """The first suite file in a folder."""
    try:
        return min((str(p) for p in folder.iterdir() if p.suffix.lower() in SUFFIXES), default=None)
    except OSError:
        return None


def _decode(file: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8-sig", "replace")
        line, column = Source(file, good).place(len(good))
        raise SuiteError([Problem(file, line, column, "", "not_utf8")]) from None


def _neighbour(path: Path) -> str | None:
    """A file beside the missing one whose name is near."""
    try:
        names = [p.name for p in path.parent.iterdir() if p.suffix.lower() in SUFFIXES]
    except (OSError, ValueError):
        return None
    near = nearest(path.name, [name for name in names if nearest(path.stem, [Path(name).stem])])
    return str(path.parent / near) if near else None


def _load_file(path: Path, checks: _Checks) -> list[LoadedSuite]:
    suffix = path.suffix.lower()
    source = read_source(path)
    if suffix not in SUFFIXES:
        raise SuiteError([_whole(str(path), "bad_suffix", suffix=path.suffix)])
    return _suites(source, suffix, path, path.parent, checks)


def _suites(source: Source, suffix: str, path: Path, base: Path | None, checks: _Checks) -> list[LoadedSuite]:
    report = Report(source)
    if suffix == ".jsonl":
        documents = [_read_lines(source, report, path.stem)]
    elif suffix == ".json":
        documents = [read_json(source.text, report)]
    else:
        documents = [(value, at) for value, at in read_yaml(source.text, report) if value is not None]
    if not documents:
        raise report.stop("empty_file", 0)
    suites = [_build(value, at, report, path, base, checks) for value, at in documents]
    if report:
        raise report.error()
    return [suite for suite in suites if suite is not None]


def _read_lines(source: Source, report: Report, name: str) -> tuple[Any, int]:
    """JSONL: a scenario a line, after a header or none, as one suite's mapping."""
    scenarios = Seq(0)
    header: Map | None = None
    start = 0
    for line in source.text.split("\n"):
        if line.strip():
            value, at = _read_line(line, report, start)
            if value is _UNREAD:
                pass  # noted in the report; the other lines are read all the same
            elif not (isinstance(value, Map) and "suite" in value and "scenarios" not in value):
                scenarios.add(value, at)
            elif header is None and not scenarios:
                header = value
            else:
                report.add("header_first", at)
        start += len(line) + 1
    if report and not scenarios:
        raise report.error()
    suite = header if header is not None else Map(0)
    if header is None and not scenarios:
        raise report.stop("empty_file", 0)
    if header is None:
        put_new(suite, "suite", name, 0)
    put_new(suite, "scenarios", scenarios, suite.start)
    return suite, suite.start


def _read_line(line: str, report: Report, start: int) -> tuple[Any, int]:
    try:
        return read_json(line, report, start)
    except SuiteError:
        return _UNREAD, start


def _build(
    value: Any, at: int, report: Report, path: Path, base: Path | None, checks: _Checks
) -> LoadedSuite | None:
    """One document as a suite; None where the report says why not."""
    try:
        tree = Normaliser(report).suite(value, at, path.stem)
    except SuiteError:
        return None
    Checker(report, tree, base, checks.world, checks.reference).check()
    try:
        suite = Suite.model_validate(tree)
    except ValidationError as error:
        Translator(report, tree).note(error)
        return None
    return LoadedSuite(suite, path, base or Path(), Positions(report.source, tree))
