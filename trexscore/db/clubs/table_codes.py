"""Codes of tables that a club's live board shows for some minutes, each until a phone has opened it."""

import secrets
from collections.abc import Collection

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import TableCode
from trexscore.db.models import db

_TOKEN_BYTES = 16
"""128 random bits."""


def put_up_codes(session: Session, club_id: int, evening: int, games: Collection[str], until: str) -> None:
    """A new code for each of these games, in place of all others of the club."""
    delete_codes(session, club_id)
    rows = [
        {
            "token": secrets.token_urlsafe(_TOKEN_BYTES),
            "club_id": club_id,
            "evening": evening,
            "uid": uid,
            "until": until,
        }
        for uid in games
    ]
    if rows:
        session.execute(insert(TableCode), rows)


def delete_codes(session: Session, club_id: int) -> None:
    """None of the club's codes opens anything any more."""
    session.execute(delete(TableCode).where(TableCode.club_id == club_id))


def codes_shown(club_id: int, evening: int, now: str) -> dict[str, str]:
    """The tokens that nobody has opened yet, by the uid of their game."""
    held = TableCode.club_id == club_id, TableCode.evening == evening, TableCode.until > now, ~TableCode.opened
    rows = db.session.execute(select(TableCode.uid, TableCode.token).where(*held).order_by(TableCode.token))
    return {row.uid: row.token for row in rows}


def shown_until(club_id: int, evening: int, now: str) -> str | None:
    """When the last code expires that is still shown."""
    held = TableCode.club_id == club_id, TableCode.evening == evening, TableCode.until > now, ~TableCode.opened
    return db.session.scalars(select(TableCode.until).where(*held).limit(1)).first()


def open_code(session: Session, token: str, now: str) -> tuple[int, str] | None:
    """The club and the uid of the game that a code opens; from now on the board does not show it."""
    held = TableCode.token == token, TableCode.until > now
    row = session.execute(select(TableCode.club_id, TableCode.uid).where(*held)).one_or_none()
    if row is None:
        return None
    session.execute(update(TableCode).where(TableCode.token == token).values(opened=True))
    return row.club_id, row.uid
