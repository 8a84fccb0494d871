"""Begin an import of games, add the games of files to it, and save who their names are."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from trexscore.commands.clock import current_timestamp, timestamp
from trexscore.db.clubs import game_imports
from trexscore.db.clubs.game_imports import ImportFileGame, StoredImport
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction
from trexscore.game.file.names import name_key

_IMPORT_LIFETIME = timedelta(days=90)


def begin_import(club_id: int, import_key: str, default_day: str) -> None:
    """Begin an import, unless one with this key exists. Deletes the club's imports that are too old.

    `default_day`: the day of games whose files name none.
    """
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        game_imports.delete_older_imports(session, club_id, timestamp(datetime.now(UTC) - _IMPORT_LIFETIME))
        game_imports.begin_import(session, club_id, import_key, current_timestamp(), default_day)


def add_import_file(batch: StoredImport, file_digest: str, games: Sequence[ImportFileGame]) -> None:
    """Add the games of a file, all or none. Does nothing if the file was received before, or the import is deleted.

    Names are asked for again if the file has new ones, before any of its games is counted.
    """
    names = {name_key(name) for game in games for name in game.names}
    with write_transaction() as session:
        locked_batch = game_imports.find_import(session, batch.club_id, batch.key, lock=True)
        if locked_batch is None or game_imports.has_import_file(session, batch.id, file_digest):
            return
        game_imports.store_import_file(session, batch.id, file_digest, games)
        if locked_batch.players_by_name is not None and not names <= locked_batch.players_by_name.keys():
            game_imports.store_players_by_name(session, batch.id, None)


def save_players_by_name(batch: StoredImport, players_by_name: Mapping[str, int | str]) -> None:
    """Save which member each name is, so that the games can be counted."""
    with write_transaction() as session:
        game_imports.store_players_by_name(session, batch.id, players_by_name)
