"""Hand out tables: the live board shows a code for each for some minutes."""

from collections.abc import Collection
from datetime import datetime, timedelta

from trexscore.commands.clock import now, timestamp
from trexscore.db.clubs.clubs import ClubAt
from trexscore.db.clubs.game_tokens import scorer_links
from trexscore.db.clubs.table_codes import delete_codes, open_code, put_up_codes
from trexscore.db.games import game_named
from trexscore.db.journals import CLUBS, writing

SHOWN_FOR = timedelta(minutes=10)


def show_codes(club: ClubAt, evening: int, games: Collection[str]) -> None:
    """Show a code on the live board for each of these games (uids)."""
    expires_at = timestamp(datetime.fromisoformat(now()) + SHOWN_FOR)
    with writing() as session:
        CLUBS.lock(session, club.id)
        put_up_codes(session, club.id, evening, games, expires_at)


def hide_codes(club: ClubAt) -> None:
    """Remove all codes from the live board; they become invalid."""
    with writing() as session:
        CLUBS.lock(session, club.id)
        delete_codes(session, club.id)


def scorer_link_by_code(token: str) -> str | None:
    """The scorer link of a code; None if it expired or never existed."""
    with writing() as session:
        opened = open_code(session, token, now())
        if opened is None:
            return None
        club_id, uid = opened
        game = game_named(session, uid)
        return None if game is None else scorer_links(session, club_id, [game.id]).get(game.id)
