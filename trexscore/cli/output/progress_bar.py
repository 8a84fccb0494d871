"""How far a command is, where somebody watches it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from trexscore.commands.jobs import Progress, unseen
from trexscore.i18n.texts.jobs import step_of

_WIDTH = 24
_CLEAR = "\r\033[K"


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Within this, progress is drawn on the terminal, and gone at the end. Where there is none, nothing is written."""
    if not sys.stderr.isatty():
        yield unseen
        return
    try:
        yield _draw
    finally:
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()


def line_of(step: str, done: int, total: int) -> str:
    """A line: the step, and where it can be counted, a bar and numbers."""
    said = step_of("running", step)
    if not total:
        return f"{said} …"
    filled = _WIDTH * done // total
    return f"{said} [{'#' * filled}{'.' * (_WIDTH - filled)}] {done} of {total}"


def _draw(step: str, done: int, total: int) -> None:
    sys.stderr.write(_CLEAR + line_of(step, done, total))
    sys.stderr.flush()
