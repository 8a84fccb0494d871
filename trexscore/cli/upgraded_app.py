"""Creates the application and upgrades its database."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from trexscore.app import create_app
from trexscore.cli.database_file import copy_check_and_count_games, delete_all_but_newest, file_name_timestamp
from trexscore.cli.installation import (
    cannot_work_from_database_error,
    database_faults_as_cannot_work,
    existing_database_url,
    outdated_schema_version,
    read_settings,
    refuse_newer_database,
)
from trexscore.cli.output.errors import CannotWork
from trexscore.commands.league.rebuild import rebuild_clubs_needing_it
from trexscore.config import Settings
from trexscore.db.clubs.hidden_clubs import MAX_IMPORT_SECONDS, delete_hidden_clubs
from trexscore.db.migrations import upgrade
from trexscore.db.models import db

UPGRADE_BACKUP_FOLDER_NAME = "backups"
"""The folder next to the database for copies from before upgrades."""
_MAX_UPGRADE_BACKUPS = 3


def create_app_and_upgrade_database(settings: Settings) -> Flask:
    """The application with its database, which is created or upgraded. Raises `CannotWork`, e.g. for a newer one."""
    try:
        app = create_app(settings)
        with app.app_context():
            refuse_newer_database()
            _back_up_before_upgrade(outdated_schema_version())
        upgrade(app)
        with app.app_context():
            delete_hidden_clubs(time.time() - MAX_IMPORT_SECONDS)
            _rebuild_outdated_clubs()
    except (DBAPIError, NoSuchModuleError, ModuleNotFoundError) as fault:
        raise cannot_work_from_database_error(fault, settings.database_url) from fault
    return app


@contextmanager
def upgraded_installation_context(data_folder: str | None) -> Iterator[None]:
    """The application context of the installation in a folder, or of the environment. Raises `CannotWork`."""
    settings = read_settings(data_folder)
    app = create_app_and_upgrade_database(settings)
    with database_faults_as_cannot_work(settings.database_url), app.app_context():
        yield


@contextmanager
def existing_installation_context(data_folder: str | None) -> Iterator[None]:
    """As `upgraded_installation_context`, but a folder without a database is refused and stays empty."""
    existing_database_url(data_folder)
    with upgraded_installation_context(data_folder):
        yield


def _back_up_before_upgrade(outdated_version: str | None) -> None:
    """Copy an SQLite database before its upgrade from `outdated_version`; for PostgreSQL, print that there is none."""
    url = db.engine.url
    if outdated_version is None:
        return
    if url.get_backend_name() != "sqlite":
        print(
            f"trexscore: The database is upgraded from version {outdated_version}. Trex Score keeps no copy of "
            "PostgreSQL. Run pg_dump before an upgrade to be able to go back.",
            file=sys.stderr,
        )
        return
    db.engine.dispose()
    database = Path(url.database or "")
    folder = database.with_name(UPGRADE_BACKUP_FOLDER_NAME)
    copy = folder / f"before-upgrade-{file_name_timestamp()}-from-{outdated_version}.sqlite3"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as fault:
        raise CannotWork(f"{folder} cannot be created: {fault.strerror}.") from fault
    try:
        copy_check_and_count_games(database, copy)
    except CannotWork as fault:
        if not copy.exists():  # otherwise another process is making the same copy
            raise type(fault)(f"The database was not upgraded, because it cannot be copied first. {fault}") from fault
    delete_all_but_newest(folder, "before-upgrade-*.sqlite3", _MAX_UPGRADE_BACKUPS)
    print(f"trexscore: The database is upgraded; the old one is kept as {copy}.", file=sys.stderr)


def _rebuild_outdated_clubs() -> None:
    """Rebuild what clubs derive, if it is of an earlier version. Prints each club, since a large one takes time."""
    for club, succeeded in rebuild_clubs_needing_it():
        result = "were rebuilt" if succeeded else "stay as they were: they could not be rebuilt (see trexscore verify)"
        print(f"trexscore: The standings of the club /c/{club.uid} {result}.", file=sys.stderr)
