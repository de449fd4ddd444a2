"""The command line: `app` has the commands, and each one's work is in the module of its name."""
