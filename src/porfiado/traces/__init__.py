"""Conversations recorded elsewhere, to and from records: one file a format."""

from porfiado.traces.formats import Format, all_formats, format_of, named_format
from porfiado.traces.load import LoadedConversation, load_conversations, load_files
from porfiado.traces.native import dump, dumps, schema_of_conversation
from porfiado.traces.problems import NotARecordError, RecordError, UnreadableRecordsError

__all__ = [
    "Format",
    "LoadedConversation",
    "NotARecordError",
    "RecordError",
    "UnreadableRecordsError",
    "all_formats",
    "dump",
    "dumps",
    "format_of",
    "load_conversations",
    "load_files",
    "named_format",
    "schema_of_conversation",
]
