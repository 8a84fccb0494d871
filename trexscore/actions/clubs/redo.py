"""Ratings that are due, redone outside of requests."""

import time
from contextlib import suppress

from sqlalchemy.exc import OperationalError

from trexscore.actions.clubs.rate import redo_stretch
from trexscore.actions.jobs import JobContext, JobKind, Limits, TooManyJobs, start_job
from trexscore.storage.journals import Gone

_PAUSE = 0.05
"""Seconds between two stretches, so that a table that writes gets its turn."""
_PATIENCE = 20
"""How often a database that is busy is asked again."""


def redo_beside(club_id: int) -> None:
    """See to it that the ratings of this club are being redone.

    If that breaks off, the ratings stay marked, and whoever looks at them next begins again.
    """
    club = f"club {club_id}"
    with suppress(TooManyJobs):
        start_job(RATINGS.name, club, club, {"club_id": club_id})


def _redo(context: JobContext) -> None:
    """The job: a stretch of games after the other, each in a transaction of its own."""
    patience = _PATIENCE
    while patience:
        context.progress("recalculate", 0, 0)
        try:
            if not redo_stretch(context.arguments["club_id"]):
                return
        except OperationalError:
            patience -= 1
            time.sleep(1)
        except Gone:
            return
        time.sleep(_PAUSE)


RATINGS = JobKind("ratings", _redo, Limits(seconds=3600, cpu_seconds=1800))
