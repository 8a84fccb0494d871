"""Clubs on their way here. Each is written in steps, at an address that no club has; last it gets its own.

Until then it has no games, no links, and nobody is in it: no page and no table finds it. What is left of an
import that was killed is taken away once no import can still be at it: with the next start, or the next import.
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

_MARK = "~"
"""Stands in no address of a club."""
_TOKEN_BYTES = 16
LONGEST = 2 * 3600
"""Seconds. No import takes as long; one that does begins again."""
_OF_PEOPLE = ("claim", "name_request", "night_reply", "club_link", "table_code", "bringing")
"""Tables that no journal tells: who has which account, links, and what is being done."""
IS_HERE = func.substr(Club.uid, 1, 1) != _MARK
"""Of clubs, not of those on their way."""


def begin_arriving(session: Session) -> int:
    """A club that nobody can find; gives its number."""
    return CLUBS.begin(session, uid=_hidden()).id


def arrive(session: Session, club_id: int, uid: str) -> None:
    """From now on the club is here, at its own address."""
    session.execute(update(Club).where(Club.id == club_id).values(uid=uid))


def leave(session: Session, club_id: int, to: int) -> None:
    """Take a club that is held away from its address; all who belong to it go to the one that comes in its place.

    Nobody writes in its journal any more, whoever found it before; it counts no games. Its rows are dropped later.
    """
    for rows in map(Base.metadata.tables.__getitem__, _OF_PEOPLE):
        session.execute(update(rows).where(rows.c.club_id == club_id).values(club_id=to))
    session.execute(delete(ClubGame).where(ClubGame.club_id == club_id))
    session.execute(update(Club).where(Club.id == club_id).values(uid=_hidden()))
    CLUBS.close(session, club_id)


def drop_left(before: float) -> None:
    """Take away the clubs that were begun before a time, in seconds, and have not arrived."""
    session = db.session()
    on_their_way = [
        club_id
        for club_id, uid in session.execute(select(Club.id, Club.uid).where(~IS_HERE)).all()
        if uid < _begun(before)
    ]
    session.rollback()
    for club_id in on_their_way:
        drop_in_steps(club_id)


def _hidden() -> str:
    return f"{_begun(time.time())}.{secrets.token_urlsafe(_TOKEN_BYTES)}"


def _begun(at: float) -> str:
    return f"{_MARK}{int(at):012}"


def drop_in_steps(club_id: int) -> None:
    """Take away a club that has not arrived, if it is still there. What is left when this breaks off is as hidden."""
    for rows in reversed(Base.metadata.sorted_tables):
        if "club_id" not in rows.c:
            continue
        key = tuple_(*rows.primary_key)
        some = select(*rows.primary_key).where(rows.c.club_id == club_id).limit(ROWS)
        left = True
        while left:
            with step() as session:
                found = session.execute(some).all()
                if found:
                    session.execute(delete(rows).where(rows.c.club_id == club_id, key.in_(some)))
                left = len(found) == ROWS
    with step() as session:
        held = select(Club.id).where(Club.id == club_id, ~IS_HERE).with_for_update()
        if session.scalar(held) is not None:
            drop_club(session, club_id)
