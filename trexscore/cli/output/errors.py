"""The error message and exit status of a command that fails."""

import sys
from typing import ClassVar

EXIT_DONE, EXIT_BROKEN, EXIT_NOT_DONE = 0, 1, 2


class CannotWork(Exception):
    """A command is not possible. The message is a sentence for the user."""

    exit_status: ClassVar[int] = EXIT_NOT_DONE


class Damaged(CannotWork):
    """The database is damaged, or a journal in it is not valid."""

    exit_status: ClassVar[int] = EXIT_BROKEN


def print_error(error: Exception) -> int:
    """Print a failure to standard error. Returns the exit status."""
    if sys.stdout is not None:
        sys.stdout.flush()
    print(f"trexscore: {error}", file=sys.stderr)
    return error.exit_status if isinstance(error, CannotWork) else EXIT_NOT_DONE
