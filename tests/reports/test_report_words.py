"""The words of reports and of the command line are there in every language, with the same places to fill."""

import ast
import string
from pathlib import Path

import pytest

from porfiado.grading import all_criteria
from porfiado.locales import words
from porfiado.records import Drift, Ending, Outcome
from porfiado.reports.words import speak

SOURCE = Path(__file__).parents[2] / "src" / "porfiado"
LANGUAGES = ("en", "es")


def flat(table, prefix=""):
    found = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def places(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("name", ["cli", "report"])
def test_every_text_is_in_both_languages_with_the_same_places(name):
    english, spanish = (flat(words(language, name)) for language in LANGUAGES)
    assert english.keys() == spanish.keys()
    for key, text in english.items():
        assert places(text) == places(spanish[key]), key
        assert text.strip()
        assert spanish[key].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_has_a_name_has_words(language):
    say = speak(language)
    for criterion in all_criteria():
        assert say.has("criteria", criterion.name), criterion.name
        assert say.has("advice", criterion.name), criterion.name
    for ending in (*Ending, "unknown"):
        assert say.has("endings", ending)
        assert say.has("counts_as", ending)
    for outcome in Outcome:
        assert say.has("verdicts", outcome)
    for drift in Drift.__struct_fields__:
        assert say.has("drift", drift)


def keys_used(pattern, functions):
    """The literal keys given to `functions` in the sources that match `pattern`."""
    for path in SOURCE.glob(pattern):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            first = node.args[0]
            if name in functions and isinstance(first, ast.Constant) and "." in str(first.value):
                yield path.name, first.value, name == "plural"


def test_every_key_that_the_code_speaks_is_there():
    reports = flat(words("en", "report"))
    for file, key, plural in keys_used("reports/*.py", {"words", "_words", "plural"}):
        for name in (key, f"{key}_one") if plural else (key,):
            assert name in reports, (file, name)
    commands = flat(words("en", "cli"))
    for file, key, _ in keys_used("cli/*.py", {"say", "_say"}):
        assert key in commands, (file, key)


def test_numbers_are_written_as_the_language_writes_them():
    english, spanish = speak("en"), speak("es")
    assert english.number(12345.678, 1) == "12,345.7"
    assert spanish.number(12345.678, 1) == "12.345,7"


def test_a_share_never_looks_like_all_or_nothing_when_it_is_not():
    say = speak("en")
    assert [say.percent(share) for share in (0, 0.001, 0.5, 0.999, 1)] == [
        "0 %",
        "<1 %",
        "50 %",
        ">99 %",
        "100 %",
    ]


def test_what_has_no_words_keeps_its_name():
    assert speak("es").name("criteria", "my_own_criterion") == "my own criterion"
