"""The error message and exit status of a command that fails."""

import sys

DONE, NOT_DONE = 0, 2


class CannotWork(Exception):
    """A command is not possible. The message is a sentence for the user."""


def complain(fault: Exception) -> int:
    """Print a failure to standard error. Returns the exit status."""
    if sys.stdout is not None:
        sys.stdout.flush()
    print(f"trexscore: {fault}", file=sys.stderr)
    return NOT_DONE
