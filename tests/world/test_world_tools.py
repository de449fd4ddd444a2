"""What an agent holds in its hands."""

from __future__ import annotations

import copy

import pytest

from porfiado.world import Session


@pytest.fixture
def tools(library):
    return Session(library).tools


def test_tools_are_a_mapping(tools):
    assert list(tools) == ["loans", "renew", "shelf"]
    assert len(tools) == 3
    assert "loans" in tools
    assert "lones" not in tools
    assert 3 not in tools
    assert tools.get("lones") is None
    assert {name: tool.__name__ for name, tool in tools.items()}["renew"] == "renew"
    assert repr(tools["loans"]) == "<tool loans(card)>"


def test_an_unknown_name_in_brackets_is_an_error_result(tools):
    assert "did you mean 'loans'" in tools["lones"](card="C-7")["error"]
    assert "unknown tool" in tools[None]()["error"]


def test_an_unknown_attribute_is_the_programmers_error(tools):
    with pytest.raises(AttributeError, match="did you mean 'loans'"):
        tools.lones  # noqa: B018
    with pytest.raises(AttributeError):
        tools.__rich__  # noqa: B018
    with pytest.raises(AttributeError):
        copy.copy(tools)._missing  # noqa: B018


def test_positions_map_to_names(tools):
    assert tools.loans("C-7") == tools.loans(card="C-7")
    assert "unexpected argument '#2'" in tools.loans("C-7", "C-8")["error"]
    assert "unexpected argument '#1'" in tools.loans("C-7", card="C-8")["error"]


def test_schemas_are_copies(tools):
    assert [schema["name"] for schema in tools.schemas] == ["loans", "renew", "shelf"]
    assert tools.schemas[0].keys() == {"name", "description", "parameters"}
    tools.schemas[0]["parameters"]["properties"].clear()
    assert tools.schemas[0]["parameters"]["properties"]


def test_specs_are_at_hand(tools):
    assert [spec.name for spec in tools.specs] == list(tools)
