"""Hand out tables: the live board shows a code for each for some minutes."""

from collections.abc import Collection
from datetime import timedelta

from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.game_tokens import read_link_tokens_by_game_id
from trexscore.db.clubs.table_codes import open_table_code, replace_table_codes
from trexscore.db.games import find_game_by_uid
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction

TABLE_CODE_LIFETIME = timedelta(minutes=10)


def show_table_codes(club_head: ClubHead, night_number: int, game_uids: Collection[str]) -> None:
    """Show a new code on the live board for each of these games (uids).

    All earlier codes of the club become invalid: without games, the board shows no codes.
    """
    expires_at = timestamp_in(TABLE_CODE_LIFETIME)
    with write_transaction() as session:
        CLUBS.lock(session, club_head.id)
        replace_table_codes(session, club_head.id, night_number, game_uids, expires_at)


def redeem_code_for_scorer_token(code: str) -> str | None:
    """Open a code and hide it from the live board. Returns the token of its scorer link.

    None if the code expired or never existed, or if the club has no such link.
    """
    with write_transaction() as session:
        table = open_table_code(session, code, current_timestamp())
        game = None if table is None else find_game_by_uid(session, table.game_uid)
        if table is None or game is None:
            return None
        return read_link_tokens_by_game_id(session, table.club_id, [game.id], "write").get(game.id)
