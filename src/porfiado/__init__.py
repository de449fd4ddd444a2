"""porfiado: simulated users that test conversational agents."""

__version__ = "0.1.0"
