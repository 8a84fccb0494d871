"""Delete a club or a game with all of its rows. A club's games stay, as if it had never counted them."""

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import Club, ClubGame, ClubLink
from trexscore.db.models import Base, Game, GameLink

_COUNTED_GAME_ID_COLUMN = ClubGame.game_id


def read_ever_counted_game_ids(session: Session, club_id: int) -> frozenset[int]:
    """Return the ids of the games that the club counts, or did so earlier."""
    return frozenset(session.scalars(select(_COUNTED_GAME_ID_COLUMN).where(ClubGame.club_id == club_id)))


def lock_club_games(session: Session, club_id: int) -> frozenset[int]:
    """Lock these games until the end of the transaction, and return their ids."""
    is_ours = Game.id.in_(select(_COUNTED_GAME_ID_COLUMN).where(ClubGame.club_id == club_id))
    return frozenset(session.scalars(select(Game.id).where(is_ours).order_by(Game.id).with_for_update(key_share=True)))


def delete_whole_club(session: Session, club_id: int) -> None:
    """Delete a locked club whose games are locked, too."""
    is_ours = Game.id.in_(select(_COUNTED_GAME_ID_COLUMN).where(ClubGame.club_id == club_id))
    is_of_another_club = Game.id.in_(select(_COUNTED_GAME_ID_COLUMN).where(ClubGame.club_id != club_id))
    session.execute(update(Game).where(is_ours, ~is_of_another_club).values(in_club=False))
    _delete_rows_of_all_tables(session, "club_id", club_id)
    session.execute(delete(Club).where(Club.id == club_id))


def delete_whole_game(session: Session, game_id: int) -> None:
    """Delete a locked game that no club counts."""
    tokens = select(GameLink.token).where(GameLink.game_id == game_id)
    session.execute(delete(ClubLink).where(ClubLink.token.in_(tokens)))
    _delete_rows_of_all_tables(session, "game_id", game_id)
    session.execute(delete(Game).where(Game.id == game_id))


def _delete_rows_of_all_tables(session: Session, column_name: str, referenced_id: int) -> None:
    for table in reversed(Base.metadata.sorted_tables):
        if column_name in table.c:
            session.execute(delete(table).where(table.c[column_name] == referenced_id))
