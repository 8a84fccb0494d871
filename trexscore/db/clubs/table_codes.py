"""Table codes: a club's live board shows each for some minutes, or until a phone has opened it."""

from sqlalchemy import ColumnElement, select

from trexscore.db.clubs.models import TableCode
from trexscore.db.models import db


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
