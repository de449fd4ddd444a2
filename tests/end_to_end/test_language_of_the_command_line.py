"""The command line in both languages, and its help."""

import pytest

COMMANDS = ["demo", "init", "lint", "run", "grade", "import", "mutants", "chat", "schema"]


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_is_there_in_both_languages(porfiado, command):
    arguments = [command, "--help"] if command else ["--help"]
    english, spanish = (porfiado(*arguments, env={"PORFIADO_LANG": lang}) for lang in ("en", "es"))
    for done in (english, spanish):
        assert (done.returncode, done.stderr) == (0, "")
        assert "help." not in done.stdout  # a key without words
    assert english.stdout != spanish.stdout


@pytest.mark.parametrize(
    ("env", "arguments", "words"),
    [
        ({}, (), "did you mean"),
        ({"LANG": "es_CL.UTF-8"}, (), "quisiste decir"),
        ({"LANG": "de_DE.UTF-8"}, (), "did you mean"),
        ({"LANG": "en_US.UTF-8", "PORFIADO_LANG": "es"}, (), "quisiste decir"),
        ({"PORFIADO_LANG": "es"}, ("--lang", "en"), "did you mean"),
        ({}, ("--lang=es",), "quisiste decir"),
    ],
)
def test_the_language_is_the_option_then_the_environment_then_english(porfiado, env, arguments, words):
    done = porfiado("schema", "suit", *arguments, env=env)
    assert done.returncode == 2
    assert words in done.stderr


def test_an_unknown_language_is_refused(porfiado):
    done = porfiado("schema", "suite", "--lang", "fr")
    assert (done.returncode, done.stdout) == (2, "")
    assert "fr" in done.stderr
