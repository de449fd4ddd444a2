"""Classes of words: what a rule over tags finds."""

from __future__ import annotations

import re

from porfiado.user.hearing.language import _by_class
from porfiado.user.hearing.tagging import Tagger

TABLE = {
    "forms": {"won't": "will not"},
    "classes": {
        "grammar": ["i|not|it|will"],
        "skip": ["just"],
        "DID": ["[a-z]{2,}ed"],
        "DID3P": ["[a-z]+aron"],
    },
}


def tagger(*rules: str) -> Tagger:
    return Tagger(TABLE, rules, re.compile)


def test_a_word_is_its_class_and_unlisted_ones_are_w() -> None:
    assert tagger().tags("i just moved it, gladly 4 BA117".lower()) == " i DID it , w NUM NUM "


def test_a_named_word_keeps_itself_before_its_class() -> None:
    words = tagger(r"\bmoved\b")
    assert words.tags("i moved it") == " i moved=DID it "
    assert re.search(words.rule(r"\bi DID\b"), words.tags("i moved it"))


def test_a_stem_names_all_words_that_begin_with_it() -> None:
    words = tagger(r"\bprohibid~ it\b")
    for text in ("prohibido it", "prohibidas it"):
        assert re.search(words.rule(r"\bprohibid~ it\b"), words.tags(text))
    assert not re.search(words.rule(r"\bprohibid~ it\b"), words.tags("permitido it"))


def test_a_class_may_end_in_a_letter_after_its_digit() -> None:
    words = tagger(r"\bcambiaron\b")
    assert re.search(words.rule(r"\bDID3P\b"), words.tags("cambiaron"))


def test_accents_that_tell_nothing_apart_do_not_hide_a_named_word() -> None:
    words = tagger(r"\bcomod~")
    assert re.search(words.rule(r"\bcomod~"), words.tags("cómodo"))


def test_the_rules_of_a_class_have_its_exceptions_and_those_of_its_act() -> None:
    acts = {"succeeds": {"own_deed": {"any": ["a", ["b", "c"]], "unless": ["d"]}, "unless": ["e"]}}
    assert _by_class(acts) == {"succeeds.own_deed": [["a", "d", "e"], ["b", "c", "d", "e"]]}
