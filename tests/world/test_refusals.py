"""What a tool raises: a refusal that the agent reads, or a bug of the world."""

import pytest

from porfiado.world import Session, World, tool


class Plain(World):
    state: dict[str, int]

    @tool(writes=True)
    def take(self, name: str, count: int = 1) -> int:
        """Take some."""
        self.state["touched"] = 1
        if count < 1:
            raise ValueError("count must be at least 1")
        return self.state[name if count < 9 else "typo of the world"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name": "b"}, "there is no 'b'"),
        ({"name": "a", "count": 0}, "count must be at least 1"),
    ],
)
def test_pythons_own_words_for_a_wrong_argument_are_a_refusal(arguments, error):
    session = Session(Plain, {"a": 3})
    assert session.tools.take(**arguments) == {"error": error}
    assert session.snapshot() == {"a": 3}
    assert session.broken == ()


def test_a_key_that_nobody_gave_is_a_bug_of_the_world():
    session = Session(Plain, {"a": 3})
    session.tools.take("a", 9)
    assert session.broken[0].startswith("take: KeyError")
