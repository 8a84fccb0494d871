"""Table codes: a club's live board shows each for some minutes, or until a phone has opened it."""

import secrets
from collections.abc import Collection

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import TableCode
from trexscore.db.models import TOKEN_BYTES, db


def replace_table_codes(
    session: Session, club_id: int, night_number: int, game_uids: Collection[str], expires_at: str
) -> None:
    """Replace all codes of the club by new ones for these games."""
    delete_table_codes(session, club_id)
    common = {"club_id": club_id, "game_night": night_number, "expires_at": expires_at}
    rows = [{"token": secrets.token_urlsafe(TOKEN_BYTES), "game_uid": uid, **common} for uid in game_uids]
    if rows:
        session.execute(insert(TableCode), rows)


def delete_table_codes(session: Session, club_id: int) -> None:
    """Delete all codes of the club."""
    session.execute(delete(TableCode).where(TableCode.club_id == club_id))


def read_unopened_codes_by_game_uid(club_id: int, night_number: int, current_timestamp: str) -> dict[str, str]:
    """Map game uids to the tokens that are not opened yet."""
    query = select(TableCode.game_uid, TableCode.token).where(
        *_visible_code_conditions(club_id, night_number, current_timestamp)
    )
    rows = db.session.execute(query.order_by(TableCode.token))
    return {row.game_uid: row.token for row in rows}


def read_codes_expiry(club_id: int, night_number: int, current_timestamp: str) -> str | None:
    """Return when the last visible code expires, or None."""
    query = select(TableCode.expires_at).where(*_visible_code_conditions(club_id, night_number, current_timestamp))
    return db.session.scalars(query.limit(1)).first()


def _visible_code_conditions(
    club_id: int, night_number: int, current_timestamp: str
) -> tuple[ColumnElement[bool], ...]:
    is_of_night = TableCode.club_id == club_id, TableCode.game_night == night_number
    return *is_of_night, TableCode.expires_at > current_timestamp, ~TableCode.opened


def redeem_table_code(session: Session, token: str, current_timestamp: str) -> tuple[int, str] | None:
    """Open a code: return its club and game uid, and hide it from the board. None if it is not valid."""
    is_valid = TableCode.token == token, TableCode.expires_at > current_timestamp
    row = session.execute(select(TableCode.club_id, TableCode.game_uid).where(*is_valid)).one_or_none()
    if row is None:
        return None
    session.execute(update(TableCode).where(TableCode.token == token).values(opened=True))
    return row.club_id, row.game_uid
