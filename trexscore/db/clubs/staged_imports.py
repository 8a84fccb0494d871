"""Imports of whole clubs. A club is written in steps at a hidden address; the last step gives it its own.

Until then it has no games, links or members, and no query finds it. The next start or import removes what an
interrupted import has left, once that is so old that it cannot be running any more.
"""

import secrets
import time

from sqlalchemy import delete, func, select, tuple_, update
from sqlalchemy.orm import Session

from trexscore.db.batches import ROWS, step
from trexscore.db.clubs.deletion import drop_club
from trexscore.db.clubs.models import Club, ClubGame
from trexscore.db.journals import CLUBS
from trexscore.db.models import Base, db

_HIDDEN_PREFIX = "~"
"""Never occurs in the address of a club."""
_TOKEN_BYTES = 16
LONGEST = 2 * 3600
"""Seconds. No import takes that long; a longer one starts again."""
_UNJOURNALED = ("claim", "name_request", "night_reply", "club_link", "table_code", "bringing")
"""Tables whose rows come from no journal: accounts, links, and work in progress."""
IS_HERE = func.substr(Club.uid, 1, 1) != _HIDDEN_PREFIX
"""Condition that excludes clubs that are still being imported."""


def begin_arriving(session: Session) -> int:
    """Create a hidden club and return its id."""
    return CLUBS.begin(session, uid=_hidden_uid()).id


def arrive(session: Session, club_id: int, uid: str) -> None:
    """Give the imported club its own address."""
    session.execute(update(Club).where(Club.id == club_id).values(uid=uid))


def leave(session: Session, club_id: int, to: int) -> None:
    """Move a locked club to a hidden address, and its accounts and links to the club that replaces it.

    Its journal is closed, so that no writer who found it earlier can append; it counts no games.
    Its rows are deleted later.
    """
    for table in map(Base.metadata.tables.__getitem__, _UNJOURNALED):
        session.execute(update(table).where(table.c.club_id == club_id).values(club_id=to))
    session.execute(delete(ClubGame).where(ClubGame.club_id == club_id))
    session.execute(update(Club).where(Club.id == club_id).values(uid=_hidden_uid()))
    CLUBS.close(session, club_id)


def drop_left(before: float) -> None:
    """Delete hidden clubs whose import began before a time, in seconds since 1970."""
    session = db.session()
    hidden = [
        club_id
        for club_id, uid in session.execute(select(Club.id, Club.uid).where(~IS_HERE)).all()
        if uid < _hidden_prefix(before)
    ]
    session.rollback()
    for club_id in hidden:
        drop_in_steps(club_id)


def _hidden_uid() -> str:
    return f"{_hidden_prefix(time.time())}.{secrets.token_urlsafe(_TOKEN_BYTES)}"


def _hidden_prefix(time: float) -> str:
    return f"{_HIDDEN_PREFIX}{int(time):012}"


def drop_in_steps(club_id: int) -> None:
    """Delete a hidden club, if it still exists. If interrupted, the rest stays hidden."""
    for table in reversed(Base.metadata.sorted_tables):
        if "club_id" not in table.c:
            continue
        key = tuple_(*table.primary_key)
        batch = select(*table.primary_key).where(table.c.club_id == club_id).limit(ROWS)
        has_more = True
        while has_more:
            with step() as session:
                keys = session.execute(batch).all()
                if keys:
                    session.execute(delete(table).where(table.c.club_id == club_id, key.in_(batch)))
                has_more = len(keys) == ROWS
    with step() as session:
        query = select(Club.id).where(Club.id == club_id, ~IS_HERE).with_for_update()
        if session.scalar(query) is not None:
            drop_club(session, club_id)
