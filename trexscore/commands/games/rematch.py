"""Start a rematch: the next game of the same four players. Repeated requests start it once."""

import uuid
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy import select

from trexscore.commands.games.start_game import StartedGame, start_game_in_transaction
from trexscore.db.game_links import copy_links_to_rematch
from trexscore.db.journals import GAMES
from trexscore.db.models import Game
from trexscore.db.transactions import retry_once_on_conflict, write_transaction
from trexscore.game.builder import fold_game
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.policy import NO_POLICY


class Rematch(NamedTuple):
    """The next game, and whether this request started it."""

    game_id: int
    is_new: bool


def start_rematch(game_id: int, names_for_removed: Sequence[str], device: str | None = None) -> Rematch | None:
    """Start the rematch of a game: same seats, house rules and policy; the first king is drawn again.

    `names_for_removed` fill in for removed names; returns None if one is another player's name. The key is derived from
    the game's key and keys are unique, so two simultaneous requests get the same game. The links are derived from those
    of the game, with the same permissions.
    """
    return retry_once_on_conflict(partial(_find_or_start_rematch, game_id, names_for_removed, device))


def _find_or_start_rematch(game_id: int, names_for_removed: Sequence[str], device: str | None) -> Rematch | None:
    with write_transaction() as session:
        started_key = session.execute(select(Game.started_key).where(Game.id == game_id)).scalar_one()
        key = str(uuid.uuid5(uuid.UUID(started_key), "rematch"))
        existing = session.scalar(select(Game.id).where(Game.started_key == key))
        if existing is not None:
            return Rematch(existing, is_new=False)
        record = fold_game(GAMES.read_fold_entries(session, game_id))
        players = [
            name or stored_name for name, stored_name in zip(record.player_names, names_for_removed, strict=True)
        ]
        game_file = {
            "format": GAME_FILE_FORMAT,
            "players": players,
            "house_rules": record.house_rules_json,
            "deals": [],
        }
        policy = record.policy.as_json()
        started_game = start_game_in_transaction(
            session, game_file, key, None if policy == NO_POLICY.as_json() else policy, device
        )
        if not isinstance(started_game, StartedGame):
            return None
        copy_links_to_rematch(session, game_id, started_game.game_id)
        return Rematch(started_game.game_id, is_new=True)
