"""Traces made of spans, runs and observations: one file a dialect."""
