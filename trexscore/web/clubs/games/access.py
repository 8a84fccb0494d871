"""Load a game of a club, or 404."""

from werkzeug.exceptions import NotFound

from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext


def game_of(club: ClubContext, uid: str) -> GameRow:
    """A game that the club counts or has counted. Raises `NotFound`."""
    row = game_rows.find_game_row(db.session(), club.club.id, uid)
    if row is None:
        raise NotFound
    return row
