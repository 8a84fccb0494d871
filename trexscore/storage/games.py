"""What is known of a game beside its journal."""

from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.storage.models import Game


class Head(NamedTuple):
    """`started_key` is a secret of whoever started it; `in_club`: some club counts it, or has counted it."""

    started_key: str
    uid: str
    in_club: bool


def head_of(session: Session, game_id: int) -> Head:
    """A game that is there."""
    columns = Game.started_key, Game.uid, Game.in_club
    return Head(*session.execute(select(*columns).where(Game.id == game_id)).one())
