"""What a command says when it does not do what it was asked, and the exit status that goes with it."""

import sys

DONE, NOT_DONE = 0, 2


class CannotWork(Exception):
    """Why a command cannot do what it was asked: a sentence for whoever asked."""


def complain(fault: Exception) -> int:
    """Say why not, on standard error."""
    if sys.stdout is not None:
        sys.stdout.flush()
    print(f"trexscore: {fault}", file=sys.stderr)
    return NOT_DONE
