"""Clubs at hidden addresses: those being imported, and those that an import replaced.

An imported club is written in steps; the last step gives it its own address. Until then it has no games, links or
members, and no query finds it. The next start or import removes what an interrupted import has left, once that is so
old that it cannot be running any more.
"""

import time

from sqlalchemy import Table, delete, func, select, tuple_, update
from sqlalchemy.orm import Session

from trexscore.db.batches import ROWS_PER_TRANSACTION, write_transaction_then_pause
from trexscore.db.clubs.models import Club, ClubEntry, ClubGame
from trexscore.db.deletion import delete_whole_club
from trexscore.db.game_links import new_token
from trexscore.db.journals import CLUBS
from trexscore.db.league.scratch_database import DERIVED_TABLES
from trexscore.db.models import Base, db, tables_of_models

_HIDDEN_UID_MARK = "~"
"""Never occurs in the address of a club."""
MAX_IMPORT_SECONDS = 2 * 3600
"""Seconds. No import takes that long; a longer one starts again."""
IS_NOT_HIDDEN = func.substr(Club.uid, 1, 1) != _HIDDEN_UID_MARK
"""Condition that excludes hidden clubs: those still being imported, and replaced ones."""


def create_unpublished_club(session: Session) -> int:
    """Create a hidden club and return its id."""
    return CLUBS.create_journal(session, uid=_new_hidden_uid()).id


def replace_club(session: Session, club_id: int, replacement_club_id: int) -> None:
    """Move a locked club to a hidden address, and its accounts and links to the club that replaces it.

    Its journal is closed, so that no writer who found it earlier can append; it counts no games.
    Its rows are deleted later.
    """
    for table in _unjournaled_tables():
        session.execute(update(table).where(table.c.club_id == club_id).values(club_id=replacement_club_id))
    session.execute(delete(ClubGame).where(ClubGame.club_id == club_id))
    session.execute(update(Club).where(Club.id == club_id).values(uid=_new_hidden_uid()))
    CLUBS.close(session, club_id)


def _unjournaled_tables() -> list[Table]:
    """Tables of clubs whose rows come from no journal: accounts, links, and work in progress."""
    journaled_tables = {*tables_of_models(ClubEntry), *DERIVED_TABLES}
    return [table for table in Base.metadata.sorted_tables if "club_id" in table.c and table not in journaled_tables]


def delete_hidden_clubs(hidden_before_epoch_seconds: float) -> None:
    """Delete clubs that were hidden before a time, in seconds since 1970."""
    session = db.session()
    hidden = [
        club_id
        for club_id, uid in session.execute(select(Club.id, Club.uid).where(~IS_NOT_HIDDEN)).all()
        if uid < _hidden_uid_prefix_at(hidden_before_epoch_seconds)
    ]
    session.rollback()
    for club_id in hidden:
        delete_hidden_club(club_id)


def _new_hidden_uid() -> str:
    return f"{_hidden_uid_prefix_at(time.time())}.{new_token()}"


def _hidden_uid_prefix_at(epoch_seconds: float) -> str:
    return f"{_HIDDEN_UID_MARK}{int(epoch_seconds):012}"


def delete_hidden_club(club_id: int) -> None:
    """Delete a hidden club, if it still exists. If interrupted, the rest stays hidden."""
    for table in reversed(Base.metadata.sorted_tables):
        if "club_id" not in table.c:
            continue
        key = tuple_(*table.primary_key)
        batch = select(*table.primary_key).where(table.c.club_id == club_id).limit(ROWS_PER_TRANSACTION)
        has_more = True
        while has_more:
            with write_transaction_then_pause() as session:
                keys = session.execute(batch).all()
                if keys:
                    session.execute(delete(table).where(table.c.club_id == club_id, key.in_(batch)))
                has_more = len(keys) == ROWS_PER_TRANSACTION
    with write_transaction_then_pause() as session:
        query = select(Club.id).where(Club.id == club_id, ~IS_NOT_HIDDEN).with_for_update()
        if session.scalar(query) is not None:
            delete_whole_club(session, club_id)
