"""The query that a live board sends every few seconds."""

from sqlalchemy import select

from trexscore.db.clubs.models import ClubGame
from trexscore.db.models import Game, db


def read_last_seqs(club_id: int, game_night: int) -> list[tuple[int, int]]:
    """Return each game of the game night with the last `seq` of its journal."""
    query = select(Game.id, Game.last_seq).join(ClubGame, ClubGame.game_id == Game.id).order_by(Game.id)
    rows = db.session.execute(query.where(ClubGame.club_id == club_id, ClubGame.game_night == game_night))
    return [(game_id, seq) for game_id, seq in rows]
