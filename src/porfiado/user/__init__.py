"""user."""
