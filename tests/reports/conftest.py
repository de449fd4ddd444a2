from io import StringIO

import pytest
from rich.console import Console


class Screen:
    """A console whose output can be read."""

    def __init__(self, width=100, **more):
        self.stream = StringIO()
        more = {"highlight": False, "markup": False, **more}
        self.console = Console(file=self.stream, width=width, **more)

    @property
    def text(self):
        return self.stream.getvalue()


@pytest.fixture
def screen():
    return Screen()


@pytest.fixture
def make_screen():
    return Screen
