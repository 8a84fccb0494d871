"""Games whose changes are not in their club's statistics yet; a background process writes them."""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import ClubGame
from trexscore.db.league import models
from trexscore.db.models import tables_of_models
from trexscore.db.raw_sql import read_first_row
from trexscore.db.upserts import upsert_rows

_BACKLOG, _CLUB_GAME = tables_of_models(models.StatisticsBacklogGame, ClubGame)
_READ_DUE_GAME_IDS = (
    select(_BACKLOG.c.game_id).where(_BACKLOG.c.club_id == bindparam("club")).order_by(_BACKLOG.c.game_id)
)


def mark_statistics_due(session: Session, club_id: int, game_id: int) -> None:
    """Mark a game as changed, so that its statistics are updated later."""
    upsert_rows(session, _BACKLOG, [{"club_id": club_id, "game_id": game_id}])


def list_due_game_ids(session: Session, club_id: int) -> list[int]:
    return list(session.scalars(_READ_DUE_GAME_IDS, {"club": club_id}))


def read_first_due_sort_key(session: Session, club_id: int) -> str | None:
    """Return the sort key of the first changed game."""
    is_same_game = (_BACKLOG.c.club_id == _CLUB_GAME.c.club_id) & (_BACKLOG.c.game_id == _CLUB_GAME.c.game_id)
    query = select(func.min(_CLUB_GAME.c.sort_key)).join(_BACKLOG, is_same_game).where(_BACKLOG.c.club_id == club_id)
    first_sort_key: str | None = session.scalar(query)
    return first_sort_key


def clear_due_games(session: Session, club_id: int, game_ids: Collection[int]) -> None:
    session.execute(delete(_BACKLOG).where(_BACKLOG.c.club_id == club_id, _BACKLOG.c.game_id.in_(game_ids)))


def find_backlogged_club_id() -> int | None:
    """Return a club with a changed game, or None. Called several times a second."""
    row = read_first_row("SELECT club_id FROM statistics_backlog LIMIT 1")
    return None if row is None else row[0]
