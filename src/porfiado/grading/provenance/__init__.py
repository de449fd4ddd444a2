"""Provenance: for every argument of every call, where did its value come from?

A pure function of the record, and of the agent's prompt and tools where they stand beside it.
"""

from porfiado.grading.provenance.arguments import Argument, Tracer, count_sources, trace_arguments
from porfiado.grading.provenance.kinds import Kind
from porfiado.grading.provenance.known import Known
from porfiado.grading.provenance.sources import Source

__all__ = ["Argument", "Kind", "Known", "Source", "Tracer", "count_sources", "trace_arguments"]
