"""Runs: what will be held, holding and grading it, and what is kept of it. Import from the modules."""
