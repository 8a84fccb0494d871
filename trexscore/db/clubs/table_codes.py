"""Table codes: a club's live board shows each for some minutes, or until a phone has opened it."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import TableCode
from trexscore.db.game_links import new_token
from trexscore.db.models import db


class OpenedTable(NamedTuple):
    """The game of an opened code, in the club that shows the code."""

    club_id: int
    game_uid: str


def replace_table_codes(
    session: Session, club_id: int, night_number: int, game_uids: Collection[str], expires_at: str
) -> None:
    """Replace all codes of the club by new ones for these games."""
    session.execute(delete(TableCode).where(TableCode.club_id == club_id))
    shared_values = {"club_id": club_id, "game_night": night_number, "expires_at": expires_at}
    rows = [{"token": new_token(), "game_uid": uid, **shared_values} for uid in game_uids]
    if rows:
        session.execute(insert(TableCode), rows)


def open_table_code(session: Session, code: str, current_timestamp: str) -> OpenedTable | None:
    """Hide a code from the live board and return its table, also again until it expires. None if it is not valid."""
    is_valid = TableCode.token == code, TableCode.expires_at > current_timestamp
    statement = update(TableCode).where(*is_valid).values(opened=True)
    row = session.execute(statement.returning(TableCode.club_id, TableCode.game_uid)).one_or_none()
    return None if row is None else OpenedTable(*row)


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
