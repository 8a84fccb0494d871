"""Checks all games and clubs of a database."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sqlalchemy import URL

from trexscore.cli.installation import (
    begin_snapshot_transaction,
    existing_database_url,
    is_schema_current,
    read_only_app,
    read_only_context_of_current_schema,
    refuse_newer_database,
)
from trexscore.commands.league.verify_clubs import verify_clubs
from trexscore.commands.verify_games import ids_of_broken_journals, verify_games
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.models import db
from trexscore.ledger.chain import JournalFault

CheckedJournal = tuple[dict[str, object], str, list[JournalFault]]
"""A checked journal of a database: its name in JSON and in sentences, and its faults."""
_MAX_NAMED_BROKEN_JOURNALS = 5


def check_journals_in_data_folder(data_folder: str) -> Iterator[CheckedJournal]:
    """Check each journal of an installation."""
    return _check_journals(existing_database_url(data_folder))


def check_journals_in_database_file(database_path: Path) -> Iterator[CheckedJournal]:
    """Check each journal of a database file, such as a backup."""
    return _check_journals(URL.create("sqlite", database=str(database_path)))


def refuse_newer_backup(backup_path: Path) -> None:
    """Raise `CannotWork` for a backup of a newer version."""
    with read_only_app(URL.create("sqlite", database=str(backup_path))).app_context():
        refuse_newer_database()


def first_broken_journal_names(database_path: Path) -> list[str]:
    """The first games and clubs of a backup with broken chains; scores are not checked.

    Empty for a database of another version.
    """
    app = read_only_app(URL.create("sqlite", database=str(database_path)))
    broken_names: list[str] = []
    with app.app_context():
        if not is_schema_current():
            return []
        for journals, name in ((GAMES, "game"), (CLUBS, "club")):
            journal_ids = ids_of_broken_journals(journals, db.session())
            broken_names += [
                f"{name} {number}" for number in islice(journal_ids, _MAX_NAMED_BROKEN_JOURNALS - len(broken_names))
            ]
    return broken_names


def _check_journals(database_url: URL) -> Iterator[CheckedJournal]:
    with read_only_context_of_current_schema(database_url):
        begin_snapshot_transaction()
        for game_id, faults in verify_games():
            yield {"game": game_id}, f"game {game_id}", faults
        for club_id, name, faults in verify_clubs():
            yield {"club": club_id}, f"club {club_id} ({name})" if name else f"club {club_id}", faults
