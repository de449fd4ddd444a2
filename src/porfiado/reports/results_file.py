"""The results as a file, written while the run goes on: one conversation a line, the summary last."""

from __future__ import annotations

from typing import IO, Any

import msgspec

from porfiado.grading.results import FORMAT, ConversationResult, Summary

_encoder = msgspec.json.Encoder(enc_hook=repr)


class ResultsFile:
    """Writes `porfiado.results/1` to a stream without holding its conversations.

    Args:
        stream: Where to; it is not closed.
        head: The values before the conversations: run, suite, agent, user, seed.
    """

    def __init__(self, stream: IO[bytes], **head: Any) -> None:
        self._stream = stream
        self._first = True
        opening = _encoder.encode({"format": FORMAT, **head})
        stream.write(opening[:-1] + b',\n"conversations": [')

    def add(self, result: ConversationResult) -> None:
        """Write one conversation's results."""
        self._stream.write((b"\n" if self._first else b",\n") + _encoder.encode(result))
        self._first = False

    def finish(self, summary: Summary) -> None:
        """Write the summary and close the JSON object."""
        self._stream.write(b'\n],\n"summary": ' + _encoder.encode(summary) + b"}\n")
