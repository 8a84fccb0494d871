"""A game taken away, every row of it."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import ClubGame, ClubLink
from trexscore.db.models import Base, Game, Link


def is_counted(session: Session, game_id: int) -> bool:
    """Whether some club counts a game, or has counted it."""
    return session.scalar(select(ClubGame.game_id).where(ClubGame.game_id == game_id).limit(1)) is not None


def drop_game(session: Session, game_id: int) -> None:
    """Take away a game that is held and that no club counts."""
    tokens = select(Link.token).where(Link.game_id == game_id)
    session.execute(delete(ClubLink).where(ClubLink.token.in_(tokens)))
    for rows in reversed(Base.metadata.sorted_tables):
        if "game_id" in rows.c:
            session.execute(delete(rows).where(rows.c.game_id == game_id))
    session.execute(delete(Game).where(Game.id == game_id))
