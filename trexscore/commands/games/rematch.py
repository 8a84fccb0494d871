"""A rematch: the next game of the same four, started once however often it is asked for."""

import uuid
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trexscore.commands.games.start_game import Started, start_within
from trexscore.db.journals import GAMES, writing
from trexscore.db.models import Game
from trexscore.db.tokens import follow_links
from trexscore.game.builder import fold
from trexscore.game.file import FORMAT
from trexscore.game.policy import NO_POLICY


class Rematch(NamedTuple):
    """The game that follows another, and whether this very request started it."""

    game_id: int
    new: bool


def start_rematch(game_id: int, names: Sequence[str], device: str | None = None) -> Rematch | None:
    """The rematch of a game: the same seats, house rules and terms; who is king first is found again.

    `names` are for players whose names have been erased; None where one of them is another player's. The key of the
    rematch follows from that of the game, and keys are unique: two phones that ask at once get the same game. Its
    links follow from those of the game, each with the same permission (`storage.links.rematch_token`).
    """
    try:
        with writing() as session:
            return _rematch(session, game_id, names, device)
    except IntegrityError:
        with writing() as session:  # another process has started it between our look and our write
            return _rematch(session, game_id, names, device)


def _rematch(session: Session, game_id: int, names: Sequence[str], device: str | None) -> Rematch | None:
    started_key = session.execute(select(Game.started_key).where(Game.id == game_id)).scalar_one()
    key = str(uuid.uuid5(uuid.UUID(started_key), "rematch"))
    known = session.scalar(select(Game.id).where(Game.started_key == key))
    if known is not None:
        return Rematch(known, new=False)
    record = fold(GAMES.told(session, game_id))
    players = [name or called for name, called in zip(record.players, names, strict=True)]
    file = {"format": FORMAT, "players": players, "house_rules": record.house_rules, "deals": []}
    terms = record.policy.as_json()
    started = start_within(session, file, key, None if terms == NO_POLICY.as_json() else terms, device)
    if not isinstance(started, Started):
        return None
    follow_links(session, game_id, started.game_id)
    return Rematch(started.game_id, new=True)
