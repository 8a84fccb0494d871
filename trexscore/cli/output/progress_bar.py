"""A progress bar in the terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from trexscore.commands.jobs import ProgressCallback, ignore_progress
from trexscore.i18n.texts.jobs import untranslated_step_text

_BAR_WIDTH = 24
_CLEAR_LINE = "\r\033[K"


@contextmanager
def progress_bar() -> Iterator[ProgressCallback]:
    """Yield a function that draws progress. Nothing is drawn without a terminal; the bar is cleared at the end."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    try:
        yield _draw_progress
    finally:
        sys.stderr.write(_CLEAR_LINE)
        sys.stderr.flush()


def progress_line(step: str, done: int, total: int) -> str:
    """The text of a step, with a bar and numbers if it has a total."""
    text = untranslated_step_text("running", step)
    if not total:
        return f"{text} …"
    filled = _BAR_WIDTH * done // total
    return f"{text} [{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {done} of {total}"


def _draw_progress(step: str, done: int, total: int) -> None:
    sys.stderr.write(_CLEAR_LINE + progress_line(step, done, total))
    sys.stderr.flush()
