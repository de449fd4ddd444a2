"""What a world's class says of its tools, and what is refused when it is created."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

import jsonschema
import msgspec
import pytest

from porfiado.world import Needs, Session, World, tool
from porfiado.world.docstrings import read_docstring


class Row(msgspec.Struct):
    key: str
    inner: Inner


class Inner(msgspec.Struct):
    size: int


class Typed(TypedDict):
    key: str


@dataclass
class Data:
    key: str


def specs(world):
    return {spec.name: spec for spec in world.specs}


def test_a_spec_holds_what_was_declared(library):
    spec = specs(library)["loans"]
    assert (spec.reads, spec.writes, spec.choose) == (True, False, "loan")
    assert spec.description == "Find the loans of a reader."
    assert spec.intents == {"en": ("my loans",)}
    assert spec.needs["card"].words == {"en": "card number"}
    assert spec.needs["card"].optional is False


def test_the_schema_comes_from_signature_and_docstring(library):
    assert specs(library)["loans"].parameters == {
        "type": "object",
        "properties": {"card": {"type": "string", "description": "the number on the card, with its dash."}},
        "required": ["card"],
        "additionalProperties": False,
    }
    renew = specs(library)["renew"].parameters
    assert renew["required"] == ["loan"]
    assert renew["properties"]["days"] == {"type": "integer", "default": 7}
    assert renew["properties"]["how"] == {"type": "string", "enum": ["quiet", "loud"], "default": "quiet"}


def test_every_schema_is_a_json_schema(library):
    for spec in library.specs:
        jsonschema.Draft202012Validator.check_schema(spec.parameters)


def test_a_literal_keeps_the_order_written():
    class Week(World):
        @tool(reads=True)
        def day(self, day: Annotated[Literal["wed", "mon"], Needs("date")]) -> None:
            """A day."""

    assert Week.specs[0].parameters["properties"]["day"]["enum"] == ["wed", "mon"]


def test_optional_follows_the_default_unless_it_is_said(library):
    needs = specs(library)["renew"].needs
    assert (needs["loan"].optional, needs["days"].optional, needs["how"].optional) == (False, False, True)
    assert needs["loan"].found_in == ("loans", "loan")


def test_a_required_parameter_without_needs_is_asked_for_by_its_name():
    class Plain(World):
        @tool(reads=True)
        def look(self, order_number: str, limit: int = 3) -> None:
            """Look."""

    (spec,) = Plain.specs
    assert {name: need.type for name, need in spec.needs.items()} == {"order_number": "order_number"}


def test_a_struct_as_parameter_is_described_with_its_definition():
    class Deep(World):
        @tool(writes=True)
        def put(self, row: Row) -> None:
            """Put."""
            self.state["row"] = row.key

    (spec,) = Deep.specs
    jsonschema.validate({"row": {"key": "a", "inner": {"size": 1}}}, spec.parameters)
    session = Session(Deep)
    assert session.tools.put({"key": "a", "inner": {"size": 1}}) is None
    assert session.snapshot() == {"row": "a"}


def test_tools_are_inherited_and_may_be_replaced(library):
    class Branch(library):
        @tool(reads=True, name="opening-hours")
        def hours(self) -> str:
            """When it is open."""
            return "9-18"

    assert [spec.name for spec in Branch.specs] == ["loans", "renew", "shelf", "opening-hours"]
    assert Session(Branch).tools["opening-hours"]() == "9-18"
    assert "opening-hours" not in specs(library)


def test_specs_cannot_be_changed(library):
    spec = library.specs[0]
    assert {spec: 1}[spec] == 1
    with pytest.raises(AttributeError):
        spec.reads = False
    with pytest.raises(TypeError):
        spec.needs["card"] = None
    spec.parameters["properties"].clear()
    assert spec.parameters["properties"]


def declare(function, **options):
    """A world with one tool that reads (`rows`) and `function` as another."""
    options = options or {"writes": True}

    class Made(World):
        @tool(reads=True)
        def rows(self) -> list[Row]:
            """The rows."""
            return []

        other = tool(**options)(function)

    return Made


def takes(annotation, default=...):
    def other(self, x=None):
        """Other."""

    other.__annotations__ = {"x": annotation}
    other.__defaults__ = None if default is ... else (default,)
    return other


def plain(self) -> None:
    """Other."""


def bare(self, x):
    """Other."""


def starred(self, *x: int):
    """Other."""


def undocumented(self): ...


def misdescribed(self, day: str):
    """Other.

    Args:
        dya: the day.
    """


async def waiting(self):
    """Other."""


def returning(annotation):
    def other(self, day: str = ""):
        """Other."""

    other.__annotations__["return"] = annotation
    return other


BAD = [
    (lambda: tool(), "exactly one of"),
    (lambda: tool(reads=True, writes=True), "exactly one of"),
    (lambda: declare(plain, writes=True, name="año"), "no tool name"),
    (lambda: declare(plain, writes=True, name="state"), "the name is taken"),
    (lambda: declare(plain, writes=True, name="rows"), "two tools are called 'rows'"),
    (lambda: declare(plain, writes=True, after="rows"), "expected a list of texts"),
    (lambda: declare(plain, writes=True, after=["row"]), "'row', which is no tool; did you mean 'rows'"),
    (lambda: declare(plain, writes=True, after=["plain"]), "wait for each other: plain → plain"),
    (lambda: declare(plain, writes=True, intents={"en": "move"}), "expected a list of texts, got 'move'"),
    (lambda: declare(plain, writes=True, intents=["move"]), "expected a mapping"),
    (lambda: declare(plain, writes=True, says={"english": "Done"}), "no language code"),
    (lambda: declare(plain, writes=True, says={"en": " "}), "the text for 'en' is ' '"),
    (lambda: declare(plain, writes=True, says={"en": "{day}"}), "placeholder {day}"),
    (lambda: declare(plain, writes=True, says={"en": "{day"}), "a placeholder is a name in braces"),
    (lambda: declare(plain, writes=True, restricted=""), "restricted is the reason"),
    (lambda: declare(plain, writes=True, refuses={"en": "No."}), "give restricted= too"),
    (lambda: declare(plain, reads=True, says={"en": "Done"}), "says= is for tools that write"),
    (lambda: declare(plain, writes=True, reports={"en": "It"}), "are for tools that read"),
    (lambda: declare(plain, reads=True, shows={"en": "It"}), "give choose= too"),
    (
        lambda: declare(returning(list[Row]), reads=True, choose="kye"),
        "no field of the result; did you mean 'key'",
    ),
    (lambda: declare(returning(Row), reads=True, reports={"en": "{inner.siez}"}), "placeholder {inner.siez}"),
    (lambda: declare(returning(None), writes=True, says={"en": "{key}"}), "placeholder {key}"),
    (lambda: declare(returning(Typed), writes=True, says={"en": "{kee}"}), "did you mean 'key'"),
    (lambda: declare(returning(Data | None), writes=True, says={"en": "{kee}"}), "did you mean 'key'"),
    (lambda: declare(bare), "'x' has no type annotation"),
    (lambda: declare(starred), "passes arguments by name"),
    (lambda: declare(undocumented), "needs a docstring"),
    (lambda: declare(misdescribed), "describes 'dya', which is no parameter; did you mean 'day'"),
    (lambda: declare(waiting), "plain function, not async"),
    (lambda: declare(takes("Nowhere")), "must be defined at the top level"),
    (lambda: declare(takes(object)), "no JSON form"),
    (lambda: declare(takes(Annotated[str, Needs("a"), Needs("b")])), "declares Needs twice"),
    (lambda: declare(takes(Annotated[str, Needs("a")] | None)), "put the union inside"),
    (lambda: declare(takes(Annotated[str, Needs("a", optional=True)])), "no default value"),
    (lambda: declare(takes(Annotated[str, Needs("a", values={"b": {"en": ["c"]}})])), "values= names 'b'"),
    (lambda: declare(takes(Annotated[str, Needs("a", from_tool="row.key")])), "did you mean 'rows'"),
    (lambda: declare(takes(Annotated[str, Needs("a", from_tool="rows.kye")])), "did you mean 'key'"),
    (lambda: declare(takes(Annotated[str, Needs("a", choices_from="other.x")])), "which writes"),
    (lambda: Needs(), "Missing required argument 'type'"),
    (lambda: Needs(""), "the type is a word"),
    (lambda: Needs("a", words="RUT"), "expected a mapping"),
    (lambda: Needs("a", words={"es": 3}), "the text for 'es' is 3"),
    (lambda: Needs("a", from_tool="rows."), "write 'tool.field'"),
    (lambda: Needs("a", from_tool="a.b", choices_from="a.c"), "exclude each other"),
    (lambda: Needs("a", word={}), "Unexpected keyword argument 'word'"),
]


@pytest.mark.parametrize(("make", "message"), BAD, ids=range(len(BAD)))
def test_a_bad_declaration_is_a_clear_error(make, message):
    with pytest.raises(TypeError) as caught:
        make()
    assert message in str(caught.value)


def test_errors_name_world_and_tool():
    with pytest.raises(TypeError, match=r"world declare.<locals>.Made: tool 'bare': parameter 'x'"):
        declare(bare)


@pytest.mark.parametrize("annotation", [dict, dict[str, Any], Any, list[Any], Row | Data | None])
def test_placeholders_of_unknown_results_are_left_alone(annotation):
    declare(returning(annotation), writes=True, says={"en": "{whatever.there}"})


def test_a_longer_circle_is_found():
    with pytest.raises(TypeError, match="a → b → a"):

        class Circle(World):
            @tool(reads=True, after=["b"])
            def a(self) -> str:
                """A."""
                return ""

            @tool(reads=True)
            def b(self, x: Annotated[str, Needs("x", from_tool="a")]) -> None:
                """B."""


@pytest.mark.parametrize(
    ("docstring", "text", "parameters"),
    [
        (None, "", {}),
        ("One.", "One.", {}),
        ("One\n    two.\n\n    Three.", "One two.", {}),
        (
            "One.\n\n    Args:\n        a (int): the a.\n        b: the b:\n            more.",
            "One.",
            {"a": "the a.", "b": "the b: more."},
        ),
        (
            "One.\n\n    Args:\n        a: x\n\n        b: y\n\n    Returns:\n        c: no.",
            "One.",
            {"a": "x", "b": "y"},
        ),
        ("\n    Args:\n        a: x", "", {"a": "x"}),
    ],
)
def test_docstrings(docstring, text, parameters):
    assert read_docstring(docstring) == (text, parameters)
