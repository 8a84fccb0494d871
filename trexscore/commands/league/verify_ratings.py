"""Verify that a club's ratings follow from its games."""

from sqlalchemy.orm import Session

from trexscore.club.game_seats import PlayerKey, rated_players, ratings_after
from trexscore.club.record import ClubRecord
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.ratings import CurrentRating, RatingRow


def ratings_hold(session: Session, club_id: int, record: ClubRecord) -> bool:
    """Whether each rating follows from those before it, up to where recalculation is due."""
    due_from = rating_rows.read_backlog_start(session, club_id)
    stored = rating_rows.read_ratings_between(session, club_id)
    last: dict[PlayerKey, RatingRow] = {}
    for game in statistics_rows.read_seats_between(session, club_id):
        if due_from is not None and game.sort_key >= due_from:
            return True
        places = rated_players(record, game.sittings)
        before = {player: last[player].rating for player in places if player in last}
        new_ratings = ratings_after(places, before) if places else {}
        rows = {
            player: RatingRow(rating, 1 + (last[player].games if player in last else 0), game.sort_key)
            for player, rating in new_ratings.items()
        }
        if stored.pop(game.game_id, {}) != rows:
            return False
        last |= rows
    current = [
        *rating_rows.list_current_ratings(session, club_id, pairs=False),
        *rating_rows.list_current_ratings(session, club_id, pairs=True),
    ]
    return not stored and sorted(current) == sorted(CurrentRating(player, row) for player, row in last.items())
