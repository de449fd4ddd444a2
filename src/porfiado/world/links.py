"""What the tools of a world say about each other: names, fields and placeholders that must exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from porfiado.world.errors import suggest
from porfiado.world.needs import Source
from porfiado.world.results import missing_field
from porfiado.world.signature import CompiledTool
from porfiado.world.templates import placeholders


def check_links(tools: Mapping[str, CompiledTool]) -> None:
    """Check the declarations of a world's tools against each other.

    Raises:
        TypeError: an unknown tool, field or placeholder, or tools that wait for each other.
    """
    for name, tool in tools.items():
        try:
            _check_prerequisites(tool, tools)
            _check_sources(tool, tools)
            _check_sentences(tool)
        except TypeError as error:
            raise TypeError(f"tool {name!r}: {error}") from None
    _check_no_circle(tools)


def _check_prerequisites(tool: CompiledTool, tools: Mapping[str, CompiledTool]) -> None:
    for other in tool.spec.after:
        if other not in tools:
            raise TypeError(f"after= names {other!r}, which is no tool{suggest(other, tools)}")


def _check_sources(tool: CompiledTool, tools: Mapping[str, CompiledTool]) -> None:
    for parameter, need in tool.spec.needs.items():
        for key, source in (("from_tool", need.found_in), ("choices_from", need.chosen_from)):
            if source is None:
                continue
            where = f"parameter {parameter!r}: {key}= names"
            if source.tool not in tools:
                raise TypeError(f"{where} {source.tool!r}, which is no tool{suggest(source.tool, tools)}")
            if not tools[source.tool].spec.reads and key == "choices_from":
                raise TypeError(
                    f"{where} {source.tool!r}, which writes: a choice comes from a tool that reads"
                )
            _check_field(tools[source.tool], source, where)


def _check_field(tool: CompiledTool, source: Source, where: str) -> None:
    fields = missing_field(tool.returns, source.field)
    if fields is not None:
        raise TypeError(
            f"{where} the field {source.field!r} of {source.tool!r}{suggest(source.field, fields)}"
        )


def _check_sentences(tool: CompiledTool) -> None:
    spec = tool.spec
    if spec.choose is not None:
        fields = missing_field(tool.returns, spec.choose)
        if fields is not None:
            near = suggest(spec.choose, fields)
            raise TypeError(f"choose= names {spec.choose!r}, which is no field of the result{near}")
    for key, sentences in (("says", spec.says), ("reports", spec.reports), ("shows", spec.shows)):
        for language, sentence in sentences.items():
            for placeholder in placeholders(sentence):
                _check_placeholder(tool, placeholder, f"{key}= in {language!r}")


def _check_placeholder(tool: CompiledTool, placeholder: str, where: str) -> None:
    fields = missing_field(tool.returns, placeholder)
    if fields is None or placeholder.partition(".")[0] in tool.parameters:
        return
    known = {*fields, *tool.parameters}
    raise TypeError(
        f"{where}: the placeholder {{{placeholder}}} is neither an argument nor a field of the result"
        f"{suggest(placeholder, known)}"
    )


def _check_no_circle(tools: Mapping[str, CompiledTool]) -> None:
    """No tool may wait for itself, over whichever others: no agent could ever call it."""
    done: set[str] = set()
    for name in tools:
        _follow(name, tools, (), done)


def _follow(name: str, tools: Mapping[str, CompiledTool], trail: tuple[str, ...], done: set[str]) -> None:
    if name in trail:
        circle = [*trail[trail.index(name) :], name]
        raise TypeError(f"tools that wait for each other: {' → '.join(circle)}")
    if name in done:
        return
    for other in _awaited(tools[name]):
        _follow(other, tools, (*trail, name), done)
    done.add(name)


def _awaited(tool: CompiledTool) -> Iterator[str]:
    yield from tool.spec.after
    for need in tool.spec.needs.values():
        for source in (need.found_in, need.chosen_from):
            if source is not None:
                yield source.tool
