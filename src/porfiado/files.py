"""Writing files so that nobody ever reads half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears whole or not at all: written beside its place, synced, then moved there.

    What a link points to is replaced, not the link. A device or a pipe is written to as it is.

    Raises:
        OSError: it cannot be written there.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    place = path.resolve()  # absolute too: an agent may change the working directory meanwhile
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.replace(place)
    finally:
        temporary.unlink(missing_ok=True)
