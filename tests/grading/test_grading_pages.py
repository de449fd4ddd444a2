"""The pages about criteria and endings: their examples are what the code says, and nothing is left out."""

import json
import re
import textwrap
from pathlib import Path

import msgspec
import pytest
from grading_support import graded, scenario
from pages_support import EXAMPLES, block

from porfiado.cases.loading import parse_suite
from porfiado.grading import all_criteria, passed
from porfiado.grading.criteria import BUILT_IN
from porfiado.grading.reference import read_trajectory
from porfiado.records import Conversation, Ending

DOCS = Path(__file__).parents[2] / "docs"
CRITERIA = {"en": "criteria.md", "es": "criteria.es.md"}
ENDINGS = {"en": "endings.md", "es": "endings.es.md"}


def page(name):
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", CRITERIA)
@pytest.mark.parametrize("criterion", EXAMPLES["en"])
def test_the_examples_are_what_grading_says(language, criterion):
    assert f"```text\n{block(criterion, language)}\n```" in page(CRITERIA[language])


@pytest.mark.parametrize("language", CRITERIA)
def test_every_criterion_is_explained(language):
    text = page(CRITERIA[language])
    headings = re.findall(r"^### `(\w+)`(.*)$", text, re.MULTILINE)

    assert [name for name, _ in headings] == [one.name for one in BUILT_IN]
    assert {name for name, rest in headings if rest} == {one.name for one in all_criteria() if one.blocking}


@pytest.mark.parametrize("language", CRITERIA)
def test_the_criterion_of_ones_own_works(language):
    code = re.findall(r"```python\n(.*?)```", page(CRITERIA[language]), re.DOTALL)[-1]
    names: dict[str, object] = {}
    exec(code, names)
    own = names["no_shouting" if language == "en" else "sin_gritos"]

    class Evidence:
        turns = Conversation().turns

    assert own(Evidence()) == passed(0)


@pytest.mark.parametrize(("language", "said"), [("en", "has no partner"), ("es", "no tiene pareja")])
def test_the_comparison_in_python_works(language, said, capsys):
    code = re.findall(r"```python\n(.*?)```", page(CRITERIA[language]), re.DOTALL)[0]
    exec(code, {})

    first, second = capsys.readouterr().out.splitlines()
    assert first == "False {} id"
    assert said in second


@pytest.mark.parametrize(("language", "key"), [("en", "path"), ("es", "camino")])
def test_the_reference_on_the_page_loads(language, key):
    (text,) = re.findall(rf"```yaml\n({key}:\n  refer.*?)```", page(CRITERIA[language]), re.DOTALL)
    head = "suite: s\nscenarios:\n  - id: a\n    persona: {goal: g}\n"
    loaded = parse_suite(head + textwrap.indent(text, "    "))

    path = loaded.suite.scenarios[0].path
    assert len(read_trajectory(path.reference)) == 2
    assert path.overrides.keys() == {"docs", "find_order" if language == "en" else "buscar_pedido"}


@pytest.mark.parametrize(("language", "day"), [("en", "day"), ("es", "dia")])
def test_every_ending_is_explained(language, day):
    text = page(ENDINGS[language])
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(Ending)

    record = json.loads(re.search(r"```json\n(.*?)```", text, re.DOTALL)[1])
    conversation = msgspec.convert(record, Conversation)
    what = scenario(success={"state": {day: "thursday" if language == "en" else "jueves"}})
    result = graded(what, *conversation.turns, ending=conversation.ending, lang=language)
    assert result.criteria["goal"].verdict == "fail"
    assert result.criteria["turns_to_goal"].reason in text
