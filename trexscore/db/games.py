"""Rows of games, without their journals."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from trexscore.db.batches import in_batches
from trexscore.db.models import Game, GameEntry, tables_of_models


class GameIdentity(NamedTuple):
    """`started_key` is a secret of the person who started the game; `in_club`: a club counts it, or did so earlier."""

    started_key: str
    uid: str
    in_club: bool


def read_game_identity(session: Session, game_id: int) -> GameIdentity:
    """Return the start key, uid and club mark of a game. Raises SQLAlchemy's NoResultFound if there is none."""
    return GameIdentity(*session.execute(_READ_GAME_IDENTITY, {"number": game_id}).one())


_GAME, _ENTRY = tables_of_models(Game, GameEntry)
_READ_GAMES_BY_UID = (
    select(_GAME.c.uid, _GAME.c.id, _ENTRY.c.received_at)
    .join(_ENTRY, (_ENTRY.c.game_id == _GAME.c.id) & (_ENTRY.c.seq == 1))
    .where(_GAME.c.uid.in_(bindparam("uids", expanding=True)))
)
_READ_GAME_IDENTITY = select(_GAME.c.started_key, _GAME.c.uid, _GAME.c.in_club).where(_GAME.c.id == bindparam("number"))


class GameIdAndStart(NamedTuple):
    """The id of a game, and its start: `started_at` is when the server received its first entry."""

    id: int
    started_at: str


def find_game_by_uid(session: Session, game_uid: str) -> GameIdAndStart | None:
    return find_games_by_uid(session, [game_uid]).get(game_uid)


def find_games_by_uid(session: Session, game_uids: Sequence[str]) -> dict[str, GameIdAndStart]:
    """Find games by their uids. Unknown ones are left out."""
    games: dict[str, GameIdAndStart] = {}
    for batch in in_batches(game_uids):
        rows = session.execute(_READ_GAMES_BY_UID, {"uids": batch})
        games |= {row.uid: GameIdAndStart(row.id, row.received_at) for row in rows}
    return games


def mark_games_in_club(session: Session, game_ids: Sequence[int]) -> None:
    """Mark games so that their entries update clubs. Touches no row that is marked already."""
    for batch in in_batches(game_ids):
        unmarked = Game.id.in_(batch), Game.in_club.is_(False)
        session.execute(update(Game).where(*unmarked).values(in_club=True))
