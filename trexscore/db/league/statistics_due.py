"""Games that tell something else than their clubs' statistics say, until the process beside the server writes it."""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.orm import Session

from trexscore.db.league import models
from trexscore.db.models import Base
from trexscore.db.raw_sql import read_row
from trexscore.db.upserts import put

_DUE, _CLUB_GAME = (Base.metadata.tables[name] for name in (models.StatisticsDue.__tablename__, "club_game"))
_GAMES = select(_DUE.c.game_id).where(_DUE.c.club_id == bindparam("club")).order_by(_DUE.c.game_id)


def put_due(session: Session, club_id: int, game_id: int) -> None:
    """From now on a game tells something else than the statistics say."""
    put(session, _DUE, [{"club_id": club_id, "game_id": game_id}])


def games_due(session: Session, club_id: int) -> list[int]:
    """The games that tell something else than the statistics say."""
    return list(session.scalars(_GAMES, {"club": club_id}))


def first_due(session: Session, club_id: int) -> str | None:
    """The place of the first of them."""
    ours = (_DUE.c.club_id == _CLUB_GAME.c.club_id) & (_DUE.c.game_id == _CLUB_GAME.c.game_id)
    wanted = select(func.min(_CLUB_GAME.c.sort)).join(_DUE, ours).where(_DUE.c.club_id == club_id)
    first: str | None = session.scalar(wanted)
    return first


def forget_due(session: Session, club_id: int, games: Collection[int]) -> None:
    """The statistics say what these games tell."""
    session.execute(delete(_DUE).where(_DUE.c.club_id == club_id, _DUE.c.game_id.in_(games)))


def forget(session: Session, club_id: int) -> None:
    """Drop all marks: the statistics are going to be made again."""
    session.execute(delete(_DUE).where(_DUE.c.club_id == club_id))


def club_due() -> int | None:
    """A club of which a game is due. Asked several times a second."""
    row = read_row("SELECT club_id FROM statistics_due LIMIT 1")
    return None if row is None else row[0]
