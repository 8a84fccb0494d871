"""Statistics and ratings that are due, written outside of requests."""

import time
from contextlib import suppress

from flask import current_app
from sqlalchemy.exc import OperationalError

from trexscore.commands.jobs import JobContext, JobKind, Limits, TooManyJobs, start_job
from trexscore.commands.league.projections import follow_due
from trexscore.commands.league.ratings import recalculate_batch
from trexscore.db.clubs.clubs import record_after
from trexscore.db.game_states import UNFIT
from trexscore.db.journals import CLUBS, Gone, writing
from trexscore.db.league.statistics_due import club_due, forget_due, games_due

_PAUSE = 0.05
"""Seconds between two stretches, so that a table that writes gets its turn."""
_PATIENCE = 20
"""How often a database that is busy is asked again."""


def update_due_statistics() -> bool:
    """Write what one game tells the statistics, if any is due. Tells whether one was.

    One at a time: where fifteen tables end together, their phones go first. A game that somebody has tampered with is
    passed over, so that it stops no other; `trexscore verify` finds it.
    """
    club_id = club_due()
    if club_id is None:
        return False
    try:
        with writing() as session:
            follow_due(session, club_id, record_after(CLUBS.lock(session, club_id)), most=1)
    except Gone:
        return False  # dissolved this very moment, and its marks with it
    except UNFIT:
        current_app.logger.exception("A game cannot be told in the statistics of club %s", club_id)
        with writing() as session:
            forget_due(session, club_id, games_due(session, club_id)[:1])
    return True


def ensure_worker(club_id: int) -> None:
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
            if not recalculate_batch(context.arguments["club_id"]):
                return
        except OperationalError:
            patience -= 1
            time.sleep(1)
        except Gone:
            return
        time.sleep(_PAUSE)


RATINGS = JobKind("ratings", _redo, Limits(seconds=3600, cpu_seconds=1800))
