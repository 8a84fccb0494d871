"""Hand out tables: the live board shows a code for each for some minutes."""

from collections.abc import Collection
from datetime import timedelta

from sqlalchemy import delete, insert, update

from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.game_tokens import read_link_tokens_by_game_id
from trexscore.db.clubs.models import TableCode
from trexscore.db.game_links import new_token
from trexscore.db.games import find_game_by_uid
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction

TABLE_CODE_LIFETIME = timedelta(minutes=10)


def show_table_codes(club_head: ClubHead, night_number: int, game_uids: Collection[str]) -> None:
    """Show a code on the live board for each of these games (uids). All earlier codes become invalid."""
    common = {"club_id": club_head.id, "game_night": night_number, "expires_at": timestamp_in(TABLE_CODE_LIFETIME)}
    rows = [{"token": new_token(), "game_uid": uid, **common} for uid in game_uids]
    with write_transaction() as session:
        CLUBS.lock(session, club_head.id)
        session.execute(delete(TableCode).where(TableCode.club_id == club_head.id))
        if rows:
            session.execute(insert(TableCode), rows)


def redeem_code_for_scorer_token(code: str) -> str | None:
    """Open a code and hide it from the live board. Returns the token of its scorer link.

    None if the code expired or never existed, or if the club has no such link.
    """
    is_valid = TableCode.token == code, TableCode.expires_at > current_timestamp()
    columns = TableCode.club_id, TableCode.game_uid
    with write_transaction() as session:
        opened = session.execute(
            update(TableCode).where(*is_valid).values(opened=True).returning(*columns)
        ).one_or_none()
        game = None if opened is None else find_game_by_uid(session, opened.game_uid)
        if opened is None or game is None:
            return None
        return read_link_tokens_by_game_id(session, opened.club_id, [game.id], "write").get(game.id)
