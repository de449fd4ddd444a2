"""Opening what holds records: a file, a compressed one, standard input, a pipe."""

from __future__ import annotations

import gzip
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, cast

STANDARD_INPUT = "-"
_IN_MEMORY = 8 << 20  # bytes of a stream without a way back that are kept before a file is made of them
_GZIP = b"\x1f\x8b"


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """The content of a file, unpacked if it is gzip's, as a stream that can be gone back in.

    `-` is standard input.

    Raises:
        OSError: it cannot be read.
    """
    with ExitStack() as held:
        if str(path) == STANDARD_INPUT:
            stream = cast("BinaryIO", sys.stdin.buffer)
        else:
            stream = held.enter_context(Path(path).open("rb"))
        if not stream.seekable():
            stream = _kept(stream, held)
        if stream.read(len(_GZIP)) == _GZIP:
            stream.seek(0)
            stream = cast("BinaryIO", held.enter_context(gzip.GzipFile(fileobj=stream)))
        stream.seek(0)
        yield stream


def _kept(stream: BinaryIO, held: ExitStack) -> BinaryIO:
    kept = held.enter_context(tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))  # noqa: SIM115 - `held` closes it
    shutil.copyfileobj(stream, kept)
    kept.seek(0)
    return cast("BinaryIO", kept)
