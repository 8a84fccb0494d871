"""Why the database did not do what it was asked, where people can do something about it; and how much room is left."""

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Literal

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from trexscore.db.models import db

Failure = Literal["full", "read_only", "damaged", "away"]
"""`away`: it does not answer, or others hold it; a moment later it may."""
_OF_SQLITE: tuple[tuple[str, Failure], ...] = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_IOERR_WRITE", "full"),  # a quota, or a limit on files
    ("SQLITE_IOERR_SHMSIZE", "full"),
    ("SQLITE_READONLY", "read_only"),
    ("SQLITE_CORRUPT", "damaged"),
    ("SQLITE_NOTADB", "damaged"),
    ("SQLITE_IOERR", "damaged"),
)
_OF_POSTGRES: dict[str, Failure] = {
    "53100": "full",
    "25006": "read_only",
    "58030": "damaged",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By SQLSTATE: disk full, read-only transaction, I/O error, data and index corrupted."""
_SECONDS_TO_WAIT = 1


def failure_of(fault: DBAPIError) -> Failure:
    """What kind of failure a fault of the database is."""
    if isinstance(fault.orig, sqlite3.Error):
        name = getattr(fault.orig, "sqlite_errorname", "")
        if name.startswith("SQLITE_CANTOPEN"):  # too many open files, or those beside the database cannot be made
            file = database_file()
            return "away" if file is None or os.access(file.parent, os.W_OK) else "read_only"
        return next((failure for start, failure in _OF_SQLITE if name.startswith(start)), "away")
    return _OF_POSTGRES.get(getattr(fault.orig, "sqlstate", None) or "", "away")


def try_to_write() -> None:
    """Begin to write, and leave everything as it is. Raises `DBAPIError` where nothing can be written, or where others
    hold the lock for longer than anybody should wait.
    """
    statement = "DELETE FROM game WHERE id = 0"
    file = database_file()
    if file is None:
        with db.engine.connect() as connection:
            connection.execute(text(statement))
            connection.rollback()
        return
    try:
        own = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", _SECONDS_TO_WAIT, isolation_level=None, uri=True)
        try:
            own.execute("BEGIN IMMEDIATE")
            own.execute(statement)  # a database that can only be read is told by this alone
            own.execute("ROLLBACK")
        finally:
            own.close()
    except sqlite3.Error as fault:
        raise DBAPIError(statement, None, fault) from fault


def database_file() -> Path | None:
    """The file of the database; None where a server keeps it."""
    url = db.engine.url
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def free_bytes() -> int | None:
    """What is left of the disk on which the database is; None where that is not this machine's to say."""
    file = database_file()
    try:
        return None if file is None else shutil.disk_usage(file.parent).free
    except OSError:
        return None
