"""Do a club's ratings follow from its games?"""

from sqlalchemy.orm import Session

from trexscore.club.game_seats import Who, rated_in, ratings_after
from trexscore.club.record import ClubRecord
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.ratings import RatedRow, RatingRow


def ratings_hold(session: Session, club_id: int, record: ClubRecord) -> bool:
    """Whether each rating follows from those before it, as far as none is being redone."""
    due = rating_rows.due_from(session, club_id)
    kept = rating_rows.between(session, club_id)
    last: dict[Who, RatingRow] = {}
    for game in statistics_rows.seated_between(session, club_id):
        if due is not None and game.sort >= due:
            return True
        places = rated_in(record, game.sittings)
        before = {who: last[who].rating for who in places if who in last}
        rated = ratings_after(places, before) if places else {}
        rows = {
            who: RatingRow(rating, 1 + (last[who].games if who in last else 0), game.sort)
            for who, rating in rated.items()
        }
        if kept.pop(game.game_id, {}) != rows:
            return False
        last |= rows
    every = [*rating_rows.rated(session, club_id, pairs=False), *rating_rows.rated(session, club_id, pairs=True)]
    return not kept and sorted(every) == sorted(RatedRow(who, row) for who, row in last.items())
