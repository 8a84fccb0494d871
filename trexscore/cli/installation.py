"""The settings and the database of an installation, for all commands."""

import argparse
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from trexscore.cli.database_file import is_corruption_error
from trexscore.cli.output.errors import CannotWork, Damaged
from trexscore.config import DATABASE_FILE_NAME, ENVIRONMENT_PREFIX, SECRET_KEY_FILE_NAME, Settings, SettingsError
from trexscore.db.migrations import MIGRATIONS_FOLDER as MIGRATIONS
from trexscore.db.models import db

_DATABASE_URL_VARIABLE = f"{ENVIRONMENT_PREFIX}DATABASE_URL"
_WORLD_ACCESS_BITS = 0o007


def add_data_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--data`, which has the same meaning in every command."""
    parser.add_argument(
        "--data", metavar="FOLDER", help=f"the folder that holds the games (else {ENVIRONMENT_PREFIX}DATA)"
    )


def read_settings(data_folder: str | None = None, host: str | None = None, port: str | None = None) -> Settings:
    """The settings. Arguments override the environment. Raises `CannotWork`."""
    arguments = {"DATA": data_folder, "HOST": host, "PORT": port}
    variables = {ENVIRONMENT_PREFIX + name: text for name, text in arguments.items() if text is not None}
    options = {ENVIRONMENT_PREFIX + name: f"--{name.lower()}" for name, text in arguments.items() if text is not None}
    try:
        return Settings.from_environment({**os.environ, **variables}, options)
    except SettingsError as fault:
        raise CannotWork(str(fault)) from fault


def restrict_files_yielding_warnings(settings: Settings) -> Iterator[str]:
    """Remove other users' access to the database and the secret key, which hold links and password hashes.

    Yields a sentence for each file that was open, and one if the folder is open.
    """
    if os.name == "nt":
        return
    url, folder = make_url(settings.database_url), settings.data_folder
    file = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else folder / DATABASE_FILE_NAME
    database_files = (file.with_name(file.name + end) for end in ("", "-wal", "-shm"))
    for path in (*database_files, folder / SECRET_KEY_FILE_NAME):
        mode = path.stat().st_mode if path.exists() else 0
        if mode & _WORLD_ACCESS_BITS and path.stat().st_uid == os.geteuid():
            path.chmod(mode & 0o700)
            yield f"{path} was open to every user of this computer. It is now closed to them."
    if folder.stat().st_mode & _WORLD_ACCESS_BITS:
        yield f"The folder {folder} is open to every user of this computer. `chmod 700 {folder}` closes it."


def existing_database_url(data_folder: str | None) -> URL:
    """The URL of the database in a folder, or without one that of the environment. Creates nothing.

    Raises `CannotWork` if there is none, or if folder and environment name two.
    """
    configured = os.environ.get(_DATABASE_URL_VARIABLE, "").strip()
    if data_folder is None:
        return make_url(read_settings().database_url)
    file = Path(data_folder).expanduser() / DATABASE_FILE_NAME
    if configured and file.exists():
        raise CannotWork(
            f"{data_folder} holds games, and {_DATABASE_URL_VARIABLE} names another database. Unset one of the two."
        )
    if configured:
        return make_url(read_settings(data_folder).database_url)
    if not file.exists():
        raise CannotWork(f"There are no games in {data_folder}: it has no {DATABASE_FILE_NAME}.")
    return URL.create("sqlite", database=str(file.resolve()))


def read_only_app(database_url: URL) -> Flask:
    """A minimal application to read a database. An SQLite file is opened read-only."""
    if database_url.get_backend_name() == "sqlite" and database_url.database:
        database_url = _read_only_url(Path(database_url.database).resolve())
    app = Flask("trexscore")
    app.config["SQLALCHEMY_DATABASE_URI"] = database_url
    try:
        db.init_app(app)
    except (NoSuchModuleError, ModuleNotFoundError) as fault:
        raise cannot_work_from_database_error(fault, database_url) from fault
    return app


@contextmanager
def read_only_context_of_current_schema(database_url: URL) -> Iterator[None]:
    """The context of a minimal application, to read a database of this version. Raises `CannotWork` for others."""
    with database_faults_as_cannot_work(database_url), read_only_app(database_url).app_context():
        refuse_newer_database()
        if not is_schema_current():
            raise CannotWork(
                "The database is empty or was written by an earlier version of Trex Score; "
                "`trexscore serve` upgrades it."
            )
        yield


def begin_snapshot_transaction() -> None:
    """Begin a transaction that reads one snapshot while others write."""
    if db.engine.dialect.name == "sqlite":
        db.session.connection().exec_driver_sql("BEGIN")  # the driver itself begins only before a write
    else:
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def refuse_newer_database() -> None:
    """Raise `CannotWork` for a database of a newer version."""
    if unknown := _database_revisions() - _known_revisions():
        raise CannotWork(
            f"The database was written by a newer version of Trex Score ({', '.join(sorted(unknown))} is not known "
            "here). Nothing was changed; install that version again."
        )


def is_schema_current() -> bool:
    """Whether the database has this version's schema."""
    return _database_revisions() == set(ScriptDirectory(str(MIGRATIONS)).get_heads())


def outdated_schema_version() -> str | None:
    """The schema version of a database that needs an upgrade; None if it is empty or current."""
    return None if is_schema_current() else next(iter(sorted(_database_revisions())), None)


@contextmanager
def database_faults_as_cannot_work(database_url: str | URL) -> Iterator[None]:
    """Turn faults of the database into `CannotWork`."""
    try:
        yield
    except DBAPIError as fault:
        raise cannot_work_from_database_error(fault, database_url) from fault


def cannot_work_from_database_error(error: Exception, database_url: str | URL) -> CannotWork:
    """Why a database cannot be opened, without its password. `Damaged` if SQLite reports a corrupt file."""
    url_without_password = make_url(database_url).render_as_string(hide_password=True)
    if isinstance(error, ModuleNotFoundError | NoSuchModuleError):
        return CannotWork(f'The driver for {url_without_password} is not installed: pip install "trexscore[postgres]".')
    cause = error.orig if isinstance(error, DBAPIError) else error
    message = " ".join(str(cause).split())
    if isinstance(cause, sqlite3.DatabaseError) and "not a database" in message:
        return CannotWork(f"{url_without_password} is not a database of Trex Score: {message}.")
    kind = Damaged if is_corruption_error(cause) else CannotWork
    return kind(f"The database {url_without_password} cannot be used: {message}.")


def _read_only_url(path: Path) -> URL:
    query = {"mode": "ro", "uri": "true"}
    log = path.with_name(f"{path.name}-wal")
    if not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size):
        query["immutable"] = "1"  # SQLite cannot create its lock files; no one else can write there either
    return URL.create("sqlite", database=path.as_uri(), query=query)


def _database_revisions() -> set[str]:
    with db.engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads())


def _known_revisions() -> set[str]:
    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
