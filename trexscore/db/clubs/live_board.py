"""The query that a live board sends every few seconds."""

from sqlalchemy import select

from trexscore.db.clubs.models import ClubGame
from trexscore.db.models import Game, db


def read_journal_lengths(club_id: int, evening: int) -> list[tuple[int, int]]:
    """Return each game of the game night with the last `seq` of its journal."""
    query = select(Game.id, Game.last_seq).join(ClubGame, ClubGame.game_id == Game.id).order_by(Game.id)
    rows = db.session.execute(query.where(ClubGame.club_id == club_id, ClubGame.game_night == evening))
    return [(game_id, seq) for game_id, seq in rows]
