"""`porfiado import --to cases`: recorded conversations to a suite."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from porfiado.cli.language import Speaker
from porfiado.cli.output import UsageProblem
from porfiado.derive import Derived, Pseudonyms, derive, suite_of
from porfiado.traces import LoadedConversation
from porfiado.world import WorldError, load_world

_YAML = (".yaml", ".yml")
_WIDTH = 110  # columns


class CasesWriter:
    """Derives a case of each conversation, and writes them as one suite.

    Args:
        out: The file; its ending says whether it is YAML or JSON, its name is the suite's.
        world: The world that the suite runs in.
        keep_personal_data: Leave personal data as they stand.
        say: Words errors, and what is to be reviewed.

    Raises:
        UsageProblem: the file's ending is another, or there is no such world.
    """

    def __init__(self, out: Path, world: str | None, *, keep_personal_data: bool, say: Speaker) -> None:
        if out.suffix.lower() not in (*_YAML, ".json"):
            raise UsageProblem(say("error.cases_file", path=out))
        self._out = out
        self._world = world
        self._tools = _tools(world, out.parent)
        self._pseudonyms = None if keep_personal_data else Pseudonyms()
        self._lang = say.language
        self._derived: list[Derived] = []

    def add(self, loaded: LoadedConversation) -> bytes:
        """Take a conversation in; nothing is written before the end."""
        conversation, replaced = loaded.conversation, 0
        if self._pseudonyms is not None:
            conversation, replaced = self._pseudonyms.replace(conversation)
        name = f"{Path(loaded.file).stem}-{len(self._derived) + 1}"
        self._derived.append(
            derive(conversation, name, tools=self._tools, lang=self._lang, replaced=replaced)
        )
        return b""

    def end(self) -> bytes:
        """The suite's file."""
        suite = suite_of(self._out.stem, self._derived, world=self._world)
        if self._out.suffix.lower() == ".json":
            return json.dumps(suite, ensure_ascii=False, indent=2).encode("utf-8", "surrogatepass") + b"\n"
        return _yaml(suite)


def _tools(world: str | None, base: Path) -> Mapping[str, bool]:
    """Tool → whether it writes, as the world declares it."""
    if world is None:
        return {}
    try:
        return {spec.name: spec.writes for spec in load_world(world, base).specs}
    except WorldError as error:
        raise UsageProblem(str(error)) from None


def _yaml(suite: dict[str, Any]) -> bytes:
    yaml = YAML()
    yaml.width = _WIDTH
    yaml.default_flow_style = False
    stream = io.BytesIO()
    yaml.dump(suite, stream)
    return stream.getvalue()
