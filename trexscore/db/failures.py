"""Database failures that an operator can fix, and the free space of the disk."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from trexscore.db.models import db

AnyDatabaseError = SQLAlchemyError
"""Every error of the database, or of its use."""
DatabaseDriverError = DBAPIError
"""An error that the database or its driver reports; `classify_failure` says what it means."""
DatabaseFailureKind = Literal["full", "read_only", "damaged", "away"]
"""`away`: the database does not answer, or others hold its lock; a retry may succeed."""
_SQLITE_ERROR_PREFIXES_AND_KINDS: tuple[tuple[str, DatabaseFailureKind], ...] = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_IOERR_WRITE", "full"),  # a quota, or a limit on files
    ("SQLITE_IOERR_SHMSIZE", "full"),
    ("SQLITE_READONLY", "read_only"),
    ("SQLITE_CORRUPT", "damaged"),
    ("SQLITE_NOTADB", "damaged"),
    ("SQLITE_IOERR", "damaged"),
)
_FAILURE_KIND_BY_SQLSTATE: dict[str, DatabaseFailureKind] = {
    "53100": "full",
    "25006": "read_only",
    "58030": "damaged",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By SQLSTATE: disk full, read-only transaction, I/O error, data and index corrupted."""
_MAX_LOCK_WAIT_SECONDS = 1


def classify_failure(error: DBAPIError) -> DatabaseFailureKind:
    if isinstance(error.orig, sqlite3.Error):
        name = getattr(error.orig, "sqlite_errorname", "")
        if name.startswith("SQLITE_CANTOPEN"):  # too many open files, or the files beside it cannot be created
            file = sqlite_file_path()
            return "away" if file is None or os.access(file.parent, os.W_OK) else "read_only"
        return next((failure for start, failure in _SQLITE_ERROR_PREFIXES_AND_KINDS if name.startswith(start)), "away")
    return _FAILURE_KIND_BY_SQLSTATE.get(getattr(error.orig, "sqlstate", None) or "", "away")


def check_database_writable() -> None:
    """Make a write that changes nothing. Raises `DBAPIError` if it fails or the lock is held for too long."""
    statement = "DELETE FROM game WHERE id = 0"
    file = sqlite_file_path()
    if file is None:
        with db.engine.connect() as connection:
            connection.execute(text(statement))
            connection.rollback()
        return
    try:
        uri = f"{file.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, _MAX_LOCK_WAIT_SECONDS, isolation_level=None, uri=True)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute(statement)  # only a write reveals a read-only database
            writer.execute("ROLLBACK")
    except sqlite3.Error as fault:
        raise DBAPIError(statement, None, fault) from fault


def sqlite_file_path() -> Path | None:
    """Return the SQLite file, or None for a database server."""
    url = db.engine.url
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def free_disk_bytes() -> int | None:
    """Return the free bytes on the disk of the database file, or None if unknown."""
    file = sqlite_file_path()
    try:
        return None if file is None else shutil.disk_usage(file.parent).free
    except OSError:
        return None
