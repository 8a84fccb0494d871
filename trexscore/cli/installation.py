"""An installation as the commands find it: its settings, its database, and what to say when either is not fit."""

import argparse
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from trexscore.cli.output.errors import CannotWork
from trexscore.config import DATABASE_FILE, PREFIX, SECRET_FILE, Settings, SettingsError
from trexscore.db.migrations import FOLDER as MIGRATIONS
from trexscore.db.models import db

_URL = f"{PREFIX}DATABASE_URL"
_OTHERS = 0o007


def add_data_argument(parser: argparse.ArgumentParser) -> None:
    """`--data`, which means the same to every command."""
    parser.add_argument("--data", metavar="FOLDER", help=f"the folder that holds the games (else {PREFIX}DATA)")


def read_settings(data: str | None = None, host: str | None = None, port: str | None = None) -> Settings:
    """The settings; what stands on the command line goes before the environment."""
    given = {"DATA": data, "HOST": host, "PORT": port}
    asked = {PREFIX + name: text for name, text in given.items() if text is not None}
    options = {PREFIX + name: f"--{name.lower()}" for name, text in given.items() if text is not None}
    try:
        return Settings.from_environment({**os.environ, **asked}, options)
    except SettingsError as fault:
        raise CannotWork(str(fault)) from fault


def close_to_others(settings: Settings) -> Iterator[str]:
    """Take every right to the installation's own files from users who are neither their owner nor in their group.

    They hold links and password hashes. What was closed, and whether the folder is open, is said in sentences.
    """
    if os.name == "nt":
        return
    url, folder = make_url(settings.database_url), settings.data_folder
    file = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else folder / DATABASE_FILE
    beside = (file.with_name(file.name + end) for end in ("", "-wal", "-shm"))
    for one in (*beside, folder / SECRET_FILE):
        mode = one.stat().st_mode if one.exists() else 0
        if mode & _OTHERS and one.stat().st_uid == os.geteuid():
            one.chmod(mode & 0o700)
            yield f"{one} was open to every user of this computer. It is now closed to them."
    if folder.stat().st_mode & _OTHERS:
        yield f"The folder {folder} is open to every user of this computer. `chmod 700 {folder}` closes it."


def existing_database(data: str | None) -> URL:
    """The address of the database in a folder, which is only looked at: nothing is made there.

    Without a folder, that of the environment. Where both name one, nobody could tell which was looked at.
    """
    named = os.environ.get(_URL, "").strip()
    if data is None:
        return make_url(read_settings().database_url)
    file = Path(data).expanduser() / DATABASE_FILE
    if named and file.exists():
        raise CannotWork(f"{data} holds games, and {_URL} names another database. Unset one of the two.")
    if named:
        return make_url(read_settings(data).database_url)
    if not file.exists():
        raise CannotWork(f"There are no games in {data}: it has no {DATABASE_FILE}.")
    return URL.create("sqlite", database=str(file.resolve()))


def reading_app(url: URL) -> Flask:
    """Just enough of an application to read a database; one in a file is opened so that it cannot be changed."""
    if url.get_backend_name() == "sqlite" and url.database:
        url = _only_to_read(Path(url.database).resolve())
    app = Flask("trexscore")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    try:
        db.init_app(app)
    except (NoSuchModuleError, ModuleNotFoundError) as fault:
        raise CannotWork(why_unusable(fault, url)) from fault
    return app


def look_at_one_moment() -> None:
    """What is read from now on is as it is now: others may write meanwhile."""
    if db.engine.dialect.name == "sqlite":
        db.session.connection().exec_driver_sql("BEGIN")  # the driver begins by itself only before it writes
    else:
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def refuse_newer() -> None:
    """A database that a newer version has changed is left alone."""
    if unknown := _revisions() - _known_revisions():
        raise CannotWork(
            f"The database was written by a newer version of Trex Score ({', '.join(sorted(unknown))} is not known "
            "here). Nothing was changed; install that version again."
        )


def is_current() -> bool:
    """Whether the database is of this version."""
    return _revisions() == set(ScriptDirectory(str(MIGRATIONS)).get_heads())


def written_by_earlier() -> str | None:
    """The version of a database that is about to be brought up to date; None where it is empty or current."""
    return None if is_current() else next(iter(sorted(_revisions())), None)


def refuse_older() -> None:
    """A database that is only read has to be of this version already."""
    if not is_current():
        raise CannotWork(
            "The database is empty or was written by an earlier version of Trex Score; `trexscore serve` upgrades it."
        )


def why_unusable(fault: Exception, url: str | URL) -> str:
    """A sentence on a database that does not open. Its password is not repeated."""
    shown = make_url(url).render_as_string(hide_password=True)
    if isinstance(fault, ModuleNotFoundError | NoSuchModuleError):
        return f'The driver for {shown} is not installed: pip install "trexscore[postgres]".'
    cause = fault.orig if isinstance(fault, DBAPIError) else fault
    said = " ".join(str(cause).split())
    if isinstance(cause, sqlite3.DatabaseError) and "not a database" in said:
        return f"{shown} is not a database of Trex Score: {said}."
    return f"The database {shown} cannot be used: {said}."


def _only_to_read(file: Path) -> URL:
    query = {"mode": "ro", "uri": "true"}
    log = file.with_name(f"{file.name}-wal")
    if not os.access(file.parent, os.W_OK) and not (log.exists() and log.stat().st_size):
        query["immutable"] = "1"  # SQLite cannot put its locks beside the file; nobody can write there anyway
    return URL.create("sqlite", database=file.as_uri(), query=query)


def _revisions() -> set[str]:
    with db.engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads())


def _known_revisions() -> set[str]:
    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
