"""Update due statistics and ratings outside of requests."""

import time
from contextlib import suppress

from flask import current_app
from sqlalchemy.exc import OperationalError

from trexscore.commands.jobs import JobContext, JobKind, JobResourceLimits, TooManyJobs, start_or_reuse_job
from trexscore.commands.league.apply_entries import update_statistics_of_due_games
from trexscore.commands.league.ratings import recalculate_due_batch
from trexscore.db.clubs.clubs import club_transaction
from trexscore.db.game_states import FOLD_ERRORS
from trexscore.db.journals import JournalGone
from trexscore.db.league.statistics_backlog import clear_due_games, find_backlogged_club_id, list_due_game_ids
from trexscore.db.transactions import write_transaction

_BATCH_PAUSE_SECONDS = 0.05
"""Seconds between two batches, so that tables can write."""
_MAX_BUSY_DATABASE_RETRIES = 20
"""How often a busy database is retried."""


def update_statistics_of_next_due_game() -> bool:
    """Update the statistics from one due game. Returns whether there was one.

    One at a time, so that phones at the tables are not blocked. A game with a damaged journal is skipped, so that it
    blocks no other; `trexscore verify` reports it.
    """
    club_id = find_backlogged_club_id()
    if club_id is None:
        return False
    try:
        with club_transaction(club_id) as (session, _end, record):
            update_statistics_of_due_games(session, club_id, record, max_games=1)
    except JournalGone:
        return False  # just deleted, with its marks
    except FOLD_ERRORS:
        current_app.logger.exception("A game could not be added to the statistics of club %s", club_id)
        with write_transaction() as session:
            clear_due_games(session, club_id, list_due_game_ids(session, club_id)[:1])
    return True


def ensure_ratings_job(club_id: int) -> None:
    """Make sure that this club's ratings are being recalculated.

    If that fails, they stay marked as due, and the next reader starts it again.
    """
    scope = f"club {club_id}"
    with suppress(TooManyJobs):
        start_or_reuse_job(RATINGS_JOB_KIND.name, scope, scope, {"club_id": club_id})


def _run_ratings_job(context: JobContext) -> None:
    """The job: batch after batch, each in its own transaction."""
    retries = _MAX_BUSY_DATABASE_RETRIES
    while retries:
        context.report_progress("recalculate", 0, 0)
        try:
            if not recalculate_due_batch(context.arguments["club_id"]):
                return
        except OperationalError:
            retries -= 1
            time.sleep(1)
        except JournalGone:
            return
        time.sleep(_BATCH_PAUSE_SECONDS)


RATINGS_JOB_KIND = JobKind("ratings", _run_ratings_job, JobResourceLimits(wall_clock_seconds=3600, cpu_seconds=1800))
