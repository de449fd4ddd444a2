"""What the modes and the argument modes let pass, and what is said of what they do not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.grading import match_trajectories
from porfiado.grading.reference import Reference, TrajectoryError
from porfiado.grading.reference.arguments import rule_of
from porfiado.records import Call, Conversation, Step, Turn
from porfiado.world import ConditionError


def calls(*items):
    """`find:1` is find({"id": 1}); `find` has no arguments."""
    made = []
    for item in items:
        name, _, number = item.partition(":")
        made.append({"name": name, "arguments": {"id": int(number)} if number else {}})
    return made


MODES = ("exact", "in_order", "any_order", "superset", "unordered", "subset")


@pytest.mark.parametrize(
    ("made", "reference", "passing"),
    [
        ("a b c", "a b c", "exact in_order any_order superset unordered subset"),
        ("b a c", "a b c", "any_order superset unordered subset"),
        ("a x b c", "a b c", "in_order any_order superset"),
        ("a c", "a b c", "subset"),
        ("c a", "a b c", "subset"),
        ("a a b", "a b", "in_order any_order superset"),
        ("a b", "a a b", "subset"),
        ("x", "a", ""),
        ("", "", "exact in_order any_order superset unordered subset"),
        ("a", "", "in_order any_order superset"),
        ("", "a", "subset"),
        ("b a b", "a b", "in_order any_order superset"),
        ("a b a", "b a", "in_order any_order superset"),
    ],
)
def test_modes(made, reference, passing):
    made, reference = calls(*made.split()), calls(*reference.split())
    found = [mode for mode in MODES if match_trajectories(made, reference, mode=mode).matched]

    assert found == passing.split()


@pytest.mark.parametrize(
    ("rule", "expected", "got", "agrees"),
    [
        ("exact", {"a": 1, "b": "x"}, {"b": "x", "a": 1}, True),
        ("exact", {"a": 1}, {"a": 1.0}, True),
        ("exact", {"a": 1}, {"a": "1"}, False),
        ("exact", {"a": 1}, {"a": True}, False),
        ("exact", {"a": [1, {"b": 0}]}, {"a": [1, {"b": False}]}, False),
        ("exact", {"a": None}, {}, False),
        ("exact", {"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, False),
        ("ignore", {"a": 1}, {"b": 2}, True),
        ("subset", {"a": 1, "b": 2}, {"a": 1}, True),
        ("subset", {"a": 1}, {"a": 1, "b": 2}, False),
        ("subset", {"a": 1, "b": 2}, {"a": 2}, False),
        ("superset", {"a": 1}, {"a": 1, "b": 2}, True),
        ("superset", {"a": 1, "b": 2}, {"a": 1}, False),
        ("superset", {"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, False),
        (["a"], {"a": 1, "b": 2}, {"a": 1, "c": 3}, True),
        (["a.b"], {"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, True),
        (["a.b"], {"a": {"b": 1}}, {"a": {"b": 2}}, False),
        (["a.b"], {"a": {"b": None}}, {"a": {}}, True),
        (["a[0].b"], {"a": [{"b": 1}, 2]}, {"a": [{"b": 1}]}, True),
        (["a.0.b"], {"a": [{"b": 1}, 2]}, {"a": [{"b": 2}]}, False),
        (['["a.b"]'], {"a.b": 1}, {"a.b": 2}, False),
        ([], {"a": 1}, {"a": 2}, True),
        (lambda got, expected: got["q"].lower() == expected["q"], {"q": "sf"}, {"q": "SF"}, True),
        (lambda got, expected: False, {"q": "sf"}, {"q": "sf"}, False),
        ("exact", {"a": {"$in": [1, 2]}}, {"a": 2}, True),
        ("exact", {"a": {"$in": [1, 2]}}, {"a": 3}, False),
        ("exact", {"a": {"$in": [1, 2]}}, {"a": 2, "b": 1}, False),
        ("superset", {"a": {"$regex": "^x"}}, {"a": "xy", "b": 1}, True),
        ("subset", {"a": {"$regex": "^x"}, "b": 1}, {"a": "xy"}, True),
        ("exact", {"f": {"n": 1, "city": {"$regex": "SF"}}}, {"f": {"n": 1, "city": "SF!"}}, True),
        ("exact", {"f": {"n": 1, "city": {"$regex": "SF"}}}, {"f": {"n": 1, "city": "SF", "z": 0}}, False),
        ("exact", {"a": 1, "b": {"$exists": False}}, {"a": 1}, True),
        ("exact", {"a": 1, "b": {"$exists": False}}, {"a": 1, "b": 2}, False),
        ("exact", {"filter": {"$gte": 5}}, {"filter": {"$gte": 5}}, True),
        (["a"], {"a": {"$gte": 5}}, {"a": 7}, True),
    ],
)
@pytest.mark.parametrize("copies", [1, 12])
def test_arguments(rule, expected, got, agrees, copies):
    """Also of many calls of one tool, which are found by a key where the rule has one."""
    made = [{"name": "t", "arguments": got}] * copies
    reference = [{"name": "t", "arguments": expected}] * copies
    for options in ({"arguments": rule}, {"arguments": "exact", "overrides": {"t": rule}}):
        match = match_trajectories(made, reference, mode="unordered", **options)
        assert match.matched is agrees, match.explain()
        if not agrees:
            assert not match.pairs
            assert match.missing[0].differences


def test_an_override_is_for_its_tool_only():
    made, reference = calls("find:1", "move:1"), calls("find:2", "move:2")

    match = match_trajectories(made, reference, overrides={"find": "ignore"})
    assert match.pairs == {0: 0}
    assert [one.expected for one in match.missing] == [1]


def test_pairs_are_not_found_greedily():
    """The first expected call agrees with both made, the second only with the first of them."""
    reference = [{"name": "t", "arguments": {"a": 1}}, {"name": "t", "arguments": {"a": 1, "b": 2}}]
    made = [{"name": "t", "arguments": {"a": 1, "b": 2}}, {"name": "t", "arguments": {"a": 1, "c": 3}}]

    match = match_trajectories(made, reference, mode="unordered", arguments="superset")
    assert match.matched
    assert match.pairs == {0: 1, 1: 0}


def test_malformed_arguments_are_not_empty_ones():
    broken = Call(name="t", raw_arguments="{oops")
    empty = Call(name="t")
    for rule in ("exact", "subset", "superset", ["a"], lambda got, expected: True):
        assert not match_trajectories([broken], [empty], arguments=rule).matched
        assert not match_trajectories([empty], [broken], arguments=rule).matched
        assert match_trajectories([broken], [broken], arguments=rule).matched
    assert match_trajectories([broken], [empty], arguments="ignore").matched
    assert "{oops" in match_trajectories([broken], [empty]).explain()


def test_without_matchers_an_operator_is_a_key():
    reference = [{"name": "t", "arguments": {"a": {"$in": [1]}}}]

    assert not match_trajectories([{"name": "t", "arguments": {"a": 1}}], reference, matchers=False).matched
    assert match_trajectories(reference, reference, matchers=False).matched
    unknown = [{"name": "t", "arguments": {"a": {"$lookup": 1}}}]
    assert match_trajectories(unknown, unknown, matchers=False).matched
    with pytest.raises(ConditionError, match=r"\$lookup"):
        Reference(unknown)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"mode": "sloppy"}, "sloppy"),
        ({"arguments": "loose"}, "loose"),
        ({"overrides": {"t": "loose"}}, "loose"),
        ({"arguments": 3}, "a function is expected, not 3"),
        ({"arguments": [1]}, "a function is expected"),
        ({"arguments": [""]}, "no dotted path"),
        ({"mode": "strict"}, "only calls"),
    ],
)
def test_wrong_use_is_refused(options, error):
    with pytest.raises((ValueError, TypeError), match=error):
        Reference(calls("a"), **options)


def test_monstrous_arguments_are_compared_without_a_crash():
    deep = {}
    for _ in range(3000):
        deep = {"a": deep}
    made = [{"name": "t", "arguments": deep}]

    assert not match_trajectories(made, [{"name": "t"}]).matched
    assert match_trajectories(made, [{"name": "t"}], arguments="superset").matched
    for mode in MODES:
        match_trajectories(made, [{"name": "t", "arguments": {"a": deep}}], mode=mode).explain()


def test_thousands_of_like_calls_take_no_time():
    """4,000 calls in turns, shifted by one: eight million agreements, of which few are looked at."""
    made = [{"name": "t", "arguments": {"a": number % 2}} for number in range(4001)]
    match = match_trajectories(made[1:], made[:-1], mode="exact")

    assert not match.matched
    assert len(match.pairs) == 3999
    assert match.out_of_order == {3999: 0}
    assert not match.missing
    assert match_trajectories(made[1:], made[:-1], mode="unordered").matched


# ── explaining ──


def told(made, reference, mode, language="en", **options):
    return match_trajectories(made, reference, mode=mode, **options).explain(language).splitlines()


def test_what_is_said_of_a_wrong_argument():
    made, reference = calls("find:1", "move:3"), calls("find:1", "move:2")

    assert told(made, reference, "in_order") == [
        'expected call 2, move({"id":2}), has no partner; the nearest is call 2, move({"id":3}): '
        "id: expected 2, got 3"
    ]
    assert told(made, reference, "exact", "es") == [
        'la llamada esperada 2, move({"id":2}), no tiene pareja; la más cercana es la llamada 2, '
        'move({"id":3}): id: se esperaba 2, hay 3'
    ]


def test_what_is_said_of_arguments_too_few_and_too_many():
    made = [{"name": "t", "arguments": {"b": "x"}}]
    reference = [{"name": "t", "arguments": {"a": 1}}]

    assert told(made, reference, "unordered")[0].endswith("a: is absent, b: was not expected, got string 'x'")
    assert told(made, reference, "unordered", "es")[0].endswith(
        "a: no está, b: no se esperaba, hay el texto 'x'"
    )


def test_what_is_said_of_calls_missing_and_beyond():
    assert told(calls("a", "x"), calls("a", "b"), "exact") == [
        "expected call 2, b(), was not made",
        "call 2, x(), is beyond the reference",
    ]
    assert told(calls("a", "x"), calls("a", "b"), "in_order") == ["expected call 2, b(), was not made"]
    assert told(calls("a", "x"), calls("a", "b"), "subset") == ["call 2, x(), is beyond the reference"]


def test_what_is_said_of_the_order():
    match = match_trajectories(calls("b", "a", "c"), calls("a", "b", "c"), mode="in_order")

    assert len(match.pairs) == 2
    assert len(match.out_of_order) == 1
    assert not match.missing
    assert match.explain() == "call 2, a(), is out of order: it is call 1 of the reference"


def test_the_nearest_call_differs_least():
    made = [
        {"name": "t", "arguments": {"a": 9, "b": 9, "c": 9}},
        {"name": "t", "arguments": {"a": 1, "b": 2, "c": 9}},
        {"name": "u", "arguments": {"a": 1, "b": 2, "c": 3}},
    ]
    match = match_trajectories(made, [{"name": "t", "arguments": {"a": 1, "b": 2, "c": 3}}])

    (missing,) = match.missing
    assert missing.nearest == 1
    assert [(one.path, one.expected, one.got) for one in missing.differences] == [("c", 3, 9)]
    assert match.extra == (0, 1, 2)
    assert (match.precision, match.recall) == (0.0, 0.0)


# ── strict, and what a record says of messages ──


def chat(text):
    """`u a(find) t a`: roles, and the calls of the assistant."""
    messages = []
    for word in text.split():
        role, _, made = word.partition("(")
        message = {"role": {"u": "user", "a": "assistant", "t": "tool", "s": "system"}[role], "content": "…"}
        if made:
            message["tool_calls"] = [
                {"id": "", "type": "function", "function": {"name": name, "arguments": "{}"}}
                for name in made.rstrip(")").split(",")
            ]
        messages.append(message)
    return messages


@pytest.mark.parametrize(
    ("made", "reference", "matched"),
    [
        ("u a(x) t a", "u a(x) t a", True),
        ("u a(x,y) t t a", "u a(y,x) t t a", True),
        ("u a(x) t a(y) t a", "u a(x,y) t t a", False),
        ("u a(x) t a", "u a(x) t", False),
        ("u a(x) t a u a", "u a(x) t a", False),
        ("u a a(x) t", "u a(x) t a", False),
        ("s u a", "u a", False),
        ("u u a", "u a", False),
    ],
)
def test_strict_on_messages(made, reference, matched):
    assert match_trajectories(chat(made), chat(reference), mode="strict").matched is matched
    assert match_trajectories({"messages": chat(made)}, chat(reference), mode="strict").matched is matched


def record(*turns):
    """Turns as lists of steps, each a text with its calls: `["x,y", ""]`."""
    return Conversation(
        turns=tuple(
            Turn(
                user="hi",
                agent="done",
                steps=tuple(
                    Step(calls=tuple(Call(name=name) for name in step.split(",") if name)) for step in turn
                ),
            )
            for turn in turns
        )
    )


@pytest.mark.parametrize(
    ("made", "reference", "matched"),
    [
        (record(["x", ""]), "u a(x) t a", True),
        (record(["x", ""]), "s u a(x) t a", True),
        (record(["x", ""]), "u u a(x) t a", True),
        (record(["x,y", ""], [""]), "u a(y,x) t t a u a", True),
        (record(["x", "y", ""]), "u a(x,y) t t a", False),
        (record([""], ["x", ""]), "a u a(x) t a", True),
        (record([""]), "u a", True),
        (record([]), "u a", True),
    ],
)
def test_strict_on_records(made, reference, matched):
    """A record knows neither the system's messages nor how often the user wrote in a row."""
    assert match_trajectories(made, chat(reference), mode="strict").matched is matched
    assert match_trajectories(chat(reference), made, mode="strict").matched is matched


def test_a_call_without_its_result_has_no_message_of_a_tool():
    made = Conversation(turns=(Turn(user="hi", steps=(Step(calls=(Call(name="x", answered=False),)),)),))

    assert match_trajectories(made, chat("u a(x)"), mode="strict").matched


def test_what_is_said_of_strict():
    assert told(chat("u a(x) t a"), chat("u a(x) t"), "strict") == [
        "message 4: expected none, got one of the assistant"
    ]
    assert told(chat("u a(x) t a(y) t a"), chat("u a(x,y) t t a"), "strict") == [
        "call 2 (turn 1), y(), stands in another message than in the reference",
        "message 4: expected one of a tool, got one of the assistant",
    ]
    assert told(chat("u a(x) t a"), chat("u a(y) t a"), "strict", "es") == [
        "la llamada esperada 1, y(), no se hizo",
        "la llamada 1 (turno 1), x(), sobra: no está en la referencia",
    ]


def test_strict_needs_messages():
    calls_only = Conversation(turns=(Turn(user="hi", calls=(Call(name="x"),)),))

    with pytest.raises(TrajectoryError, match="only the calls are known"):
        match_trajectories(calls_only, chat("u a(x) t a"), mode="strict")
    assert match_trajectories(calls_only, chat("u a(x) t a"), mode="exact").matched


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (Conversation(turns=(Turn(user="hi"),)), "unknown"),
        (Conversation(trajectory_unknown=True), "unknown"),
        ([{"name": 3}], r"\[0\]\.name"),
        ([{"name": "x", "arguments": 3}], r"\[0\]\.arguments"),
        ([{"name": "x"}, {"role": "user"}], r"\[1\]"),
        ([Call(name="x"), "y"], r"\[1\]"),
        ({"nothing": "known"}, "no key tells its format"),
        ("text", "an object is expected"),
    ],
)
def test_what_is_no_trajectory_is_refused(source, error):
    with pytest.raises(TrajectoryError, match=error):
        Reference(source)


def test_other_shapes_are_read():
    native = {"turns": [{"user": "hi", "steps": [{"calls": [{"name": "x", "arguments": {"id": 1}}]}]}]}
    lesson = {"llamadas": [{"nombre": "x", "entrada": {"id": 1}}], "pasos": 2}
    texts = [{"name": "x", "arguments": '{"id": 1}'}]
    spanish = [{"nombre": "x", "entrada": {"id": 1}}]
    for source in (native, lesson, texts, spanish, [Call(name="x", arguments={"id": 1})]):
        assert match_trajectories(source, calls("x:1"), mode="exact").matched


# ── invariants ──

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2) | st.sampled_from([1.0, 0.5, -0.0, "1", "true", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
OBJECTS = st.dictionaries(st.sampled_from("abc"), JSON, max_size=2)


@settings(max_examples=500, deadline=None)
@given(OBJECTS, OBJECTS, st.sampled_from(["exact", "ignore", ["a"], ["a.b", "c"], []]))
def test_the_keys_of_a_rule_tell_what_agrees(left, right, name):
    rule = rule_of(name)

    assert (rule.key(left) == rule.key(right)) == rule.agrees(left, right, matchers=False)
    assert rule.agrees(left, left, matchers=False)


@settings(max_examples=500, deadline=None)
@given(OBJECTS, OBJECTS, st.sampled_from(["exact", "ignore", "subset", "superset", ["a"], ["a.b", "c"]]))
def test_what_does_not_agree_differs_somewhere(expected, got, name):
    rule = rule_of(name)
    agrees = rule.agrees(expected, got, matchers=False)

    assert agrees == (list(rule.differences(expected, got, matchers=False)) == [])
    assert agrees == rule.agrees(expected, got, matchers=True)  # none of these is a matcher


TRAJECTORIES = st.lists(
    st.builds(
        lambda name, a: {"name": name, "arguments": a},
        st.sampled_from("xy"),
        st.dictionaries(st.sampled_from("ab"), st.integers(0, 1)),
    ),
    max_size=5,
)
RULES = st.sampled_from(["exact", "ignore", "subset", "superset", ["a"]])


@settings(max_examples=300, deadline=None)
@given(TRAJECTORIES, TRAJECTORIES, RULES, st.randoms())
def test_what_holds_between_the_modes(made, reference, rule, random):
    passes = {mode: match_trajectories(made, reference, mode=mode, arguments=rule).matched for mode in MODES}
    assert passes["superset"] == passes["any_order"]
    assert not passes["exact"] or (passes["in_order"] and passes["unordered"])
    assert not passes["in_order"] or passes["any_order"]
    assert passes["unordered"] == (passes["superset"] and passes["subset"] and len(made) == len(reference))

    shuffled = random.sample(made, len(made))
    for mode in ("any_order", "unordered", "subset"):
        again = match_trajectories(shuffled, reference, mode=mode, arguments=rule)
        assert again.matched == passes[mode]


@settings(max_examples=300, deadline=None)
@given(TRAJECTORIES, TRAJECTORIES, RULES, st.sampled_from(MODES))
def test_each_call_is_accounted_for_once(made, reference, rule, mode):
    match = match_trajectories(made, reference, mode=mode, arguments=rule)
    expected = [*match.pairs, *match.out_of_order, *(one.expected for one in match.missing)]
    got = [*match.pairs.values(), *match.out_of_order.values(), *match.extra]

    assert sorted(expected) == list(range(len(reference)))
    assert sorted(got) == list(range(len(made)))
    for language in ("en", "es"):
        assert match.matched == (match.explain(language) == "")
