"""How the database is talked to: durable, and one writer after the other."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

WRITES = "trexscore_writes"
"""Execution option of a connection that is about to write."""
_BUSY_MILLISECONDS = 15_000


def prepare(engine: Engine) -> None:
    """Set an engine up before its first connection."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)


@contextmanager
def tables_made_anew(connection: Connection) -> Iterator[None]:
    """For a migration: SQLite changes a table by dropping it and putting another in its place, so that what points to
    its rows must not be checked meanwhile. Only outside of a transaction can that be said.
    """
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        yield
        return
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _set_pragmas(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # transactions are begun below, not by the driver's guess
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={_BUSY_MILLISECONDS}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once: turning a reader into a writer half-way fails when somebody else was first."""
    options: dict[str, Any] = dict(connection.get_execution_options())
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(WRITES) else "BEGIN")
