"""A clinic's appointments, in Spanish."""
