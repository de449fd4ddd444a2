"""The registry of criteria: order, blocking, criteria from elsewhere, and what a faulty one costs."""

import pytest
from grading_support import graded, scenario, turn

from porfiado import grading
from porfiado.cases import Scenario
from porfiado.grading import Grader, criterion, failed, passed, plain, registry, say
from porfiado.records import Conversation, Outcome


def test_criteria_have_a_fixed_order():
    names = list(graded(scenario(), turn()).criteria)

    assert names[:6] == ["goal", "turns_to_goal", "elicitation", "reasks", "contradictions", "limits"]
    assert names == [one.name for one in grading.all_criteria()]
    blocking = {one.name for one in grading.all_criteria() if one.blocking}
    assert blocking == {"goal", "limits", "forbidden_tools"}


def test_blocking_can_be_told_otherwise():
    what = scenario(path={"must_not_call": []})
    grader = Grader(what, blocking={"forbidden_tools": False, "reasks": True})
    criteria = grader.grade(Conversation(turns=(turn(),))).criteria

    assert not criteria["forbidden_tools"].blocking
    assert criteria["reasks"].blocking


@criterion("politeness")
def politeness(evidence):
    rude = [number for number, one in enumerate(evidence.turns, 1) if "!" in (one.agent or "")]
    return failed(len(rude), plain("shouted"), turn=rude[0]) if rude else passed(0)


class FakeEntry:
    def __init__(self, name, loaded):
        self.name = name
        self.value = f"somewhere:{name}"
        self._loaded = loaded

    def load(self):
        if isinstance(self._loaded, Exception):
            raise self._loaded
        return self._loaded


@pytest.fixture
def entries(monkeypatch):
    def install(*found):
        monkeypatch.setattr(registry, "entry_points", lambda group: list(found))
        registry.all_criteria.cache_clear()

    yield install
    monkeypatch.undo()
    registry.all_criteria.cache_clear()


def test_a_criterion_from_elsewhere(entries):
    entries(FakeEntry("politeness", politeness))

    result = Grader(scenario()).grade(Conversation(turns=(turn("a", "NO!"),)))
    assert list(result.criteria)[-1] == "politeness"
    assert result.criteria["politeness"].evidence == "shouted"


@pytest.mark.parametrize(
    ("loaded", "message"),
    [
        (lambda evidence: None, "is no function with @criterion"),
        (ImportError("no module"), "cannot be loaded: no module"),
        (criterion("goal")(lambda evidence: None), "there is a criterion 'goal'"),
    ],
)
def test_a_bad_criterion_from_elsewhere_is_refused(entries, loaded, message):
    entries(FakeEntry("mine", loaded))

    with pytest.raises(grading.CriterionError, match=message):
        grading.all_criteria()


@pytest.mark.parametrize("name", ["", "Goal", "my-criterion", "2nd"])
def test_bad_names_are_refused(name):
    with pytest.raises(grading.CriterionError, match="lower case with underscores"):
        criterion(name)


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        (lambda evidence: 1 / 0, "the criterion itself failed: ZeroDivisionError: division by zero"),
        (lambda evidence: "yes", "the criterion itself failed: it returned str, not a Finding"),
    ],
)
def test_the_fault_of_one_criterion_costs_no_other(check, reason):
    broken = criterion("broken")(check)
    result = Grader(scenario(), criteria=[broken, politeness]).grade(Conversation(turns=(turn(),)))

    assert result.criteria["broken"].verdict is Outcome.ERROR
    assert result.criteria["broken"].reason == reason
    assert result.criteria["politeness"].verdict is Outcome.PASS


def test_a_sentence_without_words_is_shown_as_it_is():
    @criterion("odd")
    def odd(evidence):
        return failed(1, say("my_code", turn=3), say("bare"))

    result = Grader(scenario(), criteria=[odd]).grade(Conversation(turns=(turn(),)))
    assert result.criteria["odd"].evidence == "my_code (turn=3); bare"


def test_grade_keeps_what_it_compiled():
    from porfiado.grading.grader import _grader, _Same

    what = scenario()
    graded(what, turn())
    before = _grader.cache_info().hits
    graded(what, turn())
    graded(Scenario.model_validate(what.model_dump()), turn())

    assert _grader.cache_info().hits == before + 1
    assert _Same(what) == _Same(what)
    assert _Same(what) != what


def test_a_criterion_may_be_called():
    evidence = Grader(scenario()).evidence(Conversation(turns=(turn("a", "NO!"),)))

    assert politeness(evidence).outcome is Outcome.FAIL
