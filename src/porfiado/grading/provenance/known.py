"""What an agent knew before anybody said anything: its prompt, and its tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from porfiado.grading.provenance.leaves import leaves
from porfiado.grading.provenance.texts import Text, text_of, text_of_value
from porfiado.lazy import lazy
from porfiado.locales import FALLBACK
from porfiado.records import Conversation
from porfiado.text import comparable

_IN_SCHEMA = ("enum", "const", "default")
_DEPTH = 32


class Known:
    """What the agent knew from the start. Worked out once for a scenario, and used for all its conversations.

    Attributes:
        system: Its system prompt; None where nobody knows it.
        schemas: Tool → the JSON Schema of its parameters.
        language: The language of the conversation, in which the user's corrections are heard.
        checks: Tools that must be called before others: a policy wants them, used or not.
    """

    def __init__(
        self,
        *,
        system: str | None = None,
        schemas: Mapping[str, Mapping[str, Any]] | None = None,
        language: str = FALLBACK,
        checks: Set[str] = frozenset(),
    ) -> None:
        self.system = system
        self.schemas = dict(schemas or {})
        self.language = language
        self.checks = frozenset(checks)
        self._descriptions: tuple[str, ...] = ()
        self._offered: dict[tuple[str, str], frozenset[str]] = {}

    def heard_in(self, language: str) -> Known:
        """The same in another language."""
        return Known(system=self.system, schemas=self.schemas, language=language, checks=self.checks)

    def beside(self, conversation: Conversation) -> Known:
        """With what the record itself says of the agent's prompt and tools, which goes before this."""
        if conversation.system is None and not conversation.tools:
            return self
        own = {tool.name: tool.parameters for tool in conversation.tools if tool.parameters}
        system = self.system if conversation.system is None else conversation.system
        known = Known(
            system=system, schemas={**self.schemas, **own}, language=self.language, checks=self.checks
        )
        known._descriptions = tuple(tool.description for tool in conversation.tools)
        return known

    @lazy
    def prompt(self) -> Text | None:
        """The prompt, to look for values in."""
        return None if self.system is None else text_of(self.system)

    @lazy
    def tool_texts(self) -> Text:
        """All that the agent was told of its tools: examples of values stand there too."""
        return text_of_value([self.schemas, self._descriptions])

    def offered(self, tool: str, path: str) -> frozenset[str]:
        """The values that the schema of a tool itself has for the argument at `path`, folded."""
        parameter = path.partition(".")[0].partition("[")[0]
        key = (tool, parameter)
        if key not in self._offered:
            self._offered[key] = _values_in(self.schemas.get(tool, {}), parameter)
        return self._offered[key]


def _values_in(schema: Mapping[str, Any], parameter: str) -> frozenset[str]:
    properties = schema.get("properties")
    own = properties.get(parameter) if isinstance(properties, Mapping) else None
    parts = (own, schema.get("$defs"), schema.get("definitions"))
    return frozenset(
        " ".join(comparable(str(value)).split())
        for part in parts
        for value in _offers(part, _DEPTH)
        if value is not None
    )


def _offers(schema: Any, depth: int) -> Iterator[Any]:
    """The constants, defaults and members of enumerations anywhere in a schema."""
    if depth and isinstance(schema, Mapping):
        for key, part in schema.items():
            if key in _IN_SCHEMA:
                yield from (value for _, _, value in leaves(part))
            else:
                yield from _offers(part, depth - 1)
    elif depth and isinstance(schema, list):
        for part in schema:
            yield from _offers(part, depth - 1)
