"""Hand out tables: the live board shows a code for each for some minutes."""

from collections.abc import Collection
from datetime import datetime, timedelta

from trexscore.commands.clock import current_timestamp, timestamp
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.game_tokens import read_link_tokens_by_game_id
from trexscore.db.clubs.table_codes import delete_table_codes, redeem_table_code, replace_table_codes
from trexscore.db.games import find_game_by_uid
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction

TABLE_CODE_LIFETIME = timedelta(minutes=10)


def show_table_codes(club_head: ClubHead, night_number: int, game_uids: Collection[str]) -> None:
    """Show a code on the live board for each of these games (uids)."""
    expires_at = timestamp(datetime.fromisoformat(current_timestamp()) + TABLE_CODE_LIFETIME)
    with write_transaction() as session:
        CLUBS.lock(session, club_head.id)
        replace_table_codes(session, club_head.id, night_number, game_uids, expires_at)


def delete_shown_table_codes(club_head: ClubHead) -> None:
    """Remove all codes from the live board; they become invalid."""
    with write_transaction() as session:
        CLUBS.lock(session, club_head.id)
        delete_table_codes(session, club_head.id)


def redeem_code_for_scorer_token(code: str) -> str | None:
    """Open a code and hide it from the live board. Returns the token of its scorer link.

    None if the code expired or never existed, or if the club has no such link.
    """
    with write_transaction() as session:
        opened = redeem_table_code(session, code, current_timestamp())
        if opened is None:
            return None
        club_id, uid = opened
        game = find_game_by_uid(session, uid)
        return None if game is None else read_link_tokens_by_game_id(session, club_id, [game.id], "write").get(game.id)
