"""A club taken away, every row of it. Its games stay, and know no more of it than if it had never counted them."""

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import Club, ClubGame
from trexscore.db.models import Base, Game

_COUNTED = ClubGame.game_id


def games_of(session: Session, club_id: int) -> frozenset[int]:
    """The games that it counts or has ever counted, by their ids."""
    return frozenset(session.scalars(select(_COUNTED).where(ClubGame.club_id == club_id)))


def hold_games_of(session: Session, club_id: int) -> frozenset[int]:
    """Let nobody write in these games, or count them anywhere, before the transaction is over."""
    theirs = Game.id.in_(select(_COUNTED).where(ClubGame.club_id == club_id))
    return frozenset(session.scalars(select(Game.id).where(theirs).order_by(Game.id).with_for_update(key_share=True)))


def drop_club(session: Session, club_id: int) -> None:
    """Take away a club that is held, and whose games are."""
    here = Game.id.in_(select(_COUNTED).where(ClubGame.club_id == club_id))
    elsewhere = Game.id.in_(select(_COUNTED).where(ClubGame.club_id != club_id))
    session.execute(update(Game).where(here, ~elsewhere).values(in_club=False))
    for rows in reversed(Base.metadata.sorted_tables):
        if "club_id" in rows.c:
            session.execute(delete(rows).where(rows.c.club_id == club_id))
    session.execute(delete(Club).where(Club.id == club_id))
