from __future__ import annotations

import pytest
from library_world import Library

from porfiado.world import World


@pytest.fixture
def library() -> type[World]:
    return Library
