"""A club taken away, every row of it. Its games stay, and know no more of it than if it had never counted them."""

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trexscore.storage import club_models as club
from trexscore.storage import statistics_models as statistics
from trexscore.storage.bringing import Bringing
from trexscore.storage.models import Game

_ROWS = (
    *(club.ClubEntry, club.Claim, club.ClubLink, club.ClubGame, club.Part, club.Met, club.Standing),
    *(club.Played, club.Faced),
    *(statistics.GameFacts, statistics.Sitting, statistics.MonthProfile, statistics.SpanRecords),
    *(statistics.RatingAfter, statistics.Rated, statistics.RatingsDue, Bringing),
)
"""Every table of which rows belong to a club."""
_COUNTED = club.ClubGame.game_id


def games_of(session: Session, club_id: int) -> frozenset[int]:
    """The games that it counts or has ever counted, by their ids."""
    return frozenset(session.scalars(select(_COUNTED).where(club.ClubGame.club_id == club_id)))


def hold_games_of(session: Session, club_id: int) -> frozenset[int]:
    """Let nobody write in these games, or count them anywhere, before the transaction is over."""
    theirs = Game.id.in_(select(_COUNTED).where(club.ClubGame.club_id == club_id))
    return frozenset(session.scalars(select(Game.id).where(theirs).order_by(Game.id).with_for_update(key_share=True)))


def drop_club(session: Session, club_id: int) -> None:
    """Take away a club that is held, and whose games are."""
    here = Game.id.in_(select(_COUNTED).where(club.ClubGame.club_id == club_id))
    elsewhere = Game.id.in_(select(_COUNTED).where(club.ClubGame.club_id != club_id))
    session.execute(update(Game).where(here, ~elsewhere).values(in_club=False))
    for rows in _ROWS:
        session.execute(delete(rows).where(rows.club_id == club_id))
    session.execute(delete(club.Club).where(club.Club.id == club_id))
