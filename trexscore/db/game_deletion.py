"""Delete a game with all of its rows."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import ClubGame, ClubLink
from trexscore.db.models import Base, Game, GameLink


def was_ever_counted_by_club(session: Session, game_id: int) -> bool:
    """Return whether a club counts a game, or did so earlier."""
    return session.scalar(select(ClubGame.game_id).where(ClubGame.game_id == game_id).limit(1)) is not None


def delete_game_rows(session: Session, game_id: int) -> None:
    """Delete a locked game that no club counts."""
    tokens = select(GameLink.token).where(GameLink.game_id == game_id)
    session.execute(delete(ClubLink).where(ClubLink.token.in_(tokens)))
    for table in reversed(Base.metadata.sorted_tables):
        if "game_id" in table.c:
            session.execute(delete(table).where(table.c.game_id == game_id))
    session.execute(delete(Game).where(Game.id == game_id))
