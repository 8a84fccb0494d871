"""Output of commands."""
