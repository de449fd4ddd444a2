"""agents/reference."""
