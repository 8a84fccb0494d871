"""Delete a club with all of its rows. Its games stay, as if the club had never counted them."""

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import Club, ClubGame
from trexscore.db.models import Base, Game

_GAME_ID_COLUMN = ClubGame.game_id


def read_ever_counted_game_ids(session: Session, club_id: int) -> frozenset[int]:
    """Return the ids of the games that the club counts, or did so earlier."""
    return frozenset(session.scalars(select(_GAME_ID_COLUMN).where(ClubGame.club_id == club_id)))


def lock_club_games(session: Session, club_id: int) -> frozenset[int]:
    """Lock these games until the end of the transaction, and return their ids."""
    is_ours = Game.id.in_(select(_GAME_ID_COLUMN).where(ClubGame.club_id == club_id))
    return frozenset(session.scalars(select(Game.id).where(is_ours).order_by(Game.id).with_for_update(key_share=True)))


def delete_club_rows(session: Session, club_id: int) -> None:
    """Delete a locked club whose games are locked, too."""
    is_ours = Game.id.in_(select(_GAME_ID_COLUMN).where(ClubGame.club_id == club_id))
    is_of_another_club = Game.id.in_(select(_GAME_ID_COLUMN).where(ClubGame.club_id != club_id))
    session.execute(update(Game).where(is_ours, ~is_of_another_club).values(in_club=False))
    for table in reversed(Base.metadata.sorted_tables):
        if "club_id" in table.c:
            session.execute(delete(table).where(table.c.club_id == club_id))
    session.execute(delete(Club).where(Club.id == club_id))
